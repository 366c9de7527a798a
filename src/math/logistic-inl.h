// Quotients with the denominator 1 + e^w of the logistic function, for sigmoid, silu and gelu.
// SPDX-License-Identifier: Apache-2.0
#if defined(ISOBIT_MATH_LOGISTIC_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ISOBIT_MATH_LOGISTIC_INL_H_
#undef ISOBIT_MATH_LOGISTIC_INL_H_
#else
#define ISOBIT_MATH_LOGISTIC_INL_H_
#endif

#include "lane/lane.h"
#include "math/exp-inl.h"

ISOBIT_BEGIN_TARGET

// 1 + e^w as hi - minus_lo, minus_lo being a few units in hi's last place at the most.
template <class V>
struct LogisticDenominator {
  V hi;
  V minus_lo;
};

// From w reduced with kBias = ExpBias, |w| <= kOrdinary. With e^w = 2^k (1 + rh + rest): the sums 1 + 2^k, then with
// 2^k (rh + rest), and what they leave. Within 2^-27 (f32), 2^-56 (f64) of the sum.
template <class D, class V>
ISOBIT_INLINE LogisticDenominator<V> OnePlusExp(D d, const ExpReduced<V>& w) {
  const V one = Set(d, TFromD<D>(1));
  const V r = Add(w.rh, w.c);
  const V r2 = Mul(r, r);
  const V rest = Fma(r2, ExpTail(d, r, r2), w.c);
  const V power = ExpPower(d, w.magic);
  const V base = Add(power, one);
  // What base lost of the 1 when 2^k is large. What it lost of a small 2^k, at most 2^-25 (2^-54), stays lost.
  const V lost = Add(Sub(power, base), one);
  const V hi = Fma(power, Add(w.rh, rest), base);
  return {hi, Fnma(power, rest, Sub(Sub(hi, base), Fma(power, w.rh, lost)))};
}

// From w = -x, |x| <= kOrdinary, with fewer operations: e^w within 0.7 * 2^-24 of itself (f32), and of the 1 half an ulp
// of hi may be lost. The negated argument is worked with as z = -r, so that no operation is spent on the sign.
template <class D, class V>
ISOBIT_INLINE LogisticDenominator<V> OnePlusExpMinus(D d, V x) {
  using C = ExpConstants<TFromD<D>>;
  const V add = Set(d, ExpMagic<TFromD<D>, ExpBias(D())>());
  const V magic = Fnma(x, Set(d, C::kLog2E), add);
  const V k = Sub(magic, add);
  const V z = Fma(k, Set(d, C::kLn2Lo), Fma(k, Set(d, C::kLn2Hi), x));
  const V z2 = Mul(z, z);
  const V v = Fnma(z2, ExpTail<-1>(d, z, z2), z);  // 1 - e^-z
  const V power = ExpPower(d, magic);
  const V base = Add(power, Set(d, TFromD<D>(1)));
  const V hi = Fnma(power, v, base);
  return {hi, Fma(power, v, Sub(hi, base))};
}

// x / (1 + e^w), within 0.5 ulp and a little more: the quotient by a reciprocal, corrected by its remainder, which is taken
// with the sign that keeps x = -0.
template <class D, class V>
ISOBIT_INLINE V DivideByLogistic(D d, V x, const LogisticDenominator<V>& q) {
  const V inverse = Div(Set(d, TFromD<D>(1)), q.hi);
  const V y = Mul(x, inverse);
  return Fnma(Fnma(y, q.minus_lo, Fms(y, q.hi, x)), inverse, y);
}

// 1 / (1 + e^w) likewise.
template <class D, class V>
ISOBIT_INLINE V InverseOfLogistic(D d, const LogisticDenominator<V>& q) {
  const V one = Set(d, TFromD<D>(1));
  const V y = Div(one, q.hi);
  return Fma(Fma(q.minus_lo, y, Fnma(q.hi, y, one)), y, y);
}

// x * e^w for x < 0 where 1 + e^w rounds to 1: e^w given in parts of kBias 0. Rounded once, subnormal results included.
template <class D, class V>
ISOBIT_INLINE V NegativeTail(D d, V w, V x, const ExpParts<V>& p) {
  const V a = Neg(x);
  const V m = Add(p.s, p.tail);
  const V hi = Mul(a, m);
  const V lo = Fma(a, Add(Sub(p.s, m), p.tail), Fms(a, m, hi));
  return Neg(ExpEnds(d, w, ExpScale(d, ExpParts<V>{p.magic, hi, lo})));
}

ISOBIT_END_TARGET

#endif  // Include guard per target.
