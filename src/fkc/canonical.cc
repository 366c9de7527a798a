// The canonical form of a contract file.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include "fkc/document.h"
#include "fkc/yaml.h"

namespace isobit::fkc {
namespace {

constexpr std::string_view kOrder[] = {
    "kernel",      "op_kind", "fused_op", "blurb", "entry_point", "backend",   "kernel_source", "kernel_revision_hash",
    "registrable", "accept",  "return",   "caps",  "cost",        "precision", "determinism"};

std::size_t Position(std::string_view key) {
  return static_cast<std::size_t>(std::find(std::begin(kOrder), std::end(kOrder), key) - std::begin(kOrder));
}

// The lines of a block with its top-level fields in the order of the format. A block that has problems, or whose
// fields do not begin lines of their own, stays as it is: moving its lines could change what it says.
std::vector<std::string> Ordered(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  Problems problems("");
  const std::optional<Node> root = ParseYaml(text, 0, &problems);
  if (!root || !problems.Take().empty() || root->kind != Node::Kind::kMap) return lines;
  std::vector<std::size_t> begins;
  for (const Entry& entry : root->entries) {
    const auto line = static_cast<std::size_t>(entry.at.line);
    if (entry.at.column != 1 || line >= lines.size() || (!begins.empty() && line <= begins.back())) return lines;
    begins.push_back(line);
  }
  if (begins.empty()) return lines;

  struct Group {
    std::size_t position, begin, end;
  };
  std::vector<Group> groups;
  for (std::size_t i = 0; i < begins.size(); ++i) {
    // Comments directly above a field at column 1 belong to it.
    std::size_t begin = begins[i];
    const std::size_t least = i == 0 ? 0 : begins[i - 1] + 1;
    while (begin > least && !lines[begin - 1].empty() && lines[begin - 1][0] == '#') --begin;
    if (i == 0) begin = 0;
    groups.push_back({Position(root->entries[i].key), begin, lines.size()});
    if (i > 0) groups[i - 1].end = begin;
  }
  std::stable_sort(groups.begin(), groups.end(),
                   [](const Group& a, const Group& b) { return a.position < b.position; });
  std::vector<std::string> result;
  for (const Group& group : groups) {
    for (std::size_t i = group.begin; i < group.end; ++i) result.push_back(lines[i]);
  }
  return result;
}

}  // namespace

std::string Canonical(std::string_view raw) {
  const std::string text = NormalLines(raw);
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string line = text.substr(begin, end - begin);
    line.erase(line.find_last_not_of(" \t") + 1);
    lines.push_back(std::move(line));
    begin = end + 1;
  }

  std::vector<std::string> out;
  const auto blank = [&out] {
    if (!out.empty() && !out.back().empty()) out.emplace_back();
  };
  std::size_t i = 0;
  if (!lines.empty() && lines[0] == "---") {
    do {
      out.push_back(lines[i++]);
    } while (i < lines.size() && lines[i] != "---");
    if (i < lines.size()) out.push_back(lines[i++]);
    blank();
  }
  while (i < lines.size()) {
    const std::string& line = lines[i++];
    const Fence open = FenceOf(line);
    if (line.empty()) {
      blank();
    } else if (open.length > 0) {
      blank();
      out.push_back(line);
      std::vector<std::string> body;
      std::string closing;
      while (i < lines.size()) {
        const Fence close = FenceOf(lines[i]);
        if (close.mark == open.mark && close.length >= open.length && close.info.empty()) {
          closing = lines[i++];
          break;
        }
        body.push_back(lines[i++]);
      }
      const bool contract = open.info.substr(0, open.info.find(' ')) == "fkc";
      const std::vector<std::string> ordered = contract ? Ordered(body) : body;
      out.insert(out.end(), ordered.begin(), ordered.end());
      if (!closing.empty()) out.push_back(closing);
      blank();
    } else if (line[0] == '#') {
      blank();
      out.push_back(line);
      blank();
    } else {
      out.push_back(line);
    }
  }
  while (!out.empty() && out.back().empty()) out.pop_back();
  std::string result;
  for (const std::string& line : out) result += line + "\n";
  return result;
}

}  // namespace isobit::fkc
