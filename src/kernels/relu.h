// relu: x > 0 ? x : +0, so -0 and NaN give +0. A half-precision number is above zero if its pattern, as a signed
// integer, lies between those of zero and of the first NaN.
// SPDX-License-Identifier: Apache-2.0
#if defined(ISOBIT_KERNELS_RELU_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ISOBIT_KERNELS_RELU_H_
#undef ISOBIT_KERNELS_RELU_H_
#else
#define ISOBIT_KERNELS_RELU_H_
#endif

#include "engine/kernel_base.h"
#include "lane/lane.h"

ISOBIT_BEGIN_TARGET

struct relu_kernel : SimpleKernel {
  static constexpr bool kBits = true;
  template <class D, class V>
  static ISOBIT_INLINE V Eval(D d, V x) {
    return MaxOrSecond(x, Zero(d));
  }
  template <class Format, class DU, class VU>
  static ISOBIT_INLINE VU EvalBits(DU du, VU x) {
    const RebindToSigned<DU> di;
    const auto i = BitCast(di, x);
    const auto nan = Set(di, static_cast<int16_t>(Format::kInf + 1));
    return BitCast(du, IfThenElseZero(And(Gt(i, Zero(di)), Gt(nan, i)), i));
  }
};

ISOBIT_END_TARGET

#endif  // Include guard per target.
