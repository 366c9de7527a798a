// The command line of isobit_ulp_probe over any implementation, so that a kernel can be probed before the library
// that will hold it links:
//
//   #include "probe.h"
//   int main(int argc, char** argv) {
//     return isobit_oracle::ProbeMain(argc, argv, [](auto kernel, auto dtype, const std::string&, auto* implementation)
//     {
//       *implementation = [](const void* x, const void*, void* out, size_t n, int32_t) { ... };
//       return std::string();
//     });
//   }
// SPDX-License-Identifier: Apache-2.0
#ifndef ISOBIT_TESTS_ORACLE_PROBE_H_
#define ISOBIT_TESTS_ORACLE_PROBE_H_

#include <functional>
#include <string>

#include "sweep.h"

namespace isobit_oracle {

// Finds the implementation of (kernel, dtype) on a target ("" for the default one). Returns an empty string, or a
// sentence saying why there is none.
using Resolver = std::function<std::string(Kernel, DType, const std::string& target, Implementation*)>;

// Returns the process's exit status: 0 if every result was within the bound, 1 if not, 2 for a wrong command line.
int ProbeMain(int argc, char** argv, const Resolver& resolver);

}  // namespace isobit_oracle

#endif  // ISOBIT_TESTS_ORACLE_PROBE_H_
