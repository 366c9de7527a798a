// The bench's command line.
// SPDX-License-Identifier: Apache-2.0
#ifndef ISOBIT_BENCH_OPTIONS_H_
#define ISOBIT_BENCH_OPTIONS_H_

#include <string>
#include <vector>

namespace isobit_bench {

struct Options {
  std::string filter;                // a regular expression searched in <kernel>/<dtype>/<target>/n:<n>
  std::vector<std::string> dtypes;   // empty: all
  std::vector<std::string> targets;  // the library's targets to measure; empty: all this CPU can run
  std::vector<std::string> sizes;    // empty: the default ones
  bool quick = false;
  double budget_seconds = 0;  // 0: by quick
  std::string json_file;
  std::string report_file;
  std::vector<std::string> npy_files;
  bool bf16 = false;
  bool check = false;
  std::string required_file;
  bool list = false;
  bool help = false;
  std::vector<std::string> google_benchmark_flags;  // what begins with --benchmark_
};

// Throws std::invalid_argument with a sentence.
Options ParseOptions(int argc, char** argv);

extern const char kUsage[];

}  // namespace isobit_bench

#endif  // ISOBIT_BENCH_OPTIONS_H_
