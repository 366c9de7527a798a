// The lane vocabulary in plain C++, one element at a time: the scalar reference path, and the definition of what each
// operation means. A "vector" is a number, a mask is a bool, a tag names the number's type.
// SPDX-License-Identifier: Apache-2.0
#ifndef ISOBIT_LANE_SCALAR_H_
#define ISOBIT_LANE_SCALAR_H_

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "lane/narrow.h"

#if defined(__FAST_MATH__) || defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__
#error "isobit needs IEEE arithmetic: remove -ffast-math and -ffinite-math-only."
#endif

#define ISOBIT_INLINE inline __attribute__((always_inline))
// Lambdas and functors that run inside a kernel carry this before their body.
#define ISOBIT_ATTR
#define ISOBIT_BEGIN_TARGET \
  namespace isobit {        \
  namespace N_SCALAR {
#define ISOBIT_END_TARGET \
  }                       \
  }

namespace isobit {
namespace N_SCALAR {

static_assert(std::numeric_limits<float>::is_iec559 && std::numeric_limits<double>::is_iec559, "needs IEEE formats");
#if defined(__FLT_EVAL_METHOD__)
static_assert(__FLT_EVAL_METHOD__ == 0, "float and double must be evaluated in their own precision");
#endif

// What vector targets say of themselves; the scalar loops do not ask.
constexpr int kVectorRegisters = 16;

// ---- Tags and types ----
template <typename T>
struct ScalarTag {
  using type = T;
};
template <class D>
using TFromD = typename D::type;
template <class D>
using VFromD = typename D::type;
template <class D>
using MFromD = bool;

namespace detail {
template <typename T>
struct Same;  // The integer types of the same size.
template <>
struct Same<float> {
  using I = int32_t;
  using U = uint32_t;
};
template <>
struct Same<double> {
  using I = int64_t;
  using U = uint64_t;
};
template <>
struct Same<int16_t> {
  using I = int16_t;
  using U = uint16_t;
};
template <>
struct Same<uint16_t> : Same<int16_t> {};
template <>
struct Same<int32_t> : Same<float> {};
template <>
struct Same<uint32_t> : Same<float> {};
template <>
struct Same<int64_t> : Same<double> {};
template <>
struct Same<uint64_t> : Same<double> {};
template <typename T>
using U = typename Same<T>::U;
template <typename T>
using I = typename Same<T>::I;
template <typename T>
ISOBIT_INLINE U<T> Bits(T v) {
  U<T> u;
  std::memcpy(&u, &v, sizeof(v));
  return u;
}
template <typename T>
ISOBIT_INLINE T FromBits(U<T> u) {
  T v;
  std::memcpy(&v, &u, sizeof(v));
  return v;
}
template <typename T>
using EnableFloat = std::enable_if_t<std::is_floating_point<T>::value, int>;
template <typename T>
using EnableInt = std::enable_if_t<std::is_integral<T>::value && !std::is_same<T, bool>::value, int>;
template <typename T>
using EnableNumber = std::enable_if_t<std::is_arithmetic<T>::value && !std::is_same<T, bool>::value, int>;
}  // namespace detail

// The tag of signed / unsigned integers of D's size; of the other width's numbers.
template <class D>
using RebindToSigned = ScalarTag<detail::I<TFromD<D>>>;
template <class D>
using RebindToUnsigned = ScalarTag<detail::U<TFromD<D>>>;

template <class D>
constexpr size_t Lanes(D) {
  return 1;
}
template <class D>
ISOBIT_INLINE VFromD<D> Set(D, TFromD<D> t) {
  return t;
}
template <class D>
ISOBIT_INLINE VFromD<D> Zero(D) {
  return TFromD<D>(0);
}
// The same bits as another type of the same size.
template <class D, typename T>
ISOBIT_INLINE VFromD<D> BitCast(D, T v) {
  static_assert(sizeof(T) == sizeof(TFromD<D>), "BitCast keeps the size");
  return detail::FromBits<TFromD<D>>(detail::Bits(v));
}

// ---- Arithmetic: one IEEE operation, rounded to nearest even; integers wrap ----
template <typename T, detail::EnableFloat<T> = 0>
ISOBIT_INLINE T Add(T a, T b) {
  return a + b;
}
template <typename T, detail::EnableFloat<T> = 0>
ISOBIT_INLINE T Sub(T a, T b) {
  return a - b;
}
template <typename T, detail::EnableFloat<T> = 0>
ISOBIT_INLINE T Mul(T a, T b) {
  return a * b;
}
template <typename T, detail::EnableFloat<T> = 0>
ISOBIT_INLINE T Div(T a, T b) {
  return a / b;
}
template <typename T, detail::EnableInt<T> = 0>
ISOBIT_INLINE T Add(T a, T b) {
  return static_cast<T>(static_cast<detail::U<T>>(detail::Bits(a) + detail::Bits(b)));
}
template <typename T, detail::EnableInt<T> = 0>
ISOBIT_INLINE T Sub(T a, T b) {
  return static_cast<T>(static_cast<detail::U<T>>(detail::Bits(a) - detail::Bits(b)));
}
ISOBIT_INLINE float Sqrt(float v) { return std::sqrt(v); }
ISOBIT_INLINE double Sqrt(double v) { return std::sqrt(v); }
// a * b + c, rounded once.
ISOBIT_INLINE float Fma(float a, float b, float c) { return std::fma(a, b, c); }
ISOBIT_INLINE double Fma(double a, double b, double c) { return std::fma(a, b, c); }
// c - a * b, rounded once.
template <typename T, detail::EnableFloat<T> = 0>
ISOBIT_INLINE T Fnma(T a, T b, T c) {
  return Fma(-a, b, c);
}
// a * b - c, rounded once.
template <typename T, detail::EnableFloat<T> = 0>
ISOBIT_INLINE T Fms(T a, T b, T c) {
  return Fma(a, b, -c);
}

// ---- Bits, on numbers of any type ----
template <typename T, detail::EnableNumber<T> = 0>
ISOBIT_INLINE T And(T a, T b) {
  return detail::FromBits<T>(static_cast<detail::U<T>>(detail::Bits(a) & detail::Bits(b)));
}
template <typename T, detail::EnableNumber<T> = 0>
ISOBIT_INLINE T Or(T a, T b) {
  return detail::FromBits<T>(static_cast<detail::U<T>>(detail::Bits(a) | detail::Bits(b)));
}
template <typename T, detail::EnableNumber<T> = 0>
ISOBIT_INLINE T Xor(T a, T b) {
  return detail::FromBits<T>(static_cast<detail::U<T>>(detail::Bits(a) ^ detail::Bits(b)));
}
// ~a & b.
template <typename T, detail::EnableNumber<T> = 0>
ISOBIT_INLINE T AndNot(T a, T b) {
  return detail::FromBits<T>(static_cast<detail::U<T>>(~detail::Bits(a) & detail::Bits(b)));
}
// Flips / clears the sign bit, of a NaN too.
template <typename T, detail::EnableFloat<T> = 0>
ISOBIT_INLINE T Neg(T v) {
  return Xor(v, T(-0.0));
}
template <typename T, detail::EnableFloat<T> = 0>
ISOBIT_INLINE T Abs(T v) {
  return AndNot(T(-0.0), v);
}
// The magnitude bits of the first, the sign bit of the second.
template <typename T, detail::EnableFloat<T> = 0>
ISOBIT_INLINE T CopySign(T magnitude, T sign) {
  return Or(AndNot(T(-0.0), magnitude), And(T(-0.0), sign));
}
// The same for a magnitude whose sign bit is clear.
template <typename T, detail::EnableFloat<T> = 0>
ISOBIT_INLINE T CopySignToAbs(T magnitude, T sign) {
  return Or(magnitude, And(T(-0.0), sign));
}
template <int kBits, typename T, detail::EnableInt<T> = 0>
ISOBIT_INLINE T ShiftLeft(T v) {
  return static_cast<T>(static_cast<detail::U<T>>(detail::Bits(v) << kBits));
}
// Arithmetic for signed, logical for unsigned integers.
template <int kBits, typename T, detail::EnableInt<T> = 0>
ISOBIT_INLINE T ShiftRight(T v) {
  return static_cast<T>(v >> kBits);
}
// Per-lane counts, each in [0, bits of T).
template <typename T, detail::EnableInt<T> = 0>
ISOBIT_INLINE T Shl(T v, T count) {
  return static_cast<T>(static_cast<detail::U<T>>(detail::Bits(v) << count));
}
template <typename T, detail::EnableInt<T> = 0>
ISOBIT_INLINE T Shr(T v, T count) {
  return static_cast<T>(v >> count);
}

// ---- Comparisons: false for a NaN operand, but NotEq is then true ----
template <typename T, detail::EnableNumber<T> = 0>
ISOBIT_INLINE bool Lt(T a, T b) {
  return a < b;
}
template <typename T, detail::EnableNumber<T> = 0>
ISOBIT_INLINE bool Gt(T a, T b) {
  return a > b;
}
template <typename T, detail::EnableFloat<T> = 0>
ISOBIT_INLINE bool Le(T a, T b) {
  return a <= b;
}
template <typename T, detail::EnableFloat<T> = 0>
ISOBIT_INLINE bool Ge(T a, T b) {
  return a >= b;
}
template <typename T, detail::EnableNumber<T> = 0>
ISOBIT_INLINE bool Eq(T a, T b) {
  return a == b;
}
template <typename T, detail::EnableNumber<T> = 0>
ISOBIT_INLINE bool NotEq(T a, T b) {
  return a != b;
}
template <typename T, detail::EnableFloat<T> = 0>
ISOBIT_INLINE bool IsNaN(T v) {
  return v != v;
}
template <typename T, detail::EnableFloat<T> = 0>
ISOBIT_INLINE bool IsNaN(T a, T b) {
  return IsNaN(a) || IsNaN(b);
}

// ---- Masks ----
ISOBIT_INLINE bool And(bool a, bool b) { return a && b; }
ISOBIT_INLINE bool Or(bool a, bool b) { return a || b; }
ISOBIT_INLINE bool Xor(bool a, bool b) { return a != b; }
ISOBIT_INLINE bool AndNot(bool a, bool b) { return !a && b; }
ISOBIT_INLINE bool Not(bool m) { return !m; }
// A mask of one lane type as the mask of another of the same size.
template <class D>
ISOBIT_INLINE bool RebindMask(D, bool m) {
  return m;
}
template <typename T, detail::EnableNumber<T> = 0>
ISOBIT_INLINE T IfThenElse(bool m, T yes, T no) {
  return m ? yes : no;
}
template <typename T, detail::EnableNumber<T> = 0>
ISOBIT_INLINE T IfThenElseZero(bool m, T yes) {
  return m ? yes : T(0);
}
template <typename T, detail::EnableNumber<T> = 0>
ISOBIT_INLINE T IfThenZeroElse(bool m, T no) {
  return m ? T(0) : no;
}
// yes where the sign bit of v is set: the cheapest choice by a bit, shifted to the top. v, yes, no of one float type.
template <typename T, detail::EnableFloat<T> = 0>
ISOBIT_INLINE T IfNegativeThenElse(T v, T yes, T no) {
  return static_cast<detail::I<T>>(detail::Bits(v)) < 0 ? yes : no;
}
// Whether any lane of the vector is set: only to skip work whose result would be discarded in every lane.
template <class D>
ISOBIT_INLINE bool AnyTrue(D, bool m) {
  return m;
}
// Whether every lane of the vector is set: the opposite, for masks of the ordinary lanes.
template <class D>
ISOBIT_INLINE bool AllLanes(D, bool m) {
  return m;
}
// a > b ? a : b and a < b ? a : b: the second operand where they are equal, zeros of unlike sign included, or
// unordered.
template <typename T, detail::EnableFloat<T> = 0>
ISOBIT_INLINE T MaxOrSecond(T a, T b) {
  return a > b ? a : b;
}
template <typename T, detail::EnableFloat<T> = 0>
ISOBIT_INLINE T MinOrSecond(T a, T b) {
  return a < b ? a : b;
}
// Smaller / larger number by Lt, for operands that are not NaN and not zeros of unlike sign (else either operand or
// bits of a NaN may come back, and no result may depend on it).
template <typename T, detail::EnableNumber<T> = 0>
ISOBIT_INLINE T MinNum(T a, T b) {
  return a < b ? a : b;
}
template <typename T, detail::EnableNumber<T> = 0>
ISOBIT_INLINE T MaxNum(T a, T b) {
  return a < b ? b : a;
}

// ---- Rounding to an integer: infinities stay, zero results keep the sign ----
template <typename T, detail::EnableFloat<T> = 0>
ISOBIT_INLINE T RoundEven(T v) {
  // Below 2^(p-1) the sum rounds to an integer by the current mode, to nearest even; above, v is an integer.
  const T big = T(1) / std::numeric_limits<T>::epsilon();
  const T a = Abs(v);
  return CopySign(a < big ? (a + big) - big : a, v);
}
template <typename T, detail::EnableFloat<T> = 0>
ISOBIT_INLINE T Floor(T v) {
  const T r = RoundEven(v);
  return CopySign(r > v ? r - T(1) : r, v);
}
template <typename T, detail::EnableFloat<T> = 0>
ISOBIT_INLINE T Ceil(T v) {
  const T r = RoundEven(v);
  return CopySign(r < v ? r + T(1) : r, v);
}

// ---- Conversions ----
// The integer nearest to a float's value towards zero. Domain: the result fits; elsewhere (and for NaN) an arbitrary
// integer that no kernel's result may depend on. f64 to i64 is slow on AVX2: f64 kernels round by adding 1.5 * 2^52.
template <class DI, typename T>
ISOBIT_INLINE VFromD<DI> TruncToInt(DI, T v) {
  using Int = TFromD<DI>;
  const T limit = -T(std::numeric_limits<Int>::min());
  return v >= -limit && v < limit ? static_cast<Int>(v) : std::numeric_limits<Int>::min();
}
// i32 to f32, i64 to f64, rounded to nearest even.
template <class D, typename TI>
ISOBIT_INLINE VFromD<D> FromInt(D, TI v) {
  static_assert(sizeof(TI) == sizeof(TFromD<D>) && std::is_signed<TI>::value, "same size, signed");
  return static_cast<TFromD<D>>(v);
}
// Applies f(tag of f64, x...) to f32 operands widened to f64 and rounds its results back to f32, once. f's operator()
// is a template over (tag, vectors...) and carries ISOBIT_INLINE.
template <class D, class F, typename... V>
ISOBIT_INLINE float ViaF64(D, const F& f, V... v) {
  return static_cast<float>(f(ScalarTag<double>(), static_cast<double>(v)...));
}

// ---- Integer products ----
// The 64-bit product of the low 32 bits of each u64 lane.
ISOBIT_INLINE uint64_t MulWide32(uint64_t a, uint64_t b) { return (a & 0xFFFFFFFFu) * (b & 0xFFFFFFFFu); }
// The high and low 32 bits of the product of u32 lanes.
ISOBIT_INLINE uint32_t MulHi32(uint32_t a, uint32_t b) {
  return static_cast<uint32_t>((static_cast<uint64_t>(a) * b) >> 32);
}
ISOBIT_INLINE uint32_t MulLo32(uint32_t a, uint32_t b) { return a * b; }
ISOBIT_INLINE int32_t MulLo32(int32_t a, int32_t b) {
  return static_cast<int32_t>(static_cast<uint32_t>(a) * static_cast<uint32_t>(b));
}

// ---- Tables ----
// table[index] per lane, 0 <= index < kSize. The table is 64-byte aligned; sizes up to 32 (f32) and 16 (f64) stay in
// registers on AVX-512, up to 8 (f32) on AVX2; larger ones are gathered.
template <size_t kSize, class D, typename TI>
ISOBIT_INLINE VFromD<D> Lookup(D, const TFromD<D>* table, TI index) {
  return table[static_cast<size_t>(index)];
}
// table[index mod kSize], kSize a power of two, for any index: an integer taken from the low bits of a number that was
// rounded by adding 1.5 * 2^(p-1) needs no mask first. In registers for 8 (f32) and 4 (f64) entries on AVX2, and up to
// 32 and 16 on AVX-512.
template <size_t kSize, class D, typename TI>
ISOBIT_INLINE VFromD<D> LookupMod(D, const TFromD<D>* table, TI index) {
  return table[static_cast<size_t>(detail::Bits(index)) % kSize];
}
// table[index] from memory, tables of any size.
template <class D, typename TI>
ISOBIT_INLINE VFromD<D> Gather(D, const TFromD<D>* table, TI index) {
  return table[static_cast<size_t>(index)];
}

// ---- NaN ----
template <class D>
ISOBIT_INLINE VFromD<D> QuietNaN(D) {
  using T = TFromD<D>;
  return detail::FromBits<T>(static_cast<detail::U<T>>(sizeof(T) == 4 ? 0x7FC00000u : 0x7FF8000000000000u));
}
// v, but any NaN becomes the canonical quiet NaN.
template <class D>
ISOBIT_INLINE VFromD<D> Canonical(D d, VFromD<D> v) {
  return IsNaN(v) ? QuietNaN(d) : v;
}

// ---- Memory, for the engine ----
template <class D>
ISOBIT_INLINE VFromD<D> LoadU(D, const TFromD<D>* p) {
  return *p;
}
template <class D>
ISOBIT_INLINE void StoreU(VFromD<D> v, D, TFromD<D>* p) {
  *p = v;
}

}  // namespace N_SCALAR
}  // namespace isobit

#endif  // ISOBIT_LANE_SCALAR_H_
