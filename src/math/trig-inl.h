// sin and cos, the two kernels' common core: reduction of the argument by pi / 2 and the polynomials, for f32 and f64.
//
// x = n * pi/2 + r, |r| <= pi/4 (f32 up to 0.8135, its n being off by 0.018 at most); sin(r) or cos(r) by the parity of
// n, negated by its second bit. r is held as a high part, exact and on a fixed grid, and a low part, so that arguments
// next to a multiple of pi/2 lose nothing. Beyond the near range (2^20 for f32, 2^40 for f64) x * 2/pi comes from a
// table of 2^E * 2/pi modulo whole turns, indexed by x's exponent; such lanes cost the others time, but none of their
// bits.
//
// Error budget in ULP, at |r| close to pi/4 where it is largest:
//   f32 sin: last rounding 0.5, low part taken without its factor cos(r) 0.16, S 0.04 (0.13 below 0.7, where the others
//            are small), roundings of z, S, z S and their sum 0.06 each.
//   f32 cos: last rounding 0.5, the one before 0.25, the rest 0.05.
//   f64 sin: last rounding 0.5, S 0.035, roundings of h, S, r h and their sum 0.06 each.
//   f64 cos: last rounding 0.5, the rest below 0.1 together.
//
// Tried besides: f32 in f64, half turns and one polynomial of degree 9, in error by 0.62 ULP: as many instructions, but
// two long chains of them for each vector, 25 % slower on AVX2 (the far numbers still go that way, since their
// reduction needs f64). Half turns in one precision need most of the polynomial in two words: as many operations, in a
// longer chain. A table of sines in registers needs two words of each entry. f64's polynomials by Estrin's scheme:
// slower and less accurate than by Horner's, the multipliers being busy anyway. f32's are Estrin's, for z^2 is needed
// in any case. The polynomials come from math/tools/trig.sollya, the tables from math/tools/trig_constants.py.
// SPDX-License-Identifier: Apache-2.0
#if defined(ISOBIT_MATH_TRIG_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ISOBIT_MATH_TRIG_INL_H_
#undef ISOBIT_MATH_TRIG_INL_H_
#else
#define ISOBIT_MATH_TRIG_INL_H_
#endif

#include "engine/kernel_base.h"
#include "lane/lane.h"
#include "math/double_word-inl.h"
#include "math/trig_tables.h"

ISOBIT_BEGIN_TARGET

