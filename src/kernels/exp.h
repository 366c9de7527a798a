// exp: e^x, by the core in math/exp-inl.h.
// SPDX-License-Identifier: Apache-2.0
#if defined(ISOBIT_KERNELS_EXP_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ISOBIT_KERNELS_EXP_H_
#undef ISOBIT_KERNELS_EXP_H_
#else
#define ISOBIT_KERNELS_EXP_H_
#endif

#include "engine/kernel_base.h"
#include "lane/lane.h"
#include "math/exp-inl.h"

ISOBIT_BEGIN_TARGET

struct exp_kernel : KernelBase {
  template <class D, class V>
  static ISOBIT_INLINE V Eval(D d, V x) {
    const ExpParts<V> p = ExpExpand(d, ExpReduce<0>(d, x));
    V y = ExpScaleNormal(d, Add(p.s, p.tail), p.magic);
    if (AnyTrue(d, ExpIsRare(d, x))) {
      y = ExpEnds(d, x, ExpScale(d, p));
      y = IfThenElse(IsNaN(x), QuietNaN(d), y);
    }
    return y;
  }
};

ISOBIT_END_TARGET

#endif  // Include guard per target.
