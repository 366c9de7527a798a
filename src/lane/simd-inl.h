// The lane vocabulary over Highway, once per target. lane/scalar.h defines what each operation means; this file only
// says it for vectors, and is the one place that names Highway's operations.
// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "lane/highway.h"
#include "lane/narrow.h"

#if defined(ISOBIT_LANE_SIMD_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ISOBIT_LANE_SIMD_INL_H_
#undef ISOBIT_LANE_SIMD_INL_H_
#else
#define ISOBIT_LANE_SIMD_INL_H_
#endif

#if defined(__FAST_MATH__)
#error "isobit needs IEEE arithmetic: remove -ffast-math."
#endif

#undef ISOBIT_INLINE
#define ISOBIT_INLINE HWY_INLINE
#undef ISOBIT_ATTR
#define ISOBIT_ATTR HWY_ATTR
#undef ISOBIT_BEGIN_TARGET
#define ISOBIT_BEGIN_TARGET \
  HWY_BEFORE_NAMESPACE();   \
  namespace isobit {        \
  namespace HWY_NAMESPACE {
#undef ISOBIT_END_TARGET
#define ISOBIT_END_TARGET \
  }                       \
  }                       \
  HWY_AFTER_NAMESPACE();

ISOBIT_BEGIN_TARGET

namespace hn = hwy::HWY_NAMESPACE;

// How many vectors the target holds in registers.
constexpr int kVectorRegisters = HWY_TARGET == HWY_AVX2 ? 16 : 32;

// ---- Tags and types ----
// A whole vector of T.
template <typename T>
using FullTag = hn::ScalableTag<T>;
// Two of D's vectors, or masks, as one; lane/pair-inl.h has the operations.
template <class D>
struct PairTag {};
template <class V>
struct Pair {
  // Written out, since the implicit one would not be for this target, and could not inline Highway's for NEON.
  ISOBIT_INLINE Pair() {}
  ISOBIT_INLINE Pair(V a, V b) : first(a), second(b) {}
  V first, second;
};
template <class M>
struct PairMask {
  M first, second;
};
namespace detail {
template <class D>
struct TypesOf {
  using Lane = hn::TFromD<D>;
  using Vector = hn::Vec<D>;
  using Mask = hn::Mask<D>;
  using Signed = hn::RebindToSigned<D>;
  using Unsigned = hn::RebindToUnsigned<D>;
};
template <class D>
struct TypesOf<PairTag<D>> {
  using Lane = hn::TFromD<D>;
  using Vector = Pair<hn::Vec<D>>;
  using Mask = PairMask<hn::Mask<D>>;
  using Signed = PairTag<hn::RebindToSigned<D>>;
  using Unsigned = PairTag<hn::RebindToUnsigned<D>>;
};
template <class D>
using Types = TypesOf<std::remove_cv_t<D>>;
}  // namespace detail
template <class D>
using TFromD = typename detail::Types<D>::Lane;
template <class D>
using VFromD = typename detail::Types<D>::Vector;
template <class D>
using MFromD = typename detail::Types<D>::Mask;
template <class D>
using RebindToSigned = typename detail::Types<D>::Signed;
template <class D>
using RebindToUnsigned = typename detail::Types<D>::Unsigned;
template <class V>
using DFromV = hn::DFromV<V>;
using hn::Lanes;
namespace detail {
template <class V>
using TOf = hn::TFromV<V>;
// Enables an overload for vectors of integers whose lanes have this size.
template <class V, size_t kSize>
using EnableSize = std::enable_if_t<sizeof(TOf<V>) == kSize, int>;
}  // namespace detail

using hn::BitCast;
using hn::Set;
using hn::Zero;

// ---- Arithmetic ----
using hn::Add;
using hn::Div;
using hn::Mul;
using hn::Sqrt;
using hn::Sub;
template <class V>
ISOBIT_INLINE V Fma(V a, V b, V c) {
  return hn::MulAdd(a, b, c);
}
template <class V>
ISOBIT_INLINE V Fnma(V a, V b, V c) {
  return hn::NegMulAdd(a, b, c);
}
template <class V>
ISOBIT_INLINE V Fms(V a, V b, V c) {
#if HWY_ARCH_X86
  return hn::MulSub(a, b, c);
#else
  return hn::MulAdd(a, b, hn::Neg(c));  // Negating the product's difference instead would flip the sign of a zero.
#endif
}

