// The checks of the typed entries. A refusal has a sentence that names the operand, the rule and the values.
// SPDX-License-Identifier: Apache-2.0
#ifndef ISOBIT_DISPATCH_OPERANDS_H_
#define ISOBIT_DISPATCH_OPERANDS_H_

#include <cstdint>
#include <cstring>

#include "dispatch/state.h"

namespace isobit {
namespace dispatch {

// Out of line, since refusals are rare: repeats the checks to say which one failed.
isobit_status RefuseOperands(const char* name, const void* const* inputs, const char* const* roles, int count,
                             const void* out, size_t n, size_t size) noexcept;

// True if out and in, of n elements each, share bytes without being the same array.
inline bool PartialOverlap(const void* in, const void* out, size_t bytes) noexcept {
  const uintptr_t i = reinterpret_cast<uintptr_t>(in), o = reinterpret_cast<uintptr_t>(out);
  return i != o && (i < o ? o - i : i - o) < bytes;
}

// Whether in and out cannot be operands of n elements of T, n being within bounds. Without branches, hence an int: a short
// call cannot afford one for each rule.
template <typename T>
inline int IsBadPair(const T* in, const T* out, size_t n) noexcept {
  const uintptr_t i = reinterpret_cast<uintptr_t>(in), o = reinterpret_cast<uintptr_t>(out);
  const size_t bytes = n * sizeof(T);
  const bool null = (i == 0) | (o == 0);
  const bool misaligned = ((i | o) & (sizeof(T) - 1)) != 0;
  // Different addresses, less than `bytes` apart in either direction.
  const bool overlap = (i != o) & (o - i + (bytes - 1) < 2 * bytes - 1);
  return null | misaligned | overlap;
}
// n from 1 to the most elements that an array can have.
template <typename T>
inline int IsBadCount(size_t n) noexcept {
  return n - 1 >= PTRDIFF_MAX / sizeof(T);
}

template <typename T>
inline isobit_status CheckUnary(const char* name, const char* role, const T* x, const T* out, size_t n) noexcept {
  if (__builtin_expect(!(IsBadCount<T>(n) | IsBadPair(x, out, n)), 1)) return ISOBIT_OK;
  if (n == 0) return ISOBIT_OK;
  const void* inputs[] = {x};
  const char* roles[] = {role};
  return RefuseOperands(name, inputs, roles, 1, out, n, sizeof(T));
}

template <typename T>
inline isobit_status CheckBinary(const char* name, const T* a, const T* b, const T* out, size_t n) noexcept {
  if (__builtin_expect(!(IsBadCount<T>(n) | IsBadPair(a, out, n) | IsBadPair(b, out, n)), 1)) return ISOBIT_OK;
  if (n == 0) return ISOBIT_OK;
  const void* inputs[] = {a, b};
  const char* roles[] = {"a", "b"};
  return RefuseOperands(name, inputs, roles, 2, out, n, sizeof(T));
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
