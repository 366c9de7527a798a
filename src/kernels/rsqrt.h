// rsqrt: 1/sqrt(x), without a square root and a division, which share the one unit of the processor that is not
// pipelined: y0 from the bits of x, y1 = y0 Q(x y0^2) by a polynomial, and a last step which undoes what is missing.
// With c = (1 - x y^2) / 2, 1/sqrt(x) = y (1 - 2c)^(-1/2), and y + y c leaves out 3/2 y c^2: less than 2^-41 of the
// result (f32; f64 has one such step more, and less than 2^-80). x y^2 is formed through p = fl(x y/2) and its
// remainder: p lies near sqrt(x)/2, whose remainder never underflows. What remains is the last rounding: 0.500002 ULP
// at most, f32 over all inputs: rsqrt(5.2933063e-38) (0x019018F6) = 0x5E714706 for ...07; f64 0.5005 over 10^7. Half
// formats: correctly rounded for all inputs.
//
// Another way was by y = fl(1 / fl(sqrt(x))) and the same last step. It takes 1.3 (f32) to 1.45 times (f64) as long on
// Zen 3. It still computes subnormal x.
// SPDX-License-Identifier: Apache-2.0
#if defined(ISOBIT_KERNELS_RSQRT_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ISOBIT_KERNELS_RSQRT_H_
#undef ISOBIT_KERNELS_RSQRT_H_
#else
#define ISOBIT_KERNELS_RSQRT_H_
#endif

#include "engine/kernel_base.h"
#include "lane/lane.h"
#include "math/log-inl.h"

ISOBIT_BEGIN_TARGET

struct rsqrt_kernel : KernelBase {
  static constexpr bool kHalf = true;

  // y ~ 1/sqrt(x) and y/2: the multipliers are what these kernels wait for, and y is an addition away from y/2.
  template <class V>
  struct Root {
    V half, y;
  };
  template <class V>
  static ISOBIT_INLINE Root<V> FromHalf(V half) {
    return {half, Add(half, half)};
  }

  // Within 2^-21.2, for an ordinary x (math/tools/rsqrt.py).
  template <class D, class V>
  static ISOBIT_INLINE Root<V> Approximate(D d, V x) {
    using T = TFromD<D>;
    const RebindToUnsigned<D> du;
    using TU = TFromD<decltype(du)>;
    constexpr TU kMagic = sizeof(T) == 4 ? TU{0x5F1FE55C} : static_cast<TU>(0x5FE3FCAB80000000);
    const V y = BitCast(d, Sub(Set(du, kMagic), ShiftRight<1>(BitCast(du, x))));
    const V s = Mul(Mul(x, y), y);
    V q = Fma(s, Set(d, T(-0x1.64ac7cp-2)), Set(d, T(0x1.2a0f04p0)));
    q = Fma(Fma(q, s, Set(d, T(-0x1.8b21ap0))), s, Set(d, T(0x1.3a1c2ep0)));
    return FromHalf(Mul(y, q));
  }

  // (1 - x y^2) / 2 with the product x y/2 in one word, or in two.
  template <class D, class V>
  static ISOBIT_INLINE V Residual(D d, V x, Root<V> r) {
    return Fnma(Mul(x, r.half), r.y, Set(d, TFromD<D>(0.5)));
  }
  template <class D, class V>
  static ISOBIT_INLINE V ExactResidual(D d, V x, Root<V> r) {
    const V p = Mul(x, r.half);
    return Fnma(Fms(x, r.half, p), r.y, Fnma(p, r.y, Set(d, TFromD<D>(0.5))));
  }

  // Subnormal numbers by way of the square root; zeros, infinity, negative numbers and NaN.
  template <class D, class V>
  static ISOBIT_INLINE V Rest(D d, V x) {
    const Root<V> r = FromHalf(Div(Set(d, TFromD<D>(0.5)), Sqrt(x)));
    const V y = Fma(r.y, ExactResidual(d, x, r), r.y);
    return Canonical(d, IfThenElse(IsNaN(y), r.y, y));
  }

  template <class D, class V>
  static ISOBIT_INLINE V Eval(D d, V x) {
    Root<V> r = Approximate(d, x);
    if constexpr (sizeof(TFromD<D>) == 8) r = FromHalf(Fma(r.half, Residual(d, x, r), r.half));
    V y = Fma(r.y, ExactResidual(d, x, r), r.y);
    const auto ordinary = IsPositiveNormal(d, x);
    if (!AllLanes(d, ordinary)) y = IfThenElse(ordinary, y, Rest(d, x));
    return y;
  }

  // The approximation itself, doubled. Moved up by 2^-21, every one of the 65536 results of each half format falls on
  // the right side of the middle between two numbers; in f16 31 would not without it.
  template <class Format, class D, class V>
  static ISOBIT_INLINE V EvalHalf(D d, V x) {
    V y = Mul(Approximate(d, x).half, Set(d, 0x1.000008p1f));
    const auto ordinary = IsPositiveNormal(d, x);
    if (!AllLanes(d, ordinary)) y = IfThenElse(ordinary, y, Canonical(d, Div(Set(d, 1.0f), Sqrt(x))));
    return y;
  }
};

ISOBIT_END_TARGET

#endif  // Include guard per target.
