// log: the natural logarithm. The maths and its error budget are in math/log-inl.h; here are the inputs that are not
// positive normal numbers.
//
// Worst found, f32, all inputs: log(0x1.463a72p+0) = 0x1.f079e8p-3 where 0x1.f079e63fb25e3p-3 is true, 0.876 ULP.
// f64, 10^7 inputs, half of them near 1, near the ends of the interval or subnormal: log(0x1.640002dd75963p+0) =
// 0x1.51aae0b099416p-2, 0.614 ULP. f16 and bf16: correctly rounded for all inputs.
// SPDX-License-Identifier: Apache-2.0
#if defined(ISOBIT_KERNELS_LOG_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ISOBIT_KERNELS_LOG_H_
#undef ISOBIT_KERNELS_LOG_H_
#else
#define ISOBIT_KERNELS_LOG_H_
#endif

#include "engine/kernel_base.h"
#include "lane/lane.h"
#include "math/log-inl.h"

ISOBIT_BEGIN_TARGET

struct log_kernel : KernelBase {
  static constexpr bool kHalf = true;
  // In f32 no faster on AVX2.
  template <typename T>
  static constexpr bool kPairs = sizeof(T) == 8;

  template <class D, class V>
  static ISOBIT_INLINE V Eval(D d, V x) {
    V r = LogCore<0>(d, x);
    const auto ordinary = IsPositiveNormal(d, x);
    if (!AllLanes(d, ordinary)) r = IfThenElse(ordinary, r, Rare(d, x));
    return r;
  }

  template <class Format, class D, class V>
  static ISOBIT_INLINE V EvalHalf(D d, V x) {
    V r = LogForHalf(d, x);
    const auto ordinary = IsPositiveNormal(d, x);
    if (!AllLanes(d, ordinary)) r = IfThenElse(ordinary, r, Rare(d, x));
    return r;
  }

 private:
  // Subnormal numbers, zeros, negative numbers, infinities and NaN.
  template <class D, class V>
  static ISOBIT_INLINE V Rare(D d, V x) {
    using T = TFromD<D>;
    constexpr bool kSingle = sizeof(T) == 4;
    const V scaled = Mul(x, Set(d, static_cast<T>(kSingle ? 0x1p23 : 0x1p52)));
    const V subnormal = LogCore<(kSingle ? -23 : -52)>(d, scaled);
    const V inf = Set(d, static_cast<T>(__builtin_inf()));
    const V zero = Zero(d);
    V r = IfThenElse(Gt(x, zero), subnormal, QuietNaN(d));
    r = IfThenElse(Eq(x, inf), inf, r);
    return IfThenElse(Eq(x, zero), Neg(inf), r);
  }
};

ISOBIT_END_TARGET

#endif  // Include guard per target.
