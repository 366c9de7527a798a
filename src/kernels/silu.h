// silu: x * sigmoid(x) = x / (1 + e^-x), one quotient: math/logistic-inl.h. Beyond |x| = kOrdinary: x on one side, x
// e^x rounded once on the other, -0 at last. f32 and f64 differ as sigmoid's do.
//
// Worst found: f32, all inputs, 1.595 ULP: silu(-16.3108883) (0xC1827CB3) = 0xB5B488AD for 0xB5B488AB. f64, 10^7
// inputs 0.844 ULP: silu(-37.7898253) (0xC042E518FEA69240) = 0xBCDA5E489F668274 for ...273. f16 and bf16: correctly
// rounded for all inputs.
// SPDX-License-Identifier: Apache-2.0
#if defined(ISOBIT_KERNELS_SILU_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ISOBIT_KERNELS_SILU_H_
#undef ISOBIT_KERNELS_SILU_H_
#else
#define ISOBIT_KERNELS_SILU_H_
#endif

#include <type_traits>

#include "engine/kernel_base.h"
#include "lane/lane.h"
#include "math/exp-inl.h"
#include "math/logistic-inl.h"

ISOBIT_BEGIN_TARGET

struct silu_kernel : KernelBase {
  static constexpr bool kHalf = true;
  // With 16 registers 3 % slower in f64.
  template <typename T>
  static constexpr bool kPairs = sizeof(T) == 4 || (sizeof(T) == 8 && kVectorRegisters == 32);

  template <class D, class V>
  static ISOBIT_INLINE V Eval(D d, V x) {
    V y;
    if constexpr (sizeof(TFromD<D>) == 4) {
      y = DivideByLogistic(d, x, OnePlusExpMinus(d, x));
    } else {
      y = DivideByLogistic(d, x, OnePlusExp(d, ExpReduce<ExpBias(D())>(d, Neg(x))));
    }
    const auto rare = ExpIsRare(d, x);
    if (AnyTrue(d, rare)) {
      V z = NegativeTail(d, x, x, ExpExpand(d, ExpReduce<0>(d, x)));
      z = IfThenElse(Gt(x, Zero(d)), x, z);
      y = IfThenElse(rare, IfThenElse(IsNaN(x), QuietNaN(d), z), y);
    }
    return y;
  }

  template <class Format, class D, class V>
  static ISOBIT_INLINE V EvalHalf(D d, V x) {
    const V one = Set(d, 1.0f);
    if constexpr (std::is_same<Format, F16Format>::value) {
      const V low = MaxOrSecond(Set(d, -24.0f), x);
      const ExpSingle<V> e = ExpInSingle<true>(d, Neg(MinOrSecond(Set(d, 24.0f), low)));
      V y = Div(low, Fma(e.power, e.u, Add(e.power, one)));
      // x / 2 + x^2 / 4 is off the tie at x / 2 by less than f32 holds when x is subnormal.
      y = Or(Add(y, Set(d, 0x1p-48f)), And(x, Set(d, -0.0f)));
      return IfThenElse(IsNaN(x), QuietNaN(d), y);
    } else {
      const ExpSingle<V> e = ExpInSingle<false>(d, Neg(x));
      V y = Div(x, Fma(e.power, e.u, Add(e.power, one)));
      y = Or(Add(y, Set(d, 0x1p-149f)), And(x, Set(d, -0.0f)));  // As for f16.
      const auto rare = ExpIsRare(d, x);
      if (AnyTrue(d, rare)) y = IfThenElse(rare, Eval(d, x), y);
      return y;
    }
  }
};

ISOBIT_END_TARGET

#endif  // Include guard per target.
