// tanh, odd by the sign of x, a = |x|.
//
// f32: eight intervals of a, growing with it, whose number is read from the exponent field of a quadratic function of
// a. Each has a centre m and a polynomial P of degree 6: tanh(m + t) = tanh(m) + t P(t), t = a - m. The centres are
// chosen so that tanh(m) is almost exactly one word, and t is exact because m is within a factor of 2 of a. In interval
// 0, m = 0 and the leading term is a itself: a + a P(a), which is right down to the smallest subnormal number. The
// tables lie in registers; a lane's coefficient is one permute. Beyond 9.02 the result is 1. Error in ULP: the last
// rounding 0.5, P's roundings 0.2, largest at the lower end of interval 1, where t P(t) is a third of the result, the
// approximation 0.06.
//
// f64: (E - 1) / (E + 1) with E = e^(2a) = 2^k (1 + rh + rest) as in math/exp-inl.h. For small a, k = 0 and E - 1 = rh
// + rest keeps its relative accuracy, so one path serves every a. Numerator and denominator are sums of a rounded
// number and its exact rest, the denominator's from the numerator's own 2^k - 1: where that is rounded, far out, the
// quotient (N) / (N + 2) does not notice. The quotient comes from one reciprocal and its remainder. What the roundings
// of rh^2 and of rest lose is put back into the numerator, where cancellation at k = 1 would double it: 5 operations
// for 0.12 ULP. Error: the last rounding, the polynomial (0.01 relative to E - 1), the cubic term's roundings 0.03.
// Above 354 the result is 1; below, it saturates by itself.
//
// Tried: the quotient in f32 too (a quarter slower on AVX2, half as long again on AVX-512, 0.93 ULP), 1 - 2 / (E + 1)
// with a polynomial for small x (more operations), a polynomial at the rounded argument in f64 (0.82 ULP).
//
// Worst found: f32, all inputs, 0.688 ULP: tanh(0.353654504) (0x3EB51234) = 0x3EADE1B3 for 0x3EADE1B2. f64, 10^7
// inputs 0.555 ULP: tanh(-0.175547293) (0xBFC678556DBB2548) = 0xBFC63DF6A880B0E3 for ...0E4; 15581 published hard cases
// 0.501. f16 and bf16: correctly rounded for all inputs.
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
#include "math/table-inl.h"

ISOBIT_BEGIN_TARGET

struct tanh_kernel : KernelBase {
  static constexpr bool kHalf = true;

