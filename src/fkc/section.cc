// Reads and checks the block of a section, part by part in the order of the format.
// SPDX-License-Identifier: Apache-2.0
#include "fkc/section.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>
#include <string>

#include "fkc/fields.h"

namespace isobit::fkc {
namespace {

bool IsHex(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
}

// "0x7f...", with or without the @ of a symbol at an address.
bool LooksLikeAddress(std::string_view text) {
  if (!text.empty() && text[0] == '@') text.remove_prefix(1);
  return (text.substr(0, 2) == "0x" || text.substr(0, 2) == "0X") && IsHex(text.substr(2));
}

std::string_view Trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

std::vector<std::string_view> Split(std::string_view text, std::string_view separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = text.find(separator);
    parts.push_back(Trimmed(text.substr(0, end)));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + separator.size());
  }
}

bool KnownDtype(std::string_view dtype) {
  static const std::set<std::string_view> kKnown = {"F64", "F32", "F16", "BF16", "F8E4M3", "F8E5M2", "I64", "I32",
                                                    "I16", "I8",  "U64", "U32",  "U16",    "U8",     "BOOL"};
  return kKnown.count(dtype) > 0;
}

// "name" or "name(a, b)".
struct Call {
  std::string name;
  std::vector<std::string> arguments;
};

std::optional<Call> ParseCall(std::string_view text) {
  Call call;
  const std::size_t open = text.find('(');
  call.name = std::string(Trimmed(text.substr(0, open)));
  if (!IsIdentifier(call.name)) return std::nullopt;
  if (open == std::string_view::npos) return call;
  if (text.back() != ')') return std::nullopt;
  for (const std::string_view argument : Split(text.substr(open + 1, text.size() - open - 2), ",")) {
    if (!IsIdentifier(argument)) return std::nullopt;
    call.arguments.emplace_back(argument);
  }
  return call;
}

class SectionReader {
 public:
  SectionReader(const Section& section, const Provider& provider, Problems* problems, Contract* contract)
      : section_(section), provider_(provider), problems_(problems), c_(*contract) {}

  void Run() {
    if (section_.blocks.empty()) {
      if (!section_.broken) {
        problems_->Error(Code::kBlockMissing, {section_.line, 1}, "the section has no fenced block tagged fkc");
      }
      return;
    }
    for (std::size_t i = 1; i < section_.blocks.size(); ++i) {
      problems_->Error(Code::kBlockRepeated, {section_.blocks[i].first_line - 1, 1},
                       "a section has exactly one block tagged fkc, this is one more");
    }
    const Block& block = section_.blocks[0];
    const std::optional<Node> root = ParseYaml(block.text, block.first_line, problems_);
    if (!root) return;
    if (root->kind != Node::Kind::kMap) {
      problems_->Error(root->kind == Node::Kind::kNull ? Code::kRequiredField : Code::kType, {block.first_line, 1},
                       "the block has to be a map of fields");
      return;
    }
    const Fields top(&*root, "", problems_);
    top.AllowOnly({"kernel", "op_kind", "fused_op", "blurb", "entry_point", "backend", "kernel_source",
                   "kernel_revision_hash", "registrable", "accept", "return", "caps", "cost", "precision",
                   "determinism", "fdx", "bundle", "bundles"});
    FindAddresses(*root);
    Head(top);
    Hash(top, block);
    ReadAccept(top.Map("accept", c_.registrable));
    ReadReturn(top.Map("return", true));
    ReadCaps(top.Map("caps", false));
    ReadCost(top.Map("cost", true));
    ReadPrecision(top.Map("precision", true));
    ReadDeterminism(top);
    if (top.Get("bundle") != nullptr || top.Get("bundles") != nullptr) Unbound("it is a bundle of kernels");
    if (top.Get("fdx") != nullptr) Unbound("it has fdx facts about quantised or symbolic operands");
    DecideFamily();
  }

 private:
  void Unbound(std::string reason) {
    if (std::find(c_.unbound.begin(), c_.unbound.end(), reason) == c_.unbound.end()) {
      c_.unbound.push_back(std::move(reason));
    }
  }

  // Contracts name functions; an address in one could only be stale. Hashes are the one place for hex digits.
  void FindAddresses(const Node& node) {
    if (node.kind == Node::Kind::kScalar && LooksLikeAddress(node.value)) {
      problems_->Error(Code::kLiteralAddress, node.at,
                       Quoted(node.value) + " looks like an address; functions are named, numbers are decimal");
    }
    for (const Node& item : node.items) FindAddresses(item);
    for (const Entry& entry : node.entries) {
      if (entry.key != "kernel_revision_hash") FindAddresses(entry.value);
    }
  }

