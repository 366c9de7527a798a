// Cost estimates from the compiled contracts.
// SPDX-License-Identifier: Apache-2.0
#include "dispatch/state.h"
#include "isobit/isobit.h"

extern "C" isobit_status isobit_cost_estimate(const isobit_binding* binding, uint64_t n, isobit_cost* out) {
  using isobit::dispatch::Refuse;
  if (binding == nullptr) {
    return Refuse(ISOBIT_ERROR_NULL_POINTER, "isobit_cost_estimate: binding is null, expected a binding of the registry");
  }
  if (out == nullptr) {
    return Refuse(ISOBIT_ERROR_NULL_POINTER, "isobit_cost_estimate: out is null, expected room for an isobit_cost");
  }
  binding->cost(static_cast<double>(n), static_cast<double>(isobit_dtype_size(binding->dtype)), out);
  return ISOBIT_OK;
}
