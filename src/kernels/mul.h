// mul: a * b, one IEEE operation.
// SPDX-License-Identifier: Apache-2.0
#if defined(ISOBIT_KERNELS_MUL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ISOBIT_KERNELS_MUL_H_
#undef ISOBIT_KERNELS_MUL_H_
#else
#define ISOBIT_KERNELS_MUL_H_
#endif

#include "engine/kernel_base.h"
#include "lane/lane.h"

ISOBIT_BEGIN_TARGET

struct mul_kernel : ArithmeticKernel {
  template <class D, class V>
  static ISOBIT_INLINE V Eval(D, V a, V b) {
    return Mul(a, b);
  }
};

ISOBIT_END_TARGET

#endif  // Include guard per target.
