// exp: e^x. The maths and its error budget are in math/exp-inl.h. Results that may not be normal numbers take a path of
// their own, which rounds once where the subnormal result has its last place; every ordinary lane gets the same bits
// there.
//
// Worst found: f32, all inputs, 0.708 ULP: exp(-5.88788891) (0xC0BC6996) = 0x3B35B846 for 0x3B35B845. f64, 10^7
// random inputs 0.576 ULP: exp(129.292062) (0x40602958928A9C04) = 0x4B97164DF959F29E for ...29F; 70531 published hard
// cases 0.500. f16 and bf16: correctly rounded for all inputs.
// SPDX-License-Identifier: Apache-2.0
#if defined(ISOBIT_KERNELS_EXP_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ISOBIT_KERNELS_EXP_H_
#undef ISOBIT_KERNELS_EXP_H_
#else
#define ISOBIT_KERNELS_EXP_H_
#endif

#include <type_traits>

#include "engine/kernel_base.h"
#include "lane/lane.h"
#include "math/exp-inl.h"

ISOBIT_BEGIN_TARGET

struct exp_kernel : KernelBase {
  static constexpr bool kHalf = true;
  // In f32 3 % slower on AVX2. On AVX-512, LLVM's model of Zen 4 promises a sixth; it has to be measured first.
  template <typename T>
  static constexpr bool kPairs = sizeof(T) == 8;

  template <class D, class V>
  static ISOBIT_INLINE V Eval(D d, V x) {
    const ExpParts<V> p = ExpExpand(d, ExpReduce<0>(d, x));
    V y = ExpScaleNormal(d, Add(p.s, p.tail), p.magic);
    if (AnyTrue(d, ExpIsRare(d, x))) {
      y = ExpEnds(d, x, ExpScale(d, p));
      y = IfThenElse(IsNaN(x), QuietNaN(d), y);
    }
    return y;
  }

  template <class Format, class D, class V>
  static ISOBIT_INLINE V EvalHalf(D d, V x) {
    if constexpr (std::is_same<Format, F16Format>::value) {
      // Clamped to where f16 has infinity and zero; the order of the operands lets a NaN through.
      const V xc = MinOrSecond(Set(d, 12.0f), MaxOrSecond(Set(d, -18.0f), x));
      const ExpSingle<V> e = ExpInSingle<true>(d, xc);
      // Two results lie next to ties; shifted down by less than half an ulp of f32 they fall on the right side, and no
      // other result changes sides.
      const V u = Sub(e.u, Set(d, 0x1.bp-25f));
      return IfThenElse(IsNaN(x), QuietNaN(d), Fma(e.power, u, e.power));
    } else {
      const ExpSingle<V> e = ExpInSingle<false>(d, x);
      V y = Fma(e.power, e.u, e.power);
      const auto rare = ExpIsRare(d, x);
      if (AnyTrue(d, rare)) y = IfThenElse(rare, Eval(d, x), y);
      return y;
    }
  }
};

ISOBIT_END_TARGET

#endif  // Include guard per target.
