// The natural logarithm of positive normal numbers, with its constants (src/math/tools/log_poly.py prints them).
// SPDX-License-Identifier: Apache-2.0
#if defined(ISOBIT_MATH_LOG_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ISOBIT_MATH_LOG_INL_H_
#undef ISOBIT_MATH_LOG_INL_H_
#else
#define ISOBIT_MATH_LOG_INL_H_
#endif

#include "lane/lane.h"

ISOBIT_BEGIN_TARGET

// x = 2^exponent * mantissa with the mantissa in [sqrt(1/2), sqrt(2)), the exponent an integer.
template <class V>
struct LogReduction {
  V exponent;
  V mantissa;
};

// For positive normal x. Elsewhere some number.
template <class D, class V>
ISOBIT_INLINE LogReduction<V> ReduceLog(D d, V x) {
  if constexpr (sizeof(TFromD<D>) == 4) {
    const RebindToSigned<D> di;
    const auto bits = BitCast(di, x);
    const auto above = Sub(bits, Set(di, 0x3F3504F3));  // The bits of sqrt(1/2): the exponent field counts from there.
    const auto whole = And(above, Set(di, static_cast<int32_t>(0xFF800000u)));
    return {FromInt(d, ShiftRight<23>(above)), BitCast(d, Sub(bits, whole))};
  } else {
    // No conversion from i64 on AVX2: the biased exponent goes into the low bits of 2^52 instead.
    const RebindToUnsigned<D> du;
    constexpr uint64_t kRootHalf = 0x3FE6A09E667F3BCDu;
    const auto above = Add(BitCast(du, x), Set(du, uint64_t{0x3FF0000000000000u} - kRootHalf));
    const auto biased = Or(ShiftRight<52>(above), Set(du, uint64_t{0x4330000000000000u}));
    return {Sub(BitCast(d, biased), Set(d, 0x1p52 + 1023.0)),
            BitCast(d, Add(And(above, Set(du, uint64_t{0x000FFFFFFFFFFFFFu})), Set(du, kRootHalf)))};
  }
}

// Whether x is anything but a positive normal number below infinity.
template <class D, class V>
ISOBIT_INLINE MFromD<D> IsNotPositiveNormal(D d, V x) {
  const RebindToSigned<D> di;
  using TI = TFromD<decltype(di)>;
  using TU = TFromD<RebindToUnsigned<D>>;
  constexpr bool kSingle = sizeof(TI) == 4;
  // One signed comparison: the bits are subtracted from a number so that infinity's become the most negative integer's and
  // all others of the kind follow from there.
  constexpr TU kLeast = static_cast<TU>(kSingle ? 0x00800000u : 0x0010000000000000u);
  constexpr TU kInf = static_cast<TU>(kSingle ? 0x7F800000u : 0x7FF0000000000000u);
  constexpr TU kSign = TU{1} << (8 * sizeof(TU) - 1);
  const auto moved = Sub(Set(di, static_cast<TI>(kLeast + kSign - 1)), BitCast(di, x));
  return RebindMask(d, Lt(moved, Set(di, static_cast<TI>(kLeast - kInf + kSign))));
}

// log(2^(kScale) * x) for positive normal x, f32. 0.5 ULP of the last addition, 0.13 of t's rounding, 0.07 of the
// polynomial, 0.02 of the low parts.
template <int kScale, class D, class V>
ISOBIT_INLINE V LogF32(D d, V x) {
  const LogReduction<V> r = ReduceLog(d, x);
  const V k = kScale == 0 ? r.exponent : Add(r.exponent, Set(d, static_cast<float>(kScale)));
  const V f = Sub(r.mantissa, Set(d, 1.0f));
  const V f2 = Mul(f, f);
  const V f4 = Mul(f2, f2);
  // log(1 + f) = f + f^2 P(f), P of degree 8: within 2^-27.8 of the logarithm.
  const V p01 = Fma(f, Set(d, 0x1.555550p-2f), Set(d, -0x1.fffff8p-2f));
  const V p23 = Fma(f, Set(d, 0x1.99a41ap-3f), Set(d, -0x1.000432p-2f));
  const V p45 = Fma(f, Set(d, 0x1.226dfap-3f), Set(d, -0x1.5425c4p-3f));
  const V p67 = Fma(f, Set(d, 0x1.0860e6p-3f), Set(d, -0x1.0f3fa2p-3f));
  const V p03 = Fma(f2, p23, p01);
  const V p48 = Fma(f4, Set(d, -0x1.384796p-4f), Fma(f2, p67, p45));
  const V p = Fma(f4, p48, p03);
  // k * high part of ln 2 is exact; so is s + low = k * high + f.
  const V ln2 = Set(d, 0x1.62e4p-1f);
  const V s = Fma(k, ln2, f);
  const V low = Fma(k, Set(d, 0x1.7f7d1cp-20f), Sub(f, Fnma(k, ln2, s)));
  return Add(s, Fma(f2, p, low));
}

// log(2^(kScale) * x) for positive normal x, f64, with s = f / (2 + f):
// log(1 + f) = f - f^2/2 + s * (f^2/2 + z R(z)), z = s^2, of which f - f^2/2 is kept in two words.
template <int kScale, class D, class V>
ISOBIT_INLINE V LogF64(D d, V x) {
  const LogReduction<V> r = ReduceLog(d, x);
  const V k = kScale == 0 ? r.exponent : Add(r.exponent, Set(d, static_cast<double>(kScale)));
  const V f = Sub(r.mantissa, Set(d, 1.0));
  const V s = Div(f, Add(r.mantissa, Set(d, 1.0)));
  const V z = Mul(s, s);
  const V w = Mul(z, z);
  const V r01 = Fma(z, Set(d, 0x1.999999997ff62p-2), Set(d, 0x1.5555555555592p-1));
  const V r23 = Fma(z, Set(d, 0x1.c71c521a022d6p-3), Set(d, 0x1.24924941db5f6p-2));
  const V r45 = Fma(z, Set(d, 0x1.39a20b046dd0ep-3), Set(d, 0x1.74663ba8daef6p-3));
  const V r46 = Fma(w, Set(d, 0x1.2f02586334f1cp-3), r45);
  const V poly = Fma(w, Fma(w, r46, r23), r01);
  const V half = Mul(f, Set(d, 0.5));
  const V square = Mul(half, f);
  const V tail = Fma(z, poly, square);
  const V a = Fnma(half, f, f);
  const V a_low = Fnma(half, f, Sub(f, a));
  const V ln2 = Set(d, 0x1.62e42fefa4p-1);
  const V high = Fma(k, ln2, a);
  const V low = Add(Sub(a, Fnma(k, ln2, high)), a_low);
  return Add(high, Fma(s, tail, Fma(k, Set(d, -0x1.8432a1b0e2634p-43), low)));
}

template <int kScale, class D, class V>
ISOBIT_INLINE V LogCore(D d, V x) {
  if constexpr (sizeof(TFromD<D>) == 4) {
    return LogF32<kScale>(d, x);
  } else {
    return LogF64<kScale>(d, x);
  }
}

ISOBIT_END_TARGET

#endif  // Include guard per target.
