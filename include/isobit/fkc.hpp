// Kernel contracts (FKC, version 1): the model, the reader with its checks, and cost expressions.
//
// A contract file (*.fkc.md) is markdown with YAML front matter and one `## ` section a kernel; contracts/README.md
// describes the format. Read() parses and checks any number of files and reports every problem it finds, each with
// a code, file, line, column and section. Nothing here throws on bad input, however malformed or hostile;
// std::bad_alloc is the only exception that leaves it. This header and its library (libisobit_fkc.a) stand apart
// from libisobit.a, which carries its contracts compiled and reads no YAML.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef ISOBIT_FKC_HPP_
#define ISOBIT_FKC_HPP_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace isobit::fkc {

// ---- Problems ---------------------------------------------------------------------------------------------

enum class Severity {
  kError,    // the contract cannot be relied on
  kWarning,  // an advisory value is unknown; a default stands in for it
  kNote      // the section is sound, but this library has no way to bind it
};

enum class Code {
  // The file as text.
  kFileRead,      // it cannot be opened or read
  kFileTooLarge,  // a file, block, line count or section count is beyond the limits below
  kEncoding,      // not UTF-8, or a control character
  // Its markdown.
  kFrontMatter,          // absent or not closed
  kVersion,              // fkc_version is not one this reader knows
  kFence,                // a fenced block is not closed
  kBlockMissing,         // a section without a block tagged fkc
  kBlockRepeated,        // a section with more than one
  kBlockOutsideSection,  // a block tagged fkc before the first section
  kBlurb,                // the prose blurb is missing or differs from `blurb`
  // Its YAML.
  kYamlSyntax,
  kYamlTab,
  kYamlAnchor,
  kYamlAlias,
  kYamlMergeKey,
  kYamlTag,
  kYamlDuplicateKey,
  kYamlKey,        // a key that is not a plain word, or is null
  kYamlDepth,      // nested too deeply
  kYamlDocuments,  // more than one document in a block
  // Fields and types.
  kType,           // a value of another type than the field has
  kUnquoted,       // a hash, version or expression that has to be quoted
  kRequiredField,  // a field is missing or empty
  kUnknownKey,
  kUnknownValue,  // not one of the words the field knows
  kIdentifier,    // a kernel, role or entry point that is no identifier
  kLiteralAddress,
  kHash,
  kExclusive,  // both or neither of op_kind and fused_op
  // Coherence.
  kDtype,
  kDtypeFanOut,
  kLayout,
  kStrategy,
  kRank,
  kShapeConstraint,
  kRole,
  kRule,  // dtype_rule, shape_rule, layout_guarantee or aliasing does not parse
  kOpParamsVariant,
  kOpParamsFields,
  kConstraint,
  kCaps,
  kCostExpression,
  kCostScope,
  kCostProvenance,
  kPrecision,
  kDeterminism,
  // Across sections and files.
  kDuplicateKernel,
  kDuplicateEntryPoint,
  kDuplicateFunction,
  kProviderDrift,
  // Advice.
  kNotRegistrable
};

// A short, constant word for a code, such as "cost-scope".
const char* CodeName(Code code);

struct Problem {
  Code code{};
  Severity severity{};
  std::string file;
  int line = 0;         // 1-based
  int column = 0;       // 1-based, in bytes
  std::string section;  // heading of the section, or "front matter", or "" for the file as a whole
  std::string message;  // one sentence
};

// "file:line:column: section: message [code]"; warnings and notes say so before the message.
std::string Format(const Problem& problem);

// ---- Limits -----------------------------------------------------------------------------------------------

// They bound the work and the stack that a hostile file can cost; real files are far below them.
inline constexpr std::size_t kMaxFileBytes = std::size_t{4} << 20;
inline constexpr std::size_t kMaxBlockBytes = std::size_t{64} << 10;
inline constexpr std::size_t kMaxSections = 4096;
inline constexpr std::size_t kMaxProblems = 1000;  // of one file; a last one says that there are more
inline constexpr int kMaxYamlDepth = 32;
inline constexpr std::size_t kMaxExpressionBytes = 1024;
inline constexpr int kMaxExpressionDepth = 64;

// ---- Cost expressions -------------------------------------------------------------------------------------

// An arithmetic expression: decimal numbers, names, + - * / %, unary -, parentheses, and the functions min, max
// (two arguments), ceil, floor, log2 (one). A name is `word`, `word.word` or `word[integer]`, the latter two being
// facts of an operand (`a[0]` is its first dimension). It is kept in postfix order: evaluating needs no recursion.
class Expression {
 public:
  struct Error {
    std::size_t offset;  // of the first wrong byte
    std::string message;
  };

  // Parses text; on failure returns nothing and fills *error.
  static std::optional<Expression> Parse(std::string_view text, Error* error);
  static Expression Literal(double value);

  const std::string& text() const { return text_; }
  // Names in order of first use, with the offset of that use.
  const std::vector<std::pair<std::string, std::size_t>>& names() const { return names_; }
  bool IsConstant() const { return names_.empty(); }

  // Value with each name replaced by lookup(name).
  double Evaluate(const std::function<double(const std::string&)>& lookup) const;
  // The expression in C++ over double variables of the same names.
  std::string ToCpp() const;

 private:
  enum class Op { kNumber, kName, kAdd, kSub, kMul, kDiv, kMod, kNegate, kMin, kMax, kCeil, kFloor, kLog2 };
  struct Step {
    Op op;
    double number;
    std::size_t name;  // index in names_
  };
  friend class ExpressionParser;

