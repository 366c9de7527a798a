// tanh: (E - 1) / (E + 1) with E = e^(2|x|).
// SPDX-License-Identifier: Apache-2.0
#if defined(ISOBIT_KERNELS_TANH_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ISOBIT_KERNELS_TANH_H_
#undef ISOBIT_KERNELS_TANH_H_
#else
#define ISOBIT_KERNELS_TANH_H_
#endif

#include "engine/kernel_base.h"
#include "lane/lane.h"
#include "math/exp-inl.h"

ISOBIT_BEGIN_TARGET

struct tanh_kernel : KernelBase {
  template <class D, class V>
  static ISOBIT_INLINE V Eval(D d, V x) {
    using T = TFromD<D>;
    const V a = MinOrSecond(Set(d, T(sizeof(T) == 4 ? 9.25 : 19.5)), Abs(x));
    const ExpReduced<V> r = ExpReduce<ExpBias(D())>(d, Add(a, a));
    const V power = ExpPower(d, r.magic);
    const V r2 = Mul(r.rh, r.rh);
    const V tail = ExpTail(d, r.rh, r2);
    const V rest = Fma(r2, tail, Mul(r.c, Fma(r2, tail, Add(Set(d, T(1)), r.rh))));  // e^(rh + c) = 1 + rh + rest
    // The numerator N = E - 1 = (2^k - 1) + 2^k (rh + rest) as nh + m: 2^k - 1 is zero or the larger operand, so nh's
    // rounding error is had exactly.
    const V p1 = Sub(power, Set(d, T(1)));
    const V nh = Fma(power, r.rh, p1);
    const V m = Fma(power, rest, Fma(power, r.rh, Sub(p1, nh)));
    const V n = Add(nh, m);
    // The denominator N + 2 as dh + dl.
    const V two = Set(d, T(2));
    const V dh = Add(n, two);
    const V da = Sub(dh, two);
    const V dl = Add(Sub(Sub(nh, da), Sub(Sub(dh, da), two)), m);
    const V inverse = Div(Set(d, T(1)), dh);
    const V q = Mul(n, inverse);
    const V left = Add(Fnma(q, dh, nh), Fnma(q, dl, m));
    const V y = Fma(left, inverse, q);
    return IfThenElse(IsNaN(x), QuietNaN(d), CopySign(y, x));
  }
};

ISOBIT_END_TARGET

#endif  // Include guard per target.
