// The peer "compiler": the loops a user would write, for the compiler to vectorise as well as it can.
//
// This file is compiled with the best flags of the machine (see CMakeLists.txt) and, on x86, a second time for
// AVX2 alone under the name compiler_avx2. Nothing from namespace std is instantiated here, so that no code
// of these flags can be linked into the rest of the program.
// SPDX-License-Identifier: Apache-2.0
#include "peers.h"

namespace isobit_bench {
namespace {

#if defined(__clang__) || defined(__aarch64__)
using Half = __fp16;
#else
using Half = _Float16;
#endif

// How a dtype is stored and computed with.
struct F32 {
  using Storage = float;
  using Compute = float;
  static float Load(const float& x) { return x; }
  static void Store(float x, float& to) { to = x; }
};
struct F64 {
  using Storage = double;
  using Compute = double;
  static double Load(const double& x) { return x; }
  static void Store(double x, double& to) { to = x; }
};
struct F16 {
  using Storage = Half;
  using Compute = float;
  static float Load(const Half& x) { return static_cast<float>(x); }
  static void Store(float x, Half& to) { to = static_cast<Half>(x); }
};
// bfloat16 rounds to nearest even in integer arithmetic, NaN kept apart.
struct BF16 {
  using Storage = uint16_t;
  using Compute = float;
  static float Load(const uint16_t& x) {
    const uint32_t bits = static_cast<uint32_t>(x) << 16;
    float f;
    __builtin_memcpy(&f, &bits, sizeof f);
    return f;
  }
  static void Store(float x, uint16_t& to) {
    uint32_t bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    const uint32_t rounded = (bits + 0x7FFFu + ((bits >> 16) & 1u)) >> 16;
    to = static_cast<uint16_t>(x != x ? 0x7FC0u : rounded);
  }
};
// The 16-bit patterns themselves, for the kernels that touch the sign bit alone.
struct U16 {
  using Storage = uint16_t;
  using Compute = uint16_t;
  static uint16_t Load(const uint16_t& x) { return x; }
  static void Store(uint16_t x, uint16_t& to) { to = x; }
};

inline float Sqrt(float x) { return __builtin_sqrtf(x); }
inline double Sqrt(double x) { return __builtin_sqrt(x); }
inline float Abs(float x) { return __builtin_fabsf(x); }
inline double Abs(double x) { return __builtin_fabs(x); }
inline float Floor(float x) { return __builtin_floorf(x); }
inline double Floor(double x) { return __builtin_floor(x); }
inline float Ceil(float x) { return __builtin_ceilf(x); }
inline double Ceil(double x) { return __builtin_ceil(x); }
inline float Rint(float x) { return __builtin_rintf(x); }
inline double Rint(double x) { return __builtin_rint(x); }

#define ISOBIT_BENCH_UNARY(Name, expression)                       \
  template <class T>                                               \
  struct Name {                                                    \
    explicit Name(const Parameters&) {}                            \
    T operator()(T x) const { return static_cast<T>(expression); } \
  };
#define ISOBIT_BENCH_BINARY(Name, expression)                           \
  template <class T>                                                    \
  struct Name {                                                         \
    explicit Name(const Parameters&) {}                                 \
    T operator()(T a, T b) const { return static_cast<T>(expression); } \
  };

ISOBIT_BENCH_UNARY(NegOp, -x)
ISOBIT_BENCH_UNARY(AbsOp, Abs(x))
ISOBIT_BENCH_UNARY(NegBitsOp, x ^ 0x8000u)
ISOBIT_BENCH_UNARY(AbsBitsOp, x & 0x7FFFu)
ISOBIT_BENCH_UNARY(ReluOp, x > 0 ? x : 0)
ISOBIT_BENCH_UNARY(StepOp, x > 0 ? 1 : 0)
ISOBIT_BENCH_UNARY(SignOp, x > 0 ? 1 : x < 0 ? -1 : 0)
ISOBIT_BENCH_UNARY(SqrOp, x* x)
ISOBIT_BENCH_UNARY(SqrtOp, Sqrt(x))
ISOBIT_BENCH_UNARY(RsqrtOp, T(1) / Sqrt(x))
ISOBIT_BENCH_UNARY(RecipOp, T(1) / x)
ISOBIT_BENCH_UNARY(FloorOp, Floor(x))
ISOBIT_BENCH_UNARY(CeilOp, Ceil(x))
ISOBIT_BENCH_UNARY(RoundOp, Rint(x))
ISOBIT_BENCH_BINARY(AddOp, a + b)
ISOBIT_BENCH_BINARY(SubOp, a - b)
ISOBIT_BENCH_BINARY(MulOp, a* b)
ISOBIT_BENCH_BINARY(DivOp, a / b)
// A NaN counts as missing, as in the contract; the order of the zeros is left open, which favours the peer.
ISOBIT_BENCH_BINARY(MaximumOp, (a > b || b != b) ? a : b)
ISOBIT_BENCH_BINARY(MinimumOp, (a < b || b != b) ? a : b)

template <class T>
struct AddScalarOp {
  explicit AddScalarOp(const Parameters& p) : c(static_cast<T>(p.c)) {}
  T operator()(T x) const { return x + c; }
  T c;
};
template <class T>
struct MulScalarOp {
  explicit MulScalarOp(const Parameters& p) : c(static_cast<T>(p.c)) {}
  T operator()(T x) const { return x * c; }
  T c;
};
template <class T>
struct ClampOp {
  explicit ClampOp(const Parameters& p) : lo(static_cast<T>(p.lo)), hi(static_cast<T>(p.hi)) {}
  T operator()(T x) const { return x < lo ? lo : x > hi ? hi : x; }
  T lo, hi;
};

template <class D, template <class> class Op>
void Unary(const void* a, const void*, void* out, size_t n, const Parameters& p) {
  const auto* __restrict x = static_cast<const typename D::Storage*>(a);
  auto* __restrict y = static_cast<typename D::Storage*>(out);
  const Op<typename D::Compute> op(p);
  for (size_t i = 0; i < n; ++i) D::Store(op(D::Load(x[i])), y[i]);
}

template <class D, template <class> class Op>
void Binary(const void* a, const void* b, void* out, size_t n, const Parameters& p) {
  const auto* __restrict x = static_cast<const typename D::Storage*>(a);
  const auto* __restrict z = static_cast<const typename D::Storage*>(b);
  auto* __restrict y = static_cast<typename D::Storage*>(out);
  const Op<typename D::Compute> op(p);
  for (size_t i = 0; i < n; ++i) D::Store(op(D::Load(x[i]), D::Load(z[i])), y[i]);
}

#define ISOBIT_BENCH_ALL_DTYPES(kernel, Loop, Op)                                                                    \
  {kernel, ISOBIT_F32, Loop<F32, Op>}, {kernel, ISOBIT_F64, Loop<F64, Op>}, {kernel, ISOBIT_BF16, Loop<BF16, Op>}, { \
    kernel, ISOBIT_F16, Loop<F16, Op>                                                                                \
  }
#define ISOBIT_BENCH_SIGN_BIT(kernel, Op, BitsOp)                             \
  {kernel, ISOBIT_F32, Unary<F32, Op>}, {kernel, ISOBIT_F64, Unary<F64, Op>}, \
      {kernel, ISOBIT_BF16, Unary<U16, BitsOp>}, {                            \
    kernel, ISOBIT_F16, Unary<U16, BitsOp>                                    \
  }

constexpr Peer kPeers[] = {
    ISOBIT_BENCH_SIGN_BIT("neg", NegOp, NegBitsOp),
    ISOBIT_BENCH_SIGN_BIT("abs", AbsOp, AbsBitsOp),
    ISOBIT_BENCH_ALL_DTYPES("relu", Unary, ReluOp),
    ISOBIT_BENCH_ALL_DTYPES("step", Unary, StepOp),
    ISOBIT_BENCH_ALL_DTYPES("sign", Unary, SignOp),
    ISOBIT_BENCH_ALL_DTYPES("sqr", Unary, SqrOp),
    ISOBIT_BENCH_ALL_DTYPES("sqrt", Unary, SqrtOp),
    ISOBIT_BENCH_ALL_DTYPES("rsqrt", Unary, RsqrtOp),
    ISOBIT_BENCH_ALL_DTYPES("recip", Unary, RecipOp),
    ISOBIT_BENCH_ALL_DTYPES("floor", Unary, FloorOp),
    ISOBIT_BENCH_ALL_DTYPES("ceil", Unary, CeilOp),
    ISOBIT_BENCH_ALL_DTYPES("round", Unary, RoundOp),
    ISOBIT_BENCH_ALL_DTYPES("add", Binary, AddOp),
    ISOBIT_BENCH_ALL_DTYPES("sub", Binary, SubOp),
    ISOBIT_BENCH_ALL_DTYPES("mul", Binary, MulOp),
    ISOBIT_BENCH_ALL_DTYPES("div", Binary, DivOp),
    ISOBIT_BENCH_ALL_DTYPES("maximum", Binary, MaximumOp),
    ISOBIT_BENCH_ALL_DTYPES("minimum", Binary, MinimumOp),
    ISOBIT_BENCH_ALL_DTYPES("add_scalar", Unary, AddScalarOp),
    ISOBIT_BENCH_ALL_DTYPES("mul_scalar", Unary, MulScalarOp),
    ISOBIT_BENCH_ALL_DTYPES("clamp", Unary, ClampOp),
};

}  // namespace

#ifdef ISOBIT_BENCH_COMPILER_AVX2
PeerSet CompilerAvx2Peers() { return {"compiler_avx2", kPeers, sizeof kPeers / sizeof kPeers[0]}; }
#else
PeerSet CompilerPeers() { return {"compiler", kPeers, sizeof kPeers / sizeof kPeers[0]}; }
#endif

}  // namespace isobit_bench
