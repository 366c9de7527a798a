// The exponential, as a core for the kernels built on it.
//
// Reduction: x = k ln2 + r with k = RN(x log2 e), |r| <= 0.347. k comes from adding a magic constant, which leaves it in the
// sum's low bits as an integer and needs no conversion. ln2 is split so that k * ln2_hi and x - k * ln2_hi are exact; the
// remaining c = lo - k * ln2_lo is below 2^-12 (f32) or 2^-31 (f64).
// Evaluation: e^(rh + c) = 1 + rh + rest, rh being exact. 1 + rh is split into s and its error e without loss, so that what is
// rounded before the last addition is the tail e + rest alone, which is below 0.08: that costs 1/16 ulp where the plain
// 1 + (r + r^2 q(r)) costs half of one. f32 has rest = c + r^2 q(r) with r = rh + c rounded; f64 evaluates at rh and gives
// c its factor e^rh, so that r's rounding does not enter, and keeps r^2 / 2 apart from the cubic rest.
// Error of s + tail before the last rounding, in ulp of the result where that is smallest (s + tail just above 1/sqrt2):
// f32: approximation 0.09, rounding of r 0.09, of the tail, of r^2 and of q 0.03 each; f64: of the tail and of r^2 0.03 each,
// all else 0.02. Tried in f64: degree 11 at the rounded r (0.68 ulp in all) and at rh (0.65), for 3 operations less.
// Tried in f32: 2^k + 2^k (r + r^2 q(r)), 8 operations less, but up to 0.98 ulp; the half formats use it.
// No table: a gather costs AVX2 more than the four degrees that a table of eight saves.
// SPDX-License-Identifier: Apache-2.0
#if defined(ISOBIT_MATH_EXP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ISOBIT_MATH_EXP_INL_H_
#undef ISOBIT_MATH_EXP_INL_H_
#else
#define ISOBIT_MATH_EXP_INL_H_
#endif

#include <limits>

#include "lane/lane.h"

ISOBIT_BEGIN_TARGET

// Numbers from math/tools/exp.sollya.
template <typename T>
struct ExpConstants;
template <>
struct ExpConstants<float> {
  static constexpr int kMantissa = 23;
  static constexpr int kMinExponent = -126;
  static constexpr float kMinNormal = 0x1p-126f;
  static constexpr float kMagic = 0x1.8p23f;
  static constexpr float kLog2E = 0x1.715476p0f;
  static constexpr float kLn2Hi = 0x1.62e4p-1f;
  static constexpr float kLn2Lo = 0x1.7f7d1cp-20f;
  // For |x| up to this, e^x is a normal number. Above kOverflow it is infinity, below kUnderflow zero (x e^x too); in between,
  // scaling by 2^k gives these by itself.
  static constexpr float kOrdinary = 87.0f;
  static constexpr float kOverflow = 89.0f;
  static constexpr float kUnderflow = -120.0f;
  static constexpr float kInfinity = std::numeric_limits<float>::infinity();
};
template <>
struct ExpConstants<double> {
  static constexpr int kMantissa = 52;
  static constexpr int kMinExponent = -1022;
  static constexpr double kMinNormal = 0x1p-1022;
  static constexpr double kMagic = 0x1.8p52;
  static constexpr double kLog2E = 0x1.71547652b82fep0;
  static constexpr double kLn2Hi = 0x1.62e42fefa4p-1;
  static constexpr double kLn2Lo = -0x1.8432a1b0e2634p-43;
  static constexpr double kOrdinary = 708.0;
  static constexpr double kOverflow = 710.0;
  static constexpr double kUnderflow = -800.0;
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
};