// ---- Bits ----
using hn::Abs;
using hn::And;
using hn::AndNot;
using hn::CopySign;
using hn::CopySignToAbs;
using hn::Neg;
using hn::Not;
using hn::Or;
using hn::ShiftLeft;
using hn::ShiftRight;
using hn::Shl;
using hn::Shr;
using hn::Xor;

// ---- Comparisons ----
using hn::Eq;
using hn::Ge;
using hn::Gt;
using hn::IsNaN;
// Whether a or b is NaN.
template <class V>
ISOBIT_INLINE auto IsNaN(V a, V b) -> decltype(IsNaN(a)) {
#if HWY_TARGET <= HWY_AVX3
  if constexpr (sizeof(V) == 64 && sizeof(detail::TOf<V>) == 4) return {_mm512_cmp_ps_mask(a.raw, b.raw, _CMP_UNORD_Q)};
  if constexpr (sizeof(V) == 64 && sizeof(detail::TOf<V>) == 8) return {_mm512_cmp_pd_mask(a.raw, b.raw, _CMP_UNORD_Q)};
#elif HWY_TARGET == HWY_AVX2
  if constexpr (sizeof(V) == 32 && sizeof(detail::TOf<V>) == 4) return {_mm256_cmp_ps(a.raw, b.raw, _CMP_UNORD_Q)};
  if constexpr (sizeof(V) == 32 && sizeof(detail::TOf<V>) == 8) return {_mm256_cmp_pd(a.raw, b.raw, _CMP_UNORD_Q)};
#endif
  return Or(IsNaN(a), IsNaN(b));
}
using hn::Le;
using hn::Lt;
// True for a NaN operand. Not named Ne: Highway's function of that name is false there on x86, and would be found too.
template <class V>
ISOBIT_INLINE auto NotEq(V a, V b) {
  return hn::Not(hn::Eq(a, b));
}

// ---- Masks ----
using hn::IfNegativeThenElse;
using hn::IfThenElse;
using hn::IfThenElseZero;
using hn::IfThenZeroElse;
using hn::RebindMask;
template <class D>
ISOBIT_INLINE bool AnyTrue(D d, MFromD<D> m) {
  return HWY_UNLIKELY(!hn::AllFalse(d, m));  // The work is rare: the registers belong to the other path.
}
template <class D>
ISOBIT_INLINE bool AllLanes(D d, MFromD<D> m) {
  return HWY_LIKELY(hn::AllTrue(d, m));
}
template <class V>
ISOBIT_INLINE V MaxOrSecond(V a, V b) {
#if HWY_ARCH_X86
  return hn::Max(a, b);  // MAXPS and its kin give the second operand for a NaN and for two zeros.
#else
  return hn::IfThenElse(hn::Gt(a, b), a, b);
#endif
}
template <class V>
ISOBIT_INLINE V MinOrSecond(V a, V b) {
#if HWY_ARCH_X86
  return hn::Min(a, b);
#else
  return hn::IfThenElse(hn::Lt(a, b), a, b);
#endif
}
template <class V>
ISOBIT_INLINE V MinNum(V a, V b) {
  return hn::Min(a, b);
}
template <class V>
ISOBIT_INLINE V MaxNum(V a, V b) {
  return hn::Max(a, b);
}

// ---- Rounding ----
template <class V>
ISOBIT_INLINE V RoundEven(V v) {
  return hn::Round(v);
}
using hn::Ceil;
using hn::Floor;

