// gelu: 0.5 x (1 + tanh(c (x + k x^3))) = x / (1 + e^-2u), u = c x + c k x^3 with c and k rounded to T first.
// An error of w = -2u is one of e^w relatively, and |w| reaches 104 (f32), 745 (f64) before the result vanishes: w is
// carried in two words. c1 is cut short so that its difference from the rounded c1 + c3 x^2 is exact where that
// matters. The quotient is that of math/logistic-inl.h; where |w| > kOrdinary, x on one side and x e^-w rounded once on
// the other.
//
// Worst found: f32, all inputs, 0.997 ULP: gelu(-5.11510801) (0xC0A3AEF7) = 0xB3DF16F4 for 0xB3DF16F3. f64,
// 10^7 inputs 0.758 ULP: gelu(-7.17642604) (0xC01CB4A906CF7AD0) = 0xBCB35A46FE210B63 for ...B62. f16 and bf16:
// correctly rounded for all inputs.
// SPDX-License-Identifier: Apache-2.0
#if defined(ISOBIT_KERNELS_GELU_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ISOBIT_KERNELS_GELU_H_
#undef ISOBIT_KERNELS_GELU_H_
#else
#define ISOBIT_KERNELS_GELU_H_
#endif

#include <type_traits>

#include "engine/kernel_base.h"
#include "lane/lane.h"
#include "math/exp-inl.h"
#include "math/logistic-inl.h"

ISOBIT_BEGIN_TARGET

struct gelu_kernel : KernelBase {
  static constexpr bool kHalf = true;

  template <class D, class V>
  static ISOBIT_INLINE V Eval(D d, V x) {
    using C = std::conditional_t<sizeof(TFromD<D>) == 4, F32, F64>;
    const Words<V> w = Argument<C>(d, x);
    V y = DivideByLogistic(d, x, OnePlusExp(d, ExpReduce<ExpBias(D())>(d, w.hi, w.lo)));
    const auto rare = ExpIsRare(d, w.hi);
    if (AnyTrue(d, rare)) y = IfThenElse(rare, Tail<C>(d, x), y);
    return y;
  }

  template <class Format, class D, class V>
  static ISOBIT_INLINE V EvalHalf(D d, V x) {
    const V one = Set(d, 1.0f);
    const V sign = And(x, Set(d, -0.0f));
    // x/2 + c x^2/2 is off the tie at x/2 by less than f32 holds when x is subnormal: the smallest step decides it.
    if constexpr (std::is_same<Format, F16Format>::value) {
      // Beyond 8, f16 has x on one side and zero on the other; the order of the operands lets a NaN through.
      const V low = MaxOrSecond(Set(d, -8.0f), x);
      const Words<V> w = Argument<F16>(d, MinOrSecond(Set(d, 8.0f), low));
      const ExpSingle<V> e = ExpInSingle(d, w.hi, w.lo);
      const V y = Div(low, Fma(e.power, e.u, Add(e.power, one)));
      return IfThenElse(IsNaN(x), QuietNaN(d), Or(Add(y, Set(d, 0x1p-48f)), sign));
    } else {
      const Words<V> w = Argument<BF16>(d, x);
      const ExpSingle<V> e = ExpInSingle(d, w.hi, w.lo);
      V y = Div(x, Fma(e.power, e.u, Add(e.power, one)));
      y = Or(Add(y, Set(d, 0x1p-149f)), sign);
      const auto rare = ExpIsRare(d, w.hi);
      if (AnyTrue(d, rare)) y = IfThenElse(rare, Tail<BF16>(d, x), y);
      return y;
    }
  }

 private:
  // -2u = x (c1 + c3 x^2), c1 = -2 c and c3 = -2 c k: the numbers of math/tools/gelu.py. At kBelow the result is -0
  // already.
  struct F32 {
    static constexpr float kC1 = -0x1.98846p+0f, kC1Lo = 0x1.8p-21f, kC3 = -0x1.2444f2p-4f, kC3Lo = -0x1.0d3c78p-29f;
    static constexpr float kBelow = -12;
  };
  struct F64 {
    static constexpr double kC1 = -0x1.9884533d4366p+0, kC1Lo = 0x1.ep-49;
    static constexpr double kC3 = -0x1.2444f2a4d8b4bp-4, kC3Lo = -0x1.8c95337d724ep-62;
    static constexpr double kBelow = -24;
  };
  // c and k of a half format are short, and so are x^2 and their product: no low words.
  struct F16 {
    static constexpr float kC1 = -0x1.988p+0f, kC1Lo = 0, kC3 = -0x1.24369p-4f, kC3Lo = 0;
  };
  struct BF16 {
    static constexpr float kC1 = -0x1.98p+0f, kC1Lo = 0, kC3 = -0x1.23a8p-4f, kC3Lo = 0;
    static constexpr float kBelow = -12;
  };

  template <class V>
  struct Words {
    V hi;
    V lo;
  };
  // -2u in two words.
  template <class C, class D, class V>
  static ISOBIT_INLINE Words<V> Argument(D d, V x) {
    const V c1 = Set(d, C::kC1);
    const V c3 = Set(d, C::kC3);
    const V x2 = Mul(x, x);
    const V ih = Fma(c3, x2, c1);
    V il = Fma(c3, x2, Sub(c1, ih));
    if constexpr (C::kC3Lo != 0) {
      il = Add(il, Fma(c3, Fms(x, x, x2), Fma(Set(d, C::kC3Lo), x2, Set(d, C::kC1Lo))));
    }
    const V hi = Mul(x, ih);
    return {hi, Fma(x, il, Fms(x, ih, hi))};
  }

  // The result where |2u| > kOrdinary, and for NaN.
  template <class C, class D, class V>
  static ISOBIT_INLINE V Tail(D d, V x) {
    const V xc = MaxOrSecond(x, Set(d, C::kBelow));
    const Words<V> w = Argument<C>(d, xc);
    const V z = NegativeTail(d, Neg(w.hi), xc, ExpExpand(d, ExpReduce<0>(d, Neg(w.hi), Neg(w.lo))));
    return IfThenElse(IsNaN(x), QuietNaN(d), IfThenElse(Gt(x, Zero(d)), x, z));
  }
};

ISOBIT_END_TARGET

#endif  // Include guard per target.
