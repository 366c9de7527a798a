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

// How a dtype lies in memory and becomes a vector. The copies compile to unaligned vector moves.
template <class V, class E>
struct Plain {
  using Element = E;
  using Vector = V;
  static constexpr size_t kLanes = sizeof(V) / sizeof(E);
  static constexpr E kOne = 1;
  static V Load(const E* from) {
    V v;
    __builtin_memcpy(&v, from, sizeof v);
    return v;
  }
  static void Store(V v, E* to) { __builtin_memcpy(to, &v, sizeof v); }
};
using StoredF32 = Plain<F32, float>;
using StoredF64 = Plain<F64, double>;

#if ISOBIT_BENCH_WIDTH == 256
// The half types are widened, computed in f32 and rounded; bf16 to nearest even in integer code, NaN aside.
struct StoredF16 {
  using Element = uint16_t;
  using Vector = F32;
  static constexpr size_t kLanes = 8;
  static constexpr uint16_t kOne = 0x3C00;
  static F32 Load(const uint16_t* from) { return _mm256_cvtph_ps(Plain<__m128i, uint16_t>::Load(from)); }
  static void Store(F32 v, uint16_t* to) {
    Plain<__m128i, uint16_t>::Store(_mm256_cvtps_ph(v, _MM_FROUND_TO_NEAREST_INT), to);
  }
};
struct StoredBF16 {
  using Element = uint16_t;
  using Vector = F32;
  static constexpr size_t kLanes = 8;
  static constexpr uint16_t kOne = 0x3F80;
  static F32 Load(const uint16_t* from) {
    return _mm256_castsi256_ps(_mm256_slli_epi32(_mm256_cvtepu16_epi32(Plain<__m128i, uint16_t>::Load(from)), 16));
  }
  static void Store(F32 v, uint16_t* to) {
    const __m256i bits = _mm256_castps_si256(v);
    const __m256i odd = _mm256_and_si256(_mm256_srli_epi32(bits, 16), _mm256_set1_epi32(1));
    const __m256i sum = _mm256_add_epi32(_mm256_add_epi32(bits, _mm256_set1_epi32(0x7FFF)), odd);
    const __m256i nan = _mm256_castps_si256(_mm256_cmp_ps(v, v, _CMP_UNORD_Q));
    const __m256i high = _mm256_srli_epi32(_mm256_blendv_epi8(sum, _mm256_set1_epi32(0x7FC00000), nan), 16);
    Plain<__m128i, uint16_t>::Store(_mm_packus_epi32(_mm256_castsi256_si128(high), _mm256_extracti128_si256(high, 1)),
                                    to);
  }
};
#define ISOBIT_BENCH_HALF_TYPES
#elif ISOBIT_BENCH_WIDTH == 512
struct StoredF16 {
  using Element = uint16_t;
  using Vector = F32;
  static constexpr size_t kLanes = 16;
  static constexpr uint16_t kOne = 0x3C00;
  static F32 Load(const uint16_t* from) { return _mm512_cvtph_ps(Plain<__m256i, uint16_t>::Load(from)); }
  static void Store(F32 v, uint16_t* to) {
    Plain<__m256i, uint16_t>::Store(_mm512_cvtps_ph(v, _MM_FROUND_TO_NEAREST_INT), to);
  }
};
struct StoredBF16 {
  using Element = uint16_t;
  using Vector = F32;
  static constexpr size_t kLanes = 16;
  static constexpr uint16_t kOne = 0x3F80;
  static F32 Load(const uint16_t* from) {
    return _mm512_castsi512_ps(_mm512_slli_epi32(_mm512_cvtepu16_epi32(Plain<__m256i, uint16_t>::Load(from)), 16));
  }
  static void Store(F32 v, uint16_t* to) {
    const __m512i bits = _mm512_castps_si512(v);
    const __m512i odd = _mm512_and_si512(_mm512_srli_epi32(bits, 16), _mm512_set1_epi32(1));
    const __m512i sum = _mm512_add_epi32(_mm512_add_epi32(bits, _mm512_set1_epi32(0x7FFF)), odd);
    const __mmask16 nan = _mm512_cmp_ps_mask(v, v, _CMP_UNORD_Q);
    const __m512i rounded = _mm512_mask_blend_epi32(nan, sum, _mm512_set1_epi32(0x7FC00000));
    Plain<__m256i, uint16_t>::Store(_mm512_cvtepi32_epi16(_mm512_srli_epi32(rounded, 16)), to);
  }
};
#define ISOBIT_BENCH_HALF_TYPES
#endif

