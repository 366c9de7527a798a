// mul_scalar: x * c, one IEEE operation with nothing added, so -0 survives; c comes rounded to the dtype.
// SPDX-License-Identifier: Apache-2.0
#if defined(ISOBIT_KERNELS_MUL_SCALAR_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ISOBIT_KERNELS_MUL_SCALAR_H_
#undef ISOBIT_KERNELS_MUL_SCALAR_H_
#else
#define ISOBIT_KERNELS_MUL_SCALAR_H_
#endif

#include "engine/kernel_base.h"
#include "lane/lane.h"

ISOBIT_BEGIN_TARGET

struct mul_scalar_kernel : ArithmeticKernel {
  template <class D, class V>
  static ISOBIT_INLINE V Eval(D, V x, V c) {
    return Mul(x, c);
  }
};

ISOBIT_END_TARGET

#endif  // Include guard per target.
