// sin: the sine of x radians, for every finite x; math/trig-inl.h has the method and the error budget.
//
// Worst input found, over all 2^32 of f32: 0.9060 ULP at x = 0x4780D59F (65963.2422), got 0x3F33D050, want 0x3F33D04F;
// beyond 2^20 0.6236. f16 and bf16: no result misrounded, over all 65536 inputs each. f64: 0.712 ULP over 1.6 * 10^7
// inputs, next to odd multiples of pi/4; 0.511 over CORE-MATH's hard cases.
// SPDX-License-Identifier: Apache-2.0
#if defined(ISOBIT_KERNELS_SIN_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ISOBIT_KERNELS_SIN_H_
#undef ISOBIT_KERNELS_SIN_H_
#else
#define ISOBIT_KERNELS_SIN_H_
#endif

#include "engine/kernel_base.h"
#include "lane/lane.h"
#include "math/trig-inl.h"

ISOBIT_BEGIN_TARGET

struct sin_kernel : KernelBase {
  template <class D, class V>
  static ISOBIT_INLINE V Eval(D d, V x) {
    return trig::Trig<trig::Function::kSin>(d, x);
  }

  static constexpr bool kHalf = true;
  template <class Format, class D, class V>
  static ISOBIT_INLINE V EvalHalf(D d, V x) {
    return trig::TrigHalf<trig::Function::kSin, Format>(d, x);
  }
};

ISOBIT_END_TARGET

#endif  // Include guard per target.
