// cos: the cosine of x radians, for every finite x.
// SPDX-License-Identifier: Apache-2.0
#if defined(ISOBIT_KERNELS_COS_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ISOBIT_KERNELS_COS_H_
#undef ISOBIT_KERNELS_COS_H_
#else
#define ISOBIT_KERNELS_COS_H_
#endif

#include "engine/kernel_base.h"
#include "lane/lane.h"
#include "math/trig-inl.h"

ISOBIT_BEGIN_TARGET

struct cos_kernel : KernelBase {
  template <class D, class V>
  static ISOBIT_INLINE V Eval(D d, V x) {
    return trig::Trig<trig::Function::kCos>(d, x);
  }

  static constexpr bool kHalf = true;
  template <class Format, class D, class V>
  static ISOBIT_INLINE V EvalHalf(D d, V x) {
    return trig::TrigHalf<trig::Function::kCos, Format>(d, x);
  }
};

ISOBIT_END_TARGET

#endif  // Include guard per target.
