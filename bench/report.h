// The tables a person reads, on the console and as Markdown.
// SPDX-License-Identifier: Apache-2.0
#ifndef ISOBIT_BENCH_REPORT_H_
#define ISOBIT_BENCH_REPORT_H_

#include <string>
#include <vector>

#include "measure.h"

namespace isobit_bench {

struct Table {
  std::string title;
  std::vector<std::string> bands;    // for every column the band it stands under; equal neighbours share one
  std::vector<std::string> columns;  // the first text_columns are flush left
  size_t text_columns = 2;
  std::vector<std::vector<std::string>> rows;

  std::string Text() const;  // aligned, for a console
  std::string Markdown() const;
};

// The tables of one size: times and ratios, then the time relative to the library's own kernels. n = 16 gives
// the cost of a call.
std::vector<Table> TablesOf(const std::vector<GroupResult>& results, const std::vector<std::string>& targets);

std::string FormatNumber(double value);  // three significant digits, "-" for 0

}  // namespace isobit_bench

#endif  // ISOBIT_BENCH_REPORT_H_