  void Head(const Fields& top) {
    c_.registrable = top.Bool("registrable", false).value_or(true);
    c_.kernel = top.Identifier("kernel", true).value_or("");
    // An address was reported under its own code.
    const Node* entry = top.Get("entry_point");
    if (entry == nullptr || entry->kind != Node::Kind::kScalar || !LooksLikeAddress(entry->value)) {
      c_.entry_point = top.Identifier("entry_point", true).value_or("");
    }

    const Node* op_kind = top.Get("op_kind");
    const Node* fused_op = top.Get("fused_op");
    if (op_kind != nullptr && fused_op != nullptr) {
      problems_->Error(Code::kExclusive, fused_op->at, "a section has either `op_kind` or `fused_op`, not both");
    } else if (op_kind == nullptr && fused_op == nullptr && c_.registrable) {
      problems_->Error(Code::kExclusive, top.at(), "one of `op_kind` and `fused_op` is needed");
    }
    c_.op_kind = top.Identifier("op_kind", false).value_or("");
    if (fused_op != nullptr) {
      const bool scalar = fused_op->kind == Node::Kind::kScalar;
      c_.fused_op = scalar ? top.Identifier("fused_op", false).value_or("") : "fused";
      Unbound("it is a fused op");
    }

    c_.backend = top.Identifier("backend", false).value_or(provider_.backend);
    if (!c_.backend.empty() && c_.backend != "Cpu") Unbound("its backend is " + c_.backend + ", not Cpu");
    c_.kernel_source = top.String("kernel_source", false).value_or(provider_.kernel_source);

    const Place heading{section_.line, 1};
    const std::optional<std::string> blurb = top.String("blurb", true);
    if (section_.blurb.empty()) {
      problems_->Error(Code::kBlurb, heading, "the section has to begin with its blurb, one line of prose");
    } else if (blurb && *blurb != section_.blurb) {
      problems_->Error(Code::kBlurb, top.Get("blurb")->at,
                       "`blurb` differs from the section's first line, which is " + Quoted(section_.blurb));
    }
    c_.blurb = blurb.value_or("");
  }

  void Hash(const Fields& top, const Block& block) {
    const Node* node = top.Get("kernel_revision_hash");
    c_.revision_hash = RevisionHash(c_.entry_point, provider_.revision_base, block.text);
    if (node == nullptr || (node->kind == Node::Kind::kScalar && node->value == "auto")) return;
    if (node->kind != Node::Kind::kScalar) {
      top.String("kernel_revision_hash", false);  // Reports the type.
    } else if (!node->quoted) {
      problems_->Error(Code::kUnquoted, node->at, "`kernel_revision_hash` has to be auto or a quoted hex string");
    } else if (!IsHex(node->value) || node->value.size() > 16) {
      problems_->Error(Code::kHash, node->at,
                       "`kernel_revision_hash` has to have 1 to 16 hex digits, but is " + Quoted(node->value));
    } else {
      c_.revision_hash = std::strtoull(node->value.c_str(), nullptr, 16);
    }
  }

  // ---- accept ----

  void ReadAccept(const Fields& accept) {
    accept.AllowOnly({"inputs", "op_params", "fdx", "bundle", "bundles"});
    if (accept.Get("bundle") != nullptr || accept.Get("bundles") != nullptr) Unbound("its inputs are a bundle");
    if (accept.Get("fdx") != nullptr) Unbound("it has fdx facts about quantised or symbolic operands");
    const Node* inputs = accept.Sequence("inputs", c_.registrable);
    if (inputs != nullptr) {
      // The roles come first, since a constraint may name a later operand.
      for (std::size_t i = 0; i < inputs->items.size(); ++i) {
        const std::string where = "accept.inputs[" + std::to_string(i) + "]";
        const Node& item = inputs->items[i];
        if (item.kind != Node::Kind::kMap) {
          problems_->Error(Code::kType, item.at, "`" + where + "` has to be a map");
          continue;
        }
        const Fields fields(&item, where, problems_);
        Input input;
        input.name = fields.Identifier("name", true).value_or("");
        if (!input.name.empty() && !roles_.insert(input.name).second) {
          problems_->Error(Code::kRole, fields.Get("name")->at, "two operands have the name " + Quoted(input.name));
        }
        c_.inputs.push_back(std::move(input));
      }
      std::size_t next = 0;
      for (std::size_t i = 0; i < inputs->items.size(); ++i) {
        if (inputs->items[i].kind != Node::Kind::kMap) continue;
        ReadInput(Fields(&inputs->items[i], "accept.inputs[" + std::to_string(i) + "]", problems_), &c_.inputs[next++]);
      }
      CheckFanOut(*inputs);
    }
    ReadOpParams(accept.Map("op_params", false));
  }

  void ReadInput(const Fields& fields, Input* input) {
    fields.AllowOnly({"name", "dtypes", "dtype_class", "layout", "rank", "shape_constraint", "fdx"});
    ReadDtypes(fields, input);
    layouts_complete_ = ReadLayout(fields.Map("layout", true), &input->layout) && layouts_complete_;
    ReadRank(fields, &input->rank);
    ReadShapeConstraint(fields, input);
    if (fields.Get("fdx") != nullptr) {
      input->has_fdx = true;
      Unbound("it has fdx facts about quantised or symbolic operands");
    }
  }

