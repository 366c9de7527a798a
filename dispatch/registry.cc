// The compiled contracts and the link registry: entry point strings to functions.
// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "isobit/isobit.h"

namespace {

const isobit_binding kBindings[] = {
#include "generated/contracts.inc"
};
constexpr size_t kBindingCount = sizeof(kBindings) / sizeof(kBindings[0]);

const isobit_function kFunctions[] = {
#define ISOBIT_BINDING(kernel, dtype, family) reinterpret_cast<isobit_function>(&isobit_##kernel##_##dtype),
#include "generated/bindings.inc"
};
static_assert(sizeof(kFunctions) / sizeof(kFunctions[0]) == kBindingCount, "one function a binding");

// The index of the binding with this name, or kBindingCount.
size_t Find(const char* name) {
  if (name == nullptr) return kBindingCount;
  for (size_t i = 0; i < kBindingCount; ++i) {
    if (std::strcmp(kBindings[i].name, name) == 0) return i;
  }
  return kBindingCount;
}

}  // namespace

extern "C" {

size_t isobit_binding_count(void) { return kBindingCount; }

const isobit_binding* isobit_binding_at(size_t index) { return index < kBindingCount ? &kBindings[index] : nullptr; }

const isobit_binding* isobit_find_binding(const char* name) {
  const size_t i = Find(name);
  return i < kBindingCount ? &kBindings[i] : nullptr;
}

isobit_function isobit_resolve(const char* name) {
  const size_t i = Find(name);
  return i < kBindingCount ? kFunctions[i] : nullptr;
}

}  // extern "C"
