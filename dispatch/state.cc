// The current target, errors and the small queries of the C interface.
// SPDX-License-Identifier: Apache-2.0
#include "dispatch/state.h"

#include <cstdarg>
#include <cstdio>
#include <cstdlib>

#include "engine/stream.h"

namespace isobit {

// Without a known cache size, larger than the last-level cache of most machines.
size_t g_stream_bytes = size_t{32} << 20;

namespace dispatch {

std::atomic<int> g_target{-1};

namespace {

thread_local char t_error[512];
thread_local char t_reason[512];

constexpr size_t kMissingSize = 160;

// What this machine offers, asked once.
struct Machine {
  Features features;
  Target best;
  Machine() noexcept : features(DetectFeatures()), best(BestTarget(features)) {
    const size_t cache = LastLevelCacheBytes();
    // With one input, the arrays together then exceed the cache.
    if (cache > 0) g_stream_bytes = cache / 2;
  }
};
const Machine& TheMachine() noexcept {
  static const Machine machine;
  return machine;
}

isobit_status CheckTarget(const char* name, const char* who, int* target) noexcept {
  const int t = TargetByName(name);
  if (t < 0) {
    return Refuse(ISOBIT_ERROR_UNKNOWN_TARGET, "%s names the target '%.64s', expected one of scalar, neon, avx2, avx3", who,
                  name);
  }
  char missing[kMissingSize];
  if (MissingFeatures(static_cast<Target>(t), TheMachine().features, missing, sizeof(missing)) > 0) {
    return Refuse(ISOBIT_ERROR_UNSUPPORTED_TARGET, "%s names the target %s, which needs what this machine lacks: %s", who,
                  name, missing);
  }
  *target = t;
  return ISOBIT_OK;
}

// The target that ISOBIT_TARGET names; -1 if it is unset or empty.
isobit_status TargetFromEnvironment(int* target) noexcept {
  const char* name = std::getenv("ISOBIT_TARGET");
  *target = -1;
  if (name == nullptr || *name == '\0') return ISOBIT_OK;
  return CheckTarget(name, "ISOBIT_TARGET", target);
}

// The target that isobit_set_target() forces, or -1.
std::atomic<int> g_forced{-1};

}  // namespace

isobit_status Refuse(isobit_status status, const char* format, ...) noexcept {
  std::va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(t_error, sizeof(t_error), format, arguments);
  va_end(arguments);
  return status;
}

isobit_status ResolveTarget(int* target) noexcept {
  int chosen = -1;
  const isobit_status status = TargetFromEnvironment(&chosen);
  if (status != ISOBIT_OK) return status;
  if (chosen < 0) chosen = TheMachine().best;
  // Another thread may have forced a target in the meantime: that one stays.
  int expected = -1;
  if (!g_target.compare_exchange_strong(expected, chosen, std::memory_order_acq_rel)) chosen = expected;
  *target = chosen;
  return ISOBIT_OK;
}

}  // namespace dispatch
}  // namespace isobit

using namespace isobit::dispatch;

