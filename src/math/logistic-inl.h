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

// 1 + e^w as hi + lo, hi within two roundings of the sum.
template <class V>
struct LogisticDenominator {
  V hi;
  V lo;
};
// From w reduced with kBias = ExpBias, |w| <= kOrdinary.
template <bool kExact, class D, class V>
ISOBIT_INLINE LogisticDenominator<V> OnePlusExp(D d, const ExpReduced<V>& w) {
  const V one = Set(d, TFromD<D>(1));
  const ExpParts<V> p = ExpExpand(d, w);
  const V power = ExpPower(d, p.magic);
  const V hi = Fma(power, Add(p.s, p.tail), one);
  const V a = Sub(hi, one);
  V lo = Fms(power, p.s, a);
  if constexpr (kExact) {
    // a is exact below 2^53 and may be off by half an ulp of hi above.
    lo = Sub(lo, Sub(Sub(hi, a), one));
  }
  return {hi, Fma(power, p.tail, lo)};
}

// x / (1 + e^w), within 0.5 ulp and a little more: the quotient by a reciprocal, corrected by its remainder. minus_x is -x;
// the remainder is taken with the sign that keeps x = -0.
template <class D, class V>
ISOBIT_INLINE V DivideByLogistic(D d, V x, V minus_x, const LogisticDenominator<V>& q) {
  const V inverse = Div(Set(d, TFromD<D>(1)), q.hi);
  const V y = Mul(x, inverse);
  return Fnma(Fma(y, q.lo, Fma(y, q.hi, minus_x)), inverse, y);
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
