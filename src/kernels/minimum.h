// minimum: the smaller of a and b with -0 < +0; a NaN operand counts as missing, two give NaN. The hardware's own
// instructions differ on NaN and zeros, so both are settled here.
// SPDX-License-Identifier: Apache-2.0
#if defined(ISOBIT_KERNELS_MINIMUM_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ISOBIT_KERNELS_MINIMUM_H_
#undef ISOBIT_KERNELS_MINIMUM_H_
#else
#define ISOBIT_KERNELS_MINIMUM_H_
#endif

#include "engine/kernel_base.h"
#include "lane/lane.h"
#include "math/half_order-inl.h"

ISOBIT_BEGIN_TARGET

struct minimum_kernel : SimpleKernel {
  static constexpr bool kBits = true;
  static constexpr int kPrefetchBytes = 1024;
  template <class D, class V>
  static ISOBIT_INLINE V Eval(D d, V a, V b) {
    // The instruction in both orders: where the results differ, the operands are two zeros, whose signs the bit
    // operation settles, or one of them is NaN.
    const V second = MinOrSecond(a, b);
    const V first = MinOrSecond(b, a);
    const auto ordered = Eq(first, second);
    V r = Or(first, second);
    if (!AllLanes(d, ordered)) r = IfThenElse(ordered, r, Canonical(d, IfThenElse(IsNaN(a), b, a)));
    return r;
  }
  template <class Format, class DU, class VU>
  static ISOBIT_INLINE VU EvalBits(DU du, VU a, VU b) {
    const RebindToSigned<DU> di;
    // A NaN gets the place in the integers' order that loses against every number.
    const auto missing = Set(di, int16_t{INT16_MAX});
    const auto inf = Set(di, static_cast<int16_t>(Format::kInf));
    const auto magnitude = Set(du, uint16_t{0x7FFF});
    const auto oa = IfThenElse(Gt(BitCast(di, And(a, magnitude)), inf), missing, HalfOrder(di, a));
    const auto ob = IfThenElse(Gt(BitCast(di, And(b, magnitude)), inf), missing, HalfOrder(di, b));
    const auto o = MinNum(oa, ob);
    const auto r = HalfOrder(di, BitCast(du, o));  // Its own inverse.
    return BitCast(du, IfThenElse(Eq(o, missing), Set(di, static_cast<int16_t>(Format::kNaN)), r));
  }
};

ISOBIT_END_TARGET

#endif  // Include guard per target.
