// YAML as contracts use it: core schema 1.2, restricted, with the place of every node.
// SPDX-License-Identifier: Apache-2.0
#ifndef ISOBIT_SRC_FKC_YAML_H_
#define ISOBIT_SRC_FKC_YAML_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fkc/problems.h"

namespace isobit::fkc {

struct Entry;

struct Node {
  // kBroken stands where a value was reported as wrong already, so that it is not reported twice.
  enum class Kind { kNull, kScalar, kSequence, kMap, kBroken };

  Kind kind = Kind::kNull;
  Place at;
  std::string value;  // of a scalar
  bool quoted = false;
  std::vector<Node> items;     // of a sequence
  std::vector<Entry> entries;  // of a map

  // The value of a key of a map, or null.
  const Node* Find(std::string_view key) const;
};

struct Entry {
  std::string key;
  Place at;
  Node value;
};

// What a scalar is under the schema. Only true and false are booleans; a quoted scalar is a string.
enum class ScalarType { kString, kBool, kInteger, kFloat };
ScalarType TypeOf(const Node& scalar);

// Parses the lines of a block whose first line is line `first_line` of the file. Reports everything that the subset
// excludes; returns nothing if the text could not be parsed to its end.
std::optional<Node> ParseYaml(const std::string& text, int first_line, Problems* problems);

}  // namespace isobit::fkc

#endif  // ISOBIT_SRC_FKC_YAML_H_
