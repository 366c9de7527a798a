// sqrt: correctly rounded by the hardware's operation; -0 stays -0, x < 0 gives NaN.
// SPDX-License-Identifier: Apache-2.0
#if defined(ISOBIT_KERNELS_SQRT_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ISOBIT_KERNELS_SQRT_H_
#undef ISOBIT_KERNELS_SQRT_H_
#else
#define ISOBIT_KERNELS_SQRT_H_
#endif

#include "engine/kernel_base.h"
#include "lane/lane.h"

ISOBIT_BEGIN_TARGET

struct sqrt_kernel : ArithmeticKernel {
  template <class D, class V>
  static ISOBIT_INLINE V Eval(D, V x) {
    return Sqrt(x);
  }
};

ISOBIT_END_TARGET

#endif  // Include guard per target.
