// The YAML subset, over yaml-cpp's event interface: the node interface of that library resolves aliases, drops
// duplicate keys and forgets where tags and quotes stood.
// SPDX-License-Identifier: Apache-2.0
#include "fkc/yaml.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <exception>
#include <new>
#include <set>
#include <sstream>
#include <utility>

namespace isobit::fkc {
namespace {

struct Stop {};  // thrown by the handler to leave the parser

class Builder : public YAML::EventHandler {
 public:
  Builder(const std::string& text, int first_line, Problems* problems)
      : text_(text), first_line_(first_line), problems_(problems) {}

  Node root;

  Place At(const YAML::Mark& mark) const {
    if (mark.is_null()) return {first_line_, 1};
    return {first_line_ + mark.line, mark.column + 1};
  }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (documents_++ == 0) return;
    problems_->Error(Code::kYamlDocuments, At(mark), "a block holds one YAML document, here a second one begins");
    throw Stop{};
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t) override {
    Node node;
    node.at = At(mark);
    Complete(std::move(node));
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    problems_->Error(Code::kYamlAlias, At(mark), "aliases are not allowed; write the value out");
    Complete(Broken(mark));
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t, const std::string& value) override {
    const bool tagged = ReportTag(mark, tag);
    Node node;
    node.kind = tagged ? Node::Kind::kBroken : Node::Kind::kScalar;
    node.at = At(mark);
    node.value = value;
    node.quoted = tag == "!";
    Complete(std::move(node));
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t,
                       YAML::EmitterStyle::value) override {
    Open(mark, tag, Node::Kind::kSequence);
  }
  void OnSequenceEnd() override { Close(); }

  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t, YAML::EmitterStyle::value) override {
    Open(mark, tag, Node::Kind::kMap);
  }
  void OnMapEnd() override { Close(); }

  void OnAnchor(const YAML::Mark& mark, const std::string& name) override {
    problems_->Error(Code::kYamlAnchor, At(mark), "anchors are not allowed, here &" + name);
  }

 private:
  struct Frame {
    Node node;
    bool want_key = true;     // of a map
    bool drop_value = false;  // the key was wrong, so its value is read and forgotten
    Entry entry;              // the key that waits for its value
    std::set<std::string> keys;
  };

  Node Broken(const YAML::Mark& mark) const {
    Node node;
    node.kind = Node::Kind::kBroken;
    node.at = At(mark);
    return node;
  }

  bool ReportTag(const YAML::Mark& mark, const std::string& tag) {
    // "?" stands for no tag and "!" for a quoted scalar, but a lone `!` in the text looks like the latter.
    const auto offset = static_cast<std::size_t>(mark.pos);
    const bool lone = tag == "!" && !mark.is_null() && offset < text_.size() && text_[offset] == '!';
    if (!lone && (tag.empty() || tag == "?" || tag == "!")) return false;
    problems_->Error(Code::kYamlTag, At(mark), "tags are not allowed, here " + Quoted(tag));
    return true;
  }

  void Open(const YAML::Mark& mark, const std::string& tag, Node::Kind kind) {
    ReportTag(mark, tag);
    if (frames_.size() >= static_cast<std::size_t>(kMaxYamlDepth)) {
      problems_->Error(Code::kYamlDepth, At(mark),
                       "nested more than " + std::to_string(kMaxYamlDepth) + " levels deep");
      throw Stop{};
    }
    Frame frame;
    frame.node.kind = kind;
    frame.node.at = At(mark);
    frames_.push_back(std::move(frame));
  }

  void Close() {
    Node node = std::move(frames_.back().node);
    frames_.pop_back();
    Complete(std::move(node));
  }

  void Complete(Node node) {
    if (frames_.empty()) {
      root = std::move(node);
      return;
    }
    Frame& frame = frames_.back();
    if (frame.node.kind == Node::Kind::kSequence) {
      frame.node.items.push_back(std::move(node));
    } else if (frame.want_key) {
      TakeKey(&frame, node);
    } else {
      frame.want_key = true;
      if (frame.drop_value) return;
      frame.entry.value = std::move(node);
      frame.node.entries.push_back(std::move(frame.entry));
    }
  }

