// Where the reader's parts put what they find.
// SPDX-License-Identifier: Apache-2.0
#ifndef ISOBIT_SRC_FKC_PROBLEMS_H_
#define ISOBIT_SRC_FKC_PROBLEMS_H_

#include <string>
#include <utility>
#include <vector>

#include "isobit/fkc.hpp"

namespace isobit::fkc {

struct Place {
  int line = 1;
  int column = 1;
};

// Collects the problems of one file, up to kMaxProblems.
class Problems {
 public:
  explicit Problems(std::string file) : file_(std::move(file)) {}

  void EnterSection(std::string section) {
    section_ = std::move(section);
    errors_here_ = 0;
  }
  // Errors added since the last EnterSection.
  int errors_here() const { return errors_here_; }

  void Add(Severity severity, Code code, Place at, std::string message);
  void Error(Code code, Place at, std::string message) { Add(Severity::kError, code, at, std::move(message)); }
  void Warning(Code code, Place at, std::string message) { Add(Severity::kWarning, code, at, std::move(message)); }
  // With a section other than the one entered: for checks across sections.
  void AddIn(const std::string& section, Severity severity, Code code, Place at, std::string message);

  std::vector<Problem> Take() { return std::move(list_); }

 private:
  std::string file_;
  std::string section_;
  int errors_here_ = 0;
  std::vector<Problem> list_;
};

// 'text' shortened to a length that suits a message, in quotes.
std::string Quoted(std::string_view text);

}  // namespace isobit::fkc

#endif  // ISOBIT_SRC_FKC_PROBLEMS_H_
