// neg: flips the sign bit and touches nothing else, so a NaN keeps its payload and a signalling one stays so.
// SPDX-License-Identifier: Apache-2.0
#if defined(ISOBIT_KERNELS_NEG_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ISOBIT_KERNELS_NEG_H_
#undef ISOBIT_KERNELS_NEG_H_
#else
#define ISOBIT_KERNELS_NEG_H_
#endif

#include "engine/kernel_base.h"
#include "lane/lane.h"

ISOBIT_BEGIN_TARGET

struct neg_kernel : SimpleKernel {
  static constexpr bool kBits = true;
  static constexpr bool kBitsOnly = true;
  template <class D, class V>
  static ISOBIT_INLINE V Eval(D, V x) {
    return Neg(x);
  }
  template <class Format, class DU, class VU>
  static ISOBIT_INLINE VU EvalBits(DU du, VU x) {
    return Xor(x, Set(du, uint16_t{0x8000}));
  }
};

ISOBIT_END_TARGET

#endif  // Include guard per target.
