// rem: a - floor(a / b) * b as a real number, rounded once: Python's and NumPy's remainder, with the sign of b.
//
// With the sign of b taken out of both operands (and put back at the end), any whole number q for which
// r = a - q * b has |r| < b will do: the result is r, or r + b if r is negative. Only that last sum rounds, for
//   - r is a multiple of b's spacing where |a| >= b, so |r| < b makes it a number of the type: Fnma(q, b, a) is exact.
//     Rounding is monotonic, so Fnma's own result shows whether |r| < b: no bound on the quotient has to be proved.
//   - where |a| < b, q is 0 or, from |a| >= b / 2 on, the sign of a: r = a, or a difference of two numbers within a
//     factor of two, exact again.
// q = RoundEven(a / b) passes this test for all quotients up to 2^24 (f32) or 2^53 (f64), and all infinities, NaNs and
// b = 0 fail it. Taking floor(a / b) for q, the formula's own way, would put the rounding into Fnma, and then r = b
// would not tell a wrong quotient from a rounded one.
//
// What fails the test is divided again, p bits of the quotient at a time: for a quotient too long for the type,
// q = Div(r, b) is a multiple of ulp(q) within ulp(q) / 2, so r - q * b is a multiple of ulp(q) * ulp(b) and at most
// 2^(p - 1) of them: exact. f32 does that in f64, where a / b <= 2^277 needs 6 rounds at most; f64, whose quotients
// reach 2^2098, begins with scaled operands where a / b is near overflow, and needs 41.
//
// f16 and bf16 are f32's results, rounded: r + b is exact in f32 wherever it comes near the middle between two numbers
// of the half format, since 24 >= 2 * 11 + 2. They do take floor(a / b), which saves the sum: for significands of 11
// bits it is right up to 2^12 at least, since a quotient that is no whole number is 2^-12 and more away from the next
// one. That needs b's sign for zero alone. What is not between 0 and b then, for a quotient too long or too small for
// f32, b = 0 or infinity and NaN, goes f32's way; the narrowed numbers tell, twice as many in a vector.
//
// Measured: no result misrounded over 10^8 pairs in f32, 2 * 10^7 in f64 and all 2^32 in each half format, quotients of
// all sizes among them.
// SPDX-License-Identifier: Apache-2.0
#if defined(ISOBIT_KERNELS_REM_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ISOBIT_KERNELS_REM_H_
#undef ISOBIT_KERNELS_REM_H_
#else
#define ISOBIT_KERNELS_REM_H_
#endif

#include <limits>

#include "engine/kernel_base.h"
#include "lane/lane.h"

ISOBIT_BEGIN_TARGET

struct rem_kernel : KernelBase {
  static constexpr bool kHalf = true;
  static constexpr bool kCheckHalf = true;
  // r - q * b for some whole q with |r - q * b| < b, in f64; r finite, b finite and above 0. A lane that is done does
  // not change by what the others still need: either its q is 0, or r moves on to the other number with the same
  // result.
  template <bool kHugeQuotients>
  struct Divide {
    template <class D, class V>
    ISOBIT_INLINE V operator()(D d, V r, V b) const {
      if constexpr (kHugeQuotients) {
        // Above 2^1000, by way of (r * 2^-600) / (b * 2^500): both factors are exact, b being below 2^24 and r above
        // 2^-74, and a quotient of 2^-100 and more stands for a whole number.
        const auto huge = Gt(Abs(Div(r, b)), Set(d, 0x1p1000));
        if (AnyTrue(d, huge)) {
          V scaled_r = IfThenElseZero(huge, Mul(r, Set(d, 0x1p-600)));
          const V scaled_b = IfThenElse(huge, Mul(b, Set(d, 0x1p500)), Set(d, 1.0));
          for (;;) {
            const V q = Div(scaled_r, scaled_b);
            const auto more = Ge(Abs(q), Set(d, 0x1p-100));
            if (!AnyTrue(d, more)) break;
            scaled_r = Fnma(IfThenElseZero(more, q), scaled_b, scaled_r);
          }
          r = IfThenElse(huge, Mul(scaled_r, Set(d, 0x1p600)), r);
        }
      }
      do {
        r = Fnma(RoundEven(Div(r, b)), b, r);
      } while (AnyTrue(d, Ge(Abs(r), b)));
      return r;
    }
  };

  // r's lanes for which `done` is false, divided on, and the special cases.
  template <class D, class V, class M>
  static ISOBIT_INLINE V Rest(D d, V a, V b, V r, M done) {
    const V zero = Zero(d);
    const V infinity = Set(d, std::numeric_limits<TFromD<D>>::infinity());
    const auto ordinary = And(Lt(Abs(a), infinity), And(Gt(b, zero), Lt(b, infinity)));
    const auto undefined = Not(And(Lt(Abs(a), infinity), Gt(b, zero)));
    const V start = IfThenElseZero(ordinary, IfThenElse(done, r, a));
    const V divisor = IfThenElse(ordinary, b, Set(d, TFromD<D>(1)));
    V divided;
    if constexpr (sizeof(TFromD<D>) == 4) {
      divided = ViaF64(d, Divide<false>(), start, divisor);
    } else {
      divided = Divide<true>()(d, start, divisor);
    }
    r = IfThenElse(done, r, divided);
    r = IfThenElse(Eq(b, infinity), a, r);
    return IfThenElse(undefined, QuietNaN(d), r);
  }

  // The residue of smallest non-negative value; zero is +0, of r = -0 too.
  template <class D, class V>
  static ISOBIT_INLINE V Lift(D d, V r, V b) {
    const V zero = Zero(d);
    return Add(r, IfThenElseZero(Lt(r, zero), b));
  }

  template <class D, class V>
  static ISOBIT_INLINE V Eval(D d, V a, V b) {
    const V sign = And(b, Set(d, TFromD<D>(-0.0)));
    const V divisor = Xor(b, sign);
    const V dividend = Xor(a, sign);
    const V r = Fnma(RoundEven(Div(dividend, divisor)), divisor, dividend);
    const auto done = Lt(Abs(r), divisor);
    // The residue of smallest non-negative value. Fnma's zero is never -0, since the sum of two numbers that cancel is
    // +0.
    V y = Xor(IfNegativeThenElse(r, Add(r, divisor), r), sign);
    if (!AllLanes(d, done)) {
      y = Canonical(d, Xor(Lift(d, Rest(d, dividend, divisor, r, done), divisor), sign));
    }
    return y;
  }

  template <class Format, class D, class V>
  static ISOBIT_INLINE V EvalHalf(D, V a, V b) {
    return Fnma(Floor(Div(a, b)), b, a);
  }

  // Gives zero b's sign, and tells whether every y has b's sign and is smaller. A y equal to b may be one above it,
  // rounded, so it is refused too, as is the zero +0 beside a negative b.
  template <class Format, class DU, class VU>
  static ISOBIT_INLINE bool CheckHalf(DU du, VU* y, VU a, VU b) {
    (void)a;
    const VU sign = And(b, Set(du, uint16_t{0x8000}));
    const VU relative = Xor(*y, sign);
    const VU limit = MinNum(Xor(b, sign), Set(du, static_cast<uint16_t>(Format::kInf)));
    *y = Or(*y, sign);
    return !AnyTrue(du, Eq(MaxNum(relative, limit), relative));
  }
};

ISOBIT_END_TARGET

#endif  // Include guard per target.
