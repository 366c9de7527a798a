// sigmoid: 1 / (1 + e^-x), the denominator and the remainder of the division carried beyond T: math/logistic-inl.h.
// Beyond |x| = kOrdinary: 1 on one side, e^x on the other, down to the subnormal numbers.
// f32 allows e^-x an error of 0.7 * 2^-24, since 2 ULP leave room; f64 spends 6 operations more and stays below 1.
// Tried: the plain quotient, 2.2 ULP.
//
// Worst found: f32, all inputs, 1.582 ULP: sigmoid(-16.3216667) (0xC18292C6) = 0x33AF31C1 for 0x33AF31BF. f64, 10^7
// inputs 0.780 ULP: sigmoid(-37.7871468) (0xC042E4C139D380C0) = 0x3C8663653B3EE269 for ...268. f16 and bf16: correctly
// rounded for all inputs.
// SPDX-License-Identifier: Apache-2.0
#if defined(ISOBIT_KERNELS_SIGMOID_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ISOBIT_KERNELS_SIGMOID_H_
#undef ISOBIT_KERNELS_SIGMOID_H_
#else
#define ISOBIT_KERNELS_SIGMOID_H_
#endif

#include <type_traits>

#include "engine/kernel_base.h"
#include "lane/lane.h"
#include "math/exp-inl.h"
#include "math/logistic-inl.h"

ISOBIT_BEGIN_TARGET

struct sigmoid_kernel : KernelBase {
  static constexpr bool kHalf = true;
  // With 16 registers 6 to 10 % slower in f64.
  template <typename T>
  static constexpr bool kPairs = sizeof(T) == 4 || (sizeof(T) == 8 && kVectorRegisters == 32);

  template <class D, class V>
  static ISOBIT_INLINE V Eval(D d, V x) {
    const V one = Set(d, TFromD<D>(1));
    V y;
    if constexpr (sizeof(TFromD<D>) == 4) {
      y = InverseOfLogistic(d, OnePlusExpMinus(d, x));
    } else {
      y = InverseOfLogistic(d, OnePlusExp(d, ExpReduce<ExpBias(D())>(d, Neg(x))));
    }
    const auto rare = ExpIsRare(d, x);
    if (AnyTrue(d, rare)) {
      // 1 - e^-x rounds to 1; on the other side 1 + e^x does, so that e^x is left.
      V z = ExpEnds(d, x, ExpScale(d, ExpExpand(d, ExpReduce<0>(d, x))));
      z = IfThenElse(Gt(x, Zero(d)), one, z);
      y = IfThenElse(rare, IfThenElse(IsNaN(x), QuietNaN(d), z), y);
    }
    return y;
  }

  template <class Format, class D, class V>
  static ISOBIT_INLINE V EvalHalf(D d, V x) {
    const V one = Set(d, 1.0f);
    if constexpr (std::is_same<Format, F16Format>::value) {
      const V xc = MinOrSecond(Set(d, 18.0f), MaxOrSecond(Set(d, -18.0f), x));
      const ExpSingle<V> e = ExpInSingle<true>(d, Neg(xc));
      // For small x, 1/2 + x/4 - x^3/48 is off the ties at 1/2 + x/4 by less than f32 holds: the result is shifted by
      // an ulp of f32 to the side where it is.
      const V shift = IfThenElseZero(Lt(Abs(x), Set(d, 0x1p-5f)), CopySign(Set(d, 0x1p-22f), x));
      const V y = Div(one, Fma(e.power, e.u, Add(Add(e.power, one), shift)));
      return IfThenElse(IsNaN(x), QuietNaN(d), y);
    } else {
      const ExpSingle<V> e = ExpInSingle<false>(d, Neg(x));
      V y = Div(one, Fma(e.power, e.u, Add(e.power, one)));
      const auto rare = ExpIsRare(d, x);
      if (AnyTrue(d, rare)) y = IfThenElse(rare, Eval(d, x), y);
      return y;
    }
  }
};

ISOBIT_END_TARGET

#endif  // Include guard per target.
