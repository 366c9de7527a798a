// erf: the error function, odd, +-1 at infinity. The method stands in math/erf-inl.h.
//
// Error in ulp of the result. f32: the last rounding 0.5, that of P and the approximation below 0.4 together (largest
// at the lower end of interval 1, where t P(t) is 0.7 of the result). f64: the last rounding 0.5, the roundings behind
// the linear term below 0.35, the approximation below 0.04.
//
// Algorithms tried. A polynomial in x^2 up to 1 joined with 1 - exp(-x^2) R(x) or with one polynomial in a shifted
// variable: 25 (f32) to 55 (f64) operations in all lanes for both branches, against 18 and 45 with 9 and 23 permutes
// here, and an error near 1 ulp where erfc is not small. Eight intervals for f64: fewer operations on AVX-512, but
// three instead of one a coefficient on AVX2. Tables of hundreds of entries: a gather costs 8 cycles (f64) to 13 (f32)
// on Zen 3, eight permutes' worth.
//
// Measured. f32, all x >= 0 and 7e7 negative ones: 0.842 ulp at 0x1.0c2ad4p-2 (got 0x1.27d11ep-2, erf is
// 0.28888368135446985). f64: 0.812 ulp at -0x1.2af94751a2b0bp-1021, where what the linear term lacks is below the
// subnormal spacing; elsewhere 0.853 at -0x1.68e9f4378a6c8p-1, 1e7 inputs. f16, bf16: correctly rounded for all 65536
// inputs.
// SPDX-License-Identifier: Apache-2.0
#if defined(ISOBIT_KERNELS_ERF_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ISOBIT_KERNELS_ERF_H_
#undef ISOBIT_KERNELS_ERF_H_
#else
#define ISOBIT_KERNELS_ERF_H_
#endif

#include "engine/kernel_base.h"
#include "lane/lane.h"
#include "math/erf-inl.h"

ISOBIT_BEGIN_TARGET

struct erf_kernel : KernelBase {
  static constexpr bool kHalf = true;
  template <typename T>
  static constexpr bool kPairs = true;

  template <class D, class V>
  static ISOBIT_INLINE V Eval(D d, V x) {
    if constexpr (sizeof(TFromD<D>) == 4) {
      return ErfF32::Eval<false>(d, x);
    } else {
      return ErfF64::Eval(d, x);
    }
  }

  template <class Format, class D, class V>
  static ISOBIT_INLINE V EvalHalf(D d, V x) {
    return ErfF32::Eval<true>(d, x);
  }
};

ISOBIT_END_TARGET

#endif  // Include guard per target.
