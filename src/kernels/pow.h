// pow: a^b with every special case of IEEE 754 and C Annex F.
// SPDX-License-Identifier: Apache-2.0
#if defined(ISOBIT_KERNELS_POW_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ISOBIT_KERNELS_POW_H_
#undef ISOBIT_KERNELS_POW_H_
#else
#define ISOBIT_KERNELS_POW_H_
#endif

#include "engine/kernel_base.h"
#include "lane/lane.h"
#include "math/log-inl.h"
#include "math/pow-inl.h"

ISOBIT_BEGIN_TARGET

struct pow_kernel : KernelBase {
  template <class D, class V>
  static ISOBIT_INLINE V Eval(D d, V a, V b) {
    // The bits of a number that is too large, of infinity and of NaN are all above the largest one's.
    const RebindToSigned<D> di;
    const V largest = Set(d, PowLargest<TFromD<D>>());
    const auto rare_b = RebindMask(d, Gt(BitCast(di, Abs(b)), BitCast(di, largest)));
    if (AnyTrue(d, Or(IsNotPositiveNormal(d, a), rare_b))) return Specials(d, a, b, PowMagnitude(d, a, b));
    return PowCore(d, a, Zero(d), b);
  }

 private:
  // a^b, r being |a|^b where both are finite and a is not 0.
  template <class D, class V>
  static ISOBIT_INLINE V Specials(D d, V a, V b, V r) {
    using T = TFromD<D>;
    const V zero = Zero(d);
    const V one = Set(d, T{1});
    const V inf = Set(d, static_cast<T>(__builtin_inf()));
    const V magnitude = Abs(a);
    const auto negative_b = Lt(b, zero);
    // |a| of 0 or infinity, and b infinite, give 0 or infinity: the latter if exactly one of "log |a| < 0" and "b < 0" holds.
    const auto extreme = Or(Or(Eq(magnitude, zero), Eq(magnitude, inf)), Eq(Abs(b), inf));
    r = IfThenElse(extreme, IfThenElseZero(Xor(Gt(magnitude, one), negative_b), inf), r);
    // b of 2^(digits) and above is an even integer, infinity included.
    const V half_b = Mul(b, Set(d, T{0.5}));
    const auto integer = Eq(RoundEven(b), b);
    const auto odd = And(integer, Not(Eq(RoundEven(half_b), half_b)));
    const auto negative = Lt(CopySign(one, a), zero);
    r = IfThenElse(And(negative, odd), Neg(r), r);
    // A negative number to a power that is no integer.
    r = IfThenElse(And(And(Lt(a, zero), Lt(Neg(inf), a)), Not(integer)), QuietNaN(d), r);
    // 1^b and (-1)^(+-inf); a^0; NaN otherwise stays NaN.
    r = IfThenElse(Or(IsNaN(a), IsNaN(b)), QuietNaN(d), r);
    const auto unit = Or(Eq(a, one), And(Eq(magnitude, one), Eq(Abs(b), inf)));
    return IfThenElse(Or(unit, Eq(b, zero)), one, r);
  }
};

ISOBIT_END_TARGET

#endif  // Include guard per target.
