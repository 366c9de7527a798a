// tanh: (E - 1) / (E + 1) with E = e^(2|x|), odd by the sign of x.
// E = 2^k (1 + rh + rest) as in math/exp-inl.h. For small x, k = 0 and E - 1 = rh + rest keeps its relative accuracy, so
// one path serves every x. Numerator and denominator are sums of a rounded number and its exact rest, the denominator's
// from the numerator's own 2^k - 1: where that is rounded, far out, the quotient (N) / (N + 2) does not notice. The quotient
// comes from one reciprocal and its remainder. Error: the last rounding, the polynomial (0.23 f32, 0.01 f64 relative to
// E - 1) and the rounding of rest, which cancellation at k = 1 doubles.
// Above 43 (f32), 354 (f64) the result is 1; below, it saturates by itself.
// Tried: 1 - 2 / (E + 1) with a polynomial for small x (more operations), a table of eight intervals (as many permutes as
// this has operations more), a polynomial at the rounded argument in f64 (0.82 ULP).
//
// Worst found: f32, all inputs, 0.934 ULP: tanh(0.173474759) (0x3E31A35E) = 0x3E2FE0A0 for 0x3E2FE09F. f64, 6 * 10^5 random inputs 0.639 ULP: tanh(-0.194...) (0xBFC8D9BC288C3678) = 0xBFC88AFE24737347 for ...346;
// 15581 published hard cases 0.501. f16 and bf16: correctly rounded for all inputs.
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
  static constexpr bool kHalf = true;

  template <class D, class V>
  static ISOBIT_INLINE V Eval(D d, V x) {
    using T = TFromD<D>;
    const V one = Set(d, T(1));
    const V a = Abs(x);
    const ExpReduced<V> r = ExpReduce<ExpBias(D())>(d, Add(a, a));
    V rest;  // E = 2^k (1 + rh + rest)
    if constexpr (sizeof(T) == 4) {
      const V rs = Add(r.rh, r.c);
      const V r2 = Mul(rs, rs);
      rest = Fma(r2, ExpTail(d, rs, r2), r.c);
    } else {
      const V half = Set(d, 0.5);
      const V r2 = Mul(r.rh, r.rh);
      const V r3 = Mul(r.rh, r2);
      const V h = ExpCubicTail(d, r.rh, r2);
      const V g = Fma(r3, h, Fma(r2, half, Add(r.rh, one)));  // e^rh
      rest = Fma(r2, half, Fma(r3, h, Mul(r.c, g)));
    }
    const V power = ExpPower(d, r.magic);
    const V u = Add(r.rh, rest);
    // The numerator E - 1 = (2^k - 1) + 2^k (rh + rest) as nh + nl, the denominator E + 1 as dh + dl.
    const V nb = Sub(power, one);
    const V nh = Fma(power, u, nb);
    const V nl = Fma(power, rest, Fma(power, r.rh, Sub(nb, nh)));
    const V dh = Fma(power, u, Add(power, one));
    const V dl = Fma(power, rest, Fma(power, r.rh, Add(Sub(nb, dh), Set(d, T(2)))));
    const V inverse = Div(one, dh);
    const V q = Mul(nh, inverse);
    const V left = Add(Fnma(q, dh, nh), Fnma(q, dl, nl));
    V y = Fma(left, inverse, q);
    const auto rare = Not(Le(a, Set(d, T(sizeof(T) == 4 ? 43 : 354))));
    const V sign = Xor(x, a);
    y = Or(y, sign);
    if (AnyTrue(d, rare)) y = IfThenElse(rare, IfThenElse(IsNaN(x), QuietNaN(d), Or(one, sign)), y);
    return y;
  }

  template <class Format, class D, class V>
  static ISOBIT_INLINE V EvalHalf(D d, V x) {
    const V one = Set(d, 1.0f);
    const V a = Abs(x);
    const V b = MinOrSecond(Set(d, 10.0f), a);
    const ExpSingle<V> e = ExpInSingle<true>(d, Add(b, b));
    const V y = Div(Fma(e.power, e.u, Sub(e.power, one)), Fma(e.power, e.u, Add(e.power, one)));
    return IfThenElse(IsNaN(x), QuietNaN(d), Or(y, Xor(x, a)));
  }
};

ISOBIT_END_TARGET

#endif  // Include guard per target.
