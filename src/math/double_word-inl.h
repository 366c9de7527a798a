// Double-word arithmetic: a number as the unevaluated sum hi + lo of two of T. These steps are exact barring overflow,
// the product's also barring a low part below the smallest subnormal.
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

// The double-word as one number, rounded once where hi and lo do not overlap.
template <class V>
ISOBIT_INLINE V DwRound(DoubleWord<V> x) {
  return Add(x.hi, x.lo);
}

ISOBIT_END_TARGET

#endif  // Include guard per target.
