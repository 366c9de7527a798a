// Providers made up by the tests: bindings with op_kinds and names of their own, so that they disturb no other test of
// the same process.
// SPDX-License-Identifier: Apache-2.0
#ifndef ISOBIT_TESTS_PROVIDER_FAKE_PROVIDER_H_
#define ISOBIT_TESTS_PROVIDER_FAKE_PROVIDER_H_

#include <string>
#include <vector>

#include "isobit/isobit.h"

namespace isobit_provider_test {

// An f32 kernel of one input that copies it.
isobit_status Copy(const float* x, float* out, size_t n);

// A sound binding with a determinism of bitwise, a max_ulp of 1 and n flops. The strings have to outlive it.
isobit_binding SoundBinding(const char* name, const char* kernel, const char* op_kind, const char* source);

// Costs of `Flops` operations an element.
template <int Flops>
void CostOf(double n, double dtype_bytes, isobit_cost* out) {
  *out = isobit_cost{Flops * n, 2 * n * dtype_bytes, -1, n * dtype_bytes, 0, 0};
}

// Bindings with their functions, kept for as long as the object lives; a registered one has to live for ever.
class FakeProvider {
 public:
  FakeProvider(const char* name, std::vector<isobit_binding> bindings);
  FakeProvider(const FakeProvider&) = delete;
  FakeProvider& operator=(const FakeProvider&) = delete;

  isobit_provider* get() { return &provider_; }
  std::vector<isobit_binding>& bindings() { return bindings_; }
  std::vector<isobit_function>& functions() { return functions_; }

 private:
  std::vector<isobit_binding> bindings_;
  std::vector<isobit_function> functions_;
  isobit_provider provider_;
};

}  // namespace isobit_provider_test

#endif  // ISOBIT_TESTS_PROVIDER_FAKE_PROVIDER_H_