  void TakeKey(Frame* frame, const Node& node) {
    frame->want_key = false;
    frame->drop_value = true;
    if (node.kind == Node::Kind::kBroken) return;
    if (node.kind != Node::Kind::kScalar) {
      problems_->Error(Code::kYamlKey, node.at, "a key has to be a word");
    } else if (node.value == "<<" && !node.quoted) {
      problems_->Error(Code::kYamlMergeKey, node.at, "merge keys are not allowed; write the keys out");
    } else if (!frame->keys.insert(node.value).second) {
      problems_->Error(Code::kYamlDuplicateKey, node.at, "the key " + Quoted(node.value) + " appears twice");
    } else {
      frame->drop_value = false;
      frame->entry = {node.value, node.at, Node{}};
    }
  }

  const std::string& text_;
  int first_line_;
  Problems* problems_;
  int documents_ = 0;
  std::vector<Frame> frames_;
};

bool AllDigits(std::string_view text) {
  if (text.empty()) return false;
  for (const char c : text) {
    if (c < '0' || c > '9') return false;
  }
  return true;
}

bool IsInteger(std::string_view text) {
  if (text.substr(0, 2) == "0x") {
    return text.size() > 2 && text.find_first_not_of("0123456789abcdefABCDEF", 2) == std::string_view::npos;
  }
  if (text.substr(0, 2) == "0o") {
    return text.size() > 2 && text.find_first_not_of("01234567", 2) == std::string_view::npos;
  }
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) text.remove_prefix(1);
  return AllDigits(text);
}

bool IsFloat(std::string_view text) {
  if (text == ".nan" || text == ".NaN" || text == ".NAN") return true;
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) text.remove_prefix(1);
  if (text == ".inf" || text == ".Inf" || text == ".INF") return true;
  const std::size_t e = text.find_first_of("eE");
  if (e != std::string_view::npos) {
    std::string_view exponent = text.substr(e + 1);
    if (!exponent.empty() && (exponent[0] == '-' || exponent[0] == '+')) exponent.remove_prefix(1);
    if (!AllDigits(exponent)) return false;
    text = text.substr(0, e);
  }
  const std::size_t point = text.find('.');
  if (point == std::string_view::npos) return AllDigits(text);
  const std::string_view whole = text.substr(0, point), fraction = text.substr(point + 1);
  return (whole.empty() || AllDigits(whole)) && (fraction.empty() || AllDigits(fraction)) &&
         !(whole.empty() && fraction.empty());
}

}  // namespace

const Node* Node::Find(std::string_view key) const {
  for (const Entry& entry : entries) {
    if (entry.key == key) return &entry.value;
  }
  return nullptr;
}

ScalarType TypeOf(const Node& scalar) {
  if (scalar.quoted) return ScalarType::kString;
  if (scalar.value == "true" || scalar.value == "false") return ScalarType::kBool;
  if (IsInteger(scalar.value)) return ScalarType::kInteger;
  if (IsFloat(scalar.value)) return ScalarType::kFloat;
  return ScalarType::kString;
}

std::optional<Node> ParseYaml(const std::string& text, int first_line, Problems* problems) {
  // A tab where yaml-cpp expects blanks ends its run, so tabs are reported here and read as blanks.
  std::string plain = text;
  int line = first_line, column = 1;
  for (char& c : plain) {
    if (c == '\t') {
      problems->Error(Code::kYamlTab, {line, column}, "tabs are not allowed");
      c = ' ';
    }
    ++column;
    if (c == '\n') {
      ++line;
      column = 1;
    }
  }
  if (plain.size() > kMaxBlockBytes) {
    problems->Error(Code::kFileTooLarge, {first_line, 1},
                    "a block has at most " + std::to_string(kMaxBlockBytes) + " bytes");
    return std::nullopt;
  }

  // Without a document end, yaml-cpp closes an open quote at the end of the text and says nothing.
  plain += "...\n";
  Builder builder(plain, first_line, problems);
  try {
    std::istringstream stream(plain);
    YAML::Parser parser(stream);
    if (parser.HandleNextDocument(builder)) parser.HandleNextDocument(builder);
    return std::move(builder.root);
  } catch (const Stop&) {
  } catch (const YAML::Exception& e) {
    const bool alias = e.msg.find("referenced anchor") != std::string::npos;
    problems->Error(alias ? Code::kYamlAlias : Code::kYamlSyntax, builder.At(e.mark),
                    alias ? "aliases are not allowed; write the value out" : "not YAML: " + e.msg);
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& e) {
    problems->Error(Code::kYamlSyntax, {first_line, 1}, std::string("not YAML: ") + e.what());
  }
  return std::nullopt;
}

}  // namespace isobit::fkc
