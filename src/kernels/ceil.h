// ceil: the smallest integer not below x; zero results keep x's sign (ceil(-0.5) is -0), infinities stay.
// SPDX-License-Identifier: Apache-2.0
#if defined(ISOBIT_KERNELS_CEIL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ISOBIT_KERNELS_CEIL_H_
#undef ISOBIT_KERNELS_CEIL_H_
#else
#define ISOBIT_KERNELS_CEIL_H_
#endif

#include "engine/kernel_base.h"
#include "lane/lane.h"

ISOBIT_BEGIN_TARGET

struct ceil_kernel : ArithmeticKernel {
  template <class D, class V>
  static ISOBIT_INLINE V Eval(D, V x) {
    return Ceil(x);
  }
};

ISOBIT_END_TARGET

#endif  // Include guard per target.
