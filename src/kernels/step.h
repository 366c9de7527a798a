// step: x > 0 ? 1 : +0, so -0 and NaN give +0.
// SPDX-License-Identifier: Apache-2.0
#if defined(ISOBIT_KERNELS_STEP_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ISOBIT_KERNELS_STEP_H_
#undef ISOBIT_KERNELS_STEP_H_
#else
#define ISOBIT_KERNELS_STEP_H_
#endif

#include "engine/kernel_base.h"
#include "lane/lane.h"

ISOBIT_BEGIN_TARGET

struct step_kernel : SimpleKernel {
  static constexpr bool kBits = true;
  template <class D, class V>
  static ISOBIT_INLINE V Eval(D d, V x) {
    return IfThenElseZero(Gt(x, Zero(d)), Set(d, TFromD<D>(1)));
  }
  template <class Format, class DU, class VU>
  static ISOBIT_INLINE VU EvalBits(DU du, VU x) {
    const RebindToSigned<DU> di;
    const auto i = BitCast(di, x);
    const auto nan = Set(di, static_cast<int16_t>(Format::kInf + 1));
    const auto one = Set(di, static_cast<int16_t>(Format::kOne));
    return BitCast(du, IfThenElseZero(And(Gt(i, Zero(di)), Gt(nan, i)), one));
  }
};

ISOBIT_END_TARGET

#endif  // Include guard per target.
