// The power's core: a^b = e^(2 b h) with h = log(a) / 2 in two words.
//
// a = 2^k m with m in [31/32, 31/16), c the multiple of 1/8 nearest to m, s = (m - c) / (m + c), |s| <= 1/33:
//   h = k ln2/2 + ln(c)/2 + atanh(s),   atanh(s) = s + s z P(z),  z = s^2.
// The bins are centred so that numbers near 1 have k = 0 and c = 1: there h is atanh(s) alone and keeps its relative
// accuracy. k ln2/2 + ln(c)/2 is exact in its high part. s is carried in two words, its rounding undone through the
// exact remainder of the division. z P(z) is below 2^-11.6: in plain T it costs h about 2^-11.6 * 2 u relative, u half
// an ulp of 1 (2^-34.6 in f32, 2^-63.6 in f64), and everything else less. b h has that error times |2 b h| <= 104 or
// 746. Half the logarithm is used because atanh gives it without doubling s.
//
// Tried: one interval [sqrt(1/2), sqrt(2)) without a table, |s| < 0.172 (needs 12 coefficients in f64, and z P(z) in
// two words), m c' - 1 with c' near 1/m (a third table, and the cubic term in two words), f32 by way of f64 without
// two-word steps (math/pow_f32-inl.h; slower on AVX2 by a tenth to a third). With 8 bins the tables stay in registers.
// src/math/tools/pow_poly.py prints the constants.
// SPDX-License-Identifier: Apache-2.0
#if defined(ISOBIT_MATH_POW_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ISOBIT_MATH_POW_INL_H_
#undef ISOBIT_MATH_POW_INL_H_
#else
#define ISOBIT_MATH_POW_INL_H_
#endif

#include <limits>

#include "lane/lane.h"
#include "math/double_word-inl.h"
#include "math/exp-inl.h"
#include "math/log-inl.h"

ISOBIT_BEGIN_TARGET

template <typename T>
struct PowConstants;
template <>
struct PowConstants<float> {
  static constexpr int32_t kOrigin = 0x3F780000;  // The bits of 31/32.
  static constexpr float kHalfLn2Hi = 0x1.62e4p-2f;
  static constexpr float kHalfLn2Lo = 0x1.7f7d1cp-21f;
  // ln(1 + i/8) / 2: the high parts are multiples of 2^-16, as kHalfLn2Hi is.
  alignas(64) static constexpr float kHigh[8] = {0.0f,        0x1.e28p-5f,  0x1.c9p-4f,   0x1.4618p-3f,
                                                 0x1.9f3p-3f, 0x1.f128p-3f, 0x1.1e84p-2f, 0x1.41d8p-2f};
  alignas(64) static constexpr float kLow[8] = {
      0.0f,           -0x1.f123aap-18f, -0x1.070cacp-21f, 0x1.78438cp-20f, 0x1.1f65fcp-18f,
      0x1.ebf5ep-20f, 0x1.f5e704p-18f,  0x1.fd08cep-19f};
};
template <>
struct PowConstants<double> {
  static constexpr int64_t kOrigin = 0x3FEF000000000000;
  static constexpr double kHalfLn2Hi = 0x1.62e42fefa4p-2;
  static constexpr double kHalfLn2Lo = -0x1.8432a1b0e2634p-44;
  // Here multiples of 2^-42.
  alignas(64) static constexpr double kHigh[8] = {0.0,
                                                  0x1.e27076e2bp-5,
                                                  0x1.c8ff7c79a8p-4,
                                                  0x1.4618bc21c6p-3,
                                                  0x1.9f323ecbfap-3,
                                                  0x1.f128f5fafp-3,
                                                  0x1.1e85f5e704p-2,
                                                  0x1.41d8fe8467p-2};
  alignas(64) static constexpr double kLow[8] = {0.0,
                                                 -0x1.a342c2af0003cp-46,
                                                 0x1.a21ac25d81ef3p-44,
                                                 -0x1.3d82f484c84ccp-47,
                                                 -0x1.ed03525ca2643p-45,
                                                 0x1.bb2cd720ec44cp-45,
                                                 0x1.a07bd8b34be7cp-47,
                                                 0x1.5732325e617a3p-45};
};

// atanh(s) = s + s z P(z): within 2^-37.7 relative (f32), 2^-70.2 (f64) for |s| <= 1/33.
template <class D, class V>
ISOBIT_INLINE V AtanhTail(D d, V z) {
  if constexpr (sizeof(TFromD<D>) == 4) {
    return Fma(z, Set(d, 0x1.99f7f4p-3f), Set(d, 0x1.555552p-2f));
  } else {
    const V w = Mul(z, z);
    const V p01 = Fma(z, Set(d, 0x1.999999999af1bp-3), Set(d, 0x1.5555555555555p-2));
    const V p23 = Fma(z, Set(d, 0x1.c71cd88e25981p-4), Set(d, 0x1.24924916b7a56p-3));
    return Fma(w, Fma(w, Set(d, 0x1.743364b3f5bdap-4), p23), p01);
  }
}

