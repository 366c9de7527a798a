// The speed ratios that the project demands of itself.
// SPDX-License-Identifier: Apache-2.0
#include "required.h"

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace isobit_bench {
namespace {

std::vector<std::string> Split(const std::string& text, char separator) {
  std::vector<std::string> items;
  std::istringstream stream(text);
  for (std::string item; std::getline(stream, item, separator);) items.push_back(item);
  return items;
}

double ParseRatio(const std::string& text, const std::string& where) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0' || !(value > 0)) {
    throw std::runtime_error(where + ": '" + text + "' is not a number above 0");
  }
  return value;
}

bool SameGroup(const Requirement& requirement, const Group& group) {
  return requirement.test == group.test.name && requirement.size == group.size &&
         requirement.dtype == isobit_dtype_name(group.test.binding->dtype);
}

}  // namespace

std::vector<Requirement> ReadRequirements(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error(path + ": cannot be opened");
  std::vector<Requirement> requirements;
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    if (line.empty() || line[0] == '#') continue;
    const std::string where = path + ":" + std::to_string(number);
    const std::vector<std::string> fields = Split(line, '\t');
    if (fields.size() != 7) {
      throw std::runtime_error(where + ": " + std::to_string(fields.size()) + " fields; expected 7, separated by tabs");
    }
    Requirement base;
    base.peer = fields[4];
    base.least = ParseRatio(fields[5], where);
    base.aim = ParseRatio(fields[6], where);
    if (base.peer.rfind("fixed:", 0) == 0) base.fixed_ns = ParseRatio(base.peer.substr(6), where);
    for (const std::string& test : Split(fields[0], ',')) {
      for (const std::string& dtype : Split(fields[1], ',')) {
        for (const std::string& target : Split(fields[2], ',')) {
          for (const std::string& size : Split(fields[3], ',')) {
            Requirement one = base;
            one.test = test;
            one.dtype = dtype;
            one.target = target;
            one.size = size;
            requirements.push_back(one);
          }
        }
      }
    }
  }
  return requirements;
}

bool Needs(const Requirement& requirement, const Group& group, const std::string& competitor) {
  return SameGroup(requirement, group) &&
         (competitor == requirement.target ||
          (requirement.fixed_ns == 0 && competitor == PeerOfTarget(requirement.peer, requirement.target)));
}

Verdict Judge(const std::vector<Requirement>& requirements, const std::vector<GroupResult>& results) {
  Verdict verdict;
  Table& table = verdict.table;
  table.title = "Required ratios: times faster than the peer";
  table.columns = {"kernel",  "dtype",    "target", "n",        "peer",   "own ns",
                   "peer ns", "required", "aim",    "measured", "verdict"};
  table.bands.assign(table.columns.size(), "");
  table.text_columns = 5;
  for (const Requirement& requirement : requirements) {
    for (const GroupResult& result : results) {
      if (!SameGroup(requirement, result.group)) continue;
      const double own = result.Min(requirement.target);
      const std::string peer = PeerOfTarget(requirement.peer, requirement.target);
      const double other = requirement.fixed_ns > 0 ? requirement.fixed_ns : result.Min(peer);
      if (!(own > 0) || !(other > 0)) continue;
      const double ratio = other / own;
      const double divisor = requirement.fixed_ns > 0 ? 1.0 : static_cast<double>(result.group.n);
      // Being faster at something else does not count.
      const bool unlike = result.unlike.count(peer) > 0;
      const bool met = ratio >= requirement.least && !unlike;
      if (!met) verdict.missed.push_back(requirement);
      table.rows.push_back({requirement.test, requirement.dtype, requirement.target, requirement.size,
                            requirement.fixed_ns > 0 ? requirement.peer + " ns" : peer, FormatNumber(own / divisor),
                            FormatNumber(other / divisor), FormatNumber(requirement.least),
                            FormatNumber(requirement.aim), FormatNumber(ratio),
                            unlike                     ? "UNLIKE RESULTS"
                            : !met                     ? "MISSED"
                            : ratio >= requirement.aim ? "aim met"
                                                       : "met"});
    }
  }
  return verdict;
}

}  // namespace isobit_bench
