// floor: the largest integer not above x; zero results keep x's sign, infinities stay.
// SPDX-License-Identifier: Apache-2.0
#if defined(ISOBIT_KERNELS_FLOOR_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ISOBIT_KERNELS_FLOOR_H_
#undef ISOBIT_KERNELS_FLOOR_H_
#else
#define ISOBIT_KERNELS_FLOOR_H_
#endif

#include "engine/kernel_base.h"
#include "lane/lane.h"

ISOBIT_BEGIN_TARGET

struct floor_kernel : ArithmeticKernel {
  template <class D, class V>
  static ISOBIT_INLINE V Eval(D, V x) {
    return Floor(x);
  }
};

ISOBIT_END_TARGET

#endif  // Include guard per target.
