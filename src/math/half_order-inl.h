// The total order of half-precision numbers as integers.
// SPDX-License-Identifier: Apache-2.0
#if defined(ISOBIT_MATH_HALF_ORDER_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ISOBIT_MATH_HALF_ORDER_INL_H_
#undef ISOBIT_MATH_HALF_ORDER_INL_H_
#else
#define ISOBIT_MATH_HALF_ORDER_INL_H_
#endif

#include "lane/lane.h"

ISOBIT_BEGIN_TARGET

// A signed integer that orders the 16-bit patterns as their numbers, with -0 next below +0: the magnitude bits of
// negative numbers are complemented. Its own inverse, on patterns.
template <class DI, class VU>
ISOBIT_INLINE VFromD<DI> HalfOrder(DI di, VU x) {
  const auto i = BitCast(di, x);
  return Xor(i, And(ShiftRight<15>(i), Set(di, int16_t{0x7FFF})));
}

ISOBIT_END_TARGET

#endif  // Include guard per target.
