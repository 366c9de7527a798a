// The library under test as the oracle sees it, through the public C interface alone.
// SPDX-License-Identifier: Apache-2.0
#ifndef ISOBIT_TESTS_ACCURACY_LIBRARY_H_
#define ISOBIT_TESTS_ACCURACY_LIBRARY_H_

#include <string>

#include "isobit/isobit.h"
#include "sweep.h"

namespace isobit_accuracy {

// The entry point of a kernel with a ULP bound ("exp", f32), called through the registry. Empty if the library has
// none. A call that the library refuses ends the process: the oracle's inputs are all valid.
isobit_oracle::Implementation Entry(isobit_oracle::Kernel kernel, isobit_oracle::DType dtype);

// The same for a binding.
isobit_oracle::Implementation Entry(const isobit_binding& binding);

// The largest error the contract of this binding grants, in ULP. gelu's contract states a relative bound for
// siblings at its key and, in its precision notes, 1 ULP for this implementation: that is what counts here.
double ContractBound(const isobit_binding& binding);

// "isobit_exp_f32".
std::string EntryName(const char* kernel, const char* dtype);

}  // namespace isobit_accuracy

#endif  // ISOBIT_TESTS_ACCURACY_LIBRARY_H_
