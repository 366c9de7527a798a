// isobit_ulp_probe: measures the library's kernels against the oracle. Run it without arguments for its usage.
// SPDX-License-Identifier: Apache-2.0
#include "library.h"
#include "probe.h"

int main(int argc, char** argv) {
  using namespace isobit_oracle;
  return ProbeMain(argc, argv,
                   [](Kernel kernel, DType dtype, const std::string& target, Implementation* implementation) {
                     if (!target.empty() && isobit_set_target(target.c_str()) != ISOBIT_OK)
                       return std::string(isobit_last_error());
                     *implementation = isobit_accuracy::Entry(kernel, dtype);
                     return *implementation ? std::string() : std::string("the library has no such binding");
                   });
}
