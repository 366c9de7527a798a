// rsqrt: 1/sqrt(x). The division's and the square root's rounding are undone together: for y = fl(1 / fl(sqrt(x))),
// 1/sqrt(x) = y * (1 - c)^(-1/2) with c = 1 - x y^2, and y + y c/2 leaves out 3/8 y c^2, less than 2^-20 ULP (f32).
// x y^2 is formed through p = fl(x y/2) and its remainder: p lies near sqrt(x), whose remainder never underflows, so
// that subnormal and huge x need no scaling. What remains is the last rounding: 0.5000 ULP at most, f32 over all inputs
// and f64 over 10^7 (of 4952 hard cases one is not correctly rounded, 0x1.c562b857453ddp-1). Half formats:
// correctly rounded for all inputs.
// SPDX-License-Identifier: Apache-2.0
#if defined(ISOBIT_KERNELS_RSQRT_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ISOBIT_KERNELS_RSQRT_H_
#undef ISOBIT_KERNELS_RSQRT_H_
#else
#define ISOBIT_KERNELS_RSQRT_H_
#endif

#include "engine/kernel_base.h"
#include "lane/lane.h"

ISOBIT_BEGIN_TARGET

struct rsqrt_kernel : KernelBase {
  static constexpr bool kHalf = true;

  template <class D, class V>
  static ISOBIT_INLINE V Eval(D d, V x) {
    using T = TFromD<D>;
    // By way of y/2, which makes y by an addition, since the multipliers are busy.
    const V half = Set(d, T{0.5});
    const V h = Div(half, Sqrt(x));
    const V y = Add(h, h);
    const V p = Mul(x, h);
    const V p_low = Fms(x, h, p);
    const V c = Fnma(p_low, y, Fnma(p, y, half));
    V r = Fma(y, c, y);
    // Zeros and infinity make c NaN (0 * inf), and there y is the result; negative numbers and NaN make y NaN.
    const auto nan = IsNaN(r);
    if (AnyTrue(d, nan)) r = Canonical(d, IfThenElse(nan, y, r));
    return r;
  }

  // Half formats: two f32 roundings lead to the correctly rounded result for all 65536 inputs of each.
  template <class Format, class D, class V>
  static ISOBIT_INLINE V EvalHalf(D d, V x) {
    return Canonical(d, Div(Set(d, 1.0f), Sqrt(x)));
  }
};

ISOBIT_END_TARGET

#endif  // Include guard per target.
