// The tables of the bench.
// SPDX-License-Identifier: Apache-2.0
#include "report.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace isobit_bench {
namespace {

size_t OperandBytes(const Group& group) { return group.n * isobit_dtype_size(group.test.binding->dtype); }

std::string Pad(const std::string& text, size_t width, bool left) {
  const std::string space(width > text.size() ? width - text.size() : 0, ' ');
  return left ? text + space : space + text;
}

// numerator / denominator, or "-" where one was not measured.
std::string Ratio(double numerator, double denominator) {
  return numerator > 0 && denominator > 0 ? FormatNumber(numerator / denominator) : "-";
}

std::string Title(const std::vector<GroupResult>& results) {
  const Group& group = results.front().group;
  if (group.array) {
    std::string shape;
    for (const uint64_t dimension : group.array->shape)
      shape += (shape.empty() ? "" : " x ") + std::to_string(dimension);
    return group.size + ": " + (shape.empty() ? "1" : shape) + " " + isobit_dtype_name(group.array->dtype);
  }
  if (group.size == "memory") {
    return "n = memory: " + std::to_string(OperandBytes(group) >> 20) + " MiB an operand, last-level cache " +
           std::to_string(LastLevelCacheBytes() >> 20) + " MiB";
  }
  if (group.size.compare(0, 3, "llc") == 0) {
    return "n = " + group.size + ": operands of together so many last-level caches of " +
           std::to_string(LastLevelCacheBytes() >> 20) + " MiB";
  }
  return "n = " + group.size;
}

bool Measured(const std::vector<GroupResult>& results, const std::string& competitor) {
  return std::any_of(results.begin(), results.end(), [&](const GroupResult& r) { return r.Min(competitor) > 0; });
}

struct Builder {
  Table table;
  const std::vector<GroupResult>& results;

  Builder(const std::vector<GroupResult>& all, const std::string& title) : results(all) {
    table.title = title;
    table.bands = {"", ""};
    table.columns = {"kernel", "dtype"};
    for (const GroupResult& result : all) {
      table.rows.push_back({result.group.test.name, isobit_dtype_name(result.group.test.binding->dtype)});
    }
  }
  template <class Cell>
  void Column(const std::string& band, const std::string& name, Cell cell) {
    table.bands.push_back(band);
    table.columns.push_back(name);
    for (size_t i = 0; i < results.size(); ++i) table.rows[i].push_back(cell(results[i]));
  }
};

Table MainTable(const std::vector<GroupResult>& results, const std::vector<std::string>& targets) {
  const bool calls = results.front().group.size == "16";
  Builder builder(results, Title(results) + (calls ? ": the cost of a call" : ""));
  std::vector<std::string> measured;
  for (const std::string& target : targets) {
    if (Measured(results, target)) measured.push_back(target);
  }
  const std::string best = measured.empty() ? "" : measured.back();
  std::vector<std::string> timed = measured;
  for (const char* peer : {"compiler", "memcpy"}) {
    if (Measured(results, peer)) timed.push_back(peer);
  }
  const std::string unit = calls ? "ns per call" : "ns per element";
  for (const std::string& name : timed) {
    builder.Column(unit, name, [&](const GroupResult& r) {
      return FormatNumber(r.Min(name) / (calls ? 1.0 : static_cast<double>(r.group.n)));
    });
  }
  if (measured.empty()) {  // peers alone
    for (const char* peer : {"libm", "sleef_avx2", "sleef_avx512", "sleef_neon", "libmvec_avx2", "libmvec_avx512"}) {
      if (!Measured(results, peer)) continue;
      builder.Column(unit, peer, [&](const GroupResult& r) {
        return FormatNumber(r.Min(peer) / (calls ? 1.0 : static_cast<double>(r.group.n)));
      });
    }
    return builder.table;
  }
  if (measured.front() == "scalar") {
    for (const std::string& target : measured) {
      if (target == "scalar") continue;
      builder.Column("x scalar", target, [&](const GroupResult& r) { return Ratio(r.Min("scalar"), r.Min(target)); });
    }
  }
  if (!calls) {
    builder.Column(best, "GB/s", [&](const GroupResult& r) {
      const double bytes = static_cast<double>(OperandBytes(r.group)) * (r.group.test.binding->inputs + 1);
      return Ratio(bytes, r.Min(best));
    });
    if (Measured(results, "memcpy")) {
      builder.Column(best, "%memcpy", [&](const GroupResult& r) {
        const double own = r.Min(best), copy = r.Min("memcpy");
        return own > 0 && copy > 0 ? std::to_string(std::lround(100 * copy / own)) : "-";
      });
    }
  }
  for (const char* peer : {"compiler", "sleef", "libmvec", "libm"}) {
    for (const std::string& target : measured) {
      const std::string name = PeerOfTarget(peer, target);
      if (target == "scalar" || !Measured(results, name)) continue;
      builder.Column(std::string("x ") + (std::string(peer) == "sleef" ? "SLEEF u10" : peer), target,
                     [&](const GroupResult& r) { return Ratio(r.Min(name), r.Min(target)); });
    }
  }
  return builder.table;
}

// Times as multiples of the library's own exp, or of the same kernel in f32.
bool OwnTable(const std::vector<GroupResult>& all, const std::vector<std::string>& targets, Table& table) {
  std::vector<GroupResult> results;
  for (const GroupResult& result : all) {
    for (const std::string& target : targets) {
      if (result.Min("exp_" + target) > 0 || result.Min("f32_" + target) > 0) {
        results.push_back(result);
        break;
      }
    }
  }
  if (results.empty()) return false;
  Builder builder(results, Title(results) +
                               ": time as a multiple of the library's own exp (f32, f64) or of the "
                               "same kernel in f32 (bf16, f16)");
  for (const char* peer : {"exp", "f32"}) {
    for (const std::string& target : targets) {
      const std::string name = PeerOfTarget(peer, target);
      if (!Measured(results, name)) continue;
      builder.Column(std::string("time / ") + peer, target,
                     [&](const GroupResult& r) { return Ratio(r.Min(target), r.Min(name)); });
    }
  }
  table = builder.table;
  return true;
}

}  // namespace