namespace trig {
using namespace isobit::trig;

enum class Function { kSin, kCos };

// x = (n + f) * pi/2 for a whole number n of quarter turns, which stands in the low bits of `shifted`, and
// f * pi/2 = r + r_lo. The low part is kept with its sign flipped, so that the sum r - (-r_lo) keeps the sign of a
// zero.
template <class V>
struct Reduced {
  V shifted;
  V r;
  V neg_lo;
};

// 1.5 * 2^(p - 1): adding it rounds to a whole number, to nearest even.
template <class D, typename T = TFromD<D>>
ISOBIT_INLINE VFromD<D> RoundingShift(D d) {
  return Set(d, sizeof(T) == 4 ? T(0x1.8p23) : T(0x1.8p52));
}

// The magnitude's bits of the last near number, below 2^20 or 2^40. As integers, magnitudes compare as numbers do, and
// infinities and NaN are above all of them.
template <typename T>
struct Near;
template <>
struct Near<float> {
  static constexpr int32_t kLast = 0x497FFFFF;
};
template <>
struct Near<double> {
  static constexpr int64_t kLast = 0x426FFFFFFFFFFFFF;
};

// For near x. With p = 24 or 53 bits: x - n * kPart1 is exact, being a multiple of 2^-p below 1, and so is its
// difference with n * kPart2 rounded to a multiple of 2^-p: cancellation, however deep, costs nothing. The part rounded
// off has p bits at most; r_lo is exact but for n * kPart3, added last.
template <class D, class V>
ISOBIT_INLINE Reduced<V> Reduce(D d, V x) {
  using Q = QuarterTurn<TFromD<D>>;
  const V shift = RoundingShift(d);
  const V shifted = Fma(x, Set(d, Q::kInverse), shift);
  const V n = Sub(shifted, shift);
  const V coarse = Fnma(n, Set(d, Q::kPart1), x);
  const V grid = Set(d, 0.75);
  const V middle = Sub(Fma(n, Set(d, Q::kPart2), grid), grid);
  const V neg_lo = Fma(n, Set(d, Q::kPart3), Fms(n, Set(d, Q::kPart2), middle));
  return {shifted, Sub(coarse, middle), neg_lo};
}

template <Function kFunction, class D, class V>
ISOBIT_INLINE V Evaluate(D d, Reduced<V> q) {
  using T = TFromD<D>;
  const RebindToUnsigned<D> du;
  using TU = TFromD<decltype(du)>;
  constexpr int kTop = 8 * sizeof(T) - 1;
  const V one = Set(d, T(1));
  const V half = Set(d, T(0.5));
  const V r = q.r;
  V sin, cos;
  // The constants in z and h change no result, but keep them out of the subnormal numbers, which are slow.
  if constexpr (sizeof(T) == 4) {
    // sin(r) = r - r z S(z) and 2 (1 - cos(r)) = z - z^2 C(z) for z = r^2.
    const V z = Fma(r, r, Set(d, 0x1p-29f));
    const V z2 = Mul(z, z);
    // cos gets the rounding error of z back.
    const V z_lo = Fma(Add(r, r), q.neg_lo, Fnma(r, r, z));
    const V c = Fma(Set(d, 0x1.998b36p-15f), z2, Fma(Set(d, -0x1.6c0ae8p-9f), z, Set(d, 0x1.555548p-4f)));
    cos = Fnma(half, Sub(z, Fma(z2, c, z_lo)), one);
    const V s = Fma(Set(d, 0x1.981dc2p-13f), z2, Fma(Set(d, -0x1.110362p-7f), z, Set(d, 0x1.55553ap-3f)));
    sin = Sub(r, Fma(Mul(z, s), r, q.neg_lo));
  } else {
    // sin(r) = r - r h S(h) and cos(r) = 1 - h + h^2 C(h) for h = r^2 / 2.
    const V r2 = Mul(r, half);
    const V h = Fma(r2, r, Set(d, 0x1p-62));
    V s = Fma(Set(d, -0x1.5d93ad5c04305p-27), h, Set(d, 0x1.ae5e68be201ep-21));
    V c = Fma(Set(d, -0x1.8fb1560393fe7p-30), h, Set(d, 0x1.1ee9f197db583p-23));
    const V w = Sub(one, h);
    s = Fma(s, h, Set(d, -0x1.71de357b4339fp-15));
    c = Fma(c, h, Set(d, -0x1.27e4f8131550cp-17));
    const V h_lo = Fnma(r, q.neg_lo, Fms(r2, r, h));
    s = Fma(s, h, Set(d, 0x1.a01a019c1644p-10));
    c = Fma(c, h, Set(d, 0x1.a01a019cbfd2cp-12));
    // cos gets the rounding errors of h and of 1 - h back.
    const V w_lo = Sub(Sub(Sub(one, w), h), h_lo);
    s = Fma(s, h, Set(d, -0x1.111111110f8a7p-5));
    c = Fma(c, h, Set(d, -0x1.6c16c16c15222p-7));
    s = Fma(s, h, Set(d, 0x1.5555555555549p-2));
    c = Fma(c, h, Set(d, 0x1.555555555554cp-3));
    // The low part enters sin times cos(r), for which 1 - h suffices.
    sin = Sub(r, Fma(Mul(r, h), s, Mul(q.neg_lo, w)));
    cos = Add(w, Fma(Mul(h, h), c, w_lo));
  }
  // sin for an even, cos for an odd number of quarter turns; the sign of the number's second bit.
  auto n = BitCast(du, q.shifted);
  if constexpr (kFunction == Function::kCos) n = Add(n, Set(du, TU(1)));
  const auto sign = And(ShiftLeft<kTop - 1>(n), Set(du, TU(TU(1) << kTop)));
  return Xor(IfNegativeThenElse(BitCast(d, ShiftLeft<kTop>(n)), cos, sin), BitCast(d, sign));
}

// ---- f32 beyond 2^20, in f64 ----
// sin(x) = (-1)^n sin(pi g) for x / pi = n + g, and cos(x) is the same with x / pi + 1/2 = n + g.
template <Function kFunction>
struct FarF32 {
  template <class D, class V>
  ISOBIT_INLINE V operator()(D d, V x) const {
    const RebindToUnsigned<D> du;
    const RebindToSigned<D> di;
    const auto bits = BitCast(du, x);
    const auto index = BitCast(di, And(ShiftRight<52>(bits), Set(du, 127u)));
    const V m = BitCast(d, Or(And(bits, Set(du, 0x800FFFFFFFFFFFFFu)), Set(du, 0x3FF0000000000000u)));
    const V hi = Gather(d, kPeriodsHi, index);
    // The product is exact, having 53 bits at most, and so is its sum with 1/2.
    const V t = kFunction == Function::kSin ? Mul(m, hi) : Fma(m, hi, Set(d, 0.5));
    const V shifted = Add(t, RoundingShift(d));
    const V g = Fma(m, Gather(d, kPeriodsLo, index), Sub(t, Sub(shifted, RoundingShift(d))));
    const V z = Mul(g, g);
    V p = Fma(Set(d, 0x1.3c783f4959b81p-4), z, Set(d, -0x1.323a9d10126b9p-1));
    p = Fma(p, z, Set(d, 0x1.46680756e18d3p1));
    p = Fma(p, z, Set(d, -0x1.4abbbd9076f8p2));
    p = Fma(p, z, Set(d, 0x1.921fb512875b7p1));
    return Xor(Mul(g, p), BitCast(d, ShiftLeft<63>(BitCast(du, shifted))));
  }
};

// ---- f64 beyond 2^40 ----
// x = m * 2^(16 g - 1008); m * 2^(16 g - 1008) * 2/pi less a multiple of 8 to about 2^-140.
template <class D, class V>
ISOBIT_INLINE Reduced<V> ReduceFarF64(D d, V x) {
  const RebindToUnsigned<D> du;
  const RebindToSigned<D> di;
  const auto bits = BitCast(du, x);
  const auto index = BitCast(di, And(ShiftRight<56>(bits), Set(du, 63u)));
  const V m = BitCast(d, Or(And(bits, Set(du, 0x80FFFFFFFFFFFFFFu)), Set(du, 0x3F00000000000000u)));
  // The first product is at least 2^55, so what it rounds to is a multiple of 8 and its error alone counts.
  const V p1 = TwoProd(m, Gather(d, kQuarters1, index)).lo;
  const DoubleWord<V> p2 = TwoProd(m, Gather(d, kQuarters2, index));
  const DoubleWord<V> p3 = TwoProd(m, Gather(d, kQuarters3, index));
  const DoubleWord<V> s = TwoSum(p1, p2.hi);
  const V shifted = Add(s.hi, RoundingShift(d));
  const V fraction = Sub(s.hi, Sub(shifted, RoundingShift(d)));
  // The rest, some 2^-33 and less, in two words: the fraction may be zero.
  const DoubleWord<V> a = TwoSum(s.lo, p2.lo);
  const DoubleWord<V> b = TwoSum(a.hi, p3.hi);
  const V c = Fma(m, Gather(d, kQuarters4, index), Add(p3.lo, Add(a.lo, b.lo)));
  const DoubleWord<V> f = TwoSum(fraction, b.hi);
  const V f_lo = Add(Add(f.lo, c), Sub(x, x));  // x - x: NaN for an infinity.
  const V part1 = Set(d, QuarterTurn<double>::kPart1);
  const DoubleWord<V> r = TwoProd(f.hi, part1);
  const V lo = Add(r.lo, Fma(f.hi, Set(d, QuarterTurn<double>::kPart2), Mul(f_lo, part1)));
  return {shifted, r.hi, Neg(lo)};
}

// x's lanes of which at least one is far.
template <Function kFunction, class D, class V>
ISOBIT_INLINE V TrigFar(D d, V x) {
  const RebindToSigned<D> di;
  const Reduced<V> q = Reduce(d, x);
  const auto far = RebindMask(d, Gt(BitCast(di, Abs(x)), Set(di, Near<TFromD<D>>::kLast)));
  if constexpr (sizeof(TFromD<D>) == 4) {
    return Canonical(d, IfThenElse(far, ViaF64(d, FarF32<kFunction>(), x), Evaluate<kFunction>(d, q)));
  } else {
    const Reduced<V> f = ReduceFarF64(d, x);
    const Reduced<V> either = {IfThenElse(far, f.shifted, q.shifted), IfThenElse(far, f.r, q.r),
                               IfThenElse(far, f.neg_lo, q.neg_lo)};
    return Canonical(d, Evaluate<kFunction>(d, either));
  }
}

template <Function kFunction, class D, class V>
ISOBIT_INLINE V Trig(D d, V x) {
  const RebindToSigned<D> di;
  const auto far = Gt(BitCast(di, Abs(x)), Set(di, Near<TFromD<D>>::kLast));
  V r;
  if (__builtin_expect(AnyTrue(di, far), 0)) {
    r = TrigFar<kFunction>(d, x);
  } else {
    r = Evaluate<kFunction>(d, Reduce(d, x));
  }
  return r;
}

// For f16 and bf16, whose results leave f32 some bits to spare: half turns and one odd polynomial on [-pi/2, pi/2], its
// coefficients chosen among those near the best (relative error 2^-26.7) for having no result misrounded
// (math/tools/trig_half.py). The last bit is set, so that no result stands in the middle between two numbers of the
// half format: the true one never does.
template <Function kFunction, class D, class V>
ISOBIT_INLINE V HalfNear(D d, V x) {
  const RebindToUnsigned<D> du;
  constexpr bool kSin = kFunction == Function::kSin;
  const V inverse = Set(d, 0x1.45f306p-2f);
  const V part1 = Set(d, 0x1.921fb4p+1f);
  const V part2 = Set(d, 0x1.4442d2p-23f);
  V shifted, r;
  if constexpr (kSin) {
    shifted = Fma(x, inverse, RoundingShift(d));
    const V n = Sub(shifted, RoundingShift(d));
    r = Fnma(n, part2, Fnma(n, part1, x));
  } else {
    // cos(x) = (-1)^n sin((n + 1/2) pi - x).
    shifted = Add(Fma(x, inverse, Set(d, -0.5f)), RoundingShift(d));
    const V n = Add(Sub(shifted, RoundingShift(d)), Set(d, 0.5f));
    r = Fma(n, part2, Fms(n, part1, x));
  }
  const V z = Mul(r, r);
  V q = Fma(Set(d, kSin ? 0x1.5d7b58p-19f : 0x1.5d6876p-19f), z, Set(d, kSin ? -0x1.9f6cf2p-13f : -0x1.9f694ap-13f));
  q = Fma(q, z, Set(d, kSin ? 0x1.110ecep-7f : 0x1.110f4p-7f));
  q = Fma(q, z, Set(d, kSin ? -0x1.55554cp-3f : -0x1.555558p-3f));
  auto s = Or(BitCast(du, Fma(Mul(r, z), q, r)), Set(du, 1u));
  if constexpr (kSin) s = Or(s, And(BitCast(du, r), Set(du, 0x80000000u)));  // The sum has lost the sign of a zero.
  return BitCast(d, Xor(s, ShiftLeft<31>(BitCast(du, shifted))));
}

template <Function kFunction, class Format, class D, class V>
ISOBIT_INLINE V TrigHalf(D d, V x) {
  if constexpr (Format::kInf == F16Format::kInf) {
    return Canonical(d, HalfNear<kFunction>(d, x));
  } else {
    const RebindToSigned<D> di;
    const auto far = Gt(BitCast(di, Abs(x)), Set(di, Near<float>::kLast));
    V r = HalfNear<kFunction>(d, x);
    if (__builtin_expect(AnyTrue(di, far), 0)) {
      r = Canonical(d, IfThenElse(RebindMask(d, far), ViaF64(d, FarF32<kFunction>(), x), r));
    }
    return r;
  }
}

}  // namespace trig

ISOBIT_END_TARGET

#endif  // Include guard per target.
