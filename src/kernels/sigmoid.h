// sigmoid: 1 / (1 + e^-x).
// SPDX-License-Identifier: Apache-2.0
#if defined(ISOBIT_KERNELS_SIGMOID_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ISOBIT_KERNELS_SIGMOID_H_
#undef ISOBIT_KERNELS_SIGMOID_H_
#else
#define ISOBIT_KERNELS_SIGMOID_H_
#endif

#include "engine/kernel_base.h"
#include "lane/lane.h"
#include "math/exp-inl.h"
#include "math/logistic-inl.h"

ISOBIT_BEGIN_TARGET

struct sigmoid_kernel : KernelBase {
  template <class D, class V>
  static ISOBIT_INLINE V Eval(D d, V x) {
    const V one = Set(d, TFromD<D>(1));
    V y;
    if constexpr (sizeof(TFromD<D>) == 4) {
      y = InverseOfLogistic(d, OnePlusExpMinus(d, x));
    } else {
      y = InverseOfLogistic(d, OnePlusExp(d, ExpReduce<ExpBias(D())>(d, Neg(x))));
    }
    const auto rare = ExpIsRare(d, x);
    if (AnyTrue(d, rare)) {
      // 1 - e^-x rounds to 1; on the other side 1 + e^x does, so that e^x is left.
      V z = ExpEnds(d, x, ExpScale(d, ExpExpand(d, ExpReduce<0>(d, x))));
      z = IfThenElse(Gt(x, Zero(d)), one, z);
      y = IfThenElse(rare, IfThenElse(IsNaN(x), QuietNaN(d), z), y);
    }
    return y;
  }
};

ISOBIT_END_TARGET

#endif  // Include guard per target.
