// The compiled contracts and the link registry: this library's bindings, then those of the providers that a program
// registers. Readers take no lock: providers are only ever added.
// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <cstring>

#include "dispatch/state.h"
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

const isobit_provider kOwn = {sizeof(isobit_provider), "isobit", kBindings, kFunctions, kBindingCount};

constexpr size_t kMaxProviders = 17;  // This library and 16 more.
std::atomic<const isobit_provider*> g_providers[kMaxProviders] = {&kOwn};
std::atomic<size_t> g_provider_count{1};
std::atomic_flag g_registering = ATOMIC_FLAG_INIT;

// Calls f(provider, index) for each binding until it returns true; false if it never did.
template <class F>
bool FindBinding(const F& f) {
  const size_t count = g_provider_count.load(std::memory_order_acquire);
  for (size_t p = 0; p < count; ++p) {
    const isobit_provider& provider = *g_providers[p].load(std::memory_order_relaxed);
    for (size_t i = 0; i < provider.count; ++i) {
      if (f(provider, i)) return true;
    }
  }
  return false;
}

isobit_status CheckProvider(const isobit_provider& provider) {
  using isobit::dispatch::Refuse;
  if (provider.struct_size != sizeof(isobit_provider)) {
    return Refuse(ISOBIT_ERROR_PARAMETER, "isobit_register_provider: struct_size is %zu, expected %zu", provider.struct_size,
                  sizeof(isobit_provider));
  }
  if (provider.name == nullptr || (provider.count > 0 && (provider.bindings == nullptr || provider.functions == nullptr))) {
    return Refuse(ISOBIT_ERROR_NULL_POINTER, "isobit_register_provider: the name, the bindings or the functions are null");
  }
  for (size_t i = 0; i < provider.count; ++i) {
    const isobit_binding& binding = provider.bindings[i];
    if (binding.struct_size != sizeof(isobit_binding)) {
      return Refuse(ISOBIT_ERROR_PARAMETER, "isobit_register_provider: binding %zu of %s has struct_size %zu, expected %zu", i,
                    provider.name, binding.struct_size, sizeof(isobit_binding));
    }
    if (binding.name == nullptr || binding.kernel == nullptr || binding.op_kind == nullptr ||
        binding.kernel_source == nullptr || binding.blurb == nullptr || binding.op_params == nullptr ||
        binding.cost_class == nullptr || binding.fast_paths == nullptr || binding.precision_notes == nullptr ||
        binding.cost == nullptr || provider.functions[i] == nullptr) {
      return Refuse(ISOBIT_ERROR_NULL_POINTER,
                    "isobit_register_provider: binding %zu of %s has a null text, cost or function, expected all of them", i,
                    provider.name);
    }
    const auto same = [&](const isobit_provider& other, size_t k) {
      const isobit_binding& o = other.bindings[k];
      return std::strcmp(o.name, binding.name) == 0 ||
             (std::strcmp(o.kernel, binding.kernel) == 0 && o.dtype == binding.dtype &&
              std::strcmp(o.kernel_source, binding.kernel_source) == 0);
    };
    bool taken = FindBinding(same);
    for (size_t k = 0; k < i; ++k) taken = taken || same(provider, k);
    if (taken) {
      return Refuse(ISOBIT_ERROR_PARAMETER,
                    "isobit_register_provider: %s of %s (kernel %s, source %s) is taken, expected a name and a source of its own",
                    binding.name, provider.name, binding.kernel, binding.kernel_source);
    }
  }
  return ISOBIT_OK;
}

}  // namespace

extern "C" {

size_t isobit_binding_count(void) {
  size_t total = 0;
  const size_t count = g_provider_count.load(std::memory_order_acquire);
  for (size_t p = 0; p < count; ++p) total += g_providers[p].load(std::memory_order_relaxed)->count;
  return total;
}

const isobit_binding* isobit_binding_at(size_t index) {
  const size_t count = g_provider_count.load(std::memory_order_acquire);
  for (size_t p = 0; p < count; ++p) {
    const isobit_provider& provider = *g_providers[p].load(std::memory_order_relaxed);
    if (index < provider.count) return &provider.bindings[index];
    index -= provider.count;
  }
  return nullptr;
}

const isobit_binding* isobit_find_binding(const char* name) {
  const isobit_binding* found = nullptr;
  if (name == nullptr) return found;
  FindBinding([&](const isobit_provider& provider, size_t i) {
    if (std::strcmp(provider.bindings[i].name, name) != 0) return false;
    found = &provider.bindings[i];
    return true;
  });
  return found;
}

isobit_function isobit_resolve(const char* name) { return isobit_binding_function(isobit_find_binding(name)); }

isobit_function isobit_binding_function(const isobit_binding* binding) {
  if (binding == nullptr) return nullptr;
  const uintptr_t at = reinterpret_cast<uintptr_t>(binding);
  const size_t count = g_provider_count.load(std::memory_order_acquire);
  for (size_t p = 0; p < count; ++p) {
    const isobit_provider& provider = *g_providers[p].load(std::memory_order_relaxed);
    const uintptr_t first = reinterpret_cast<uintptr_t>(provider.bindings);
    const size_t index = (at - first) / sizeof(isobit_binding);
    if (at >= first && index < provider.count && &provider.bindings[index] == binding) return provider.functions[index];
  }
  return nullptr;
}

isobit_status isobit_register_provider(const isobit_provider* provider) {
  using isobit::dispatch::Refuse;
  if (provider == nullptr) {
    return Refuse(ISOBIT_ERROR_NULL_POINTER, "isobit_register_provider: the provider is null");
  }
  while (g_registering.test_and_set(std::memory_order_acquire)) {
  }
  const size_t count = g_provider_count.load(std::memory_order_relaxed);
  isobit_status status = ISOBIT_OK;
  bool known = false;
  for (size_t p = 0; p < count; ++p) known = known || g_providers[p].load(std::memory_order_relaxed) == provider;
  if (!known) {
    status = count == kMaxProviders ? Refuse(ISOBIT_ERROR_TOO_LARGE, "isobit_register_provider: %zu providers are registered, "
                                             "no room for another", count - 1)
                                    : CheckProvider(*provider);
    if (status == ISOBIT_OK) {
      g_providers[count].store(provider, std::memory_order_relaxed);
      g_provider_count.store(count + 1, std::memory_order_release);
    }
  }
  g_registering.clear(std::memory_order_release);
  return status;
}

}  // extern "C"
