// clamp: x < lo ? lo : x > hi ? hi : x, so a zero equal to a bound stays itself; NaN x gives NaN. The bounds come
// rounded to the dtype, are numbers, and lo <= hi.
// SPDX-License-Identifier: Apache-2.0
#if defined(ISOBIT_KERNELS_CLAMP_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ISOBIT_KERNELS_CLAMP_H_
#undef ISOBIT_KERNELS_CLAMP_H_
#else
#define ISOBIT_KERNELS_CLAMP_H_
#endif

#include "engine/kernel_base.h"
#include "lane/lane.h"
#include "math/half_order-inl.h"

ISOBIT_BEGIN_TARGET

struct clamp_kernel : ArithmeticKernel {
  static constexpr bool kBits = true;
  template <class D, class V>
  static ISOBIT_INLINE V Eval(D, V x, V lo, V hi) {
    return MinOrSecond(hi, MaxOrSecond(lo, x));
  }
  template <class Format, class DU, class VU>
  static ISOBIT_INLINE VU EvalBits(DU du, VU x, VU lo, VU hi) {
    const RebindToSigned<DU> di;
    const auto minus_zero = Set(du, uint16_t{0x8000});
    const auto magnitude = BitCast(di, AndNot(minus_zero, x));
    // The order of the integers tells the zeros apart: a zero bound compares as the one that no zero passes.
    const auto lo_is_zero = Eq(AndNot(minus_zero, lo), Zero(du));
    const auto hi_is_zero = Eq(AndNot(minus_zero, hi), Zero(du));
    const auto lo_order = HalfOrder(di, IfThenElse(lo_is_zero, minus_zero, lo));
    const auto hi_order = HalfOrder(di, IfThenElse(hi_is_zero, Zero(du), hi));
    const auto order = HalfOrder(di, x);
    auto r = IfThenElse(Gt(lo_order, order), BitCast(di, lo), BitCast(di, x));
    r = IfThenElse(Gt(order, hi_order), BitCast(di, hi), r);
    r = IfThenElse(Gt(magnitude, Set(di, static_cast<int16_t>(Format::kInf))),
                   Set(di, static_cast<int16_t>(Format::kNaN)), r);
    return BitCast(du, r);
  }
};

ISOBIT_END_TARGET

#endif  // Include guard per target.
