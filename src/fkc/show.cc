// Contracts as JSON and as text, and the names of the model's enumerations.
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <string>

#include "fkc/number.h"
#include "isobit/fkc.hpp"

namespace isobit::fkc {

const char* AcceptanceName(Acceptance acceptance) {
  switch (acceptance) {
    case Acceptance::kNotApplicable:
      return "n/a";
    case Acceptance::kRejected:
      return "rejected";
    case Acceptance::kAccepted:
      return "accepted";
    case Acceptance::kRequired:
      return "required";
  }
  return "n/a";
}

const char* DeterminismName(Determinism determinism) {
  switch (determinism) {
    case Determinism::kBitwise:
      return "bitwise";
    case Determinism::kSameHardwareBitwise:
      return "same_hardware_bitwise";
    case Determinism::kNondeterministic:
      return "nondeterministic";
  }
  return "nondeterministic";
}

const char* FamilyName(Family family) {
  switch (family) {
    case Family::kUnary:
      return "Unary";
    case Family::kBinary:
      return "Binary";
    case Family::kAffine:
      return "Affine";
    case Family::kClamp:
      return "Clamp";
    case Family::kPowI:
      return "PowI";
  }
  return "Unary";
}

namespace {

// A JSON writer that indents by two blanks and places the commas.
class Json {
 public:
  void Open(char bracket) {
    Separate();
    text_ += bracket;
    ++depth_;
    first_ = true;
  }
  void Close(char bracket) {
    --depth_;
    if (!first_) NewLine();
    text_ += bracket;
    first_ = false;
  }
  void Key(const char* key) {
    Separate();
    AppendString(key);
    text_ += ": ";
    after_key_ = true;
  }
  void String(std::string_view value) {
    Separate();
    AppendString(value);
  }
  // A literal: number, true, false, null.
  void Raw(std::string_view value) {
    Separate();
    text_ += value;
  }
  void Pair(const char* key, std::string_view value) {
    Key(key);
    String(value);
  }
  void Pair(const char* key, bool value) {
    Key(key);
    Raw(value ? "true" : "false");
  }
  void Pair(const char* key, const char* value) { Pair(key, std::string_view(value)); }
  void Pair(const char* key, int value) {
    Key(key);
    Raw(std::to_string(value));
  }
  void Strings(const char* key, const std::vector<std::string>& values) {
    Key(key);
    Open('[');
    for (const std::string& value : values) String(value);
    Close(']');
  }
  std::string Take() { return std::move(text_) + "\n"; }

 private:
  void NewLine() { text_ += "\n" + std::string(2 * depth_, ' '); }
  void Separate() {
    if (after_key_) {
      after_key_ = false;
      return;
    }
    if (!first_) text_ += ",";
    if (depth_ > 0) NewLine();
    first_ = false;
  }
  void AppendString(std::string_view value) {
    text_ += '"';
    for (const char c : value) {
      const auto byte = static_cast<unsigned char>(c);
      if (c == '"' || c == '\\') {
        text_ += '\\';
        text_ += c;
      } else if (byte < 0x20) {
        char escape[8];
        std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(byte));
        text_ += escape;
      } else {
        text_ += c;
      }
    }
    text_ += '"';
  }

