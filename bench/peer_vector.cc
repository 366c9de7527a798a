// The peers "sleef_*" and "libmvec_*": vector math libraries, called with whole vectors in a plain loop.
//
// Compiled once per vector width with the flags of that width: ISOBIT_BENCH_WIDTH is 128 (NEON), 256 (AVX2)
// or 512 (AVX-512). ISOBIT_BENCH_SLEEF and ISOBIT_BENCH_LIBMVEC say which libraries the build found. A
// remainder goes through a padded buffer of one vector, so that any n works. Nothing from namespace std is
// instantiated here, so that no code of these flags can be linked into the rest of the program.
// SPDX-License-Identifier: Apache-2.0
#include "peers.h"

#if ISOBIT_BENCH_WIDTH == 128
#include <arm_neon.h>
#else
#include <immintrin.h>
#endif
#ifdef ISOBIT_BENCH_SLEEF
#include <sleef.h>
#endif

namespace isobit_bench {
namespace {

#if ISOBIT_BENCH_WIDTH == 128
using F32 = float32x4_t;
using F64 = float64x2_t;
#define ISOBIT_BENCH_SLEEF_SUFFIX advsimd
#define ISOBIT_BENCH_F32_LANES 4
#define ISOBIT_BENCH_F64_LANES 2
#elif ISOBIT_BENCH_WIDTH == 256
using F32 = __m256;
using F64 = __m256d;
#define ISOBIT_BENCH_SLEEF_SUFFIX avx2
#define ISOBIT_BENCH_F32_LANES 8
#define ISOBIT_BENCH_F64_LANES 4
#define ISOBIT_BENCH_LIBMVEC_ISA d
#else
using F32 = __m512;
using F64 = __m512d;
#define ISOBIT_BENCH_SLEEF_SUFFIX avx512f
#define ISOBIT_BENCH_F32_LANES 16
#define ISOBIT_BENCH_F64_LANES 8
#define ISOBIT_BENCH_LIBMVEC_ISA e
#endif

template <class V>
struct Lane;
template <>
struct Lane<F32> {
  using T = float;
};
template <>
struct Lane<F64> {
  using T = double;
};

// The copies compile to unaligned vector moves.
template <class V>
inline V Load(const void* from) {
  V v;
  __builtin_memcpy(&v, from, sizeof v);
  return v;
}
template <class V>
inline void Store(V v, void* to) {
  __builtin_memcpy(to, &v, sizeof v);
}

template <class V, class Op>
void Unary(const void* a, const void*, void* out, size_t n, const Parameters&) {
  using T = typename Lane<V>::T;
  constexpr size_t kLanes = sizeof(V) / sizeof(T);
  const T* x = static_cast<const T*>(a);
  T* y = static_cast<T*>(out);
  size_t i = 0;
  for (; i + kLanes <= n; i += kLanes) Store(Op::Call(Load<V>(x + i)), y + i);
  if (i < n) {
    T buffer[kLanes];
    for (size_t k = 0; k < kLanes; ++k) buffer[k] = i + k < n ? x[i + k] : T(1);
    Store(Op::Call(Load<V>(buffer)), buffer);
    for (size_t k = 0; i + k < n; ++k) y[i + k] = buffer[k];
  }
}

template <class V, class Op>
void Binary(const void* a, const void* b, void* out, size_t n, const Parameters&) {
  using T = typename Lane<V>::T;
  constexpr size_t kLanes = sizeof(V) / sizeof(T);
  const T* x = static_cast<const T*>(a);
  const T* z = static_cast<const T*>(b);
  T* y = static_cast<T*>(out);
  size_t i = 0;
  for (; i + kLanes <= n; i += kLanes) Store(Op::Call(Load<V>(x + i), Load<V>(z + i)), y + i);
  if (i < n) {
    T first[kLanes], second[kLanes];
    for (size_t k = 0; k < kLanes; ++k) {
      first[k] = i + k < n ? x[i + k] : T(1);
      second[k] = i + k < n ? z[i + k] : T(1);
    }
    Store(Op::Call(Load<V>(first), Load<V>(second)), first);
    for (size_t k = 0; i + k < n; ++k) y[i + k] = first[k];
  }
}

#define ISOBIT_BENCH_PASTE5(a, b, c, d, e) a##b##c##d##e
#define ISOBIT_BENCH_EXPAND5(a, b, c, d, e) ISOBIT_BENCH_PASTE5(a, b, c, d, e)

#define ISOBIT_BENCH_BOTH_DTYPES(kernel, Loop, Op) \
  {kernel, ISOBIT_F32, Loop<F32, Op>}, {kernel, ISOBIT_F64, Loop<F64, Op>}

#ifdef ISOBIT_BENCH_SLEEF
// Sleef_<function><f|d><lanes>_<accuracy><suffix>
#define ISOBIT_BENCH_SLEEF_F32(function, accuracy)                           \
  ISOBIT_BENCH_EXPAND5(Sleef_##function##f, ISOBIT_BENCH_F32_LANES, _, accuracy, ISOBIT_BENCH_SLEEF_SUFFIX)
#define ISOBIT_BENCH_SLEEF_F64(function, accuracy)                           \
  ISOBIT_BENCH_EXPAND5(Sleef_##function##d, ISOBIT_BENCH_F64_LANES, _, accuracy, ISOBIT_BENCH_SLEEF_SUFFIX)
#define ISOBIT_BENCH_SLEEF_UNARY(Name, function)                                        \
  struct Name {                                                                         \
    static F32 Call(F32 x) { return ISOBIT_BENCH_SLEEF_F32(function, u10)(x); }         \
    static F64 Call(F64 x) { return ISOBIT_BENCH_SLEEF_F64(function, u10)(x); }         \
  };
#define ISOBIT_BENCH_SLEEF_BINARY(Name, function, accuracy)                                  \
  struct Name {                                                                              \
    static F32 Call(F32 a, F32 b) { return ISOBIT_BENCH_SLEEF_F32(function, accuracy)(a, b); } \
    static F64 Call(F64 a, F64 b) { return ISOBIT_BENCH_SLEEF_F64(function, accuracy)(a, b); } \
  };
ISOBIT_BENCH_SLEEF_UNARY(SleefExp, exp)
ISOBIT_BENCH_SLEEF_UNARY(SleefLog, log)
ISOBIT_BENCH_SLEEF_UNARY(SleefSin, sin)
ISOBIT_BENCH_SLEEF_UNARY(SleefCos, cos)
ISOBIT_BENCH_SLEEF_UNARY(SleefTanh, tanh)
ISOBIT_BENCH_SLEEF_UNARY(SleefErf, erf)
ISOBIT_BENCH_SLEEF_BINARY(SleefPow, pow, u10)
// fmod keeps the dividend's sign: less work than rem, and another result where the signs differ.
ISOBIT_BENCH_SLEEF_BINARY(SleefFmod, fmod, )

constexpr Peer kSleefPeers[] = {
    ISOBIT_BENCH_BOTH_DTYPES("exp", Unary, SleefExp),   ISOBIT_BENCH_BOTH_DTYPES("log", Unary, SleefLog),
    ISOBIT_BENCH_BOTH_DTYPES("sin", Unary, SleefSin),   ISOBIT_BENCH_BOTH_DTYPES("cos", Unary, SleefCos),
    ISOBIT_BENCH_BOTH_DTYPES("tanh", Unary, SleefTanh), ISOBIT_BENCH_BOTH_DTYPES("erf", Unary, SleefErf),
    ISOBIT_BENCH_BOTH_DTYPES("pow", Binary, SleefPow),  ISOBIT_BENCH_BOTH_DTYPES("rem", Binary, SleefFmod),
};
#endif

#ifdef ISOBIT_BENCH_LIBMVEC
// _ZGV<isa>N<lanes><v per argument>_<function>: the names of the vector function ABI.
#define ISOBIT_BENCH_LIBMVEC_F32(v, function) \
  ISOBIT_BENCH_EXPAND5(_ZGV, ISOBIT_BENCH_LIBMVEC_ISA, N, ISOBIT_BENCH_F32_LANES, v##_##function##f)
#define ISOBIT_BENCH_LIBMVEC_F64(v, function) \
  ISOBIT_BENCH_EXPAND5(_ZGV, ISOBIT_BENCH_LIBMVEC_ISA, N, ISOBIT_BENCH_F64_LANES, v##_##function)
} // namespace
extern "C" {
#define ISOBIT_BENCH_DECLARE(function)               \
  F32 ISOBIT_BENCH_LIBMVEC_F32(v, function)(F32);    \
  F64 ISOBIT_BENCH_LIBMVEC_F64(v, function)(F64);
ISOBIT_BENCH_DECLARE(exp)
ISOBIT_BENCH_DECLARE(log)
ISOBIT_BENCH_DECLARE(sin)
ISOBIT_BENCH_DECLARE(cos)
ISOBIT_BENCH_DECLARE(tanh)
ISOBIT_BENCH_DECLARE(erf)
F32 ISOBIT_BENCH_LIBMVEC_F32(vv, pow)(F32, F32);
F64 ISOBIT_BENCH_LIBMVEC_F64(vv, pow)(F64, F64);
}
namespace {

#define ISOBIT_BENCH_LIBMVEC_UNARY(Name, function)                              \
  struct Name {                                                                 \
    static F32 Call(F32 x) { return ISOBIT_BENCH_LIBMVEC_F32(v, function)(x); } \
    static F64 Call(F64 x) { return ISOBIT_BENCH_LIBMVEC_F64(v, function)(x); } \
  };
ISOBIT_BENCH_LIBMVEC_UNARY(VecExp, exp)
ISOBIT_BENCH_LIBMVEC_UNARY(VecLog, log)
ISOBIT_BENCH_LIBMVEC_UNARY(VecSin, sin)
ISOBIT_BENCH_LIBMVEC_UNARY(VecCos, cos)
ISOBIT_BENCH_LIBMVEC_UNARY(VecTanh, tanh)
ISOBIT_BENCH_LIBMVEC_UNARY(VecErf, erf)
struct VecPow {
  static F32 Call(F32 a, F32 b) { return ISOBIT_BENCH_LIBMVEC_F32(vv, pow)(a, b); }
  static F64 Call(F64 a, F64 b) { return ISOBIT_BENCH_LIBMVEC_F64(vv, pow)(a, b); }
};

template <class V>
inline V Set(double value) {
  return V{} + static_cast<typename Lane<V>::T>(value);
}

// The textbook formulas, which lose relative accuracy in the negative tail.
struct VecSigmoid {
  template <class V>
  static V Call(V x) {
    return Set<V>(1) / (Set<V>(1) + VecExp::Call(-x));
  }
};
struct VecSilu {
  template <class V>
  static V Call(V x) {
    return x / (Set<V>(1) + VecExp::Call(-x));
  }
};
struct VecGeluErf {
  template <class V>
  static V Call(V x) {
    return Set<V>(0.5) * x * (Set<V>(1) + VecErf::Call(x * Set<V>(0.70710678118654752)));
  }
};
struct VecGelu {
  template <class V>
  static V Call(V x) {
    const V u = Set<V>(0.79788456080286536) * (x + Set<V>(0.044715) * x * x * x);
    return Set<V>(0.5) * x * (Set<V>(1) + VecTanh::Call(u));
  }
};

constexpr Peer kLibmvecPeers[] = {
    ISOBIT_BENCH_BOTH_DTYPES("exp", Unary, VecExp),
    ISOBIT_BENCH_BOTH_DTYPES("log", Unary, VecLog),
    ISOBIT_BENCH_BOTH_DTYPES("sin", Unary, VecSin),
    ISOBIT_BENCH_BOTH_DTYPES("cos", Unary, VecCos),
    ISOBIT_BENCH_BOTH_DTYPES("tanh", Unary, VecTanh),
    ISOBIT_BENCH_BOTH_DTYPES("erf", Unary, VecErf),
    ISOBIT_BENCH_BOTH_DTYPES("pow", Binary, VecPow),
    ISOBIT_BENCH_BOTH_DTYPES("sigmoid", Unary, VecSigmoid),
    ISOBIT_BENCH_BOTH_DTYPES("silu", Unary, VecSilu),
    ISOBIT_BENCH_BOTH_DTYPES("gelu_erf", Unary, VecGeluErf),
    ISOBIT_BENCH_BOTH_DTYPES("gelu", Unary, VecGelu),
};
#endif

} // namespace

#ifdef ISOBIT_BENCH_SLEEF
#define ISOBIT_BENCH_SLEEF_SET(name) {name, kSleefPeers, sizeof kSleefPeers / sizeof kSleefPeers[0]}
#else
#define ISOBIT_BENCH_SLEEF_SET(name) {name, nullptr, 0}
#endif
#ifdef ISOBIT_BENCH_LIBMVEC
#define ISOBIT_BENCH_LIBMVEC_SET(name) {name, kLibmvecPeers, sizeof kLibmvecPeers / sizeof kLibmvecPeers[0]}
#else
#define ISOBIT_BENCH_LIBMVEC_SET(name) {name, nullptr, 0}
#endif

#if ISOBIT_BENCH_WIDTH == 128
PeerSet SleefNeonPeers() { return ISOBIT_BENCH_SLEEF_SET("sleef_neon"); }
#elif ISOBIT_BENCH_WIDTH == 256
PeerSet SleefAvx2Peers() { return ISOBIT_BENCH_SLEEF_SET("sleef_avx2"); }
PeerSet LibmvecAvx2Peers() { return ISOBIT_BENCH_LIBMVEC_SET("libmvec_avx2"); }
#else
PeerSet SleefAvx512Peers() { return ISOBIT_BENCH_SLEEF_SET("sleef_avx512"); }
PeerSet LibmvecAvx512Peers() { return ISOBIT_BENCH_LIBMVEC_SET("libmvec_avx512"); }
#endif

} // namespace isobit_bench
