// Conversions between f64, f32, f16 and bf16 as integer code: the same bits in every rounding mode, whatever the
// flush-to-zero bits say, and without raising a floating-point exception. Each narrowing rounds once, to nearest even,
// keeps infinities, rounds overflow to infinity and turns every NaN into the canonical quiet one.
// SPDX-License-Identifier: Apache-2.0
#ifndef ISOBIT_LANE_NARROW_H_
#define ISOBIT_LANE_NARROW_H_

#include <cstdint>
#include <cstring>

namespace isobit {
namespace narrow {

namespace detail {
// Rounds magnitude bits of binary64 to those of a format with `kExp` exponent and `kMan` stored mantissa bits.
template <int kExp, int kMan>
constexpr uint64_t RoundMagnitude(uint64_t bits) {
  constexpr uint64_t kInf64 = uint64_t{0x7FF} << 52;
  constexpr uint64_t kInf = ((uint64_t{1} << kExp) - 1) << kMan;
  constexpr int kBias = (1 << (kExp - 1)) - 1;
  if (bits > kInf64) return kInf | (uint64_t{1} << (kMan - 1));
  if (bits == kInf64) return kInf;
  const int exponent = static_cast<int>(bits >> 52) - 1023;  // A subnormal binary64 is far below half of any subnormal.
  uint64_t significand = (bits & ((uint64_t{1} << 52) - 1)) | (bits >> 52 ? uint64_t{1} << 52 : 0);
  // The bits to drop: 52 - kMan for a normal result, more below the smallest normal number.
  int drop = 52 - kMan;
  uint64_t base = 0;
  if (exponent < 1 - kBias) {
    drop += (1 - kBias) - exponent;
    if (drop > 54) return 0;
  } else {
    if (exponent > kBias) return kInf;
    base = static_cast<uint64_t>(exponent + kBias - 1) << kMan;  // The implicit bit adds the missing one.
  }
  const uint64_t half = uint64_t{1} << (drop - 1);
  const uint64_t odd = (significand >> drop) & 1;
  significand += half - 1 + odd;
  const uint64_t result = base + (significand >> drop);  // A carry moves into the exponent, up to infinity.
  return result > kInf ? kInf : result;
}
// Rounds a binary64 pattern to one of that format; a NaN loses its sign.
template <int kExp, int kMan>
constexpr uint64_t Round(uint64_t bits) {
  constexpr int kBias = (1 << (kExp - 1)) - 1;
  const uint64_t magnitude = bits & ~(uint64_t{1} << 63);
  const uint64_t sign = (bits >> 63) << (kExp + kMan);
  // Normal results first, where the bits to drop are always the same: one range check, and nothing is taken apart.
  constexpr uint64_t kLeast = static_cast<uint64_t>(1023 + 1 - kBias) << 52;
  constexpr uint64_t kPast = static_cast<uint64_t>(1023 + kBias + 1) << 52;
  if (magnitude - kLeast < kPast - kLeast) {
    constexpr int kDrop = 52 - kMan;
    const uint64_t rounded = magnitude - kLeast + ((uint64_t{1} << (kDrop - 1)) - 1) + ((magnitude >> kDrop) & 1);
    return sign | ((rounded >> kDrop) + (uint64_t{1} << kMan));  // A carry moves into the exponent, up to infinity.
  }
  const uint64_t result = RoundMagnitude<kExp, kMan>(magnitude);
  return magnitude > (uint64_t{0x7FF} << 52) ? result : sign | result;
}
inline uint64_t Bits64(double v) {
  uint64_t u;
  std::memcpy(&u, &v, sizeof(u));
  return u;
}
// The binary64 bits of an f32 bit pattern, exactly; NaN stays a NaN.
inline uint64_t Bits64FromF32(uint32_t u) {
  const uint64_t sign = static_cast<uint64_t>(u >> 31) << 63;
  const uint32_t magnitude = u & 0x7FFFFFFFu;
  if (magnitude == 0) return sign;
  if (magnitude >= 0x7F800000u)
    return sign | (uint64_t{0x7FF} << 52) | static_cast<uint64_t>(magnitude & 0x7FFFFF) << 29;
  uint32_t exponent = magnitude >> 23;
  uint32_t mantissa = magnitude & 0x7FFFFF;
  if (exponent == 0) {
    exponent = 1;
    while (!(mantissa & 0x800000)) {
      mantissa <<= 1;
      --exponent;  // May pass below zero: the sum below is taken modulo 2^32 and comes out right.
    }
    mantissa &= 0x7FFFFF;
  }
  const uint64_t biased = static_cast<uint64_t>(static_cast<int64_t>(static_cast<int32_t>(exponent)) + (1023 - 127));
  return sign | (biased << 52) | (static_cast<uint64_t>(mantissa) << 29);
}
}  // namespace detail

inline uint16_t F16FromF64(double v) { return static_cast<uint16_t>(detail::Round<5, 10>(detail::Bits64(v))); }
inline uint16_t BF16FromF64(double v) { return static_cast<uint16_t>(detail::Round<8, 7>(detail::Bits64(v))); }
inline float F32FromF64(double v) {
  const uint32_t bits = static_cast<uint32_t>(detail::Round<8, 23>(detail::Bits64(v)));
  float f;
  std::memcpy(&f, &bits, sizeof(f));
  return f;
}

inline uint16_t BF16FromF32(float v) {
  uint32_t u;
  std::memcpy(&u, &v, sizeof(u));
  if ((u & 0x7FFFFFFFu) > 0x7F800000u) return 0x7FC0;
  return static_cast<uint16_t>((u + 0x7FFFu + ((u >> 16) & 1)) >> 16);
}
inline float F32FromBF16(uint16_t h) {
  const uint32_t u = static_cast<uint32_t>(h) << 16;
  float f;
  std::memcpy(&f, &u, sizeof(f));
  return f;
}
inline uint16_t F16FromF32(float v) {
  uint32_t u;
  std::memcpy(&u, &v, sizeof(u));
  return static_cast<uint16_t>(detail::Round<5, 10>(detail::Bits64FromF32(u)));
}
// Exact; a NaN keeps its payload's bits, quieted.
inline float F32FromF16(uint16_t h) {
  const uint32_t sign = static_cast<uint32_t>(h & 0x8000u) << 16;
  uint32_t exponent = (h >> 10) & 0x1Fu;
  uint32_t mantissa = h & 0x3FFu;
  uint32_t u;
  if (exponent == 31) {
    u = sign | 0x7F800000u | (mantissa << 13) | (mantissa ? 0x400000u : 0u);
  } else if (exponent == 0 && mantissa == 0) {
    u = sign;
  } else {
    if (exponent == 0) {
      exponent = 1;
      while (!(mantissa & 0x400u)) {
        mantissa <<= 1;
        --exponent;
      }
      mantissa &= 0x3FFu;
    }
    u = sign | ((exponent + 112u) << 23) | (mantissa << 13);
  }
  float f;
  std::memcpy(&f, &u, sizeof(f));
  return f;
}

}  // namespace narrow
}  // namespace isobit

#endif  // ISOBIT_LANE_NARROW_H_