  void ReadDtypes(const Fields& fields, Input* input) {
    if (fields.Get("dtype_class") != nullptr) {
      if (fields.Get("dtypes") != nullptr) {
        problems_->Error(Code::kDtype, fields.Get("dtype_class")->at,
                         "an operand has either `dtypes` or `dtype_class`, not both");
      }
      input->dtype_class = fields.Identifier("dtype_class", true).value_or("");
      Unbound("its operands have a dtype class instead of a list of dtypes");
      return;
    }
    const Node* dtypes = fields.Sequence("dtypes", true);
    if (dtypes == nullptr) return;
    for (const Node& item : dtypes->items) {
      const std::optional<std::string> dtype = AsString(item, "a dtype", problems_);
      if (!dtype) continue;
      if (!KnownDtype(*dtype)) {
        problems_->Error(Code::kDtype, item.at, "there is no dtype " + Quoted(*dtype));
      } else if (std::find(input->dtypes.begin(), input->dtypes.end(), *dtype) != input->dtypes.end()) {
        problems_->Error(Code::kDtype, item.at, "the dtype " + *dtype + " is listed twice");
      } else {
        input->dtypes.push_back(*dtype);
      }
    }
  }

  // False if a flag is missing or unknown, which leaves nothing to hold other fields against.
  bool ReadLayout(const Fields& fields, Layout* layout) {
    if (!fields.ok()) return false;
    fields.AllowOnly({"contiguous", "strided", "broadcast_stride0", "start_offset", "reverse_strides"});
    const auto contiguous = fields.Word("contiguous", {"required", "accepted", "n/a"}, true);
    bool complete = contiguous.has_value();
    if (contiguous) {
      constexpr Acceptance kValues[] = {Acceptance::kRequired, Acceptance::kAccepted, Acceptance::kNotApplicable};
      layout->contiguous = kValues[*contiguous];
    }
    const auto flag = [&](const char* key, Acceptance* value) {
      const auto word = fields.Word(key, {"accepted", "rejected"}, true);
      if (word) *value = *word == 0 ? Acceptance::kAccepted : Acceptance::kRejected;
      complete = complete && word.has_value();
    };
    flag("strided", &layout->strided);
    flag("broadcast_stride0", &layout->broadcast_stride0);
    flag("start_offset", &layout->start_offset);
    flag("reverse_strides", &layout->reverse_strides);
    if (!complete) return false;

    const bool strided = layout->strided == Acceptance::kAccepted;
    if (layout->contiguous == Acceptance::kNotApplicable && !strided) {
      problems_->Error(Code::kLayout, fields.at(), "the layout accepts neither contiguous nor strided operands");
    }
    if (layout->contiguous == Acceptance::kRequired && strided) {
      problems_->Error(Code::kLayout, fields.Get("strided")->at,
                       "`contiguous: required` and `strided: accepted` exclude each other");
    }
    if (layout->broadcast_stride0 == Acceptance::kAccepted && !strided) {
      problems_->Error(Code::kLayout, fields.Get("broadcast_stride0")->at,
                       "`broadcast_stride0: accepted` needs `strided: accepted`");
    }
    if (layout->reverse_strides == Acceptance::kAccepted && !strided) {
      problems_->Error(Code::kLayout, fields.Get("reverse_strides")->at,
                       "`reverse_strides: accepted` needs `strided: accepted`");
    }
    return true;
  }

  void ReadRank(const Fields& fields, Rank* rank) {
    const Node* node = fields.Require("rank");
    if (node == nullptr) return;
    const auto axis_count = [](std::string_view text) -> int {
      const bool good = !text.empty() && text.size() <= 3 && text.find_first_not_of("0123456789") == text.npos;
      return good ? std::atoi(std::string(text).c_str()) : -1;
    };
    if (node->kind == Node::Kind::kScalar) {
      const std::string_view text = node->value;
      if (text == "any") return;
      const std::size_t dots = text.find("..=");
      const int low = axis_count(text.substr(0, dots));
      const int high = dots == text.npos ? low : axis_count(text.substr(dots + 3));
      if (low >= 0 && high >= low) {
        *rank = {low, high};
        return;
      }
    }
    problems_->Error(Code::kRank, node->at,
                     fields.Name("rank") + " has to be an integer, any, or a range such as 2..=4");
  }

  void ReadShapeConstraint(const Fields& fields, Input* input) {
    const Node* node = fields.Get("shape_constraint");
    if (node == nullptr) return;
    std::vector<const Node*> nodes;
    if (node->kind == Node::Kind::kSequence) {
      for (const Node& item : node->items) nodes.push_back(&item);
    } else {
      nodes.push_back(node);
    }
    for (const Node* item : nodes) {
      const std::optional<std::string> text = AsString(*item, fields.Name("shape_constraint"), problems_);
      if (!text) continue;
      for (const std::string_view part : Split(*text, ",")) {
        const std::size_t equals = part.find('=');
        const std::string rule(Trimmed(part.substr(0, equals)));
        const std::string role(equals == part.npos ? "" : Trimmed(part.substr(equals + 1)));
        if (rule != "same_as" && rule != "same_rank" && rule != "broadcast_to") {
          problems_->Error(
              Code::kShapeConstraint, item->at,
              "the constraint " + Quoted(part) + " is not same_as=ROLE, same_rank=ROLE or broadcast_to=ROLE");
        } else if (roles_.count(role) == 0) {
          problems_->Error(Code::kShapeConstraint, item->at,
                           "the constraint " + Quoted(part) + " names no operand of this section");
        } else {
          input->shape_constraints.push_back({rule, role});
        }
      }
    }
  }