template <class S, class Op>
void Unary(const void* a, const void*, void* out, size_t n, const Parameters&) {
  using E = typename S::Element;
  const E* x = static_cast<const E*>(a);
  E* y = static_cast<E*>(out);
  size_t i = 0;
  for (; i + S::kLanes <= n; i += S::kLanes) S::Store(Op::Call(S::Load(x + i)), y + i);
  if (i < n) {
    E buffer[S::kLanes];
    for (size_t k = 0; k < S::kLanes; ++k) buffer[k] = i + k < n ? x[i + k] : S::kOne;
    S::Store(Op::Call(S::Load(buffer)), buffer);
    for (size_t k = 0; i + k < n; ++k) y[i + k] = buffer[k];
  }
}

template <class S, class Op>
void Binary(const void* a, const void* b, void* out, size_t n, const Parameters&) {
  using E = typename S::Element;
  const E* x = static_cast<const E*>(a);
  const E* z = static_cast<const E*>(b);
  E* y = static_cast<E*>(out);
  size_t i = 0;
  for (; i + S::kLanes <= n; i += S::kLanes) S::Store(Op::Call(S::Load(x + i), S::Load(z + i)), y + i);
  if (i < n) {
    E first[S::kLanes], second[S::kLanes];
    for (size_t k = 0; k < S::kLanes; ++k) {
      first[k] = i + k < n ? x[i + k] : S::kOne;
      second[k] = i + k < n ? z[i + k] : S::kOne;
    }
    S::Store(Op::Call(S::Load(first), S::Load(second)), first);
    for (size_t k = 0; i + k < n; ++k) y[i + k] = first[k];
  }
}

#define ISOBIT_BENCH_PASTE5(a, b, c, d, e) a##b##c##d##e
#define ISOBIT_BENCH_EXPAND5(a, b, c, d, e) ISOBIT_BENCH_PASTE5(a, b, c, d, e)

#define ISOBIT_BENCH_BOTH_DTYPES(kernel, Loop, Op) \
  {kernel, ISOBIT_F32, Loop<StoredF32, Op>}, { kernel, ISOBIT_F64, Loop<StoredF64, Op> }
#ifdef ISOBIT_BENCH_HALF_TYPES
#define ISOBIT_BENCH_ALL_DTYPES(kernel, Loop, Op)                                            \
  ISOBIT_BENCH_BOTH_DTYPES(kernel, Loop, Op), {kernel, ISOBIT_BF16, Loop<StoredBF16, Op>}, { \
    kernel, ISOBIT_F16, Loop<StoredF16, Op>                                                  \
  }
#else
#define ISOBIT_BENCH_ALL_DTYPES(kernel, Loop, Op) ISOBIT_BENCH_BOTH_DTYPES(kernel, Loop, Op)
#endif

