// The provider's entries, its table of bindings and its registration.
// SPDX-License-Identifier: Apache-2.0
#include <atomic>

#include "dispatch/fp_guard.h"
#include "dispatch/operands.h"
#include "dispatch/state.h"
#include "isobit/sleef.h"
#include "providers/sleef/functions.h"

namespace isobit {
namespace sleef {
namespace {

using dispatch::CurrentTarget;
using dispatch::FpGuard;
using dispatch::kTargetCount;
using dispatch::Refuse;

// One function a target, in the order of dispatch::Target.
#if defined(__x86_64__)
#define ISOBIT_SLEEF_TABLE(name) \
  { &N_SCALAR::name, nullptr, &N_AVX2::name, &N_AVX3::name }
#else
#define ISOBIT_SLEEF_TABLE(name) \
  { &N_SCALAR::name, &N_NEON::name, nullptr, nullptr }
#endif

// Whether this CPU runs SLEEF's scalar functions: on x86-64 they are compiled for AVX2 and FMA, which every other
// target here has anyway.
bool CanRunScalar() noexcept {
#if defined(__x86_64__)
  static std::atomic<int> known{-1};
  int can = known.load(std::memory_order_relaxed);
  if (can < 0) {
    can = isobit_target_supported("avx2");
    known.store(can, std::memory_order_relaxed);
  }
  return can != 0;
#else
  return true;
#endif
}

isobit_status RefuseCpu(const char* name) noexcept {
  return Refuse(ISOBIT_ERROR_UNSUPPORTED_TARGET, "%s: SLEEF's functions need avx2 and fma3, which this CPU or OS lacks",
                name);
}

isobit_status FindTarget(const char* name, int* target) noexcept {
  const isobit_status status = CurrentTarget(target);
  if (status != ISOBIT_OK) return status;
  return *target == dispatch::kScalar && !CanRunScalar() ? RefuseCpu(name) : ISOBIT_OK;
}

template <typename T>
isobit_status Call(const char* name, void (*const (&table)[kTargetCount])(const T*, T*, size_t), const T* x, T* out,
                   size_t n) noexcept {
  const void* const inputs[] = {x};
  isobit_status status = dispatch::CheckOperands(name, inputs, 1, out, n, sizeof(T));
  int target = 0;
  if (status == ISOBIT_OK) status = FindTarget(name, &target);
  if (status != ISOBIT_OK || n == 0) return status;
  const FpGuard guard(true);
  table[target](x, out, n);
  return ISOBIT_OK;
}

template <typename T>
isobit_status Call(const char* name, void (*const (&table)[kTargetCount])(const T*, const T*, T*, size_t), const T* a,
                   const T* b, T* out, size_t n) noexcept {
  const void* const inputs[] = {a, b};
  isobit_status status = dispatch::CheckOperands(name, inputs, 2, out, n, sizeof(T));
  int target = 0;
  if (status == ISOBIT_OK) status = FindTarget(name, &target);
  if (status != ISOBIT_OK || n == 0) return status;
  const FpGuard guard(true);
  table[target](a, b, out, n);
  return ISOBIT_OK;
}

const isobit_binding kBindings[] = {
#include "providers/sleef/contracts_f32.inc"
#include "providers/sleef/contracts_f64.inc"
};

// In the contracts' order: those of f32, then those of f64.
#define ISOBIT_SLEEF_FUNCTION_F32(kernel, family) reinterpret_cast<isobit_function>(&isobit_sleef_##kernel##_f32),
#define ISOBIT_SLEEF_FUNCTION_F64(kernel, family) reinterpret_cast<isobit_function>(&isobit_sleef_##kernel##_f64),
const isobit_function kFunctions[] = {ISOBIT_SLEEF_FOR_EACH_KERNEL(ISOBIT_SLEEF_FUNCTION_F32)
                                          ISOBIT_SLEEF_FOR_EACH_KERNEL(ISOBIT_SLEEF_FUNCTION_F64)};

constexpr size_t kCount = sizeof(kBindings) / sizeof(kBindings[0]);
static_assert(sizeof(kFunctions) / sizeof(kFunctions[0]) == kCount, "one function a binding");
const isobit_provider kProvider = {sizeof(isobit_provider), "isobit-sleef", kBindings, kFunctions, kCount};

}  // namespace
}  // namespace sleef
}  // namespace isobit

#define ISOBIT_SLEEF_ENTRY(name, T, family, ...)                                                       \
  isobit_status isobit_sleef_##name(ISOBIT_SLEEF_PARAMETERS_##family(T)) {                             \
    static constexpr void (*kTable[])(ISOBIT_SLEEF_PARAMETERS_##family(T)) = ISOBIT_SLEEF_TABLE(name); \
    return Call("isobit_sleef_" #name, kTable, __VA_ARGS__, out, n);                                   \
  }
#define ISOBIT_SLEEF_ENTRIES_Unary(kernel)          \
  ISOBIT_SLEEF_ENTRY(kernel##_f32, float, Unary, x) \
  ISOBIT_SLEEF_ENTRY(kernel##_f64, double, Unary, x)
#define ISOBIT_SLEEF_ENTRIES_Binary(kernel)             \
  ISOBIT_SLEEF_ENTRY(kernel##_f32, float, Binary, a, b) \
  ISOBIT_SLEEF_ENTRY(kernel##_f64, double, Binary, a, b)
#define ISOBIT_SLEEF_ENTRIES(kernel, family) ISOBIT_SLEEF_ENTRIES_##family(kernel)

extern "C" {

using namespace isobit::sleef;

ISOBIT_SLEEF_FOR_EACH_KERNEL(ISOBIT_SLEEF_ENTRIES)

const isobit_provider* isobit_sleef_provider(void) { return &kProvider; }

isobit_status isobit_sleef_register(void) {
  if (!CanRunScalar()) return RefuseCpu("isobit_sleef_register");
  return isobit_register_provider(&kProvider);
}

}  // extern "C"
