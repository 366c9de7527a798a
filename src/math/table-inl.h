// Polynomials whose coefficients differ by interval: rows of a table in registers, a column an interval.
// SPDX-License-Identifier: Apache-2.0
#if defined(ISOBIT_MATH_TABLE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ISOBIT_MATH_TABLE_INL_H_
#undef ISOBIT_MATH_TABLE_INL_H_
#else
#define ISOBIT_MATH_TABLE_INL_H_
#endif

#include <cstddef>

#include "lane/lane.h"

ISOBIT_BEGIN_TARGET

// Rows kFirst to kLast as the coefficients of t^0, t^1, ..., by Horner's scheme, in interval i modulo kColumns.
template <int kFirst, int kLast, class D, class V, class VI, size_t kRows, size_t kColumns>
ISOBIT_INLINE V TablePolynomial(D d, const TFromD<D> (&table)[kRows][kColumns], V t, VI i) {
  if constexpr (kFirst == kLast) {
    return LookupMod<kColumns>(d, table[kFirst], i);
  } else {
    // In this order: looked up before it is needed, a coefficient would hold a register.
    const V p = TablePolynomial<kFirst + 1, kLast>(d, table, t, i);
    return Fma(p, t, LookupMod<kColumns>(d, table[kFirst], i));
  }
}

// The same by Horner's scheme in t^2, two coefficients at a time: a shorter chain for many terms.
template <int kFirst, int kLast, class D, class V, class VI, size_t kRows, size_t kColumns>
ISOBIT_INLINE V TablePolynomialInSquares(D d, const TFromD<D> (&table)[kRows][kColumns], V t, V t2, VI i) {
  if constexpr (kLast - kFirst <= 1) {
    return TablePolynomial<kFirst, kLast>(d, table, t, i);
  } else {
    const V p = TablePolynomialInSquares<kFirst + 2, kLast>(d, table, t, t2, i);
    return Fma(p, t2, TablePolynomial<kFirst, kFirst + 1>(d, table, t, i));
  }
}

ISOBIT_END_TARGET

#endif  // Include guard per target.
