// pow: a^b with every special case of IEEE 754 and C Annex F. The maths is in math/pow-inl.h; here are the operands
// that are not a positive normal number and a number, and the half formats.
//
// Error in ULP: 0.5 of the last rounding, 0.1 of the exponential's parts, and the logarithm's relative error times |b
// log a|, 0.25 at most. Worst found, f32, 10^8 pairs, bases near 1 with huge exponents among them:
// pow(0x1.1053ap+0, 0x1.32d9a8p+10) = 0x1.646348p+109 where 0x1.6463466be38e2p+109 is true, 0.789 ULP. f64, 10^7
// pairs: pow(0x1.0d6bcfa8e2668p+0, -0x1.a78b87233e96p+13) = 0x017CDADF48994B4F for ...B50, 0.740 ULP. f16 and bf16:
// correctly rounded for all 2^32 pairs.
// SPDX-License-Identifier: Apache-2.0
#if defined(ISOBIT_KERNELS_POW_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ISOBIT_KERNELS_POW_H_
#undef ISOBIT_KERNELS_POW_H_
#else
#define ISOBIT_KERNELS_POW_H_
#endif

#include <type_traits>

#include "engine/kernel_base.h"
#include "lane/lane.h"
#include "math/half_midpoint-inl.h"
#include "math/log-inl.h"
#include "math/pow-inl.h"
#include "math/pow_f32-inl.h"

ISOBIT_BEGIN_TARGET

struct pow_kernel : KernelBase {
  static constexpr bool kHalf = true;
  template <typename T>
  static constexpr bool kPairs = true;

  template <class D, class V>
  static ISOBIT_INLINE V Eval(D d, V a, V b) {
    // By their bits: those of infinity and of NaN are above any number's.
    const RebindToSigned<D> di;
    const V largest = Set(d, PowLargest<TFromD<D>>());
    const auto ordinary = AndNot(RebindMask(d, Gt(BitCast(di, Abs(b)), BitCast(di, largest))), IsPositiveNormal(d, a));
    V r;
    if (AllLanes(d, ordinary)) {
      r = PowCore(d, a, b);
    } else {
      r = Rare(d, a, b);
    }
    return r;
  }

  // The f32 power errs by less than one unit of f32, so it narrows to the right number unless it is a midpoint between
  // two neighbours in the half format. There the power is evaluated in f64.
  template <class Format, class D, class V>
  static ISOBIT_INLINE V EvalHalf(D d, V a, V b) {
    // The true power lies on the side of a midpoint on which r lies, being less than one unit of f32 away.
    V r = Eval(d, a, b);
    if (AnyTrue(d, MayBeMidpoint<Format>(d, r))) {
      const auto midpoint = IsMidpoint<Format>(d, r);
      if (AnyTrue(d, midpoint)) {
        const V one = Set(d, 1.0f);
        r = IfThenElse(midpoint, AtMidpoint(d, IfThenElse(midpoint, Abs(a), one), IfThenElse(midpoint, b, one), r), r);
      }
    }
    return r;
  }

 private:
  template <class D, class V>
  static ISOBIT_INLINE V AtMidpoint(D d, V a, V b, V r) {
    return CopySign(ViaF64(d, PowForHalf(), a, b), r);
  }

  // The power in f64 for a > 0 and finite b, so that narrowing it rounds once: a midpoint is met exactly (it is the
  // only number of few digits within the error), anything else is rounded to odd.
  struct PowForHalf {
    template <class D, class V>
    ISOBIT_INLINE V operator()(D d, V a, V b) const {
      const RebindToUnsigned<D> du;
      const auto bits = BitCast(du, PowCore(d, a, b));
      const auto nearest = AndNot(Set(du, uint64_t{0x7F}), Add(bits, Set(du, uint64_t{0x40})));
      return RoundToOdd<16>(d, BitCast(d, nearest));
    }
  };

  template <class D, class V>
  static ISOBIT_INLINE V Rare(D d, V a, V b) {
    return Specials(d, a, b, PowMagnitude(d, a, b));
  }

  // a^b, r being |a|^b where both are finite and a is not 0.
  template <class D, class V>
  static ISOBIT_INLINE V Specials(D d, V a, V b, V r) {
    using T = TFromD<D>;
    const V zero = Zero(d);
    const V one = Set(d, T{1});
    const V inf = Set(d, static_cast<T>(__builtin_inf()));
    const V magnitude = Abs(a);
    const auto negative_b = Lt(b, zero);
    // |a| of 0 or infinity, and b infinite, give 0 or infinity: the latter if exactly one of "log |a| < 0" and "b < 0"
    // holds.
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
