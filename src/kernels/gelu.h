// gelu: 0.5 x (1 + tanh(c (x + k x^3))) = x / (1 + e^-2u).
// SPDX-License-Identifier: Apache-2.0
#if defined(ISOBIT_KERNELS_GELU_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ISOBIT_KERNELS_GELU_H_
#undef ISOBIT_KERNELS_GELU_H_
#else
#define ISOBIT_KERNELS_GELU_H_
#endif

#include "engine/kernel_base.h"
#include "lane/lane.h"
#include "math/exp-inl.h"
#include "math/logistic-inl.h"

ISOBIT_BEGIN_TARGET

struct gelu_kernel : KernelBase {
  template <class D, class V>
  static ISOBIT_INLINE V Eval(D d, V x) {
    const Words<V> w = Argument(d, x);
    V y = DivideByLogistic(d, x, OnePlusExp(d, ExpReduce<ExpBias(D())>(d, w.hi, w.lo)));
    const auto rare = ExpIsRare(d, w.hi);
    if (AnyTrue(d, rare)) {
      // Clamped to where the result is -0 already.
      const V xc = MaxOrSecond(x, Set(d, TFromD<D>(sizeof(TFromD<D>) == 4 ? -12.0 : -24.0)));
      const Words<V> v = Argument(d, xc);
      V z = NegativeTail(d, Neg(v.hi), xc, ExpExpand(d, ExpReduce<0>(d, Neg(v.hi), Neg(v.lo))));
      z = IfThenElse(Gt(x, Zero(d)), x, z);
      y = IfThenElse(rare, IfThenElse(IsNaN(x), QuietNaN(d), z), y);
    }
    return y;
  }

 private:
  template <class V>
  struct Words {
    V hi;
    V lo;
  };
  // -2u in two words.
  template <class D, class V>
  static ISOBIT_INLINE Words<V> Argument(D d, V x) {
    using T = TFromD<D>;
    constexpr bool kSingle = sizeof(T) == 4;
    const V c1h = Set(d, T(kSingle ? -0x1.9884600000000p+0 : -0x1.9884533d43660p+0));
    const V c1l = Set(d, T(kSingle ? 0x1.8p-21 : 0x1.ep-49));
    const V c3h = Set(d, T(kSingle ? -0x1.2444f20000000p-4 : -0x1.2444f2a4d8b4bp-4));
    const V c3l = Set(d, T(kSingle ? -0x1.0d3c780000000p-29 : -0x1.8c95337d724e0p-62));
    const V x2 = Mul(x, x);
    const V x2l = Fms(x, x, x2);
    const V ih = Fma(c3h, x2, c1h);
    const V il = Add(Fma(c3h, x2, Sub(c1h, ih)), Fma(c3h, x2l, Fma(c3l, x2, c1l)));
    const V hi = Mul(x, ih);
    return {hi, Fma(x, il, Fms(x, ih, hi))};
  }
};

ISOBIT_END_TARGET

#endif  // Include guard per target.
