// Typed access to the nodes of a block.
// SPDX-License-Identifier: Apache-2.0
#include "fkc/fields.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>

namespace isobit::fkc {
namespace {

const char* KindName(const Node& node) {
  switch (node.kind) {
    case Node::Kind::kNull:
      return "null";
    case Node::Kind::kSequence:
      return "a list";
    case Node::Kind::kMap:
      return "a map";
    case Node::Kind::kBroken:
      return "unreadable";
    case Node::Kind::kScalar:
      break;
  }
  switch (TypeOf(node)) {
    case ScalarType::kBool:
      return "a boolean";
    case ScalarType::kInteger:
      return "an integer";
    case ScalarType::kFloat:
      return "a number";
    case ScalarType::kString:
      break;
  }
  return "a string";
}

void WrongType(const Node& node, const std::string& what, const std::string& expected, Problems* problems) {
  if (node.kind == Node::Kind::kBroken) return;
  std::string message = what + " has to be " + expected + ", but ";
  if (node.kind == Node::Kind::kScalar) message += Quoted(node.value) + " ";
  message += std::string("is ") + KindName(node);
  if (expected == "a string" && node.kind == Node::Kind::kScalar) message += "; quote it if it is meant as text";
  problems->Error(Code::kType, node.at, message);
}

std::string Join(std::initializer_list<std::string_view> words) {
  std::string text;
  for (const std::string_view word : words) {
    if (!text.empty()) text += ", ";
    text += word;
  }
  return text;
}

}  // namespace

bool IsIdentifier(std::string_view text) {
  if (text.empty() || text.size() > 128 || (text[0] >= '0' && text[0] <= '9')) return false;
  return std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
}

std::optional<std::string> AsString(const Node& node, const std::string& what, Problems* problems) {
  if (node.kind == Node::Kind::kScalar && TypeOf(node) == ScalarType::kString) return node.value;
  WrongType(node, what, "a string", problems);
  return std::nullopt;
}

std::string Fields::Name(std::string_view key) const {
  return "`" + (where_.empty() ? "" : where_ + ".") + std::string(key) + "`";
}

void Fields::AllowOnly(std::initializer_list<std::string_view> keys, Severity severity) const {
  if (node_ == nullptr) return;
  for (const Entry& entry : node_->entries) {
    if (std::find(keys.begin(), keys.end(), entry.key) != keys.end()) continue;
    problems_->Add(severity, Code::kUnknownKey, entry.at,
                   "there is no key " + Quoted(entry.key) +
                       (where_.empty() ? std::string(" here") : " in `" + where_ + "`") +
                       (severity == Severity::kWarning ? "; it is ignored" : ""));
  }
}

const Node* Fields::Get(std::string_view key) const {
  const Node* node = node_ != nullptr ? node_->Find(key) : nullptr;
  if (node == nullptr || node->kind == Node::Kind::kNull || node->kind == Node::Kind::kBroken) return nullptr;
  return node;
}

const Node* Fields::Require(std::string_view key) const {
  if (node_ == nullptr) return nullptr;
  const Node* node = node_->Find(key);
  if (node == nullptr) {
    problems_->Error(Code::kRequiredField, node_->at, Name(key) + " is missing");
  } else if (node->kind == Node::Kind::kNull) {
    problems_->Error(Code::kRequiredField, node->at, Name(key) + " is empty");
  }
  return Get(key);
}

Fields Fields::Map(std::string_view key, bool required) const {
  const Node* node = required ? Require(key) : Get(key);
  const std::string name = Name(key);
  if (node != nullptr && node->kind != Node::Kind::kMap) WrongType(*node, name, "a map", problems_);
  return Fields(node, name.substr(1, name.size() - 2), problems_);
}

const Node* Fields::Sequence(std::string_view key, bool required) const {
  const Node* node = required ? Require(key) : Get(key);
  if (node == nullptr) return nullptr;
  if (node->kind != Node::Kind::kSequence) {
    WrongType(*node, Name(key), "a list", problems_);
    return nullptr;
  }
  if (node->items.empty() && required) {
    problems_->Error(Code::kRequiredField, node->at, Name(key) + " has to have at least one item");
    return nullptr;
  }
  return node;
}

std::optional<std::string> Fields::String(std::string_view key, bool required) const {
  const Node* node = required ? Require(key) : Get(key);
  if (node == nullptr) return std::nullopt;
  std::optional<std::string> text = AsString(*node, Name(key), problems_);
  if (text && text->empty() && required) {
    problems_->Error(Code::kRequiredField, node->at, Name(key) + " is empty");
    return std::nullopt;
  }
  return text;
}

std::optional<bool> Fields::Bool(std::string_view key, bool required) const {
  const Node* node = required ? Require(key) : Get(key);
  if (node == nullptr) return std::nullopt;
  if (node->kind == Node::Kind::kScalar && TypeOf(*node) == ScalarType::kBool) return node->value == "true";
  WrongType(*node, Name(key), "true or false", problems_);
  return std::nullopt;
}

std::optional<double> Fields::Number(std::string_view key) const {
  const Node* node = Get(key);
  if (node == nullptr) return std::nullopt;
  if (node->kind == Node::Kind::kScalar && node->value.find('x') == std::string::npos &&
      node->value.find('o') == std::string::npos &&
      (TypeOf(*node) == ScalarType::kInteger || TypeOf(*node) == ScalarType::kFloat)) {
    // .inf and .nan are no numbers to strtod, which then consumes nothing.
    char* end = nullptr;
    const double value = std::strtod(node->value.c_str(), &end);
    if (*end == '\0' && std::isfinite(value)) return value;
  }
  WrongType(*node, Name(key), "a finite decimal number", problems_);
  return std::nullopt;
}

std::optional<int> Fields::Integer(std::string_view key, bool required) const {
  const Node* node = required ? Require(key) : Get(key);
  if (node == nullptr) return std::nullopt;
  if (node->kind == Node::Kind::kScalar && TypeOf(*node) == ScalarType::kInteger) {
    int value = 0;
    const char* end = node->value.data() + node->value.size();
    const auto result = std::from_chars(node->value.data(), end, value);
    if (result.ec == std::errc() && result.ptr == end) return value;
  }
  WrongType(*node, Name(key), "a decimal integer of 32 bits", problems_);
  return std::nullopt;
}

std::optional<std::size_t> Fields::Word(std::string_view key, std::initializer_list<std::string_view> words,
                                        bool required) const {
  const std::optional<std::string> text = String(key, required);
  if (!text) return std::nullopt;
  const auto found = std::find(words.begin(), words.end(), *text);
  if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
  problems_->Error(Code::kUnknownValue, Get(key)->at,
                   Name(key) + " is " + Quoted(*text) + ", expected one of: " + Join(words));
  return std::nullopt;
}

std::optional<std::string> Fields::Identifier(std::string_view key, bool required) const {
  std::optional<std::string> text = String(key, required);
  if (text && !IsIdentifier(*text)) {
    problems_->Error(Code::kIdentifier, Get(key)->at,
                     Name(key) + " has to be an identifier (letters, digits and _), but is " + Quoted(*text));
    return std::nullopt;
  }
  return text;
}

}  // namespace isobit::fkc
