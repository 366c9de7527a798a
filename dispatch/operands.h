// The checks of the typed entries. A refusal has a sentence that names the operand, the rule and the values.
// SPDX-License-Identifier: Apache-2.0
#ifndef ISOBIT_DISPATCH_OPERANDS_H_
#define ISOBIT_DISPATCH_OPERANDS_H_

#include <cstdint>
#include <cstring>

#include "dispatch/state.h"

namespace isobit {
namespace dispatch {

// True if out and in, of `bytes` bytes each, share some without being the same array.
inline bool PartialOverlap(const void* in, const void* out, size_t bytes) noexcept {
  const uintptr_t i = reinterpret_cast<uintptr_t>(in), o = reinterpret_cast<uintptr_t>(out);
  return i != o && (i < o ? o - i : i - o) < bytes;
}

// The rules for n elements of `size` bytes: pointers not null and aligned, a size that an array can have, no partial
// overlap; any pointers do for n = 0. One input is called x in a refusal, two are a and b.
isobit_status CheckOperands(const char* name, const void* const* inputs, int count, const void* out, size_t n,
                            size_t size) noexcept;

// What the typed entries check in line, in few instructions and fewer branches, since that is a good part of a short
// call: false sends the call to CheckOperands, which may find that nothing is wrong with it.
template <typename T, typename... In>
inline bool AreUsual(int target, const T* out, size_t n, const In*... in) noexcept {
  const uintptr_t o = reinterpret_cast<uintptr_t>(out);
  const size_t bytes = n * sizeof(T);
  // Negative if a pointer is null, or if no target has been picked yet.
  const intptr_t negative = (intptr_t{target} | ... | static_cast<intptr_t>(reinterpret_cast<uintptr_t>(in) - 1)) |
                            static_cast<intptr_t>(o - 1);
  const uintptr_t low_bits = ((o | ... | reinterpret_cast<uintptr_t>(in)) & (sizeof(T) - 1)) | (n - 1) >> 60;
  // 0, or `bytes` or more in either direction: a number from -2 * bytes down, once `bytes` is taken off.
  const auto overlaps = [o, bytes](uintptr_t i) {
    const size_t apart = o == i ? bytes : o - i;
    return apart - bytes > size_t{0} - 2 * bytes;
  };
  return negative >= 0 && low_bits == 0 && !(... | overlaps(reinterpret_cast<uintptr_t>(in)));
}

// Clamp bounds are numbers with min <= max. Compared as integers, so that no control word matters.
inline int64_t OrderedBits(double v) noexcept {
  int64_t bits;
  std::memcpy(&bits, &v, sizeof(bits));
  return bits < 0 ? INT64_MIN - bits : bits;  // -0 and +0 both give 0.
}
inline bool IsNaNBits(double v) noexcept {
  uint64_t bits;
  std::memcpy(&bits, &v, sizeof(bits));
  return (bits << 1) > (uint64_t{0x7FF} << 53);
}
isobit_status RefuseClamp(const char* name, double min, double max) noexcept;
inline isobit_status CheckClamp(const char* name, double min, double max) noexcept {
  if (__builtin_expect(!IsNaNBits(min) && !IsNaNBits(max) && OrderedBits(min) <= OrderedBits(max), 1)) return ISOBIT_OK;
  return RefuseClamp(name, min, max);
}

}  // namespace dispatch
}  // namespace isobit

#endif  // ISOBIT_DISPATCH_OPERANDS_H_
