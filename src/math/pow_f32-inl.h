// The power of f32 operands, evaluated in f64: a^b = 2^(b log2 a) without any double-word arithmetic. The numbers of
// f32, subnormal ones included, and the results down to f32's subnormals are normal in f64, so that no input or result
// of a finite power needs scaling, and the one rounding to f32 (or to a half format) is the conversion's.
// src/math/tools/pow_f32_poly.py prints the constants.
// SPDX-License-Identifier: Apache-2.0
#if defined(ISOBIT_MATH_POW_F32_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ISOBIT_MATH_POW_F32_INL_H_
#undef ISOBIT_MATH_POW_F32_INL_H_
#else
#define ISOBIT_MATH_POW_F32_INL_H_
#endif

#include "lane/lane.h"
#include "math/log-inl.h"

ISOBIT_BEGIN_TARGET

// log2(a) for positive normal f64 a, within 2^-37 relative: k + s Q(z) with s = (m - 1) / (m + 1), z = s^2. Where k is
// 0 the sum is s Q(z) alone, so that the relative error holds near 1 too; elsewhere |k + s Q(z)| >= 1/2.
template <class D, class V>
ISOBIT_INLINE V Log2InF64(D d, V a) {
  const LogReduction<V> r = ReduceLog(d, a);
  const V one = Set(d, 1.0);
  const V s = Div(Sub(r.mantissa, one), Add(r.mantissa, one));
  const V z = Mul(s, s);
  const V w = Mul(z, z);
  const V q01 = Fma(z, Set(d, 0x1.ec709cc1b7573p-1), Set(d, 0x1.71547652c2e36p+1));
  const V q23 = Fma(z, Set(d, 0x1.a570883913d9dp-2), Set(d, 0x1.2777bd5d211afp-1));
  const V q = Fma(w, Fma(w, Set(d, 0x1.5f010b68641ecp-2), q23), q01);
  return Fma(s, q, r.exponent);
}

// 2^y for any y but NaN, within 2^-28.9 relative where f32 can tell the result from zero and infinity.
template <class D, class V>
ISOBIT_INLINE V Exp2InF64(D d, V y) {
  const RebindToUnsigned<D> du;
  const V magic = Set(d, 0x1.8p52);
  y = MaxNum(MinNum(y, Set(d, 200.0)), Set(d, -200.0));
  const V n = Add(y, magic);  // The integer nearest to y, in the low bits.
  const V f = Sub(y, Sub(n, magic));
  const V f2 = Mul(f, f);
  const V p01 = Fma(f, Set(d, 0x1.ebfbdc3c0fee3p-3), Set(d, 0x1.62e430af259c5p-1));
  const V p23 = Fma(f, Set(d, 0x1.3b2d4d06a1e6dp-7), Set(d, 0x1.c6aee88f111eep-5));
  const V p45 = Fma(f, Set(d, 0x1.41fbaf8ec83c1p-13), Set(d, 0x1.5f3e52ef689c0p-10));
  const V p = Fma(f2, Fma(f2, p45, p23), p01);
  const V r = Fma(f, p, Set(d, 1.0));
  return BitCast(d, Add(BitCast(du, r), ShiftLeft<52>(BitCast(du, n))));
}

// v shortened to kDigits significant bits, the last one set where any bit cut off was: rounding it once more, to
// a number with at least two digits fewer, rounds v as if in one step. Infinities stay, NaN stays NaN; 0 keeps v whole.
template <int kDigits, class D, class V>
ISOBIT_INLINE V RoundToOdd(D d, V v) {
  if constexpr (kDigits == 0) {
    return v;
  } else {
    const RebindToUnsigned<D> du;
    const auto below = Set(du, (uint64_t{1} << (53 - kDigits)) - 1);
    const auto bits = BitCast(du, v);
    // The carry of the bits cut off reaches the last one kept.
    return BitCast(d, AndNot(below, Or(bits, Add(And(bits, below), below))));
  }
}

// a^b for ViaF64, a > 0 and b finite.
struct PowViaF64 {
  template <class D, class V>
  ISOBIT_INLINE V operator()(D d, V a, V b) const {
    return Exp2InF64(d, Mul(b, Log2InF64(d, a)));
  }
};

ISOBIT_END_TARGET

#endif  // Include guard per target.
