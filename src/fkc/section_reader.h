// The reader of one section's block. Its parts stand in section.cc (head, hash, family), section_operands.cc (accept
// and return) and section_facts.cc (caps, cost, precision, determinism).
// SPDX-License-Identifier: Apache-2.0
#ifndef ISOBIT_SRC_FKC_SECTION_READER_H_
#define ISOBIT_SRC_FKC_SECTION_READER_H_

#include <optional>
#include <set>
#include <string>

#include "fkc/document.h"
#include "fkc/fields.h"
#include "fkc/problems.h"
#include "isobit/fkc.hpp"

namespace isobit::fkc {

// "name" or "name(a, b)".
struct Call {
  std::string name;
  std::vector<std::string> arguments;
};

class SectionReader {
 public:
  SectionReader(const Section& section, const Provider& provider, Problems* problems, Contract* contract)
      : section_(section), provider_(provider), problems_(problems), c_(*contract) {}

  // Fills the contract and reports what is wrong, except for `file`, `line`, `section`, `provider` and `sound`.
  void Run();

 private:
  // Notes a reason why this library has no binding for the section; each reason once.
  void Unbound(std::string reason);

  void FindAddresses(const Node& node);
  void Head(const Fields& top);
  void Hash(const Fields& top, const Block& block);
  void DecideFamily();

  void ReadAccept(const Fields& accept);
  void ReadInput(const Fields& fields, Input* input);
  void ReadDtypes(const Fields& fields, Input* input);
  // False if a flag is missing or unknown, which leaves nothing to hold other fields against.
  bool ReadLayout(const Fields& fields, Layout* layout);
  void ReadRank(const Fields& fields, Rank* rank);
  void ReadShapeConstraint(const Fields& fields, Input* input);
  void CheckFanOut(const Node& inputs);
  void ReadOpParams(const Fields& fields);
  void ReadParamField(const Entry& entry, const Fields& list);
  void CheckConstraints(const Fields& op_params);

  void ReadReturn(const Fields& fields);
  void ReadOutput(const Fields& fields);
  std::optional<Call> Rule(const Fields& fields, const char* key);
  void BadRule(const Fields& fields, const char* key, const std::string& expected);
  void CheckInputRole(const Fields& fields, const char* key, const std::string& role);

  void ReadCaps(const Fields& fields);
  void ReadFastPath(const Fields& fields);
  void ReadCost(const Fields& fields);
  // The value of `class`, or what stands in for an absent or unknown one.
  std::string CostClass(const Fields& fields);
  std::optional<Expression> CostExpression(const Fields& fields, const char* key);
  bool InScope(const std::string& name) const;
  void ReadPrecision(const Fields& fields);
  void ReadDeterminism(const Fields& top);

  const Section& section_;
  const Provider& provider_;
  Problems* problems_;
  Contract& c_;
  std::set<std::string> roles_;  // names of inputs and outputs
  bool layouts_complete_ = true;
  bool expression_failed_ = false;
  bool stability_known_ = false;
};

}  // namespace isobit::fkc

#endif  // ISOBIT_SRC_FKC_SECTION_READER_H_