// h of e^r = 1 + r + r^2 / 2 + r^3 h(r) on f64, for r = kSign * z, z2 being z^2; what is left of e^r - 1 is below 2^-61 of
// it on |r| <= ln2/2. For z = -r it gives -h.
template <int kSign = 1, class D, class V>
ISOBIT_INLINE V ExpCubicTail(D d, V z, V z2) {
  constexpr double s = kSign;
  const V z4 = Mul(z2, z2);
  const V a = Fma(Set(d, 0x1.555555555554ap-5), z, Set(d, s * 0x1.5555555555559p-3));
  const V b = Fma(Set(d, 0x1.6c16c16c1c0cdp-10), z, Set(d, s * 0x1.111111110f648p-7));
  const V c = Fma(Set(d, 0x1.a01a01873501fp-16), z, Set(d, s * 0x1.a01a01b00c07ap-13));
  const V e = Fma(Set(d, 0x1.27e521a1c5dfcp-22), z, Set(d, s * 0x1.71ddf7f339aeap-19));
  const V f = Fma(Set(d, 0x1.1f048a7d9d47p-29), z, Set(d, s * 0x1.af5f671c8672p-26));
  return Fma(Fma(f, z4, Fma(e, z2, c)), z4, Fma(b, z2, a));
}

// q of e^r = 1 + r + r^2 q(r), likewise.
template <int kSign = 1, class D, class V>
ISOBIT_INLINE V ExpTail(D d, V z, V z2) {
  if constexpr (sizeof(TFromD<D>) == 4) {
    // Degree 4: within 2^-26.1 of e^r - 1 and 2^-27.5 of e^r on |r| <= ln2/2.
    constexpr float s = kSign;
    const V a = Fma(Set(d, s * 0x1.5554bp-3f), z, Set(d, 0x1.fffffep-2f));
    const V b = Fma(Set(d, s * 0x1.1227b8p-7f), z, Set(d, 0x1.555718p-5f));
    return Fma(Fma(Set(d, 0x1.6b7186p-10f), z2, b), z2, a);
  } else {
    return Fma(ExpCubicTail<kSign>(d, z, z2), z, Set(d, 0.5));
  }
}

// x = k ln2 + rh + c, with k + kBias in the low bits of `magic` = kMagic + kBias + k.
template <class V>
struct ExpReduced {
  V magic;
  V rh;
  V c;
};

// The constant whose addition rounds to an integer and leaves it, biased, in the low bits.
template <typename T, int kBias>
constexpr T ExpMagic() {
  return ExpConstants<T>::kMagic + T(kBias);
}
// The exponents' bias in T: with it, shifting `magic` gives the bits of 2^k.
template <class D>
constexpr int ExpBias(D) {
  return 1 - ExpConstants<TFromD<D>>::kMinExponent;
}

// |x| < 2^8 (f32), 2^11 (f64).
template <int kBias, class D, class V>
ISOBIT_INLINE ExpReduced<V> ExpReduce(D d, V x) {
  using C = ExpConstants<TFromD<D>>;
  const V add = Set(d, ExpMagic<TFromD<D>, kBias>());
  const V magic = Fma(x, Set(d, C::kLog2E), add);
  const V k = Sub(magic, add);
  return {magic, Fnma(k, Set(d, C::kLn2Hi), x), Mul(k, Set(d, -C::kLn2Lo))};
}
// The same for hi + lo, |lo| up to a few ulp of hi.
template <int kBias, class D, class V>
ISOBIT_INLINE ExpReduced<V> ExpReduce(D d, V hi, V lo) {
  using C = ExpConstants<TFromD<D>>;
  const V add = Set(d, ExpMagic<TFromD<D>, kBias>());
  const V magic = Fma(hi, Set(d, C::kLog2E), add);
  const V k = Sub(magic, add);
  return {magic, Fnma(k, Set(d, C::kLn2Hi), hi), Fnma(k, Set(d, C::kLn2Lo), lo)};
}
// The same for a logarithm to base 2: hi + lo = k + (rh + c) / ln2. hi - k is exact; its product with ln2 takes two words.
template <int kBias, class D, class V>
ISOBIT_INLINE ExpReduced<V> Exp2Reduce(D d, V hi, V lo) {
  using T = TFromD<D>;
  const V ln2 = Set(d, T(sizeof(T) == 4 ? 0x1.62e43p-1 : 0x1.62e42fefa39efp-1));
  const V ln2_rest = Set(d, T(sizeof(T) == 4 ? -0x1.05c61p-29 : 0x1.abc9e3b39803fp-56));
  const V add = Set(d, ExpMagic<T, kBias>());
  const V magic = Add(hi, add);
  const V f = Sub(hi, Sub(magic, add));
  const V rh = Mul(f, ln2);
  return {magic, rh, Fma(f, ln2_rest, Fma(lo, ln2, Fms(f, ln2, rh)))};
}