  void CheckFanOut(const Node& inputs) {
    const std::vector<std::string>* first = nullptr;
    std::size_t next = 0;
    for (const Node& item : inputs.items) {
      if (item.kind != Node::Kind::kMap) continue;
      const Input& input = c_.inputs[next++];
      if (input.dtypes.size() < 2) continue;
      if (first == nullptr) {
        first = &input.dtypes;
      } else if (input.dtypes != *first) {
        const Node* dtypes = item.Find("dtypes");
        problems_->Error(Code::kDtypeFanOut, dtypes->at,
                         "operands that vary have to list the same dtypes in the same order");
      }
    }
  }

  void ReadOpParams(const Fields& fields) {
    if (!fields.ok()) return;
    fields.AllowOnly({"variant", "fields"});
    const std::optional<std::string> variant = fields.String("variant", true);
    const Fields list = fields.Map("fields", false);
    if (list.ok()) {
      const Node* node = fields.Get("fields");
      for (const Entry& entry : node->entries) ReadParamField(entry, list);
    }
    if (!variant) return;
    c_.op_params.variant = *variant;
    const Place at = fields.Get("variant")->at;
    const auto match = [&](std::initializer_list<std::pair<const char*, const char*>> wanted) {
      bool same = c_.op_params.fields.size() == wanted.size();
      std::string text;
      for (const auto& [name, kind] : wanted) {
        text += std::string(text.empty() ? "" : ", ") + name + ": " + kind;
        same = same && std::any_of(c_.op_params.fields.begin(), c_.op_params.fields.end(),
                                   [&, n = name, k = kind](const ParamField& f) { return f.name == n && f.kind == k; });
      }
      if (same) return;
      problems_->Error(Code::kOpParamsFields, at,
                       "the variant " + *variant + " has " + (text.empty() ? "no fields" : "the fields " + text));
    };
    if (*variant == "None") {
      match({});
    } else if (*variant == "Affine") {
      match({{"mul", "f64"}, {"add", "f64"}});
    } else if (*variant == "Clamp") {
      match({{"min", "f64"}, {"max", "f64"}});
    } else if (*variant == "PowI") {
      match({{"exp", "i32"}});
    } else if (!IsIdentifier(*variant) || (*variant)[0] < 'A' || (*variant)[0] > 'Z' || NearMiss(*variant)) {
      problems_->Error(Code::kOpParamsVariant, at, "there is no variant " + Quoted(*variant));
    } else {
      Unbound("its op_params variant is " + *variant);
    }
    CheckConstraints(fields);
  }

  // A known variant in the wrong case is a slip of the pen and no variant of somebody else's.
  static bool NearMiss(const std::string& variant) {
    std::string lower;
    for (const char c : variant) lower += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    return lower == "none" || lower == "affine" || lower == "clamp" || lower == "powi";
  }

  void ReadParamField(const Entry& entry, const Fields& list) {
    const std::string name = list.Name(entry.key);
    if (entry.value.kind == Node::Kind::kBroken) return;
    if (!IsIdentifier(entry.key)) {
      problems_->Error(Code::kIdentifier, entry.at, name + " is no identifier");
    }
    if (entry.value.kind != Node::Kind::kMap) {
      problems_->Error(Code::kType, entry.at, name + " has to be a map with `kind`");
      return;
    }
    const Fields fields(&entry.value, name.substr(1, name.size() - 2), problems_);
    fields.AllowOnly({"kind", "constraint"});
    ParamField field;
    field.name = entry.key;
    field.kind = fields.String("kind", true).value_or("");
    field.constraint = fields.String("constraint", false).value_or("");
    c_.op_params.fields.push_back(std::move(field));
  }

  // `OP VALUE`, or several joined by `and`; a value is a number or another field.
  void CheckConstraints(const Fields& op_params) {
    const Node* list = op_params.Get("fields");
    for (const ParamField& field : c_.op_params.fields) {
      if (field.constraint.empty()) continue;
      const Node* node = list->Find(field.name)->Find("constraint");
      for (const std::string_view part : Split(field.constraint, " and ")) {
        std::size_t length = 0;
        for (const std::string_view op : {"==", "!=", "<=", ">=", "<", ">"}) {
          if (part.substr(0, op.size()) == op) {
            length = op.size();
            break;
          }
        }
        const std::string value(Trimmed(part.substr(length)));
        Node scalar;
        scalar.value = value;
        const bool number = TypeOf(scalar) == ScalarType::kInteger || TypeOf(scalar) == ScalarType::kFloat;
        const bool name = value != field.name && std::any_of(c_.op_params.fields.begin(), c_.op_params.fields.end(),
                                                             [&](const ParamField& f) { return f.name == value; });
        if (length == 0 || (!number && !name)) {
          problems_->Error(Code::kConstraint, node->at,
                           "the constraint " + Quoted(part) + " is not a comparison with a number or another field");
        }
      }
    }
  }

