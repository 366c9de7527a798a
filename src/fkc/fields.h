// Typed access to the nodes of a block. Each getter reports a value of the wrong type and then gives nothing.
// SPDX-License-Identifier: Apache-2.0
#ifndef ISOBIT_SRC_FKC_FIELDS_H_
#define ISOBIT_SRC_FKC_FIELDS_H_

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "fkc/yaml.h"

namespace isobit::fkc {

// A map under its dotted name, such as "accept.inputs[0].layout" ("" for the block itself).
class Fields {
 public:
  // node may be null or of another kind: then every key is absent, and ok() is false. The caller has reported it.
  Fields(const Node* node, std::string where, Problems* problems)
      : node_(node != nullptr && node->kind == Node::Kind::kMap ? node : nullptr),
        where_(std::move(where)),
        problems_(problems) {}

  bool ok() const { return node_ != nullptr; }
  Place at() const { return node_ != nullptr ? node_->at : Place{}; }
  Problems* problems() const { return problems_; }
  // "where.key" in quotes for messages.
  std::string Name(std::string_view key) const;

  // Reports keys other than these.
  void AllowOnly(std::initializer_list<std::string_view> keys, Severity severity = Severity::kError) const;

  // The value of a key, null if it is absent or `~`. Require() reports that; a broken value gives null silently.
  const Node* Get(std::string_view key) const;
  const Node* Require(std::string_view key) const;

  // The value of a required or optional key as a map, a sequence or a scalar.
  Fields Map(std::string_view key, bool required) const;
  const Node* Sequence(std::string_view key, bool required) const;
  std::optional<std::string> String(std::string_view key, bool required) const;
  std::optional<bool> Bool(std::string_view key, bool required) const;
  std::optional<double> Number(std::string_view key) const;
  std::optional<int> Integer(std::string_view key, bool required) const;

  // The index of a string among `words`; another word is an error.
  std::optional<std::size_t> Word(std::string_view key, std::initializer_list<std::string_view> words,
                                  bool required) const;
  // A string that is an identifier of C.
  std::optional<std::string> Identifier(std::string_view key, bool required) const;

 private:
  const Node* node_;
  std::string where_;
  Problems* problems_;
};

bool IsIdentifier(std::string_view text);

// "a scalar as a string": reports another kind or type under the name `what`.
std::optional<std::string> AsString(const Node& node, const std::string& what, Problems* problems);

}  // namespace isobit::fkc

#endif  // ISOBIT_SRC_FKC_FIELDS_H_