std::string FormatNumber(double value) {
  if (!(value > 0)) return "-";
  char text[32];
  const int decimals = value >= 99.95 ? 0 : value >= 9.995 ? 1 : value >= 0.9995 ? 2 : 3;
  std::snprintf(text, sizeof text, "%.*f", decimals, value);
  return text;
}

std::string Table::Text() const {
  std::vector<size_t> widths;
  for (size_t column = 0; column < columns.size(); ++column) {
    size_t width = columns[column].size();
    for (const auto& row : rows) width = std::max(width, row[column].size());
    widths.push_back(width + (column == 0 ? 0 : bands[column] != bands[column - 1] ? 3 : 1));
  }
  std::string text = title + "\n", band_line;
  for (size_t first = 0; first < columns.size();) {
    size_t last = first, width = 0;
    while (last < columns.size() && bands[last] == bands[first]) width += widths[last++];
    // A band that is wider than its columns widens the last of them.
    if (width < bands[first].size() + 3 && !bands[first].empty()) {
      widths[last - 1] += bands[first].size() + 3 - width;
      width = bands[first].size() + 3;
    }
    band_line += Pad(bands[first], width, false);
    first = last;
  }
  const auto line = [&](const std::vector<std::string>& cells) {
    std::string joined;
    for (size_t column = 0; column < cells.size(); ++column) {
      const bool left = column < text_columns;
      joined += left ? (column ? " " : "") + Pad(cells[column], widths[column] - (column ? 1 : 0), true)
                     : Pad(cells[column], widths[column], false);
    }
    return joined.substr(0, joined.find_last_not_of(' ') + 1) + "\n";
  };
  const size_t band_end = band_line.find_last_not_of(' ') + 1;
  if (band_end > 0) text += band_line.substr(0, band_end) + "\n";
  text += line(columns);
  for (const auto& row : rows) text += line(row);
  return text;
}

std::string Table::Markdown() const {
  std::string text = "## " + title + "\n\n|", rule = "|";
  for (size_t column = 0; column < columns.size(); ++column) {
    text += " " + (bands[column].empty() ? "" : bands[column] + ": ") + columns[column] + " |";
    rule += column < text_columns ? " --- |" : " ---: |";
  }
  text += "\n" + rule + "\n";
  for (const auto& row : rows) {
    text += "|";
    for (const std::string& cell : row) text += " " + cell + " |";
    text += "\n";
  }
  return text + "\n";
}

std::vector<Table> TablesOf(const std::vector<GroupResult>& all, const std::vector<std::string>& targets) {
  std::vector<GroupResult> results;
  for (const GroupResult& result : all) {
    if (!result.ns.empty()) results.push_back(result);
  }
  std::vector<Table> tables;
  if (results.empty()) return tables;
  tables.push_back(MainTable(results, targets));
  Table own;
  if (OwnTable(results, targets, own)) tables.push_back(own);
  return tables;
}

}  // namespace isobit_bench