  // ---- return ----

  void ReadReturn(const Fields& fields) {
    fields.AllowOnly({"outputs", "fdx", "bundle", "bundles"});
    if (fields.Get("bundle") != nullptr || fields.Get("bundles") != nullptr) Unbound("its outputs are a bundle");
    if (fields.Get("fdx") != nullptr) Unbound("it has fdx facts about quantised or symbolic operands");
    const Node* outputs = fields.Sequence("outputs", true);
    if (outputs == nullptr) return;
    for (std::size_t i = 0; i < outputs->items.size(); ++i) {
      const std::string where = "return.outputs[" + std::to_string(i) + "]";
      const Node& item = outputs->items[i];
      if (item.kind != Node::Kind::kMap) {
        problems_->Error(Code::kType, item.at, "`" + where + "` has to be a map");
        continue;
      }
      ReadOutput(Fields(&item, where, problems_));
    }
  }

  void ReadOutput(const Fields& fields) {
    fields.AllowOnly({"name", "dtype_rule", "shape_rule", "layout_guarantee", "aliasing", "fdx"});
    if (fields.Get("fdx") != nullptr) Unbound("it has fdx facts about quantised or symbolic operands");
    Output output;
    output.name = fields.Identifier("name", false).value_or("");
    if (!output.name.empty() && !roles_.insert(output.name).second) {
      problems_->Error(Code::kRole, fields.Get("name")->at, "two operands have the name " + Quoted(output.name));
    }
    if (const auto call = Rule(fields, "dtype_rule")) {
      output.dtype_rule = call->name;
      output.dtype_argument = call->arguments.empty() ? "" : call->arguments[0];
      if ((call->name != "passthrough" && call->name != "fixed") || call->arguments.size() != 1) {
        BadRule(fields, "dtype_rule", "passthrough(ROLE) or fixed(DTYPE)");
      } else if (call->name == "passthrough") {
        CheckInputRole(fields, "dtype_rule", output.dtype_argument);
      } else if (!KnownDtype(output.dtype_argument)) {
        problems_->Error(Code::kDtype, fields.Get("dtype_rule")->at,
                         "there is no dtype " + Quoted(output.dtype_argument));
      }
    }
    if (const auto call = Rule(fields, "shape_rule")) {
      output.shape_rule = call->name;
      output.shape_arguments = call->arguments;
      static const std::set<std::string> kOverRoles = {"same_as", "broadcast", "broadcast_to", "matmul"};
      static const std::set<std::string> kOther = {"reduce", "concat", "from_params", "scalar"};
      if (kOverRoles.count(call->name) > 0 && !call->arguments.empty() &&
          (call->name != "same_as" || call->arguments.size() == 1)) {
        for (const std::string& role : call->arguments) CheckInputRole(fields, "shape_rule", role);
      } else if (kOther.count(call->name) == 0) {
        BadRule(fields, "shape_rule", "same_as(ROLE) or another rule of the format");
      }
    }
    output.layout_guarantee = "contiguous";
    if (const auto call = Rule(fields, "layout_guarantee")) {
      output.layout_guarantee = call->name;
      if (call->name == "same_as" && call->arguments.size() == 1) {
        CheckInputRole(fields, "layout_guarantee", call->arguments[0]);
      } else if ((call->name != "contiguous" && call->name != "any") || !call->arguments.empty()) {
        BadRule(fields, "layout_guarantee", "contiguous, any or same_as(ROLE)");
      }
    }
    if (const auto call = Rule(fields, "aliasing")) {
      output.aliasing = call->name;
      if ((call->name == "in_place" || call->name == "may_alias") && call->arguments.size() == 1) {
        CheckInputRole(fields, "aliasing", call->arguments[0]);
      } else if (call->name != "none" || !call->arguments.empty()) {
        BadRule(fields, "aliasing", "none, in_place(ROLE) or may_alias(ROLE)");
      }
    }
    c_.outputs.push_back(std::move(output));
  }

  std::optional<Call> Rule(const Fields& fields, const char* key) {
    const std::optional<std::string> text = fields.String(key, true);
    if (!text) return std::nullopt;
    std::optional<Call> call = ParseCall(*text);
    if (!call) BadRule(fields, key, "a word, or a word with roles in parentheses");
    return call;
  }

  void BadRule(const Fields& fields, const char* key, const std::string& expected) {
    const Node* node = fields.Get(key);
    problems_->Error(Code::kRule, node->at, fields.Name(key) + " is " + Quoted(node->value) + ", expected " + expected);
  }

