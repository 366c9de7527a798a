// sin and cos, the two kernels' common core: reduction of the argument by pi and the polynomials, for f32 and f64.
// SPDX-License-Identifier: Apache-2.0
#if defined(ISOBIT_MATH_TRIG_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ISOBIT_MATH_TRIG_INL_H_
#undef ISOBIT_MATH_TRIG_INL_H_
#else
#define ISOBIT_MATH_TRIG_INL_H_
#endif

#include "lane/lane.h"
#include "math/double_word-inl.h"
#include "math/trig_tables.h"

ISOBIT_BEGIN_TARGET

namespace trig {
using namespace isobit::trig;

enum class Function { kSin, kCos };

// ---- f32: evaluated in f64 ----
// sin(x) = (-1)^n sin(pi g) for x / pi = n + g, and cos(x) is the same with x / pi + 1/2 = n + g.
template <Function kFunction, bool kHuge>
struct TrigF32InF64 {
  template <class D, class V>
  ISOBIT_INLINE V operator()(D d, V x) const {
    const RebindToUnsigned<D> du;
    V m = x;
    V hi = Set(d, kInvPiHi);
    V lo = Set(d, kInvPiLo);
    if constexpr (kHuge) {
      const RebindToSigned<D> di;
      const auto bits = BitCast(du, x);
      const auto huge = Ge(Abs(x), Set(d, kHugeF32));
      const auto index = BitCast(di, And(ShiftRight<52>(bits), Set(du, 127u)));
      const auto significand = Or(And(bits, Set(du, 0x800FFFFFFFFFFFFFu)), Set(du, 0x3FF0000000000000u));
      m = IfThenElse(huge, BitCast(d, significand), m);
      hi = IfThenElse(huge, Gather(d, kPeriodsHi, index), hi);
      lo = IfThenElse(huge, Gather(d, kPeriodsLo, index), lo);
    }
    // The product has at most 53 bits: it is exact, and so is its sum with 1/2 where the sum's bits matter.
    const V t = kFunction == Function::kSin ? Mul(m, hi) : Fma(m, hi, Set(d, 0.5));
    const V shifted = Add(t, Set(d, 0x1.8p52));
    const V g = Fma(m, lo, Sub(t, Sub(shifted, Set(d, 0x1.8p52))));
    const V z = Mul(g, g);
    V p = Fma(Set(d, 0x1.3c783f4959b81p-4), z, Set(d, -0x1.323a9d10126b9p-1));
    p = Fma(p, z, Set(d, 0x1.46680756e18d3p1));
    p = Fma(p, z, Set(d, -0x1.4abbbd9076f8p2));
    p = Fma(p, z, Set(d, 0x1.921fb512875b7p1));
    return Xor(Mul(g, p), BitCast(d, ShiftLeft<63>(BitCast(du, shifted))));
  }
  static constexpr double kHugeF32 = 0x1p22;
};

template <Function kFunction, class D, class V>
ISOBIT_INLINE V TrigF32(D d, V x) {
  const RebindToSigned<D> di;
  // As integers, magnitudes compare as numbers do, and infinities and NaN are above all of them.
  const auto huge = Gt(BitCast(di, Abs(x)), Set(di, 0x4A7FFFFF));
  if (!AnyTrue(di, huge)) return ViaF64(d, TrigF32InF64<kFunction, false>(), x);
  return Canonical(d, ViaF64(d, TrigF32InF64<kFunction, true>(), x));
}

// ---- f64 ----
// x * 2/pi = n + f; r + r_lo = f * pi/2; n stands in the low bits of `shifted`. The low part is kept with its sign flipped,
// so that the sum r - (-r_lo) keeps the sign of a zero.
template <class V>
struct Reduced {
  V shifted;
  V r;
  V neg_lo;
};

// For |x| < 2^40. x - n * kHalfPi1 is exact, a multiple of 2^-53 below 1, and so is its difference with n * kHalfPi2 rounded
// to a multiple of 2^-52: cancellation, however deep, costs nothing, and r_lo is exact but for n * kHalfPi3.
template <class D, class V>
ISOBIT_INLINE Reduced<V> ReduceF64(D d, V x) {
  const V shifted = Fma(x, Set(d, kTwoOverPi), Set(d, 0x1.8p52));
  const V n = Sub(shifted, Set(d, 0x1.8p52));
  const V coarse = Fnma(n, Set(d, kHalfPi1), x);
  const V middle = Sub(Fma(n, Set(d, kHalfPi2), Set(d, 1.5)), Set(d, 1.5));
  const V neg_lo = Fma(n, Set(d, kHalfPi3), Fms(n, Set(d, kHalfPi2), middle));
  return {shifted, Sub(coarse, middle), neg_lo};
}

// For every |x| >= 2^33: x = m * 2^(16 g - 1008), and m * 2^(16 g - 1008) * 2/pi less a multiple of 8 to about 2^-140.
template <class D, class V>
ISOBIT_INLINE Reduced<V> ReduceHugeF64(D d, V x) {
  const RebindToUnsigned<D> du;
  const RebindToSigned<D> di;
  const auto bits = BitCast(du, x);
  const auto index = BitCast(di, And(ShiftRight<56>(bits), Set(du, 63u)));
  const V m = BitCast(d, Or(And(bits, Set(du, 0x80FFFFFFFFFFFFFFu)), Set(du, 0x3F00000000000000u)));
  // The first product is at least 2^55, so what it rounds to is a multiple of 8 and its error alone counts.
  const V p1 = TwoProd(m, Gather(d, kQuarters1, index)).lo;
  const DoubleWord<V> p2 = TwoProd(m, Gather(d, kQuarters2, index));
  const DoubleWord<V> p3 = TwoProd(m, Gather(d, kQuarters3, index));
  const DoubleWord<V> s = TwoSum(p1, p2.hi);
  const V shifted = Add(s.hi, Set(d, 0x1.8p52));
  const V fraction = Sub(s.hi, Sub(shifted, Set(d, 0x1.8p52)));
  // The rest, some 2^-33 and less, in two words: the fraction may be zero.
  const DoubleWord<V> a = TwoSum(s.lo, p2.lo);
  const DoubleWord<V> b = TwoSum(a.hi, p3.hi);
  const V c = Fma(m, Gather(d, kQuarters4, index), Add(p3.lo, Add(a.lo, b.lo)));
  const DoubleWord<V> f = TwoSum(fraction, b.hi);
  const V f_lo = Add(Add(f.lo, c), Sub(x, x));  // x - x: NaN for an infinity.
  const DoubleWord<V> r = TwoProd(f.hi, Set(d, kHalfPi1));
  const V lo = Add(r.lo, Fma(f.hi, Set(d, kHalfPi2), Mul(f_lo, Set(d, kHalfPi1))));
  return {shifted, r.hi, Neg(lo)};
}

template <Function kFunction, class D, class V>
ISOBIT_INLINE V TrigPolynomialsF64(D d, Reduced<V> q) {
  const RebindToUnsigned<D> du;
  const V r = q.r;
  const V half = Mul(r, Set(d, 0.5));
  const V h = Mul(half, r);
  const V w = Sub(Set(d, 1.0), h);
  // r - sin(r) = r h S(h), h = r^2 / 2; the low part enters times cos(r), for which 1 - h suffices.
  V s = Fma(Set(d, -0x1.5d93ad5c04305p-27), h, Set(d, 0x1.ae5e68be201ep-21));
  s = Fma(s, h, Set(d, -0x1.71de357b4339fp-15));
  s = Fma(s, h, Set(d, 0x1.a01a019c1644p-10));
  s = Fma(s, h, Set(d, -0x1.111111110f8a7p-5));
  s = Fma(s, h, Set(d, 0x1.5555555555549p-2));
  const V sin = Sub(r, Fma(Mul(r, h), s, Mul(q.neg_lo, w)));
  // cos(r) = 1 - h + h^2 C(h), with the rounding errors of h and of 1 - h given back.
  V c = Fma(Set(d, -0x1.8fb1560393fe7p-30), h, Set(d, 0x1.1ee9f197db583p-23));
  c = Fma(c, h, Set(d, -0x1.27e4f8131550cp-17));
  c = Fma(c, h, Set(d, 0x1.a01a019cbfd2cp-12));
  c = Fma(c, h, Set(d, -0x1.6c16c16c15222p-7));
  c = Fma(c, h, Set(d, 0x1.555555555554cp-3));
  const V h_lo = Fnma(r, q.neg_lo, Fms(half, r, h));
  const V w_lo = Sub(Sub(Sub(Set(d, 1.0), w), h), h_lo);
  const V cos = Add(w, Fma(Mul(h, h), c, w_lo));
  // sin for an even, cos for an odd number of quarter turns; the sign of the number's second bit.
  auto n = BitCast(du, q.shifted);
  if constexpr (kFunction == Function::kCos) n = Add(n, Set(du, 1u));
  const auto odd = RebindMask(d, Eq(And(n, Set(du, 1u)), Set(du, 1u)));
  const auto sign = And(ShiftLeft<62>(n), Set(du, 0x8000000000000000u));
  return Xor(IfThenElse(odd, cos, sin), BitCast(d, sign));
}

template <Function kFunction, class D, class V>
ISOBIT_INLINE V TrigF64(D d, V x) {
  const RebindToSigned<D> di;
  const auto huge = Gt(BitCast(di, Abs(x)), Set(di, 0x426FFFFFFFFFFFFF));  // |x| >= 2^40 or NaN.
  Reduced<V> q = ReduceF64(d, x);
  if (AnyTrue(di, huge)) {
    const Reduced<V> far = ReduceHugeF64(d, x);
    const auto m = RebindMask(d, huge);
    q.shifted = IfThenElse(m, far.shifted, q.shifted);
    q.r = IfThenElse(m, far.r, q.r);
    q.neg_lo = IfThenElse(m, far.neg_lo, q.neg_lo);
    return Canonical(d, TrigPolynomialsF64<kFunction>(d, q));
  }
  return TrigPolynomialsF64<kFunction>(d, q);
}

template <Function kFunction, class D, class V>
ISOBIT_INLINE V Trig(D d, V x) {
  if constexpr (sizeof(TFromD<D>) == 4) {
    return TrigF32<kFunction>(d, x);
  } else {
    return TrigF64<kFunction>(d, x);
  }
}

}  // namespace trig

ISOBIT_END_TARGET

#endif  // Include guard per target.