  template <class D, class V>
  static ISOBIT_INLINE V Eval(D d, V x) {
    if constexpr (sizeof(TFromD<D>) == 4) {
      return EvalF32(d, x);
    } else {
      return EvalF64(d, x);
    }
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

 private:
  // From math/tools/tanh_f32.py. Row 0: the centres m; row 1: tanh(m); row k + 2: the coefficients of t^k in P. Column
  // j: interval (j + 1) mod 8. Relative error of tanh below 3.5e-9. In the last interval, where
  // a step of a moves tanh by as little as P's roundings do, the first coefficient is one that lets no result turn
  // back.
  alignas(64) static constexpr float kTable[9][8] = {
      {0x1.10c3ap-1f, 0x1.faf72cp-1f, 0x1.98774p+0f, 0x1.3837bep+1f, 0x1.ce1b56p+1f, 0x1.5097a2p+2f, 0x1.e0d5d6p+2f,
       0x0p+0f},
      {0x1.f32c9p-2f, 0x1.83ce54p-1f, 0x1.d78d2cp-1f, 0x1.f8445ep-1f, 0x1.ff4062p-1f, 0x1.fff8eap-1f, 0x1.ffffecp-1f,
       0x0p+0f},
      {0x1.865528p-1f, 0x1.b48688p-2f, 0x1.36ce7p-3f, 0x1.eb2bb2p-6f, 0x1.7ef4dcp-9f, 0x1.c584cp-14f, 0x1.4037a6p-20f,
       0x1.1e479p-29f},
      {-0x1.7c8df4p-2f, -0x1.4aa3b2p-2f, -0x1.1e407cp-3f, -0x1.e3c01p-6f, -0x1.7e68eep-9f, -0x1.c5a65p-14f,
       -0x1.40c462p-20f, -0x1.2dbcc6p-21f},
      {-0x1.2ad8dep-4f, 0x1.a3b51cp-4f, 0x1.40156p-4f, 0x1.38ba6cp-6f, 0x1.fc425p-10f, 0x1.2de706p-14f, 0x1.a7ca62p-21f,
       -0x1.554edcp-2f},
      {0x1.4686dp-3f, 0x1.ec508ap-6f, -0x1.a006e6p-6f, -0x1.259c7ep-7f, -0x1.f8914cp-11f, -0x1.2bbbb2p-15f,
       -0x1.9f44fap-22f, -0x1.a7283p-12f},
      {-0x1.2a608ep-5f, -0x1.83dabep-5f, 0x1.510996p-11f, 0x1.9949dp-9f, 0x1.91cf38p-12f, 0x1.ea9b38p-17f,
       0x1.64335ap-23f, 0x1.176038p-3f},
      {-0x1.62bb7ap-5f, 0x1.24f05ap-6f, 0x1.42af4p-8f, -0x1.7ad6bcp-11f, -0x1.11093ep-13f, -0x1.68b3bcp-18f,
       -0x1.15844ep-24f, -0x1.79515ap-7f},
      {0x1.dc9e9cp-6f, 0x1.37256p-9f, -0x1.752c68p-9f, 0x1.c7eb36p-15f, 0x1.054356p-15f, 0x1.57609p-20f,
       0x1.dacd72p-27f, -0x1.25361p-5f},
  };

  template <class D, class V>
  static ISOBIT_INLINE V EvalF32(D d, V x) {
    const RebindToSigned<D> di;
    const V a = MinOrSecond(Abs(x), Set(d, 9.02f));  // A NaN becomes 9.02.
    const V v = Fma(a, Fma(a, Set(d, 2.875f), Set(d, 1.8125f)), Set(d, 1.0f));
    const auto i = ShiftRight<23>(BitCast(di, v));
    const V t = Sub(a, LookupMod<8>(d, kTable[0], i));
    const V p = TablePolynomial<2, 8>(d, kTable, t, i);
    const V at = IfThenElse(Lt(v, Set(d, 2.0f)), a, LookupMod<8>(d, kTable[1], i));
    const V r = CopySignToAbs(Fma(p, t, at), x);
    return IfThenElse(IsNaN(x), QuietNaN(d), r);
  }

  template <class D, class V>
  static ISOBIT_INLINE V EvalF64(D d, V x) {
    const V one = Set(d, 1.0);
    const V half = Set(d, 0.5);
    const V a = Abs(x);
    const ExpReduced<V> r = ExpReduce<ExpBias(D())>(d, Add(a, a));
    const V r2 = Mul(r.rh, r.rh);
    const V r3 = Mul(r.rh, r2);
    const V h = ExpCubicTail(d, r.rh, r2);
    const V g = Fma(r3, h, Fma(r2, half, Add(r.rh, one)));  // e^rh
    const V r2_lo = Fms(r.rh, r.rh, r2);
    const V small = Fma(r3, h, Fma(r2_lo, half, Mul(r.c, g)));
    const V rest = Fma(r2, half, small);  // E = 2^k (1 + rh + rest)
    const V rest_lo = Add(Fms(r2, half, rest), small);
    const V power = ExpPower(d, r.magic);
    const V u = Add(r.rh, rest);
    // The numerator E - 1 = (2^k - 1) + 2^k (rh + rest) as nh + nl, the denominator E + 1 as dh + dl.
    const V nb = Sub(power, one);
    const V nh = Fma(power, u, nb);
    const V nl = Fma(power, rest_lo, Fma(power, rest, Fma(power, r.rh, Sub(nb, nh))));
    const V dh = Fma(power, u, Add(power, one));
    const V dl = Fma(power, rest, Fma(power, r.rh, Add(Sub(nb, dh), Set(d, 2.0))));
    const V inverse = Div(one, dh);
    const V q = Mul(nh, inverse);
    const V left = Add(Fnma(q, dh, nh), Fnma(q, dl, nl));
    V y = Fma(left, inverse, q);
    const auto rare = Not(Le(a, Set(d, 354.0)));
    const V sign = Xor(x, a);
    y = Or(y, sign);
    if (AnyTrue(d, rare)) y = IfThenElse(rare, IfThenElse(IsNaN(x), QuietNaN(d), Or(one, sign)), y);
    return y;
  }
};

ISOBIT_END_TARGET

#endif  // Include guard per target.