// ---- Conversions ----
template <class DI, class V>
ISOBIT_INLINE VFromD<DI> TruncToInt(DI di, V v) {
  return hn::ConvertTo(di, v);
}
template <class D, class VI>
ISOBIT_INLINE VFromD<D> FromInt(D d, VI v) {
  return hn::ConvertTo(d, v);
}
template <class D, class F, class V>
ISOBIT_INLINE V ViaF64(D d, const F& f, V v) {
  const hn::Repartition<double, D> dd;
  const hn::Half<D> dh;
  const auto lo = f(dd, hn::PromoteTo(dd, hn::LowerHalf(dh, v)));
  const auto hi = f(dd, hn::PromoteTo(dd, hn::UpperHalf(dh, v)));
  return hn::Combine(d, hn::DemoteTo(dh, hi), hn::DemoteTo(dh, lo));
}
template <class D, class F, class V>
ISOBIT_INLINE V ViaF64(D d, const F& f, V a, V b) {
  const hn::Repartition<double, D> dd;
  const hn::Half<D> dh;
  const auto lo = f(dd, hn::PromoteTo(dd, hn::LowerHalf(dh, a)), hn::PromoteTo(dd, hn::LowerHalf(dh, b)));
  const auto hi = f(dd, hn::PromoteTo(dd, hn::UpperHalf(dh, a)), hn::PromoteTo(dd, hn::UpperHalf(dh, b)));
  return hn::Combine(d, hn::DemoteTo(dh, hi), hn::DemoteTo(dh, lo));
}

// ---- Integer products ----
template <class V, detail::EnableSize<V, 8> = 0>
ISOBIT_INLINE V MulWide32(V a, V b) {
  const DFromV<V> d;
  const hn::Repartition<uint32_t, decltype(d)> d32;
  return hn::MulEven(hn::BitCast(d32, a), hn::BitCast(d32, b));
}
template <class V, detail::EnableSize<V, 4> = 0>
ISOBIT_INLINE V MulHi32(V a, V b) {
  const DFromV<V> d;
  const hn::Repartition<uint64_t, decltype(d)> d64;
  const auto even = hn::MulEven(a, b);
  const auto odd = hn::MulEven(hn::BitCast(d, hn::ShiftRight<32>(hn::BitCast(d64, a))),
                               hn::BitCast(d, hn::ShiftRight<32>(hn::BitCast(d64, b))));
  return hn::OddEven(hn::BitCast(d, odd), hn::BitCast(d, hn::ShiftRight<32>(even)));
}
template <class V, detail::EnableSize<V, 4> = 0>
ISOBIT_INLINE V MulLo32(V a, V b) {
  return hn::Mul(a, b);
}

