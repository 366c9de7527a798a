// The speed ratios that the project demands of itself (required.tsv) and whether they are met here.
// SPDX-License-Identifier: Apache-2.0
#ifndef ISOBIT_BENCH_REQUIRED_H_
#define ISOBIT_BENCH_REQUIRED_H_

#include <map>
#include <string>
#include <vector>

#include "measure.h"
#include "report.h"

namespace isobit_bench {

// "On this target, this case at this size takes at most 1/least of the peer's time."
struct Requirement {
  std::string test, dtype, target, size, peer;
  double least = 0;
  double aim = 0;
  double fixed_ns = 0;  // the peer "fixed:12" is a call of 12 ns
};

// Lists in a row's first four fields are expanded. Throws std::runtime_error with file and line.
std::vector<Requirement> ReadRequirements(const std::string& path);

// Measured / demanded of every requirement whose case was measured, and how many were missed.
struct Verdict {
  Table table;
  std::vector<Requirement> missed;
};
Verdict Judge(const std::vector<Requirement>& requirements, const std::vector<GroupResult>& results);

// Whether the requirement needs this competitor in this group.
bool Needs(const Requirement& requirement, const Group& group, const std::string& competitor);

}  // namespace isobit_bench

#endif  // ISOBIT_BENCH_REQUIRED_H_