// log(a) / 2, or log(2^shift a) / 2, for positive normal a; the low part may be up to 2^-23 (f32) or 2^-52 (f64) of the
// high one.
template <bool kShift, class D, class V>
ISOBIT_INLINE DoubleWord<V> HalfLog(D d, V a, V shift) {
  using T = TFromD<D>;
  using C = PowConstants<T>;
  const RebindToSigned<D> di;
  const RebindToUnsigned<D> du;
  using TI = TFromD<decltype(di)>;
  constexpr int kMantissa = sizeof(T) == 4 ? 23 : 52;
  V k;
  VFromD<decltype(di)> m_bits;
  if constexpr (sizeof(T) == 4) {
    const auto bits = BitCast(di, a);
    const auto above = Sub(bits, Set(di, C::kOrigin));
    k = FromInt(d, ShiftRight<kMantissa>(above));
    m_bits = Sub(bits, And(above, Set(di, static_cast<TI>(0xFF800000u))));
  } else {
    // No conversion from i64 on AVX2: the biased exponent goes into the low bits of 2^52 instead.
    const auto above = Add(BitCast(di, a), Set(di, TI{0x3FF0000000000000} - C::kOrigin));
    const auto biased = Or(ShiftRight<kMantissa>(BitCast(du, above)), Set(du, uint64_t{0x4330000000000000u}));
    k = Sub(BitCast(d, biased), Set(d, 0x1p52 + 1023.0));
    m_bits = Add(And(above, Set(di, TI{0x000FFFFFFFFFFFFF})), Set(di, C::kOrigin));
  }
  if constexpr (kShift) k = Add(k, shift);
  // The bits' last but three of the mantissa make eighths: rounded to nearest, and 1 for all of [31/32, 1).
  constexpr TI kEighth = TI{1} << (kMantissa - 3);
  const auto c_bits = And(Add(m_bits, Set(di, kEighth / 2)), Set(di, -kEighth));
  const auto index = BitCast(di, ShiftRight<kMantissa - 3>(BitCast(du, c_bits)));  // Modulo 8: 8 c - 8.
  const V m = BitCast(d, m_bits);
  const V c = BitCast(d, c_bits);
  const V f = Sub(m, c);
  const V sum = Add(c, m);
  const V sum_low = Sub(m, Sub(sum, c));
  const V inverse = Div(Set(d, T{1}), sum);
  const V s = Mul(f, inverse);
  const V z = Mul(s, s);
  const V rest = Mul(Fnma(s, sum_low, Fnma(s, sum, f)), inverse);
  const V s_low = Fma(rest, z, rest);  // atanh's derivative is 1 + z + z^2...
  const V sz = Mul(s, z);
  const V p = AtanhTail(d, z);
  // s + s z p, then the constant on top: both sums with their rounding errors.
  const V u = Fma(sz, p, s);
  const V u_low = Fma(sz, p, Sub(s, u));
  const V base = Fma(k, Set(d, C::kHalfLn2Hi), LookupMod<8>(d, C::kHigh, index));
  const V base_low = Fma(k, Set(d, C::kHalfLn2Lo), LookupMod<8>(d, C::kLow, index));
  const DoubleWord<V> h = FastTwoSum(base, u);
  return {h.hi, Add(h.lo, Add(u_low, Add(s_low, base_low)))};
}

// Any larger |b| gives what this one does: overflow, underflow, or 1 where a = 1.
template <typename T>
constexpr T PowLargest() {
  return static_cast<T>(sizeof(T) == 4 ? 0x1p60 : 0x1p100);
}

// e^(2 b h) for h of HalfLog and |b| up to PowLargest.
template <class D, class V>
ISOBIT_INLINE V PowOfLog(D d, DoubleWord<V> h, V b) {
  const V b2 = Add(b, b);
  const V y = Mul(b2, h.hi);
  return ExpSum(d, y, Fma(b2, h.lo, Fms(b2, h.hi, y)));
}

// a^b for positive normal a and |b| up to PowLargest.
template <class D, class V>
ISOBIT_INLINE V PowCore(D d, V a, V b) {
  return PowOfLog(d, HalfLog<false>(d, a, a), b);
}

// |a|^b for finite a other than 0 and any b but NaN; the same bits as PowCore's where a is a positive normal number.
// Other a count as 1.
template <class D, class V>
ISOBIT_INLINE V PowMagnitude(D d, V a, V b) {
  using T = TFromD<D>;
  constexpr int kDigits = sizeof(T) == 4 ? 23 : 52;
  const V largest = Set(d, PowLargest<T>());
  const V magnitude = Abs(a);
  const auto subnormal = Lt(magnitude, Set(d, std::numeric_limits<T>::min()));
  const V base = IfThenElse(subnormal, Mul(magnitude, Set(d, static_cast<T>(int64_t{1} << kDigits))), magnitude);
  const V shift = IfThenElseZero(subnormal, Set(d, static_cast<T>(-kDigits)));
  const V exponent = IfThenElse(Le(Abs(b), largest), b, CopySign(largest, b));
  const V normal = IfThenElse(IsPositiveNormal(d, base), base, Set(d, T{1}));
  return PowOfLog(d, HalfLog<true>(d, normal, shift), exponent);
}

ISOBIT_END_TARGET

#endif  // Include guard per target.
