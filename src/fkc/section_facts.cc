// The facts of a section beside its operands: caps, cost, precision and determinism.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "fkc/section_reader.h"

namespace isobit::fkc {
namespace {

double Value(const Expression& expression) {
  // Sizes in the middle of the range; operand and parameter names count as 1.
  return expression.Evaluate([](const std::string& name) {
    return name == "n" ? 1048576.0 : name == "dtype_bytes" ? 4.0 : 1.0;
  });
}

}  // namespace

void SectionReader::ReadCaps(const Fields& fields) {
  if (!fields.ok()) return;
  fields.AllowOnly({"awkward_layout_strategy", "fast_paths", "in_place", "alignment_bytes", "access_granularity_bits"},
                   Severity::kWarning);
  static constexpr const char* kStrategies[] = {"requires_contiguous", "handles_strided", "contiguize_internally"};
  const auto strategy = fields.Word("awkward_layout_strategy", {kStrategies[0], kStrategies[1], kStrategies[2]}, false);
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

void SectionReader::ReadFastPath(const Fields& fields) {
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

std::string SectionReader::CostClass(const Fields& fields) {
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

void SectionReader::ReadCost(const Fields& fields) {
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

std::optional<Expression> SectionReader::CostExpression(const Fields& fields, const char* key) {
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

bool SectionReader::InScope(const std::string& name) const {
  if (name == "n" || name == "dtype_bytes") return true;
  const std::size_t end = name.find_first_of(".[");
  if (end != std::string::npos) return roles_.count(name.substr(0, end)) > 0;
  return std::any_of(c_.op_params.fields.begin(), c_.op_params.fields.end(),
                     [&](const ParamField& field) { return field.name == name; });
}

void SectionReader::ReadPrecision(const Fields& fields) {
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

void SectionReader::ReadDeterminism(const Fields& top) {
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
}  // namespace isobit::fkc