// ---- Tables ----
template <class D, class VI>
ISOBIT_INLINE VFromD<D> Gather(D d, const TFromD<D>* table, VI index) {
  // Loads: the gather instructions are slower on AMD, and on Intel with the mitigations of their faults; AVX2's waits
  // for what its destination held before, so that a loop's gathers run one after the other.
#if HWY_TARGET <= HWY_AVX3
  if constexpr (sizeof(VFromD<D>) == 64 && sizeof(TFromD<D>) == 8) {
    alignas(64) int64_t i[8];
    _mm512_store_si512(i, index.raw);
    return VFromD<D>{_mm512_setr_pd(table[i[0]], table[i[1]], table[i[2]], table[i[3]], table[i[4]], table[i[5]],
                                    table[i[6]], table[i[7]])};
  }
  if constexpr (sizeof(VFromD<D>) == 64 && sizeof(TFromD<D>) == 4) {
    alignas(64) int32_t i[16];
    _mm512_store_si512(i, index.raw);
    return VFromD<D>{_mm512_setr_ps(table[i[0]], table[i[1]], table[i[2]], table[i[3]], table[i[4]], table[i[5]],
                                    table[i[6]], table[i[7]], table[i[8]], table[i[9]], table[i[10]], table[i[11]],
                                    table[i[12]], table[i[13]], table[i[14]], table[i[15]])};
  }
#elif HWY_TARGET == HWY_AVX2
  if constexpr (sizeof(VFromD<D>) == 32 && sizeof(TFromD<D>) == 8) {
    const __m128i lo = _mm256_castsi256_si128(index.raw);
    const __m128i hi = _mm256_extracti128_si256(index.raw, 1);
    return VFromD<D>{_mm256_set_pd(table[_mm_extract_epi64(hi, 1)], table[_mm_cvtsi128_si64(hi)],
                                   table[_mm_extract_epi64(lo, 1)], table[_mm_cvtsi128_si64(lo)])};
  }
  if constexpr (sizeof(VFromD<D>) == 32 && sizeof(TFromD<D>) == 4) {
    alignas(32) int32_t i[8];
    _mm256_store_si256(reinterpret_cast<__m256i*>(i), index.raw);
    return VFromD<D>{_mm256_setr_ps(table[i[0]], table[i[1]], table[i[2]], table[i[3]], table[i[4]], table[i[5]],
                                    table[i[6]], table[i[7]])};
  }
#endif
  return hn::GatherIndex(d, table, index);
}
namespace detail {
#if HWY_TARGET <= HWY_AVX3
template <size_t kSize, class D, class VI, std::enable_if_t<sizeof(TFromD<D>) == 4, int> = 0>
ISOBIT_INLINE VFromD<D> LookupRegisters(D, const float* table, VI index) {
  const __m512 t0 = _mm512_load_ps(table);
  if (kSize <= 16) return VFromD<D>{_mm512_permutexvar_ps(index.raw, t0)};
  const __m512 t1 = _mm512_load_ps(table + 16);
  return VFromD<D>{_mm512_permutex2var_ps(t0, index.raw, t1)};
}
template <size_t kSize, class D, class VI, std::enable_if_t<sizeof(TFromD<D>) == 8, int> = 0>
ISOBIT_INLINE VFromD<D> LookupRegisters(D, const double* table, VI index) {
  const __m512d t0 = _mm512_load_pd(table);
  if (kSize <= 8) return VFromD<D>{_mm512_permutexvar_pd(index.raw, t0)};
  const __m512d t1 = _mm512_load_pd(table + 8);
  return VFromD<D>{_mm512_permutex2var_pd(t0, index.raw, t1)};
}
#elif HWY_TARGET == HWY_AVX2
template <size_t kSize, class D, class VI, std::enable_if_t<sizeof(TFromD<D>) == 4, int> = 0>
ISOBIT_INLINE VFromD<D> LookupRegisters(D, const float* table, VI index) {
  return VFromD<D>{_mm256_permutevar8x32_ps(_mm256_load_ps(table), index.raw)};
}
#endif
}  // namespace detail
template <size_t kSize, class D, class VI>
ISOBIT_INLINE VFromD<D> Lookup(D d, const TFromD<D>* table, VI index) {
#if HWY_TARGET <= HWY_AVX3
  if constexpr (kSize <= 128 / sizeof(TFromD<D>)) {
    // The register form needs whole tables in memory.
    static_assert(kSize * sizeof(TFromD<D>) % 64 == 0 || kSize * sizeof(TFromD<D>) < 64, "pad the table");
    if constexpr (kSize * sizeof(TFromD<D>) % 64 == 0) return detail::LookupRegisters<kSize>(d, table, index);
  }
#elif HWY_TARGET == HWY_AVX2
  if constexpr (sizeof(TFromD<D>) == 4 && kSize == 8) return detail::LookupRegisters<kSize>(d, table, index);
#endif
  return Gather(d, table, index);
}

