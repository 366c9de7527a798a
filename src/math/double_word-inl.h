// Double-word arithmetic: a number as the unevaluated sum hi + lo of two of T, hi = the sum rounded to T, which gives
// twice the digits. u is half an ulp of 1 (2^-24 for f32, 2^-53 for f64). The error-free steps are exact barring overflow,
// and the products' also barring a low part below the smallest subnormal.
// The bounds are those of Joldes, Muller and Popescu, "Tight and rigorous error bounds for basic building blocks of
// double-word arithmetic" (ACM TOMS 44, 2017), whose algorithm numbers are given.
// SPDX-License-Identifier: Apache-2.0
#if defined(ISOBIT_MATH_DOUBLE_WORD_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ISOBIT_MATH_DOUBLE_WORD_INL_H_
#undef ISOBIT_MATH_DOUBLE_WORD_INL_H_
#else
#define ISOBIT_MATH_DOUBLE_WORD_INL_H_
#endif

#include "lane/lane.h"

ISOBIT_BEGIN_TARGET

template <class V>
struct DoubleWord {
  V hi;
  V lo;
};

// a + b exactly, for |a| >= |b| or a = 0 (more generally: a's exponent not below b's).
template <class V>
ISOBIT_INLINE DoubleWord<V> FastTwoSum(V a, V b) {
  const V s = Add(a, b);
  return {s, Sub(b, Sub(s, a))};
}

// a + b exactly.
template <class V>
ISOBIT_INLINE DoubleWord<V> TwoSum(V a, V b) {
  const V s = Add(a, b);
  const V bb = Sub(s, a);
  return {s, Add(Sub(a, Sub(s, bb)), Sub(b, bb))};
}

// a * b exactly.
template <class V>
ISOBIT_INLINE DoubleWord<V> TwoProd(V a, V b) {
  const V p = Mul(a, b);
  return {p, Fms(a, b, p)};
}

// x + y within 2 u^2 relative (algorithm 4).
template <class V>
ISOBIT_INLINE DoubleWord<V> DwAddNumber(DoubleWord<V> x, V y) {
  const DoubleWord<V> s = TwoSum(x.hi, y);
  return FastTwoSum(s.hi, Add(x.lo, s.lo));
}

// x + y for |x| >= |y| or x = 0, within about 2 u^2 relative unless the sum cancels.
template <class V>
ISOBIT_INLINE DoubleWord<V> DwFastAddNumber(DoubleWord<V> x, V y) {
  const DoubleWord<V> s = FastTwoSum(x.hi, y);
  return FastTwoSum(s.hi, Add(x.lo, s.lo));
}

// x + y within 3 u^2 relative, for signs of any kind (algorithm 6).
template <class V>
ISOBIT_INLINE DoubleWord<V> DwAdd(DoubleWord<V> x, DoubleWord<V> y) {
  const DoubleWord<V> s = TwoSum(x.hi, y.hi);
  const DoubleWord<V> t = TwoSum(x.lo, y.lo);
  const DoubleWord<V> v = FastTwoSum(s.hi, Add(s.lo, t.hi));
  return FastTwoSum(v.hi, Add(t.lo, v.lo));
}

// x + y for |x| >= |y| or x = 0, within about 3 u^2 relative unless the sum cancels (algorithm 5 with the ordering known).
template <class V>
ISOBIT_INLINE DoubleWord<V> DwFastAdd(DoubleWord<V> x, DoubleWord<V> y) {
  const DoubleWord<V> s = FastTwoSum(x.hi, y.hi);
  return FastTwoSum(s.hi, Add(Add(x.lo, y.lo), s.lo));
}

// x * y within 2 u^2 relative (algorithm 9).
template <class V>
ISOBIT_INLINE DoubleWord<V> DwMulNumber(DoubleWord<V> x, V y) {
  const DoubleWord<V> c = TwoProd(x.hi, y);
  return FastTwoSum(c.hi, Fma(x.lo, y, c.lo));
}

// x * y within 5 u^2 relative (algorithm 11).
template <class V>
ISOBIT_INLINE DoubleWord<V> DwMul(DoubleWord<V> x, DoubleWord<V> y) {
  const DoubleWord<V> c = TwoProd(x.hi, y.hi);
  return FastTwoSum(c.hi, Add(c.lo, Fma(x.hi, y.lo, Mul(x.lo, y.hi))));
}

// x^2 within 5 u^2 relative.
template <class V>
ISOBIT_INLINE DoubleWord<V> DwSqr(DoubleWord<V> x) {
  const DoubleWord<V> c = TwoProd(x.hi, x.hi);
  return FastTwoSum(c.hi, Fma(Add(x.hi, x.hi), x.lo, c.lo));
}

// a / b for numbers within u^2 relative: the remainder of the rounded quotient is exact.
template <class V>
ISOBIT_INLINE DoubleWord<V> DwDivNumbers(V a, V b) {
  const V q = Div(a, b);
  return {q, Div(Fnma(q, b, a), b)};
}

// x / y within 9.8 u^2 relative (algorithm 18's idea with one refinement).
template <class V>
ISOBIT_INLINE DoubleWord<V> DwDiv(DoubleWord<V> x, DoubleWord<V> y) {
  const V q = Div(x.hi, y.hi);
  const V r = Fnma(q, y.lo, Add(Fnma(q, y.hi, x.hi), x.lo));
  return FastTwoSum(q, Div(r, y.hi));
}

// The double-word as one number, rounded once where hi and lo do not overlap.
template <class V>
ISOBIT_INLINE V DwRound(DoubleWord<V> x) {
  return Add(x.hi, x.lo);
}

ISOBIT_END_TARGET

#endif  // Include guard per target.
