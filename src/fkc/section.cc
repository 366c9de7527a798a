// Reads and checks the block of a section: what it is called, its revision, how it can be bound.
// SPDX-License-Identifier: Apache-2.0
#include "fkc/section.h"

#include <algorithm>
#include <cstdlib>
#include <string>

#include "fkc/section_reader.h"

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

}  // namespace

void SectionReader::Run() {
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
                 "kernel_revision_hash", "registrable", "accept", "return", "caps", "cost", "precision", "determinism",
                 "fdx", "bundle", "bundles"});
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

void SectionReader::Unbound(std::string reason) {
  if (std::find(c_.unbound.begin(), c_.unbound.end(), reason) == c_.unbound.end()) {
    c_.unbound.push_back(std::move(reason));
  }
}

// Contracts name functions; an address in one could only be stale. Hashes are the one place for hex digits.
void SectionReader::FindAddresses(const Node& node) {
  if (node.kind == Node::Kind::kScalar && LooksLikeAddress(node.value)) {
    problems_->Error(Code::kLiteralAddress, node.at,
                     Quoted(node.value) + " looks like an address; functions are named, numbers are decimal");
  }
  for (const Node& item : node.items) FindAddresses(item);
  for (const Entry& entry : node.entries) {
    if (entry.key != "kernel_revision_hash") FindAddresses(entry.value);
  }
}

void SectionReader::Head(const Fields& top) {
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

void SectionReader::Hash(const Fields& top, const Block& block) {
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

void SectionReader::DecideFamily() {
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