extern "C" {

const char* isobit_status_string(isobit_status status) {
  switch (status) {
    case ISOBIT_OK: return "ok";
    case ISOBIT_ERROR_NULL_POINTER: return "null pointer";
    case ISOBIT_ERROR_PARAMETER: return "parameter out of its constraint";
    case ISOBIT_ERROR_OVERLAP: return "overlap";
    case ISOBIT_ERROR_MISALIGNED: return "misaligned pointer";
    case ISOBIT_ERROR_TOO_LARGE: return "too large";
    case ISOBIT_ERROR_UNKNOWN_TARGET: return "unknown target";
    case ISOBIT_ERROR_UNSUPPORTED_TARGET: return "unsupported target";
    case ISOBIT_ERROR_UNKNOWN_KERNEL: return "unknown kernel";
    case ISOBIT_ERROR_DTYPE: return "dtype";
    case ISOBIT_ERROR_SHAPE: return "shape";
    case ISOBIT_ERROR_LAYOUT: return "layout";
    case ISOBIT_ERROR_ARITY: return "number of inputs";
    case ISOBIT_ERROR_DEVICE: return "device";
    case ISOBIT_ERROR_NO_CANDIDATE: return "no candidate";
    case ISOBIT_ERROR_OUT_OF_MEMORY: return "out of memory";
  }
  return "unknown status";
}

const char* isobit_last_error(void) { return t_error; }

const char* isobit_version(void) { return ISOBIT_VERSION_STRING; }

const char* isobit_dtype_name(isobit_dtype dtype) {
  switch (dtype) {
    case ISOBIT_F32: return "f32";
    case ISOBIT_F64: return "f64";
    case ISOBIT_BF16: return "bf16";
    case ISOBIT_F16: return "f16";
  }
  return nullptr;
}

size_t isobit_dtype_size(isobit_dtype dtype) {
  switch (dtype) {
    case ISOBIT_F32: return 4;
    case ISOBIT_F64: return 8;
    case ISOBIT_BF16: return 2;
    case ISOBIT_F16: return 2;
  }
  return 0;
}

const char* const* isobit_targets(void) {
#if defined(__x86_64__)
  static const char* const names[] = {"avx3", "avx2", "scalar", nullptr};
#elif defined(__aarch64__)
  static const char* const names[] = {"neon", "scalar", nullptr};
#else
  static const char* const names[] = {"scalar", nullptr};
#endif
  return names;
}

const char* isobit_target(void) {
  int target;
  if (CurrentTarget(&target) != ISOBIT_OK) return "none";
  return kTargetNames[target];
}

const char* isobit_target_reason(void) {
  int target;
  if (CurrentTarget(&target) != ISOBIT_OK) {
    std::snprintf(t_reason, sizeof(t_reason), "none: %.480s", t_error);
    return t_reason;
  }
  const char* name = kTargetNames[target];
  if (g_forced.load(std::memory_order_relaxed) == target) {
    std::snprintf(t_reason, sizeof(t_reason), "%s: forced by isobit_set_target", name);
    return t_reason;
  }
  int environment;
  if (TargetFromEnvironment(&environment) == ISOBIT_OK && environment == target) {
    std::snprintf(t_reason, sizeof(t_reason), "%s: forced by ISOBIT_TARGET", name);
    return t_reason;
  }
  size_t used = 0;
  const int head = std::snprintf(t_reason, sizeof(t_reason), "%s: the best target this machine supports", name);
  if (head > 0) used = static_cast<size_t>(head);
  for (int t = kTargetCount - 1; t > target && used < sizeof(t_reason); --t) {
    char missing[kMissingSize];
    if (!kCompiled[t]) continue;
    MissingFeatures(static_cast<Target>(t), TheMachine().features, missing, sizeof(missing));
    const int more = std::snprintf(t_reason + used, sizeof(t_reason) - used, "; %s lacks %s", kTargetNames[t], missing);
    if (more > 0) used += static_cast<size_t>(more);
  }
  return t_reason;
}

int isobit_target_supported(const char* name) {
  const int t = TargetByName(name);
  char missing[kMissingSize];
  return t >= 0 && MissingFeatures(static_cast<Target>(t), TheMachine().features, missing, sizeof(missing)) == 0;
}

isobit_status isobit_set_target(const char* name) {
  int target = -1;
  if (name == nullptr) {
    g_forced.store(-1, std::memory_order_relaxed);
    const isobit_status status = TargetFromEnvironment(&target);
    if (status != ISOBIT_OK) return status;
    if (target < 0) target = TheMachine().best;
  } else {
    const isobit_status status = CheckTarget(name, "isobit_set_target", &target);
    if (status != ISOBIT_OK) return status;
    g_forced.store(target, std::memory_order_relaxed);
  }
  g_target.store(target, std::memory_order_release);
  return ISOBIT_OK;
}

}  // extern "C"
