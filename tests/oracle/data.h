// Reads tests/data: the golden vectors, the hard cases, the field cases and the worst inputs (README.md there).
// All functions throw std::runtime_error with the file and the reason.
// SPDX-License-Identifier: Apache-2.0
#ifndef ISOBIT_TESTS_ORACLE_DATA_H_
#define ISOBIT_TESTS_ORACLE_DATA_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "oracle.h"

namespace isobit_oracle {

// The data folder: the environment variable ISOBIT_TEST_DATA, or the one the build was configured with.
std::string DataFolder();

struct GoldenSection {
  std::string name;                          // a kernel, or an operand: x, a, b
  std::map<std::string, double> parameters;  // c; min and max
  std::vector<uint64_t> values;
};
struct GoldenFile {
  std::string name;    // "unary_f32"
  std::string family;  // unary, binary, add_scalar, mul_scalar, clamp
  DType dtype;
  std::vector<GoldenSection> sections;  // operands first
};
std::vector<GoldenFile> LoadGolden();

struct HardSet {
  std::string origin;  // coremath, glibc, numpy
  std::string kernel;  // sqrt occurs besides the oracle's kernels
  DType dtype;
  std::vector<uint64_t> x, b, want;  // b: second operand, or Exponent(n); empty for unary kernels
  std::vector<uint64_t> tolerance;   // in ULP; empty where `want` is correctly rounded
};
std::vector<HardSet> LoadHard();
// The same sets in the same order without their columns, which takes next to no time.
std::vector<HardSet> ListHard();

struct FieldCase {
  std::string id, kernel, dtype, inputs, expected, kind, source;
};
std::vector<FieldCase> LoadFieldCases();

struct WorstInput {
  Kernel kernel;
  DType dtype;
  uint64_t x, b;
  double ulp;
};
std::vector<WorstInput> LoadWorst();

}  // namespace isobit_oracle

#endif  // ISOBIT_TESTS_ORACLE_DATA_H_