// e^x = 2^k * (s + tail), `magic` as above.
template <class V>
struct ExpParts {
  V magic;
  V s;
  V tail;
};
template <class D, class V>
ISOBIT_INLINE ExpParts<V> ExpExpand(D d, const ExpReduced<V>& x) {
  const V one = Set(d, TFromD<D>(1));
  const V s = Add(one, x.rh);
  const V e = Sub(x.rh, Sub(s, one));  // Exact, 1 being the larger operand.
  if constexpr (sizeof(TFromD<D>) == 4) {
    const V r = Add(x.rh, x.c);
    const V r2 = Mul(r, r);
    return {x.magic, s, Fma(r2, ExpTail(d, r, r2), Add(e, x.c))};
  } else {
    // The polynomial at rh, since c is worth a factor: e^(rh + c) = g (1 + c) with g = e^rh, c^2 being below 2^-64. The
    // terms by size, so that each addition rounds little.
    const V half = Set(d, 0.5);
    const V r2 = Mul(x.rh, x.rh);
    const V r3 = Mul(x.rh, r2);
    const V h = ExpCubicTail(d, x.rh, r2);
    const V g = Fma(r3, h, Fma(r2, half, s));
    return {x.magic, s, Fma(r2, half, Fma(r3, h, Fma(x.c, g, e)))};
  }
}

// 2^k for -bias < k <= bias, from a reduction with kBias = ExpBias.
template <class D, class V>
ISOBIT_INLINE V ExpPower(D d, V magic) {
  const RebindToSigned<D> di;
  return BitCast(d, ShiftLeft<ExpConstants<TFromD<D>>::kMantissa>(BitCast(di, magic)));
}

// From a reduction with kBias = 0: v * 2^k for a result that is a normal number, as the addition of k to v's exponent.
template <class D, class V>
ISOBIT_INLINE V ExpScaleNormal(D d, V v, V magic) {
  const RebindToSigned<D> di;
  return BitCast(d, Add(BitCast(di, v), ShiftLeft<ExpConstants<TFromD<D>>::kMantissa>(BitCast(di, magic))));
}

// From a reduction with kBias = 0: 2^k * (s + tail) >= 0 rounded once, for any k within twice the exponents' range; the
// same bits as ExpScaleNormal of Add(s, tail) where that applies.
template <class D, class V>
ISOBIT_INLINE V ExpScale(D d, const ExpParts<V>& p) {
  using C = ExpConstants<TFromD<D>>;
  using TI = TFromD<RebindToSigned<D>>;
  const RebindToSigned<D> di;
  const V one = Set(d, TFromD<D>(1));
  const auto bias = BitCast(di, one);
  const auto k = Sub(BitCast(di, p.magic), BitCast(di, Set(d, C::kMagic)));
  // In units of the smallest normal number N: next to 1, numbers are spaced as the subnormal ones are next to zero, so the
  // sum with 1 rounds where the result has to.
  const V scale = BitCast(d, Add(ShiftLeft<C::kMantissa>(Add(k, Set(di, TI(-C::kMinExponent)))), bias));
  const V s = Mul(p.s, scale);
  const V sum = Add(one, s);
  const V rest = Fma(p.tail, scale, Sub(s, Sub(sum, one)));
  const V subnormal = Mul(Sub(Add(sum, rest), one), Set(d, C::kMinNormal));
  // Elsewhere, 2^k in two factors, whose products are exact unless they overflow.
  const V m = Add(p.s, p.tail);
  const auto half = ShiftRight<1>(k);
  const V first = BitCast(d, Add(ShiftLeft<C::kMantissa>(half), bias));
  const V second = BitCast(d, Add(ShiftLeft<C::kMantissa>(Sub(k, half)), bias));
  const auto is_subnormal = And(Lt(p.magic, Set(d, C::kMagic)), Lt(Mul(m, scale), one));
  return IfThenElse(is_subnormal, subnormal, Mul(Mul(m, first), second));
}