namespace detail {
// The permutes read the index's low bits alone.
#if HWY_TARGET <= HWY_AVX3
template <size_t kSize, class D, class VI, std::enable_if_t<sizeof(TFromD<D>) == 4, int> = 0>
ISOBIT_INLINE VFromD<D> PermuteTable(D d, const float* table, VI index) {
  if constexpr (kSize == 8) {
    return VFromD<D>{_mm512_permutexvar_ps(index.raw, _mm512_broadcast_f32x8(_mm256_load_ps(table)))};
  } else {
    return LookupRegisters<kSize>(d, table, index);
  }
}
template <size_t kSize, class D, class VI, std::enable_if_t<sizeof(TFromD<D>) == 8, int> = 0>
ISOBIT_INLINE VFromD<D> PermuteTable(D d, const double* table, VI index) {
  if constexpr (kSize == 4) {
    return VFromD<D>{_mm512_permutexvar_pd(index.raw, _mm512_broadcast_f64x4(_mm256_load_pd(table)))};
  } else {
    return LookupRegisters<kSize>(d, table, index);
  }
}
#elif HWY_TARGET == HWY_AVX2
// A table for VPERMPS in a register: from memory, the instruction takes twice as long on Zen 2 and 3.
ISOBIT_INLINE __m256 TableRegister(__m256 t) {
#if HWY_COMPILER_GCC || HWY_COMPILER_CLANG
  __asm__ volatile("" : "+x"(t));
#endif
  return t;
}
template <size_t kSize, class D, class VI, std::enable_if_t<sizeof(TFromD<D>) == 4, int> = 0>
ISOBIT_INLINE VFromD<D> PermuteTable(D, const float* table, VI index) {
  return VFromD<D>{_mm256_permutevar8x32_ps(TableRegister(_mm256_load_ps(table)), index.raw)};
}
template <size_t kSize, class D, class VI, std::enable_if_t<sizeof(TFromD<D>) == 8, int> = 0>
ISOBIT_INLINE VFromD<D> PermuteTable(D, const double* table, VI index) {
  const __m256i i = _mm256_shuffle_epi32(index.raw, 0xA0);
  if constexpr (kSize == 8) {
    // The entries' low and high words, each from a table of its own.
    const __m256 t0 = _mm256_castpd_ps(_mm256_load_pd(table));
    const __m256 t1 = _mm256_castpd_ps(_mm256_load_pd(table + 4));
    const __m256d low = _mm256_castps_pd(_mm256_shuffle_ps(t0, t1, 0x88));
    const __m256d high = _mm256_castps_pd(_mm256_shuffle_ps(t0, t1, 0xDD));
    const __m256 low_words = TableRegister(_mm256_castpd_ps(_mm256_permute4x64_pd(low, 0xD8)));
    const __m256 high_words = TableRegister(_mm256_castpd_ps(_mm256_permute4x64_pd(high, 0xD8)));
    return VFromD<D>{_mm256_castps_pd(
        _mm256_blend_ps(_mm256_permutevar8x32_ps(low_words, i), _mm256_permutevar8x32_ps(high_words, i), 0xAA))};
  }
  // Two 32-bit indices an entry: 2 i and 2 i + 1.
  const __m256i pair = _mm256_or_si256(_mm256_add_epi32(i, i), _mm256_set1_epi64x(int64_t{1} << 32));
  const __m256 t = TableRegister(_mm256_castpd_ps(_mm256_load_pd(table)));
  return VFromD<D>{_mm256_castps_pd(_mm256_permutevar8x32_ps(t, pair))};
}
#endif
}  // namespace detail
template <size_t kSize, class D, class VI>
ISOBIT_INLINE VFromD<D> LookupMod(D d, const TFromD<D>* table, VI index) {
  static_assert((kSize & (kSize - 1)) == 0, "a power of two");
#if HWY_TARGET <= HWY_AVX3
  if constexpr (kSize * sizeof(TFromD<D>) >= 32 && kSize * sizeof(TFromD<D>) <= 128) {
    return detail::PermuteTable<kSize>(d, table, index);
  }
#elif HWY_TARGET == HWY_AVX2
  if constexpr (kSize * sizeof(TFromD<D>) == 32 || kSize * sizeof(TFromD<D>) == 64 && sizeof(TFromD<D>) == 8) {
    return detail::PermuteTable<kSize>(d, table, index);
  }
#endif
  const DFromV<VI> di;
  return Gather(d, table, And(index, Set(di, static_cast<TFromD<decltype(di)>>(kSize - 1))));
}

// ---- NaN ----
template <class D>
ISOBIT_INLINE VFromD<D> QuietNaN(D d) {
  const RebindToUnsigned<D> du;
  using TU = TFromD<decltype(du)>;
  return BitCast(d, Set(du, static_cast<TU>(sizeof(TU) == 4 ? 0x7FC00000u : 0x7FF8000000000000u)));
}
template <class D>
ISOBIT_INLINE VFromD<D> Canonical(D d, VFromD<D> v) {
  return IfThenElse(IsNaN(v), QuietNaN(d), v);
}

// ---- Memory, for the engine ----
using hn::LoadU;
using hn::StoreU;
template <class D>
ISOBIT_INLINE void StreamAligned(VFromD<D> v, D d, TFromD<D>* p) {
  hn::Stream(v, d, p);
}
// Asks for the cache line at p, which may lie beyond the array.
ISOBIT_INLINE void Prefetch(const char* p) { hwy::Prefetch(p); }
// Makes streamed stores visible before later stores of this thread.
ISOBIT_INLINE void StreamFence() { hwy::FlushStream(); }