  void CheckInputRole(const Fields& fields, const char* key, const std::string& role) {
    const bool known =
        std::any_of(c_.inputs.begin(), c_.inputs.end(), [&](const Input& input) { return input.name == role; });
    // A section of documentation may leave its operands out.
    if (known || (!c_.registrable && c_.inputs.empty())) return;
    problems_->Error(Code::kRole, fields.Get(key)->at, fields.Name(key) + " names no input: " + Quoted(role));
  }

  // ---- caps ----

  void ReadCaps(const Fields& fields) {
    if (!fields.ok()) return;
    fields.AllowOnly(
        {"awkward_layout_strategy", "fast_paths", "in_place", "alignment_bytes", "access_granularity_bits"},
        Severity::kWarning);
    static constexpr const char* kStrategies[] = {"requires_contiguous", "handles_strided", "contiguize_internally"};
    const auto strategy =
        fields.Word("awkward_layout_strategy", {kStrategies[0], kStrategies[1], kStrategies[2]}, false);
    if (strategy) {
      c_.caps.awkward_layout_strategy = kStrategies[*strategy];
      for (const Input& input : c_.inputs) {
        if (!layouts_complete_) break;
        const Place at = fields.Get("awkward_layout_strategy")->at;
        if (*strategy == 0 && input.layout.contiguous != Acceptance::kRequired) {
          problems_->Error(Code::kStrategy, at,
                           "requires_contiguous needs `contiguous: required`, which " + Quoted(input.name) + " lacks");
        }
        if (*strategy == 1 && input.layout.strided != Acceptance::kAccepted) {
          problems_->Error(Code::kStrategy, at,
                           "handles_strided needs `strided: accepted`, which " + Quoted(input.name) + " lacks");
        }
      }
    }
    c_.caps.in_place = fields.Bool("in_place", false).value_or(false);
    const auto positive = [&](const char* key, int* value, bool power_of_two) {
      const std::optional<int> number = fields.Integer(key, false);
      if (!number) return;
      if (*number < 1 || (power_of_two && (*number & (*number - 1)) != 0)) {
        problems_->Error(Code::kCaps, fields.Get(key)->at,
                         fields.Name(key) + " has to be a positive " + (power_of_two ? "power of two" : "number"));
        return;
      }
      *value = *number;
    };
    positive("alignment_bytes", &c_.caps.alignment_bytes, true);
    positive("access_granularity_bits", &c_.caps.access_granularity_bits, false);
    const Node* paths = fields.Sequence("fast_paths", false);
    if (paths == nullptr) return;
    for (std::size_t i = 0; i < paths->items.size(); ++i) {
      const Node& item = paths->items[i];
      const std::string where = "caps.fast_paths[" + std::to_string(i) + "]";
      if (item.kind != Node::Kind::kMap) {
        problems_->Error(Code::kType, item.at, "`" + where + "` has to be a map");
        continue;
      }
      ReadFastPath(Fields(&item, where, problems_));
    }
  }

  void ReadFastPath(const Fields& fields) {
    fields.AllowOnly({"when", "class", "note"}, Severity::kWarning);
    FastPath path;
    path.when = fields.String("when", true).value_or("");
    path.cost_class = CostClass(fields);
    path.note = fields.String("note", false).value_or("");
    if (fields.Get("class") == nullptr && fields.Get("note") == nullptr) {
      problems_->Error(Code::kRequiredField, fields.at(), "a fast path has a `class` or a `note`");
    }
    static const std::set<std::string> kKnown = {"all_inputs_contiguous", "all_inputs_aligned", "inner_axis_contiguous",
                                                 "no_broadcast"};
    if (path.when.empty()) return;
    if (kKnown.count(path.when) == 0) {
      problems_->Warning(Code::kUnknownValue, fields.Get("when")->at,
                         "there is no fast-path predicate " + Quoted(path.when) + "; the fast path is ignored");
      return;
    }
    c_.caps.fast_paths.push_back(std::move(path));
  }

  // ---- cost ----

  std::string CostClass(const Fields& fields) {
    const std::optional<std::string> text = fields.String("class", false);
    static const std::set<std::string> kKnown = {"cheap_elementwise", "expensive_elementwise", "reduction",
                                                 "contraction",       "data_movement",         "unclassified"};
    if (text && kKnown.count(*text) == 0) {
      problems_->Warning(Code::kUnknownValue, fields.Get("class")->at,
                         "there is no cost class " + Quoted(*text) + "; unclassified is taken");
      return "unclassified";
    }
    return text.value_or("unclassified");
  }

