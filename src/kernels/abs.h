// abs: clears the sign bit and touches nothing else, so a NaN keeps its payload and a signalling one stays so.
// SPDX-License-Identifier: Apache-2.0
#if defined(ISOBIT_KERNELS_ABS_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ISOBIT_KERNELS_ABS_H_
#undef ISOBIT_KERNELS_ABS_H_
#else
#define ISOBIT_KERNELS_ABS_H_
#endif

#include "engine/kernel_base.h"
#include "lane/lane.h"

ISOBIT_BEGIN_TARGET

struct abs_kernel : SimpleKernel {
  static constexpr bool kBits = true;
  static constexpr bool kBitsOnly = true;
  template <class D, class V>
  static ISOBIT_INLINE V Eval(D, V x) {
    return Abs(x);
  }
  template <class Format, class DU, class VU>
  static ISOBIT_INLINE VU EvalBits(DU du, VU x) {
    return And(x, Set(du, uint16_t{0x7FFF}));
  }
};

ISOBIT_END_TARGET

#endif  // Include guard per target.
