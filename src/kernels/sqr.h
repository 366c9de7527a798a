// sqr: x * x, one IEEE operation.
// SPDX-License-Identifier: Apache-2.0
#if defined(ISOBIT_KERNELS_SQR_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ISOBIT_KERNELS_SQR_H_
#undef ISOBIT_KERNELS_SQR_H_
#else
#define ISOBIT_KERNELS_SQR_H_
#endif

#include "engine/kernel_base.h"
#include "lane/lane.h"

ISOBIT_BEGIN_TARGET

struct sqr_kernel : ArithmeticKernel {
  template <class D, class V>
  static ISOBIT_INLINE V Eval(D, V x) {
    return Mul(x, x);
  }
};

ISOBIT_END_TARGET

#endif  // Include guard per target.