  void ReadCost(const Fields& fields) {
    if (!fields.ok()) return;
    fields.AllowOnly({"provenance", "class", "flops", "bytes_moved", "overhead_ns", "memory"}, Severity::kWarning);
    const auto provenance = fields.Word("provenance", {"declared", "judge_measured"}, true);
    c_.cost.cost_class = CostClass(fields);
    c_.cost.flops = CostExpression(fields, "flops");
    c_.cost.bytes_moved = CostExpression(fields, "bytes_moved");
    c_.cost.overhead_ns = CostExpression(fields, "overhead_ns");
    const Fields memory = fields.Map("memory", false);
    if (memory.ok()) {
      memory.AllowOnly({"device_bytes", "host_bytes", "disk_bytes"}, Severity::kWarning);
      c_.cost.device_bytes = CostExpression(memory, "device_bytes");
      c_.cost.host_bytes = CostExpression(memory, "host_bytes");
      c_.cost.disk_bytes = CostExpression(memory, "disk_bytes");
    }
    if (!provenance) return;
    c_.cost.provenance = *provenance == 0 ? Provenance::kDeclared : Provenance::kJudgeMeasured;
    if (c_.cost.provenance == Provenance::kDeclared) {
      if (!c_.cost.flops && !c_.cost.bytes_moved && !c_.cost.overhead_ns && !expression_failed_) {
        problems_->Error(Code::kCostProvenance, fields.Get("provenance")->at,
                         "the cost is called declared, but nothing is declared");
      }
      return;
    }
    if (c_.cost.overhead_ns) {
      problems_->Error(Code::kCostProvenance, fields.Get("overhead_ns")->at,
                       "`cost.overhead_ns` comes from measurement under judge_measured; write ~");
    }
    const auto constant = [&](const char* key, const std::optional<Expression>& value) {
      if (!value || !value->IsConstant() || Value(*value) == 0.0) return;
      problems_->Error(Code::kCostProvenance, fields.Get(key)->at,
                       fields.Name(key) + " is an absolute constant, which only a declared cost may have");
    };
    constant("flops", c_.cost.flops);
    constant("bytes_moved", c_.cost.bytes_moved);
  }

  static double Value(const Expression& expression) {
    // Sizes in the middle of the range; operand and parameter names count as 1.
    return expression.Evaluate([](const std::string& name) {
      return name == "n" ? 1048576.0 : name == "dtype_bytes" ? 4.0 : 1.0;
    });
  }

  std::optional<Expression> CostExpression(const Fields& fields, const char* key) {
    const Node* node = fields.Get(key);
    if (node == nullptr) return std::nullopt;
    if (node->kind != Node::Kind::kScalar || TypeOf(*node) == ScalarType::kBool) {
      problems_->Error(Code::kType, node->at, fields.Name(key) + " has to be an expression, a number or ~");
      expression_failed_ = true;
      return std::nullopt;
    }
    std::optional<Expression> expression;
    if (TypeOf(*node) == ScalarType::kString) {
      if (!node->quoted) {
        problems_->Warning(Code::kUnquoted, node->at, fields.Name(key) + " is an expression and should be quoted");
      }
      Expression::Error error{0, ""};
      expression = Expression::Parse(node->value, &error);
      if (!expression) {
        const int offset = static_cast<int>(error.offset) + (node->quoted ? 1 : 0);
        problems_->Error(Code::kCostExpression, {node->at.line, node->at.column + offset},
                         fields.Name(key) + " does not parse: " + error.message);
        expression_failed_ = true;
        return std::nullopt;
      }
    } else {
      const std::optional<double> number = fields.Number(key);
      if (!number) {
        expression_failed_ = true;
        return std::nullopt;
      }
      expression = Expression::Literal(*number);
    }
    bool in_scope = true;
    for (const auto& [name, offset] : expression->names()) {
      if (InScope(name)) continue;
      in_scope = false;
      problems_->Error(Code::kCostScope,
                       {node->at.line, node->at.column + static_cast<int>(offset) + (node->quoted ? 1 : 0)},
                       fields.Name(key) + " uses the unknown name " + Quoted(name));
    }
    if (!in_scope) return expression;
    const double value = Value(*expression);
    if (!std::isfinite(value) || value < 0.0) {
      problems_->Error(Code::kCostExpression, node->at, fields.Name(key) + " is negative or not finite");
    }
    for (const auto& [name, offset] : expression->names()) {
      if (name != "n" && name != "dtype_bytes") Unbound("its cost depends on " + name);
    }
    return expression;
  }

  bool InScope(const std::string& name) const {
    if (name == "n" || name == "dtype_bytes") return true;
    const std::size_t end = name.find_first_of(".[");
    if (end != std::string::npos) return roles_.count(name.substr(0, end)) > 0;
    return std::any_of(c_.op_params.fields.begin(), c_.op_params.fields.end(),
                       [&](const ParamField& field) { return field.name == name; });
  }

  // ---- precision and determinism ----