  std::string text_;
  std::vector<Step> steps_;
  std::vector<std::pair<std::string, std::size_t>> names_;
};

// ---- The model --------------------------------------------------------------------------------------------

enum class Acceptance { kNotApplicable, kRejected, kAccepted, kRequired };
const char* AcceptanceName(Acceptance acceptance);

struct Layout {
  Acceptance contiguous = Acceptance::kNotApplicable;
  Acceptance strided = Acceptance::kRejected;
  Acceptance broadcast_stride0 = Acceptance::kRejected;
  Acceptance start_offset = Acceptance::kRejected;
  Acceptance reverse_strides = Acceptance::kRejected;
};

struct Rank {
  int low = 0;
  int high = -1;  // -1: no upper bound, which is what `any` means together with low = 0
};

struct ShapeConstraint {
  std::string rule;  // "same_as", "same_rank", "broadcast_to"
  std::string role;
};

struct Input {
  std::string name;
  std::vector<std::string> dtypes;
  std::string dtype_class;  // where dtypes is empty
  Layout layout;
  Rank rank;
  std::vector<ShapeConstraint> shape_constraints;
  bool has_fdx = false;
};

struct Output {
  std::string name;
  std::string dtype_rule, dtype_argument;  // "passthrough" and a role, or "fixed" and a dtype
  std::string shape_rule;
  std::vector<std::string> shape_arguments;
  std::string layout_guarantee;
  std::string aliasing;
};

struct ParamField {
  std::string name;
  std::string kind;        // "f64", "i32"
  std::string constraint;  // as written, "" if none
};

struct OpParams {
  std::string variant = "None";
  std::vector<ParamField> fields;
};

struct FastPath {
  std::string when;
  std::string cost_class;
  std::string note;
};

struct Caps {
  std::string awkward_layout_strategy;
  std::vector<FastPath> fast_paths;
  bool in_place = false;
  int alignment_bytes = 1;
  int access_granularity_bits = 8;
};

enum class Provenance { kDeclared, kJudgeMeasured };

// An expression that is absent is unknown (`~`).
struct Cost {
  Provenance provenance = Provenance::kJudgeMeasured;
  std::string cost_class;
  std::optional<Expression> flops, bytes_moved, overhead_ns, device_bytes, host_bytes, disk_bytes;
};

struct Precision {
  bool bit_stable_on_same_hardware = false;
  std::optional<double> max_ulp, max_relative, max_absolute;
  bool audited = false;
  std::string notes;
};

enum class Determinism { kBitwise, kSameHardwareBitwise, kNondeterministic };
const char* DeterminismName(Determinism determinism);

struct Provider {
  std::string name, backend, kernel_source, link_registry, revision_base;
};

// How a section's kernel is called here.
enum class Family { kUnary, kBinary, kAffine, kClamp, kPowI };
const char* FamilyName(Family family);

struct Contract {
  std::string file;
  int line = 0;  // of the section's heading
  std::string section;
  std::string kernel;
  std::string op_kind, fused_op;  // one of them is empty
  std::string blurb;
  std::string entry_point;
  std::string backend, kernel_source;
  Provider provider;
  std::uint64_t revision_hash = 0;
  bool registrable = true;  // as the section says
  std::vector<Input> inputs;
  OpParams op_params;
  std::vector<Output> outputs;
  Caps caps;
  Cost cost;
  Precision precision;
  Determinism determinism = Determinism::kBitwise;

  bool sound = false;                // no error was found in the section
  std::vector<std::string> unbound;  // why this library cannot bind it; empty if it can
  Family family = Family::kUnary;    // meaningful where unbound is empty
};

// One (kernel, dtype). `contract` is an index into ContractSet::contracts.
struct Binding {
  std::size_t contract = 0;
  std::string dtype;   // "F32"
  std::string symbol;  // "isobit_add_f32"
};

struct ContractSet {
  std::vector<Contract> contracts;  // in path order, then file order
  std::vector<Binding> bindings;    // of the sound contracts that this library can bind
  std::vector<Problem> problems;    // in the same order
  bool HasErrors() const;
};

// ---- Reading ----------------------------------------------------------------------------------------------

struct Source {
  std::string path;  // used for messages, order and the tree of front-matter defaults
  std::string text;
};

// Parses and checks the sources together, in sorted path order. A file that has front matter only gives defaults to
// the files at and below its folder.
ContractSet Read(std::vector<Source> sources);

// 64-bit FNV-1a over entry_point, a zero byte, revision_base, a zero byte, and the bytes between the block's fences
// (line ends as LF).
std::uint64_t RevisionHash(std::string_view entry_point, std::string_view revision_base, std::string_view block);

// "f32" for "F32"; "" for a dtype that this library does not bind.
std::string DtypeSuffix(std::string_view dtype);

// ---- Writing ----------------------------------------------------------------------------------------------

// All facts of the contracts as one JSON document, or as text for people.
std::string ToJson(const ContractSet& set);
std::string ToText(const ContractSet& set);

// The source in canonical form: LF line ends, no byte-order mark, no blanks at line ends, single blank lines, headings
// and fences between blank lines, one line end at the end, block keys in the order of the format. Idempotent.
std::string Canonical(std::string_view text);

// The files the library is built from, as (path, text): paths are relative to the project's root. Requires a set
// without errors whose kernels are all told apart by name.
std::vector<std::pair<std::string, std::string>> Generate(const ContractSet& set);

// The rows of an isobit_binding array alone, for a provider in an archive of its own.
std::string GenerateRows(const ContractSet& set);

}  // namespace isobit::fkc

#endif  // ISOBIT_FKC_HPP_
