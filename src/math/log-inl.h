// The natural logarithm of positive normal numbers: log(2^k m) = k ln2 + log(m), m near 1, f = m - 1 exact. ln2 is
// split so that k times its high part is exact, and that product's sum with the leading term of log(m) keeps its
// rounding error. The constants come from src/math/tools/log_poly.py.
//
// Tried: for f64, a polynomial of degree 20 in f in place of the division (20 % slower on AVX2); for f32, the division
// in place of the polynomial (6 % slower, and 1.0 ULP); eight intervals with a table, as in math/pow-inl.h (half as
// long again, for an error that is not needed here).
// SPDX-License-Identifier: Apache-2.0
#if defined(ISOBIT_MATH_LOG_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ISOBIT_MATH_LOG_INL_H_
#undef ISOBIT_MATH_LOG_INL_H_
#else
#define ISOBIT_MATH_LOG_INL_H_
#endif

#include "lane/lane.h"

ISOBIT_BEGIN_TARGET

// x = 2^exponent * mantissa, the exponent an integer, the mantissa in [sqrt(1/2), sqrt(2)) for f32 and in
// [0.6953125, 1.390625) for f64, where that makes LogF64's errors at the ends alike.
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
    constexpr uint64_t kOrigin = 0x3FE6400000000000u;  // The bits of 0.6953125.
    const auto above = Add(BitCast(du, x), Set(du, uint64_t{0x3FF0000000000000u} - kOrigin));
    const auto biased = Or(ShiftRight<52>(above), Set(du, uint64_t{0x4330000000000000u}));
    return {Sub(BitCast(d, biased), Set(d, 0x1p52 + 1023.0)),
            BitCast(d, Add(And(above, Set(du, uint64_t{0x000FFFFFFFFFFFFFu})), Set(du, kOrigin)))};
  }
}

// Whether x is a positive normal number below infinity.
template <class D, class V>
ISOBIT_INLINE MFromD<D> IsPositiveNormal(D d, V x) {
  const RebindToSigned<D> di;
  using TI = TFromD<decltype(di)>;
  using TU = TFromD<RebindToUnsigned<D>>;
  constexpr bool kSingle = sizeof(TI) == 4;
  // One signed comparison: the bits move so that the smallest normal number's become the most negative integer's.
  constexpr TU kLeast = static_cast<TU>(kSingle ? 0x00800000u : 0x0010000000000000u);
  constexpr TU kInf = static_cast<TU>(kSingle ? 0x7F800000u : 0x7FF0000000000000u);
  constexpr TU kSign = TU{1} << (8 * sizeof(TU) - 1);
  const auto moved = Sub(BitCast(di, x), Set(di, static_cast<TI>(kLeast + kSign)));
  return RebindMask(d, Lt(moved, Set(di, static_cast<TI>(kInf - kLeast + kSign))));
}

// log(2^(kScale) * x) for positive normal x, f32. Error in ULP where it is largest, near f = 0.28 with k = 0: 0.5 of
// the last addition, 0.3 of f^2 P(f)'s roundings, 0.07 of the polynomial; the low parts are 0 there.
template <int kScale, class D, class V>
ISOBIT_INLINE V LogF32(D d, V x) {
  const LogReduction<V> r = ReduceLog(d, x);
  const V k = kScale == 0 ? r.exponent : Add(r.exponent, Set(d, static_cast<float>(kScale)));
  const V f = Sub(r.mantissa, Set(d, 1.0f));
  const V f2 = Mul(f, f);
  const V f4 = Mul(f2, f2);
  // log(1 + f) = f + f^2 P(f), P of degree 8: within 2^-27.8 of the logarithm.
  // The first coefficient is added last, so that only one rounding is of its size.
  const V p12 = Fma(f, Set(d, -0x1.000432p-2f), Set(d, 0x1.55555p-2f));
  const V p34 = Fma(f, Set(d, -0x1.5425c4p-3f), Set(d, 0x1.99a41ap-3f));
  const V p56 = Fma(f, Set(d, -0x1.0f3fa2p-3f), Set(d, 0x1.226dfap-3f));
  const V p78 = Fma(f, Set(d, -0x1.384796p-4f), Set(d, 0x1.0860e6p-3f));
  const V p18 = Fma(f4, Fma(f2, p78, p56), Fma(f2, p34, p12));
  const V p = Fma(f, p18, Set(d, -0x1.fffff8p-2f));
  // k * high part of ln 2 is exact; so is s + low = k * high + f.
  const V ln2 = Set(d, 0x1.62e4p-1f);
  const V s = Fma(k, ln2, f);
  const V low = Fma(k, Set(d, 0x1.7f7d1cp-20f), Sub(f, Fnma(k, ln2, s)));
  return Add(s, Fma(f2, p, low));
}

// log(x) for positive normal x, within 2^-22 relative: narrowed to f16 or bf16, the correctly rounded logarithm of
// every positive number of the format. (The minimax polynomial of this degree misses 3 in f16; its coefficients moved
// by random amounts of about their share of the error until none was missed.)
template <class D, class V>
ISOBIT_INLINE V LogForHalf(D d, V x) {
  const LogReduction<V> r = ReduceLog(d, x);
  const V f = Sub(r.mantissa, Set(d, 1.0f));
  V p = Fma(f, Set(d, -0x1.9ce1ap-4f), Set(d, 0x1.4b72a4p-3f));
  p = Fma(f, p, Set(d, -0x1.61289cp-3f));
  p = Fma(f, p, Set(d, 0x1.97b2dcp-3f));
  p = Fma(f, p, Set(d, -0x1.ff6844p-3f));
  p = Fma(f, p, Set(d, 0x1.55592ap-2f));
  p = Fma(f, p, Set(d, -0x1.00006ep-1f));
  return Fma(Mul(f, f), p, Fma(r.exponent, Set(d, 0x1.62e43p-1f), f));
}

// log(2^(kScale) * x) for positive normal x, f64, with s = f / (2 + f):
// log(1 + f) = f - f^2/2 + s * (f^2/2 + z R(z)), z = s^2, of which f - f^2/2 is kept in two words.
// Error in ULP where it is largest, near f = 0.39 with k = 0: 0.5 of the last addition, 0.05 of s, 0.03 of the tail,
// 0.02 of its product with s, 0.02 of R.
template <int kScale, class D, class V>
ISOBIT_INLINE V LogF64(D d, V x) {
  const LogReduction<V> r = ReduceLog(d, x);
  const V k = kScale == 0 ? r.exponent : Add(r.exponent, Set(d, static_cast<double>(kScale)));
  const V f = Sub(r.mantissa, Set(d, 1.0));
  const V s = Div(f, Add(r.mantissa, Set(d, 1.0)));
  const V z = Mul(s, s);
  const V w = Mul(z, z);
  const V r01 = Fma(z, Set(d, 0x1.999999996c533p-2), Set(d, 0x1.55555555555cbp-1));
  const V r23 = Fma(z, Set(d, 0x1.c71c436144768p-3), Set(d, 0x1.24924953ab8ebp-2));
  const V r45 = Fma(z, Set(d, 0x1.3952d6124f4d9p-3), Set(d, 0x1.74694915ae51bp-3));
  const V r46 = Fma(w, Set(d, 0x1.3221cea512bb7p-3), r45);
  const V poly = Fma(w, Fma(w, r46, r23), r01);
  const V half = Mul(f, Set(d, 0.5));
  const V tail = Fma(half, f, Mul(z, poly));
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
