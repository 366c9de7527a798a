// Says what is wrong with a call's operands.
// SPDX-License-Identifier: Apache-2.0
#include "dispatch/operands.h"

namespace isobit {
namespace dispatch {

isobit_status CheckOperands(const char* name, const void* const* inputs, int count, const void* out, size_t n,
                            size_t size) noexcept {
  if (n == 0) return ISOBIT_OK;
  const char* const roles[] = {count == 1 ? "x" : "a", "b"};
  for (int i = 0; i <= count; ++i) {
    const void* p = i < count ? inputs[i] : out;
    const char* role = i < count ? roles[i] : "out";
    if (p == nullptr) {
      return Refuse(ISOBIT_ERROR_NULL_POINTER, "%s: %s is null, expected a pointer to %zu elements", name, role, n);
    }
    if (reinterpret_cast<uintptr_t>(p) % size != 0) {
      return Refuse(ISOBIT_ERROR_MISALIGNED, "%s: %s is at address %p, expected a multiple of the element size %zu",
                    name, role, p, size);
    }
  }
  if (n > PTRDIFF_MAX / size) {
    return Refuse(ISOBIT_ERROR_TOO_LARGE, "%s: n is %zu, expected at most %zu elements of %zu bytes", name, n,
                  static_cast<size_t>(PTRDIFF_MAX) / size, size);
  }
  for (int i = 0; i < count; ++i) {
    if (PartialOverlap(inputs[i], out, n * size)) {
      return Refuse(ISOBIT_ERROR_OVERLAP,
                    "%s: out at %p overlaps %s at %p over %zu bytes, expected the same address or disjoint arrays",
                    name, out, roles[i], inputs[i], n * size);
    }
  }
  return ISOBIT_OK;
}

isobit_status RefuseClamp(const char* name, double min, double max) noexcept {
  if (IsNaNBits(min)) return Refuse(ISOBIT_ERROR_PARAMETER, "%s: min is NaN, expected a number", name);
  if (IsNaNBits(max)) return Refuse(ISOBIT_ERROR_PARAMETER, "%s: max is NaN, expected a number", name);
  return Refuse(ISOBIT_ERROR_PARAMETER, "%s: min is %g and max is %g, expected min <= max", name, min, max);
}

}  // namespace dispatch
}  // namespace isobit
