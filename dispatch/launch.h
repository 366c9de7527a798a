// What launching and selecting share.
// SPDX-License-Identifier: Apache-2.0
#ifndef ISOBIT_DISPATCH_LAUNCH_H_
#define ISOBIT_DISPATCH_LAUNCH_H_

#include "isobit/isobit.h"

namespace isobit {
namespace dispatch {

// Refuses parameters that are not of the binding's variant or break its constraint.
isobit_status CheckParams(const isobit_binding& binding, const isobit_params* params) noexcept;

// Calls a binding's function with operands and parameters that have been checked; `second` is null for one input.
isobit_status CallBinding(const isobit_binding& binding, isobit_function function, const void* first, const void* second,
                          const isobit_params* params, void* out, size_t n) noexcept;

}  // namespace dispatch
}  // namespace isobit

#endif  // ISOBIT_DISPATCH_LAUNCH_H_
