// What all entries share: the current target, and the sentence of the last refusal.
// SPDX-License-Identifier: Apache-2.0
#ifndef ISOBIT_DISPATCH_STATE_H_
#define ISOBIT_DISPATCH_STATE_H_

#include <atomic>

#include "dispatch/target.h"
#include "isobit/isobit.h"

namespace isobit {
namespace dispatch {

// The index of the current target; negative before the first use, and while ISOBIT_TARGET names one that cannot be used.
extern std::atomic<int> g_target;

// Picks the target of first use. Refuses, with a sentence, if ISOBIT_TARGET names an unknown or unsupported one.
isobit_status ResolveTarget(int* target) noexcept;

// The index of the current target, negative if one has to be picked first.
inline int UsualTarget() noexcept {
  // Acquire, since what the choice of a target sets besides, such as the streaming threshold, is read after it.
  return g_target.load(std::memory_order_acquire);
}

inline isobit_status CurrentTarget(int* target) noexcept {
  *target = UsualTarget();
  if (__builtin_expect(*target >= 0, 1)) return ISOBIT_OK;
  return ResolveTarget(target);
}

// Leaves the sentence for isobit_last_error() and returns the status.
isobit_status Refuse(isobit_status status, const char* format, ...) noexcept __attribute__((format(printf, 2, 3), cold));

}  // namespace dispatch
}  // namespace isobit

#endif  // ISOBIT_DISPATCH_STATE_H_
