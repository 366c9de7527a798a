// silu: x * sigmoid(x) = x / (1 + e^-x).
// SPDX-License-Identifier: Apache-2.0
#if defined(ISOBIT_KERNELS_SILU_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ISOBIT_KERNELS_SILU_H_
#undef ISOBIT_KERNELS_SILU_H_
#else
#define ISOBIT_KERNELS_SILU_H_
#endif

#include "engine/kernel_base.h"
#include "lane/lane.h"
#include "math/exp-inl.h"
#include "math/logistic-inl.h"

ISOBIT_BEGIN_TARGET

struct silu_kernel : KernelBase {
  template <class D, class V>
  static ISOBIT_INLINE V Eval(D d, V x) {
    V y;
    if constexpr (sizeof(TFromD<D>) == 4) {
      y = DivideByLogistic(d, x, OnePlusExpMinus(d, x));
    } else {
      y = DivideByLogistic(d, x, OnePlusExp(d, ExpReduce<ExpBias(D())>(d, Neg(x))));
    }
    const auto rare = ExpIsRare(d, x);
    if (AnyTrue(d, rare)) {
      V z = NegativeTail(d, x, x, ExpExpand(d, ExpReduce<0>(d, x)));
      z = IfThenElse(Gt(x, Zero(d)), x, z);
      y = IfThenElse(rare, IfThenElse(IsNaN(x), QuietNaN(d), z), y);
    }
    return y;
  }
};

ISOBIT_END_TARGET

#endif  // Include guard per target.
