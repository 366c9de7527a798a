// The operands of a section: accept.inputs, accept.op_params and return.outputs.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdlib>
#include <set>
#include <string>

#include "fkc/section_reader.h"

namespace isobit::fkc {
namespace {

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

// A known variant in the wrong case is a slip of the pen and no variant of somebody else's.
bool NearMiss(const std::string& variant) {
  std::string lower;
  for (const char c : variant) lower += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return lower == "none" || lower == "affine" || lower == "clamp" || lower == "powi";
}

}  // namespace

void SectionReader::ReadAccept(const Fields& accept) {
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

void SectionReader::ReadInput(const Fields& fields, Input* input) {
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

void SectionReader::ReadDtypes(const Fields& fields, Input* input) {
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
bool SectionReader::ReadLayout(const Fields& fields, Layout* layout) {
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

void SectionReader::ReadRank(const Fields& fields, Rank* rank) {
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
  problems_->Error(Code::kRank, node->at, fields.Name("rank") + " has to be an integer, any, or a range such as 2..=4");
}

void SectionReader::ReadShapeConstraint(const Fields& fields, Input* input) {
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

void SectionReader::CheckFanOut(const Node& inputs) {
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

void SectionReader::ReadOpParams(const Fields& fields) {
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

void SectionReader::ReadParamField(const Entry& entry, const Fields& list) {
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
void SectionReader::CheckConstraints(const Fields& op_params) {
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

void SectionReader::ReadReturn(const Fields& fields) {
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

void SectionReader::ReadOutput(const Fields& fields) {
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

std::optional<Call> SectionReader::Rule(const Fields& fields, const char* key) {
  const std::optional<std::string> text = fields.String(key, true);
  if (!text) return std::nullopt;
  std::optional<Call> call = ParseCall(*text);
  if (!call) BadRule(fields, key, "a word, or a word with roles in parentheses");
  return call;
}

void SectionReader::BadRule(const Fields& fields, const char* key, const std::string& expected) {
  const Node* node = fields.Get(key);
  problems_->Error(Code::kRule, node->at, fields.Name(key) + " is " + Quoted(node->value) + ", expected " + expected);
}

void SectionReader::CheckInputRole(const Fields& fields, const char* key, const std::string& role) {
  const bool known =
      std::any_of(c_.inputs.begin(), c_.inputs.end(), [&](const Input& input) { return input.name == role; });
  // A section of documentation may leave its operands out.
  if (known || (!c_.registrable && c_.inputs.empty())) return;
  problems_->Error(Code::kRole, fields.Get(key)->at, fields.Name(key) + " names no input: " + Quoted(role));
}
}  // namespace isobit::fkc
