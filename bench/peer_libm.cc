// The peer "libm": the C library's scalar functions, one call per element, f32 and f64.
//
// gelu, gelu_erf, sigmoid and silu are the textbook formulas over libm, which lose relative accuracy in the
// negative tail; rem is fmod with the sign of the divisor.
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "peers.h"

namespace isobit_bench {
namespace {

#define ISOBIT_BENCH_UNARY(Name, expression) \
  struct Name {                              \
    template <class T>                       \
    static T Run(T x, const Parameters&) {   \
      return static_cast<T>(expression);     \
    }                                        \
  };
#define ISOBIT_BENCH_BINARY(Name, expression) \
  struct Name {                               \
    template <class T>                        \
    static T Run(T a, T b) {                  \
      return static_cast<T>(expression);      \
    }                                         \
  };

ISOBIT_BENCH_UNARY(Exp, std::exp(x))
ISOBIT_BENCH_UNARY(Log, std::log(x))
ISOBIT_BENCH_UNARY(Sin, std::sin(x))
ISOBIT_BENCH_UNARY(Cos, std::cos(x))
ISOBIT_BENCH_UNARY(Tanh, std::tanh(x))
ISOBIT_BENCH_UNARY(Erf, std::erf(x))
ISOBIT_BENCH_UNARY(Sigmoid, T(1) / (T(1) + std::exp(-x)))
ISOBIT_BENCH_UNARY(Silu, x / (T(1) + std::exp(-x)))
ISOBIT_BENCH_UNARY(GeluErf, T(0.5) * x * (T(1) + std::erf(x * T(0.70710678118654752))))
ISOBIT_BENCH_UNARY(Gelu, T(0.5) * x * (T(1) + std::tanh(T(0.79788456080286536) * (x + T(0.044715) * x * x * x))))
ISOBIT_BENCH_BINARY(Pow, std::pow(a, b))

struct PowI {
  template <class T>
  static T Run(T x, const Parameters& p) {
    return std::pow(x, static_cast<T>(p.exponent));
  }
};

struct Rem {
  template <class T>
  static T Run(T a, T b) {
    const T r = std::fmod(a, b);
    return r != 0 && (r < 0) != (b < 0) ? r + b : r;
  }
};

template <class T, class Op>
void Unary(const void* a, const void*, void* out, size_t n, const Parameters& p) {
  const T* x = static_cast<const T*>(a);
  T* y = static_cast<T*>(out);
  for (size_t i = 0; i < n; ++i) y[i] = Op::Run(x[i], p);
}

template <class T, class Op>
void Binary(const void* a, const void* b, void* out, size_t n, const Parameters&) {
  const T* x = static_cast<const T*>(a);
  const T* z = static_cast<const T*>(b);
  T* y = static_cast<T*>(out);
  for (size_t i = 0; i < n; ++i) y[i] = Op::Run(x[i], z[i]);
}

#define ISOBIT_BENCH_BOTH_DTYPES(kernel, Loop, Op) \
  {kernel, ISOBIT_F32, Loop<float, Op>}, { kernel, ISOBIT_F64, Loop<double, Op> }

constexpr Peer kPeers[] = {
    ISOBIT_BENCH_BOTH_DTYPES("exp", Unary, Exp),          ISOBIT_BENCH_BOTH_DTYPES("log", Unary, Log),
    ISOBIT_BENCH_BOTH_DTYPES("sin", Unary, Sin),          ISOBIT_BENCH_BOTH_DTYPES("cos", Unary, Cos),
    ISOBIT_BENCH_BOTH_DTYPES("tanh", Unary, Tanh),        ISOBIT_BENCH_BOTH_DTYPES("erf", Unary, Erf),
    ISOBIT_BENCH_BOTH_DTYPES("sigmoid", Unary, Sigmoid),  ISOBIT_BENCH_BOTH_DTYPES("silu", Unary, Silu),
    ISOBIT_BENCH_BOTH_DTYPES("gelu_erf", Unary, GeluErf), ISOBIT_BENCH_BOTH_DTYPES("gelu", Unary, Gelu),
    ISOBIT_BENCH_BOTH_DTYPES("powi", Unary, PowI),        ISOBIT_BENCH_BOTH_DTYPES("pow", Binary, Pow),
    ISOBIT_BENCH_BOTH_DTYPES("rem", Binary, Rem),
};

}  // namespace

PeerSet LibmPeers() { return {"libm", kPeers, sizeof kPeers / sizeof kPeers[0]}; }

}  // namespace isobit_bench
