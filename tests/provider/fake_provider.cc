// SPDX-License-Identifier: Apache-2.0
#include "fake_provider.h"

#include <utility>

namespace isobit_provider_test {

isobit_status Copy(const float* x, float* out, size_t n) {
  for (size_t i = 0; i < n; ++i) out[i] = x[i];
  return ISOBIT_OK;
}

isobit_binding SoundBinding(const char* name, const char* kernel, const char* op_kind, const char* source) {
  isobit_binding binding = *isobit_find_binding("isobit_exp_f32");
  binding.name = name;
  binding.kernel = kernel;
  binding.op_kind = op_kind;
  binding.kernel_source = source;
  binding.blurb = "Copies every element.";
  binding.max_ulp = 1;
  binding.determinism = ISOBIT_BITWISE;
  binding.cost = CostOf<1>;
  return binding;
}

FakeProvider::FakeProvider(const char* name, std::vector<isobit_binding> bindings)
    : bindings_(std::move(bindings)),
      functions_(bindings_.size(), reinterpret_cast<isobit_function>(&Copy)),
      provider_{sizeof(isobit_provider), name, bindings_.data(), functions_.data(), bindings_.size()} {}

}  // namespace isobit_provider_test
