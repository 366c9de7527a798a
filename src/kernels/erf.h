// erf: the error function.
// SPDX-License-Identifier: Apache-2.0
#if defined(ISOBIT_KERNELS_ERF_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ISOBIT_KERNELS_ERF_H_
#undef ISOBIT_KERNELS_ERF_H_
#else
#define ISOBIT_KERNELS_ERF_H_
#endif

#include "engine/kernel_base.h"
#include "lane/lane.h"
#include "math/erf-inl.h"

ISOBIT_BEGIN_TARGET

struct erf_kernel : KernelBase {
  static constexpr bool kHalf = true;

  template <class D, class V>
  static ISOBIT_INLINE V Eval(D d, V x) {
    if constexpr (sizeof(TFromD<D>) == 4) {
      return ErfF32::Eval<false>(d, x);
    } else {
      return ErfF64::Eval(d, x);
    }
  }

  template <class Format, class D, class V>
  static ISOBIT_INLINE V EvalHalf(D d, V x) {
    return ErfF32::Eval<true>(d, x);
  }
};

ISOBIT_END_TARGET

#endif  // Include guard per target.
