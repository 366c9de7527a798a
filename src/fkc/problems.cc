// Problems: names of codes, formatting, collection.
// SPDX-License-Identifier: Apache-2.0
#include "fkc/problems.h"

#include <string>

namespace isobit::fkc {

const char* CodeName(Code code) {
  switch (code) {
    case Code::kFileRead:
      return "file-read";
    case Code::kFileTooLarge:
      return "file-too-large";
    case Code::kEncoding:
      return "encoding";
    case Code::kFrontMatter:
      return "front-matter";
    case Code::kVersion:
      return "version";
    case Code::kFence:
      return "fence";
    case Code::kBlockMissing:
      return "block-missing";
    case Code::kBlockRepeated:
      return "block-repeated";
    case Code::kBlockOutsideSection:
      return "block-outside-section";
    case Code::kBlurb:
      return "blurb";
    case Code::kYamlSyntax:
      return "yaml-syntax";
    case Code::kYamlTab:
      return "yaml-tab";
    case Code::kYamlAnchor:
      return "yaml-anchor";
    case Code::kYamlAlias:
      return "yaml-alias";
    case Code::kYamlMergeKey:
      return "yaml-merge-key";
    case Code::kYamlTag:
      return "yaml-tag";
    case Code::kYamlDuplicateKey:
      return "yaml-duplicate-key";
    case Code::kYamlKey:
      return "yaml-key";
    case Code::kYamlDepth:
      return "yaml-depth";
    case Code::kYamlDocuments:
      return "yaml-documents";
    case Code::kType:
      return "type";
    case Code::kUnquoted:
      return "unquoted";
    case Code::kRequiredField:
      return "required-field";
    case Code::kUnknownKey:
      return "unknown-key";
    case Code::kUnknownValue:
      return "unknown-value";
    case Code::kIdentifier:
      return "identifier";
    case Code::kLiteralAddress:
      return "literal-address";
    case Code::kHash:
      return "hash";
    case Code::kExclusive:
      return "exclusive";
    case Code::kDtype:
      return "dtype";
    case Code::kDtypeFanOut:
      return "dtype-fan-out";
    case Code::kLayout:
      return "layout";
    case Code::kStrategy:
      return "strategy";
    case Code::kRank:
      return "rank";
    case Code::kShapeConstraint:
      return "shape-constraint";
    case Code::kRole:
      return "role";
    case Code::kRule:
      return "rule";
    case Code::kOpParamsVariant:
      return "op-params-variant";
    case Code::kOpParamsFields:
      return "op-params-fields";
    case Code::kConstraint:
      return "constraint";
    case Code::kCaps:
      return "caps";
    case Code::kCostExpression:
      return "cost-expression";
    case Code::kCostScope:
      return "cost-scope";
    case Code::kCostProvenance:
      return "cost-provenance";
    case Code::kPrecision:
      return "precision";
    case Code::kDeterminism:
      return "determinism";
    case Code::kDuplicateKernel:
      return "duplicate-kernel";
    case Code::kDuplicateEntryPoint:
      return "duplicate-entry-point";
    case Code::kDuplicateFunction:
      return "duplicate-function";
    case Code::kProviderDrift:
      return "provider-drift";
    case Code::kNotRegistrable:
      return "not-registrable";
  }
  return "unknown";
}

std::string Format(const Problem& problem) {
  std::string line = problem.file + ":" + std::to_string(problem.line) + ":" + std::to_string(problem.column) + ": " +
                     (problem.section.empty() ? "file" : problem.section) + ": ";
  if (problem.severity == Severity::kWarning) line += "warning: ";
  if (problem.severity == Severity::kNote) line += "note: ";
  return line + problem.message + " [" + CodeName(problem.code) + "]";
}

void Problems::Add(Severity severity, Code code, Place at, std::string message) {
  if (severity == Severity::kError) ++errors_here_;
  AddIn(section_, severity, code, at, std::move(message));
}

void Problems::AddIn(const std::string& section, Severity severity, Code code, Place at, std::string message) {
  if (list_.size() > kMaxProblems) return;
  if (list_.size() == kMaxProblems) {
    // An error whatever was cut off: a list that is not complete must not pass for a clean one.
    severity = Severity::kError;
    code = Code::kFileTooLarge;
    message = "there are more problems than the " + std::to_string(kMaxProblems) + " listed";
  }
  list_.push_back({code, severity, file_, at.line, at.column, section, std::move(message)});
}

std::string Quoted(std::string_view text) {
  constexpr std::size_t kShown = 60;
  std::string shown;
  for (const char c : text.substr(0, kShown)) shown += c == '\n' ? ' ' : c;
  if (text.size() > kShown) {
    // A cut inside a multi-byte character would make the message invalid UTF-8.
    while (!shown.empty() && (static_cast<unsigned char>(shown.back()) & 0xC0u) == 0x80u) shown.pop_back();
    if (!shown.empty() && static_cast<unsigned char>(shown.back()) >= 0xC0u) shown.pop_back();
    shown += "...";
  }
  return "'" + shown + "'";
}

}  // namespace isobit::fkc