// The lanes where e^x or e^-x may not be a normal number: |x| > kOrdinary, and NaN.
template <class D, class V>
ISOBIT_INLINE MFromD<D> ExpIsRare(D d, V x) {
  const RebindToSigned<D> di;
  return RebindMask(d, Gt(BitCast(di, Abs(x)), BitCast(di, Set(d, ExpConstants<TFromD<D>>::kOrdinary))));
}

// y = the scaled value of e^x, or infinity or zero where x is beyond the range that can be scaled.
template <class D, class V>
ISOBIT_INLINE V ExpEnds(D d, V x, V y) {
  using C = ExpConstants<TFromD<D>>;
  y = IfThenElse(Gt(x, Set(d, C::kOverflow)), Set(d, C::kInfinity), y);
  return IfThenZeroElse(Lt(x, Set(d, C::kUnderflow)), y);
}

// e^(hi + lo) for any hi but NaN, infinities included, |lo| up to a few ulp of hi and finite: +inf and +0 beyond the range.
// Error before the last rounding below 0.2 ulp (0.08 measured), which is the only one in subnormal results too.
template <class D, class V>
ISOBIT_INLINE V ExpSum(D d, V hi, V lo) {
  const ExpParts<V> p = ExpExpand(d, ExpReduce<0>(d, hi, lo));
  V y = ExpScaleNormal(d, Add(p.s, p.tail), p.magic);
  if (AnyTrue(d, ExpIsRare(d, hi))) y = ExpEnds(d, hi, ExpScale(d, p));
  return y;
}

// 2^(hi + lo) likewise.
template <class D, class V>
ISOBIT_INLINE V Exp2Sum(D d, V hi, V lo) {
  using T = TFromD<D>;
  const ExpParts<V> p = ExpExpand(d, Exp2Reduce<0>(d, hi, lo));
  V y = ExpScaleNormal(d, Add(p.s, p.tail), p.magic);
  const V e_units = Mul(hi, Set(d, T(0.6931)));  // Only says which range the result is in.
  if (AnyTrue(d, ExpIsRare(d, e_units))) y = ExpEnds(d, e_units, ExpScale(d, p));
  return y;
}

// ---- For the half formats, on f32: e^x = power (1 + u) with no more digits than one f32 holds ----
template <class V>
struct ExpSingle {
  V power;
  V u;
};
// kFew: |x| is below 32, where k times the error of ln2 in one word is negligible. |x| <= kOrdinary.
template <bool kFew, class D, class V>
ISOBIT_INLINE ExpSingle<V> ExpInSingle(D d, V x) {
  using C = ExpConstants<float>;
  const V add = Set(d, ExpMagic<float, ExpBias(D())>());
  const V magic = Fma(x, Set(d, C::kLog2E), add);
  const V k = Sub(magic, add);
  V r;
  if constexpr (kFew) {
    r = Fnma(k, Set(d, 0x1.62e43p-1f), x);
  } else {
    r = Fnma(k, Set(d, C::kLn2Lo), Fnma(k, Set(d, C::kLn2Hi), x));
  }
  const V r2 = Mul(r, r);
  return {ExpPower(d, magic), Fma(r2, ExpTail(d, r, r2), r)};
}

// The same for hi + lo.
template <class D, class V>
ISOBIT_INLINE ExpSingle<V> ExpInSingle(D d, V hi, V lo) {
  const ExpReduced<V> x = ExpReduce<ExpBias(D())>(d, hi, lo);
  const V r = Add(x.rh, x.c);
  const V r2 = Mul(r, r);
  return {ExpPower(d, x.magic), Fma(r2, ExpTail(d, r, r2), r)};
}

ISOBIT_END_TARGET

#endif  // Include guard per target.