  std::string text_;
  std::size_t depth_ = 0;
  bool first_ = true;
  bool after_key_ = false;
};

std::string RankText(const Rank& rank) {
  if (rank.high < 0) return "any";
  if (rank.low == rank.high) return std::to_string(rank.low);
  return std::to_string(rank.low) + "..=" + std::to_string(rank.high);
}

std::string HashText(std::uint64_t hash) {
  char buffer[24];
  std::snprintf(buffer, sizeof buffer, "%016llx", static_cast<unsigned long long>(hash));
  return buffer;
}

std::string CallText(const std::string& name, const std::vector<std::string>& arguments) {
  if (arguments.empty()) return name;
  std::string text;
  for (const std::string& argument : arguments) text += (text.empty() ? "" : ", ") + argument;
  return name + "(" + text + ")";
}

void WriteInput(const Input& input, Json* json) {
  json->Open('{');
  json->Pair("name", input.name);
  if (input.dtype_class.empty()) {
    json->Strings("dtypes", input.dtypes);
  } else {
    json->Pair("dtype_class", input.dtype_class);
  }
  json->Key("layout");
  json->Open('{');
  json->Pair("contiguous", AcceptanceName(input.layout.contiguous));
  json->Pair("strided", AcceptanceName(input.layout.strided));
  json->Pair("broadcast_stride0", AcceptanceName(input.layout.broadcast_stride0));
  json->Pair("start_offset", AcceptanceName(input.layout.start_offset));
  json->Pair("reverse_strides", AcceptanceName(input.layout.reverse_strides));
  json->Close('}');
  json->Pair("rank", RankText(input.rank));
  std::vector<std::string> constraints;
  for (const ShapeConstraint& constraint : input.shape_constraints) {
    constraints.push_back(constraint.rule + "=" + constraint.role);
  }
  json->Strings("shape_constraint", constraints);
  json->Pair("fdx", input.has_fdx);
  json->Close('}');
}

void WriteContract(const Contract& contract, Json* json) {
  json->Open('{');
  json->Pair("file", contract.file);
  json->Pair("line", contract.line);
  json->Pair("section", contract.section);
  json->Pair("kernel", contract.kernel);
  if (!contract.op_kind.empty()) json->Pair("op_kind", contract.op_kind);
  if (!contract.fused_op.empty()) json->Pair("fused_op", contract.fused_op);
  json->Pair("blurb", contract.blurb);
  json->Pair("entry_point", contract.entry_point);
  json->Pair("backend", contract.backend);
  json->Pair("kernel_source", contract.kernel_source);
  json->Key("provider");
  json->Open('{');
  json->Pair("name", contract.provider.name);
  json->Pair("link_registry", contract.provider.link_registry);
  json->Pair("revision_base", contract.provider.revision_base);
  json->Close('}');
  json->Pair("kernel_revision_hash", HashText(contract.revision_hash));
  json->Pair("registrable", contract.registrable);
  json->Pair("sound", contract.sound);
  json->Strings("not_registrable_here", contract.unbound);
  json->Key("inputs");
  json->Open('[');
  for (const Input& input : contract.inputs) WriteInput(input, json);
  json->Close(']');
  json->Key("op_params");
  json->Open('{');
  json->Pair("variant", contract.op_params.variant);
  json->Key("fields");
  json->Open('{');
  for (const ParamField& field : contract.op_params.fields) {
    json->Key(field.name.c_str());
    json->Open('{');
    json->Pair("kind", field.kind);
    if (!field.constraint.empty()) json->Pair("constraint", field.constraint);
    json->Close('}');
  }
  json->Close('}');
  json->Close('}');
  json->Key("outputs");
  json->Open('[');
  for (const Output& output : contract.outputs) {
    json->Open('{');
    json->Pair("name", output.name);
    json->Pair("dtype_rule", CallText(output.dtype_rule, {output.dtype_argument}));
    json->Pair("shape_rule", CallText(output.shape_rule, output.shape_arguments));
    json->Pair("layout_guarantee", output.layout_guarantee);
    json->Pair("aliasing", output.aliasing);
    json->Close('}');
  }
  json->Close(']');
  json->Key("caps");
  json->Open('{');
  json->Pair("awkward_layout_strategy", contract.caps.awkward_layout_strategy);
  json->Key("fast_paths");
  json->Open('[');
  for (const FastPath& path : contract.caps.fast_paths) {
    json->Open('{');
    json->Pair("when", path.when);
    json->Pair("class", path.cost_class);
    if (!path.note.empty()) json->Pair("note", path.note);
    json->Close('}');
  }
  json->Close(']');
  json->Pair("in_place", contract.caps.in_place);
  json->Pair("alignment_bytes", contract.caps.alignment_bytes);
  json->Pair("access_granularity_bits", contract.caps.access_granularity_bits);
  json->Close('}');
  const auto expression = [json](const char* key, const std::optional<Expression>& value) {
    json->Key(key);
    if (value) {
      json->String(value->text());
    } else {
      json->Raw("null");
    }
  };
  json->Key("cost");
  json->Open('{');
  json->Pair("provenance", contract.cost.provenance == Provenance::kDeclared ? "declared" : "judge_measured");
  json->Pair("class", contract.cost.cost_class);
  expression("flops", contract.cost.flops);
  expression("bytes_moved", contract.cost.bytes_moved);
  expression("overhead_ns", contract.cost.overhead_ns);
  expression("device_bytes", contract.cost.device_bytes);
  expression("host_bytes", contract.cost.host_bytes);
  expression("disk_bytes", contract.cost.disk_bytes);
  json->Close('}');
  const auto bound = [json](const char* key, const std::optional<double>& value) {
    json->Key(key);
    json->Raw(value ? NumberText(*value) : "null");
  };
  json->Key("precision");
  json->Open('{');
  json->Pair("bit_stable_on_same_hardware", contract.precision.bit_stable_on_same_hardware);
  bound("max_ulp", contract.precision.max_ulp);
  bound("max_relative", contract.precision.max_relative);
  bound("max_absolute", contract.precision.max_absolute);
  json->Pair("audited", contract.precision.audited);
  json->Pair("notes", contract.precision.notes);
  json->Close('}');
  json->Pair("determinism", DeterminismName(contract.determinism));
  json->Close('}');
}

}  // namespace

