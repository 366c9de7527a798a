// What the accuracy tests share: test parameters, and calls on vectors of bit patterns.
// SPDX-License-Identifier: Apache-2.0
#ifndef ISOBIT_TESTS_ACCURACY_SUPPORT_H_
#define ISOBIT_TESTS_ACCURACY_SUPPORT_H_

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "library.h"
#include "support/harness.h"
#include "sweep.h"

namespace isobit_accuracy {

using isobit_oracle::DType;
using isobit_oracle::Kernel;

// A kernel with a ULP bound, a dtype, and a target to run it on.
struct Case {
  Kernel kernel;
  DType dtype;
  std::string target;
};
std::string CaseName(const ::testing::TestParamInfo<Case>& info);
void PrintTo(const Case& parameter, std::ostream* out);

// Bindings of the kernels with a ULP bound on the runnable targets, best first: on all of them, or on the best
// alone. Only dtypes for which `wanted` is true.
std::vector<Case> Cases(bool all_targets, bool (*wanted)(Kernel, DType));
bool AnyCase(Kernel kernel, DType dtype);

// The oracle's and the library's enumerations have the same order, which api tests of the library fix.
inline DType ToDType(isobit_dtype dtype) { return static_cast<DType>(dtype); }

const isobit_binding& BindingOf(Kernel kernel, DType dtype);

// The binding's results on bit patterns; b is for binary kernels. A refusal is a failure of the test.
std::vector<uint64_t> Results(const isobit_binding& binding, const std::vector<uint64_t>& a,
                              const std::vector<uint64_t>& b = {}, const isobit_test::Params& parameters = {});

// "0x3F800000", as wide as the dtype.
std::string Hex(DType dtype, uint64_t bits);

// Prints the survey and notes it in the test's report; fails the test if a result lies beyond the bound.
void Conclude(const isobit_oracle::Survey& survey);

}  // namespace isobit_accuracy

#endif  // ISOBIT_TESTS_ACCURACY_SUPPORT_H_