#ifdef ISOBIT_BENCH_SLEEF
// Sleef_<function><f|d><lanes>_<accuracy><suffix>
#define ISOBIT_BENCH_SLEEF_F32(function, accuracy) \
  ISOBIT_BENCH_EXPAND5(Sleef_##function##f, ISOBIT_BENCH_F32_LANES, _, accuracy, ISOBIT_BENCH_SLEEF_SUFFIX)
#define ISOBIT_BENCH_SLEEF_F64(function, accuracy) \
  ISOBIT_BENCH_EXPAND5(Sleef_##function##d, ISOBIT_BENCH_F64_LANES, _, accuracy, ISOBIT_BENCH_SLEEF_SUFFIX)
#define ISOBIT_BENCH_SLEEF_UNARY(Name, function)                                \
  struct Name {                                                                 \
    static F32 Call(F32 x) { return ISOBIT_BENCH_SLEEF_F32(function, u10)(x); } \
    static F64 Call(F64 x) { return ISOBIT_BENCH_SLEEF_F64(function, u10)(x); } \
  };
#define ISOBIT_BENCH_SLEEF_BINARY(Name, function, accuracy)                                    \
  struct Name {                                                                                \
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
    ISOBIT_BENCH_ALL_DTYPES("exp", Unary, SleefExp),   ISOBIT_BENCH_ALL_DTYPES("log", Unary, SleefLog),
    ISOBIT_BENCH_ALL_DTYPES("sin", Unary, SleefSin),   ISOBIT_BENCH_ALL_DTYPES("cos", Unary, SleefCos),
    ISOBIT_BENCH_ALL_DTYPES("tanh", Unary, SleefTanh), ISOBIT_BENCH_ALL_DTYPES("erf", Unary, SleefErf),
    ISOBIT_BENCH_ALL_DTYPES("pow", Binary, SleefPow),  ISOBIT_BENCH_ALL_DTYPES("rem", Binary, SleefFmod),
};
#endif

#ifdef ISOBIT_BENCH_LIBMVEC
// _ZGV<isa>N<lanes><v per argument>_<function>: the names of the vector function ABI.
#define ISOBIT_BENCH_LIBMVEC_F32(v, function) \
  ISOBIT_BENCH_EXPAND5(_ZGV, ISOBIT_BENCH_LIBMVEC_ISA, N, ISOBIT_BENCH_F32_LANES, v##_##function##f)
#define ISOBIT_BENCH_LIBMVEC_F64(v, function) \
  ISOBIT_BENCH_EXPAND5(_ZGV, ISOBIT_BENCH_LIBMVEC_ISA, N, ISOBIT_BENCH_F64_LANES, v##_##function)
}  // namespace
extern "C" {
#define ISOBIT_BENCH_DECLARE(function)            \
  F32 ISOBIT_BENCH_LIBMVEC_F32(v, function)(F32); \
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
  return V{} + static_cast<decltype(V{}[0] + 0.0f)>(value);
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
    ISOBIT_BENCH_ALL_DTYPES("exp", Unary, VecExp),   ISOBIT_BENCH_ALL_DTYPES("log", Unary, VecLog),
    ISOBIT_BENCH_ALL_DTYPES("sin", Unary, VecSin),   ISOBIT_BENCH_ALL_DTYPES("cos", Unary, VecCos),
    ISOBIT_BENCH_ALL_DTYPES("tanh", Unary, VecTanh), ISOBIT_BENCH_ALL_DTYPES("erf", Unary, VecErf),
    ISOBIT_BENCH_ALL_DTYPES("pow", Binary, VecPow),  ISOBIT_BENCH_ALL_DTYPES("sigmoid", Unary, VecSigmoid),
    ISOBIT_BENCH_ALL_DTYPES("silu", Unary, VecSilu), ISOBIT_BENCH_ALL_DTYPES("gelu_erf", Unary, VecGeluErf),
    ISOBIT_BENCH_ALL_DTYPES("gelu", Unary, VecGelu),
};
#endif

}  // namespace

#ifdef ISOBIT_BENCH_SLEEF
#define ISOBIT_BENCH_SLEEF_SET(name) \
  { name, kSleefPeers, sizeof kSleefPeers / sizeof kSleefPeers[0] }
#else
#define ISOBIT_BENCH_SLEEF_SET(name) \
  { name, nullptr, 0 }
#endif
#ifdef ISOBIT_BENCH_LIBMVEC
#define ISOBIT_BENCH_LIBMVEC_SET(name) \
  { name, kLibmvecPeers, sizeof kLibmvecPeers / sizeof kLibmvecPeers[0] }
#else
#define ISOBIT_BENCH_LIBMVEC_SET(name) \
  { name, nullptr, 0 }
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

}  // namespace isobit_bench
