// recip: 1 / x, one IEEE division; the approximate reciprocals of CPUs differ by maker.
// SPDX-License-Identifier: Apache-2.0
#if defined(ISOBIT_KERNELS_RECIP_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ISOBIT_KERNELS_RECIP_H_
#undef ISOBIT_KERNELS_RECIP_H_
#else
#define ISOBIT_KERNELS_RECIP_H_
#endif

#include "engine/kernel_base.h"
#include "lane/lane.h"

ISOBIT_BEGIN_TARGET

struct recip_kernel : ArithmeticKernel {
  template <class D, class V>
  static ISOBIT_INLINE V Eval(D d, V x) {
    return Div(Set(d, TFromD<D>(1)), x);
  }
};

ISOBIT_END_TARGET

#endif  // Include guard per target.