  void ReadPrecision(const Fields& fields) {
    if (!fields.ok()) return;
    fields.AllowOnly({"bit_stable_on_same_hardware", "max_ulp", "max_relative", "max_absolute", "audited", "notes"});
    Precision& p = c_.precision;
    const auto stable = fields.Bool("bit_stable_on_same_hardware", true);
    const auto audited = fields.Bool("audited", true);
    p.bit_stable_on_same_hardware = stable.value_or(false);
    p.audited = audited.value_or(false);
    const auto bound = [&](const char* key) {
      const std::optional<double> value = fields.Number(key);
      if (value && *value < 0.0) {
        problems_->Error(Code::kPrecision, fields.Get(key)->at, fields.Name(key) + " is negative");
      }
      return value;
    };
    p.max_ulp = bound("max_ulp");
    p.max_relative = bound("max_relative");
    p.max_absolute = bound("max_absolute");
    p.notes = fields.String("notes", false).value_or("");
    const bool any_bound = fields.Get("max_ulp") != nullptr || fields.Get("max_relative") != nullptr ||
                           fields.Get("max_absolute") != nullptr;
    if (p.audited && !any_bound && p.notes.empty()) {
      problems_->Error(Code::kPrecision, fields.Get("audited")->at,
                       "`audited: true` without a bound needs `notes` that say why there is none");
    }
    stability_known_ = stable.has_value() && audited.has_value();
  }

  void ReadDeterminism(const Fields& top) {
    const auto word = top.Word("determinism", {"bitwise", "same_hardware_bitwise", "nondeterministic"}, true);
    if (!word) return;
    c_.determinism = static_cast<Determinism>(*word);
    if (!stability_known_) return;
    const Place at = top.Get("determinism")->at;
    const Precision& p = c_.precision;
    if (c_.determinism == Determinism::kNondeterministic) {
      if (p.bit_stable_on_same_hardware) {
        problems_->Error(Code::kDeterminism, at, "nondeterministic needs `bit_stable_on_same_hardware: false`");
      }
      if (!p.audited) problems_->Error(Code::kDeterminism, at, "nondeterministic needs `audited: true`");
    } else if (!p.bit_stable_on_same_hardware) {
      problems_->Error(Code::kDeterminism, at,
                       std::string(DeterminismName(c_.determinism)) + " needs `bit_stable_on_same_hardware: true`");
    }
  }

  // ---- binding ----

  void DecideFamily() {
    const std::vector<Input>& inputs = c_.inputs;
    if (inputs.empty() || inputs.size() > 2) {
      Unbound("it has " + std::to_string(inputs.size()) + " inputs, not one or two");
    }
    if (c_.outputs.size() != 1) Unbound("it has " + std::to_string(c_.outputs.size()) + " outputs, not one");
    for (const Input& input : inputs) {
      for (const std::string& dtype : input.dtypes) {
        if (dtype != "F32" && dtype != "F64" && dtype != "BF16" && dtype != "F16") {
          Unbound("it takes the dtype " + dtype);
        }
      }
      if (input.dtypes != inputs[0].dtypes) Unbound("its inputs differ in dtype");
      const Layout &a = input.layout, &b = inputs[0].layout;
      if (a.contiguous != b.contiguous || a.strided != b.strided || a.broadcast_stride0 != b.broadcast_stride0 ||
          a.start_offset != b.start_offset || a.reverse_strides != b.reverse_strides) {
        Unbound("its inputs differ in layout");
      }
      for (const ShapeConstraint& constraint : input.shape_constraints) {
        if (constraint.rule != "same_as") Unbound("its operands are tied by " + constraint.rule);
      }
    }
    if (inputs.size() == 2) {
      const auto tied = [](const Input& from, const Input& to) {
        return std::any_of(from.shape_constraints.begin(), from.shape_constraints.end(),
                           [&](const ShapeConstraint& s) { return s.rule == "same_as" && s.role == to.name; });
      };
      if (!tied(inputs[0], inputs[1]) && !tied(inputs[1], inputs[0])) {
        Unbound("the shapes of its inputs are not tied by same_as");
      }
    }
    for (const Output& output : c_.outputs) {
      if (output.dtype_rule != "passthrough") Unbound("its output's dtype is not that of an input");
      if (output.shape_rule != "same_as") Unbound("its output's shape is not that of an input");
      if (output.aliasing != "none") Unbound("its output may alias an input");
    }
    const std::string& variant = c_.op_params.variant;
    if (variant == "Affine") {
      c_.family = Family::kAffine;
    } else if (variant == "Clamp") {
      c_.family = Family::kClamp;
    } else if (variant == "PowI") {
      c_.family = Family::kPowI;
    } else {
      c_.family = inputs.size() == 2 ? Family::kBinary : Family::kUnary;
    }
    const bool known_parameters = c_.family != Family::kUnary && c_.family != Family::kBinary;
    if (known_parameters && inputs.size() == 2) Unbound("it has parameters and two inputs");
  }

  const Section& section_;
  const Provider& provider_;
  Problems* problems_;
  Contract& c_;
  std::set<std::string> roles_;
  bool layouts_complete_ = true;
  bool expression_failed_ = false;
  bool stability_known_ = false;
};

}  // namespace

Contract ReadSection(const Section& section, const std::string& file, const Provider& provider, Problems* problems) {
  Contract contract;
  contract.file = file;
  contract.line = section.line;
  contract.section = section.heading;
  contract.provider = provider;
  problems->EnterSection(section.heading);
  SectionReader(section, provider, problems, &contract).Run();
  contract.sound = problems->errors_here() == 0 && !section.broken;
  return contract;
}

}  // namespace isobit::fkc