std::string ToJson(const ContractSet& set) {
  Json json;
  json.Open('{');
  json.Key("contracts");
  json.Open('[');
  for (const Contract& contract : set.contracts) WriteContract(contract, &json);
  json.Close(']');
  json.Key("bindings");
  json.Open('[');
  for (const Binding& binding : set.bindings) {
    json.Open('{');
    json.Pair("symbol", binding.symbol);
    json.Pair("kernel", set.contracts[binding.contract].kernel);
    json.Pair("dtype", binding.dtype);
    json.Pair("family", FamilyName(set.contracts[binding.contract].family));
    json.Close('}');
  }
  json.Close(']');
  json.Key("problems");
  json.Open('[');
  for (const Problem& problem : set.problems) {
    json.Open('{');
    json.Pair("code", CodeName(problem.code));
    json.Pair("severity", problem.severity == Severity::kError     ? "error"
                          : problem.severity == Severity::kWarning ? "warning"
                                                                   : "note");
    json.Pair("file", problem.file);
    json.Pair("line", problem.line);
    json.Pair("column", problem.column);
    json.Pair("section", problem.section);
    json.Pair("message", problem.message);
    json.Close('}');
  }
  json.Close(']');
  json.Close('}');
  return json.Take();
}

std::string ToText(const ContractSet& set) {
  std::string text;
  for (const Contract& contract : set.contracts) {
    std::string signature;
    for (const Input& input : contract.inputs) {
      std::string dtypes;
      for (const std::string& dtype : input.dtypes) dtypes += (dtypes.empty() ? "" : "|") + dtype;
      signature += (signature.empty() ? "" : ", ") + input.name + ": " +
                   (input.dtype_class.empty() ? dtypes : input.dtype_class);
    }
    std::string params;
    for (const ParamField& field : contract.op_params.fields) {
      params += (params.empty() ? "" : ", ") + field.name + ": " + field.kind +
                (field.constraint.empty() ? "" : " " + field.constraint);
    }
    std::string bounds;
    const auto bound = [&bounds](const char* name, const std::optional<double>& value) {
      if (value) bounds += (bounds.empty() ? "" : ", ") + std::string(name) + " " + NumberText(*value);
    };
    bound("max_ulp", contract.precision.max_ulp);
    bound("max_relative", contract.precision.max_relative);
    bound("max_absolute", contract.precision.max_absolute);
    const auto cost = [](const std::optional<Expression>& value) { return value ? value->text() : std::string("~"); };

    text += contract.kernel + "  (" + contract.file + ":" + std::to_string(contract.line) + ")\n";
    text += "  " + contract.blurb + "\n";
    text += "  op           " + (contract.op_kind.empty() ? contract.fused_op + " (fused)" : contract.op_kind) + "\n";
    text += "  entry point  " + contract.entry_point + "  [" + contract.provider.name + ", " + contract.kernel_source +
            ", " + contract.backend + "]\n";
    text += "  revision     " + HashText(contract.revision_hash) + "\n";
    text += "  inputs       " + signature + "\n";
    if (!params.empty()) text += "  parameters   " + contract.op_params.variant + " {" + params + "}\n";
    text += "  precision    " + (bounds.empty() ? "no bound" : bounds) +
            (contract.precision.audited ? ", audited" : ", not audited") + "\n";
    text += std::string("  determinism  ") + DeterminismName(contract.determinism) + "\n";
    text += "  cost         flops " + cost(contract.cost.flops) + ", bytes_moved " + cost(contract.cost.bytes_moved) +
            ", overhead_ns " + cost(contract.cost.overhead_ns) + "\n";
    if (!contract.registrable) text += "  documentation only\n";
    for (const std::string& reason : contract.unbound) text += "  not registrable here: " + reason + "\n";
    if (!contract.sound) text += "  has errors\n";
    text += "\n";
  }
  return text;
}

}  // namespace isobit::fkc
