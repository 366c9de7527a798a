// Feeds arbitrary bytes to everything in the contract library that takes text. Under libFuzzer this is the fuzz target;
// in the test program the same function runs over the committed corpus.
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "isobit/fkc.hpp"

namespace {

void Require(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "fuzz_fkc: %s\n", what);
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace isobit::fkc;
  const std::string text(reinterpret_cast<const char*>(data), size);

  // The text as one file, and cut in two at a form feed as files of one tree.
  const std::size_t cut = text.find('\f');
  std::vector<Source> sources = {{"a/one.fkc.md", text.substr(0, cut)}};
  if (cut != std::string::npos) sources.push_back({"a/b/two.fkc.md", text.substr(cut + 1)});
  const ContractSet set = Read(sources);
  for (const Problem& problem : set.problems) {
    Require(problem.line >= 1 && problem.column >= 1, "a problem without a place");
    Require(!problem.message.empty() && !Format(problem).empty(), "a problem without a message");
  }
  for (const Binding& binding : set.bindings) {
    Require(set.contracts.at(binding.contract).sound, "a binding of a contract with errors");
    Require(!binding.symbol.empty(), "a binding without a symbol");
  }
  Require(!ToJson(set).empty(), "no JSON");
  ToText(set);
  Require(Generate(set).size() == 4, "not all files generated");

  const std::string canonical = Canonical(text);
  Require(Canonical(canonical) == canonical, "the canonical form of a canonical form differs");

  Expression::Error error{0, ""};
  if (const auto expression = Expression::Parse(text, &error)) {
    expression->Evaluate([](const std::string& name) { return static_cast<double>(name.size()); });
    Require(!expression->ToCpp().empty(), "an expression without C++ text");
  } else {
    Require(!error.message.empty() && error.offset <= text.size(), "an expression's error without a place");
  }
  return 0;
}