// ---- Half formats, for the engine ----
// A vector of 16-bit storage holds twice the lanes of a vector of f32: it widens to two of them and back, each element
// rounded once to nearest even. The order in which the two vectors hold the elements is the storage's own. The f32
// operands of Narrow are canonical where they are NaN.
struct F16Storage {
  template <class DF, class DH>
  static ISOBIT_INLINE void Widen(DF df, DH dh, const uint16_t* p, VFromD<DF>* even, VFromD<DF>* odd) {
    const hn::Rebind<hwy::float16_t, DF> d16;
    const size_t half = Lanes(df);
    (void)dh;
    *even = hn::PromoteTo(df, hn::LoadU(d16, reinterpret_cast<const hwy::float16_t*>(p)));
    *odd = hn::PromoteTo(df, hn::LoadU(d16, reinterpret_cast<const hwy::float16_t*>(p + half)));
  }
  template <class DF, class DH>
  static ISOBIT_INLINE VFromD<DH> Narrow(DF, DH dh, VFromD<DF> even, VFromD<DF> odd) {
    const hn::Rebind<hwy::float16_t, DF> d16;
    const hn::Rebind<uint16_t, DF> du;
    const auto low = hn::BitCast(du, hn::DemoteTo(d16, even));
    const auto high = hn::BitCast(du, hn::DemoteTo(d16, odd));
    // Highway's Combine clears the upper half first.
#if HWY_TARGET <= HWY_AVX3
    if constexpr (sizeof(VFromD<DH>) == 64) {
      return VFromD<DH>{_mm512_inserti64x4(_mm512_castsi256_si512(low.raw), high.raw, 1)};
    }
#elif HWY_TARGET == HWY_AVX2
    if constexpr (sizeof(VFromD<DH>) == 32) {
      return VFromD<DH>{_mm256_inserti128_si256(_mm256_castsi128_si256(low.raw), high.raw, 1)};
    }
#endif
    return hn::Combine(dh, high, low);
  }
  static ISOBIT_INLINE float ToF32(uint16_t h) {
    const hn::Full128<float> df;
    return hn::GetLane(hn::PromoteTo(
        df, hn::BitCast(hn::Rebind<hwy::float16_t, decltype(df)>(), hn::Set(hn::Rebind<uint16_t, decltype(df)>(), h))));
  }
};
struct BF16Storage {
  // Even-numbered elements in one vector, odd-numbered in the other: no element crosses a lane.
  template <class DF, class DH>
  static ISOBIT_INLINE void Widen(DF df, DH dh, const uint16_t* p, VFromD<DF>* even, VFromD<DF>* odd) {
    const RebindToUnsigned<DF> du;
    const auto v = hn::BitCast(du, hn::LoadU(dh, p));
    *even = hn::BitCast(df, hn::ShiftLeft<16>(v));
    *odd = hn::BitCast(df, hn::And(v, hn::Set(du, 0xFFFF0000u)));
  }
  template <class DF, class DH>
  static ISOBIT_INLINE VFromD<DH> Narrow(DF, DH dh, VFromD<DF> even, VFromD<DF> odd) {
    const RebindToUnsigned<DF> du;
    const auto e = hn::BitCast(du, even);
    const auto o = hn::BitCast(du, odd);
    // The halves that stay and those that go, in one vector each. It is rounded up from 0x8000 on, if what stays is
    // even from 0x8001 on.
    const auto high = hn::OddEven(hn::BitCast(dh, o), hn::BitCast(dh, hn::ShiftRight<16>(e)));
    const auto low = hn::OddEven(hn::BitCast(dh, hn::ShiftLeft<16>(o)), hn::BitCast(dh, e));
    const auto is_even = hn::AndNot(high, hn::Set(dh, uint16_t{1}));
    return hn::Add(high, hn::ShiftRight<15>(hn::SaturatedSub(low, is_even)));
  }
  static float ToF32(uint16_t h) { return narrow::F32FromBF16(h); }
};

ISOBIT_END_TARGET

#include "lane/pair-inl.h"

#endif  // Include guard per target.
