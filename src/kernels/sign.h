// sign: 1, -1 or +0; both zeros and NaN give +0.
// SPDX-License-Identifier: Apache-2.0
#if defined(ISOBIT_KERNELS_SIGN_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ISOBIT_KERNELS_SIGN_H_
#undef ISOBIT_KERNELS_SIGN_H_
#else
#define ISOBIT_KERNELS_SIGN_H_
#endif

#include "engine/kernel_base.h"
#include "lane/lane.h"

ISOBIT_BEGIN_TARGET

struct sign_kernel : SimpleKernel {
  static constexpr bool kBits = true;
  template <class D, class V>
  static ISOBIT_INLINE V Eval(D d, V x) {
    // One with x's sign, where |x| > 0 holds: not for a zero and not for a NaN.
    const V one = CopySign(Set(d, TFromD<D>(1)), x);
    return IfThenElseZero(Gt(Abs(x), Zero(d)), one);
  }
  template <class Format, class DU, class VU>
  static ISOBIT_INLINE VU EvalBits(DU du, VU x) {
    const RebindToSigned<DU> di;
    const auto magnitude = BitCast(di, And(x, Set(du, uint16_t{0x7FFF})));
    const auto nan = Set(di, static_cast<int16_t>(Format::kInf + 1));
    const auto one = Or(And(x, Set(du, uint16_t{0x8000})), Set(du, static_cast<uint16_t>(Format::kOne)));
    return BitCast(du, IfThenElseZero(And(Gt(magnitude, Zero(di)), Gt(nan, magnitude)), BitCast(di, one)));
  }
};

ISOBIT_END_TARGET

#endif  // Include guard per target.
