// Several files together: order, drift, defaults, siblings, duplicates, fan-out.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "fkc_testing.h"

namespace {

using namespace isobit::fkc;
using namespace fkc_testing;

std::vector<std::string> Symbols(const ContractSet& set) {
  std::vector<std::string> symbols;
  for (const Binding& binding : set.bindings) symbols.push_back(binding.symbol);
  return symbols;
}

const Problem* Only(const ContractSet& set, Code code) {
  const Problem* found = nullptr;
  for (const Problem& problem : set.problems) {
    EXPECT_EQ(problem.code, code) << Format(problem);
    if (problem.code == code) found = &problem;
  }
  EXPECT_EQ(set.problems.size(), 1u) << Listing(set);
  return found;
}

const std::string kDefaults = FrontMatter();
const std::string kBare = "---\nfkc_version: 1\n---\n";

TEST(Merge, ReadsFilesInPathOrderAndFansOutOverDtypes) {
  const ContractSet set = Read({{"b.fkc.md", FrontMatter() + Section("two", "TwoElementwise", "e_two")},
                                {"a.fkc.md", FrontMatter() + Section("one", "OneElementwise", "e_one")}});
  EXPECT_TRUE(set.problems.empty()) << Listing(set);
  EXPECT_EQ(Symbols(set), (std::vector<std::string>{"e_one_f32", "e_one_f16", "e_two_f32", "e_two_f16"}));
}

TEST(Merge, OneDtypeMeansTheEntryPointIsTheSymbol) {
  std::string text = FrontMatter() + Section("one", "OneElementwise", "e_one");
  text.replace(text.find("[F32, F16]"), 10, "[F64]");
  const ContractSet set = Read({{"a.fkc.md", text}});
  EXPECT_EQ(Symbols(set), std::vector<std::string>{"e_one"});
  EXPECT_EQ(set.bindings.at(0).dtype, "F64");
}

TEST(Merge, AFileNamedTwiceIsReadOnce) {
  const Source source{"a.fkc.md", FrontMatter() + Section("one", "OneElementwise", "e_one")};
  const ContractSet set = Read({source, source});
  EXPECT_TRUE(set.problems.empty()) << Listing(set);
  EXPECT_EQ(set.contracts.size(), 1u);
}

TEST(Merge, ProviderDriftNamesTheField) {
  for (const char* field : {"name", "backend", "kernel_source", "link_registry", "revision_base"}) {
    std::string other = FrontMatter();
    const std::string key = "  " + std::string(field) + ": ";
    const std::size_t begin = other.find(key) + key.size();
    other.replace(begin, other.find('\n', begin) - begin, "\"Other\"");
    const ContractSet set = Read({{"a.fkc.md", FrontMatter() + Section("one", "OneElementwise", "e_one")},
                                  {"b.fkc.md", other + Section("two", "TwoElementwise", "e_two")}});
    const Problem* problem = Only(set, Code::kProviderDrift);
    ASSERT_NE(problem, nullptr);
    EXPECT_EQ(problem->file, "b.fkc.md");
    EXPECT_NE(problem->message.find(std::string("`provider.") + field + "`"), std::string::npos) << problem->message;
    EXPECT_NE(problem->message.find("a.fkc.md"), std::string::npos) << problem->message;
    // The sound file stays usable.
    EXPECT_EQ(Symbols(set), (std::vector<std::string>{"e_one_f32", "e_one_f16"}));
  }
}

TEST(Merge, FrontMatterOnlyGivesDefaultsToItsTree) {
  const ContractSet set = Read({{"c/provider.fkc.md", kDefaults},
                                {"c/a.fkc.md", kBare + Section("one", "OneElementwise", "e_one")},
                                {"c/deep/er/b.fkc.md", kBare + Section("two", "TwoElementwise", "e_two")}});
  EXPECT_TRUE(set.problems.empty()) << Listing(set);
  ASSERT_EQ(set.contracts.size(), 2u);
  for (const Contract& contract : set.contracts) {
    EXPECT_EQ(contract.provider.name, "example");
    EXPECT_EQ(contract.backend, "Cpu");
    EXPECT_EQ(contract.kernel_source, "example-plain");
  }
}

TEST(Merge, DefaultsDoNotReachBesideTheirTree) {
  const ContractSet set =
      Read({{"c/provider.fkc.md", kDefaults}, {"cc/a.fkc.md", kBare + Section("one", "OneElementwise", "e_one")}});
  EXPECT_EQ(set.problems.size(), 5u) << Listing(set);
  for (const Problem& problem : set.problems) EXPECT_EQ(problem.code, Code::kRequiredField);
  EXPECT_TRUE(set.bindings.empty());
}

TEST(Merge, AFileMayNotContradictItsDefaults) {
  const ContractSet set = Read({{"c/provider.fkc.md", kDefaults},
                                {"c/a.fkc.md", "---\nfkc_version: 1\nprovider: {name: another}\n---\n" +
                                                   Section("one", "OneElementwise", "e_one")}});
  const Problem* problem = Only(set, Code::kProviderDrift);
  ASSERT_NE(problem, nullptr);
  EXPECT_EQ(problem->file, "c/a.fkc.md");
  EXPECT_EQ(problem->line, 3);
}

TEST(Merge, ATreeWithinATreeIsAnotherProvider) {
  const ContractSet set = Read({{"c/provider.fkc.md", kDefaults},
                                {"c/a.fkc.md", kBare + Section("one", "OneElementwise", "e_one")},
                                {"c/guest/provider.fkc.md",
                                 "---\nfkc_version: 1\nprovider: {name: guest, kernel_source: \"guest-plain\"}\n---\n"},
                                {"c/guest/a.fkc.md", kBare + Section("one", "OneElementwise", "g_one")}});
  EXPECT_TRUE(set.problems.empty()) << Listing(set);
  ASSERT_EQ(set.contracts.size(), 2u);
  EXPECT_EQ(set.contracts[0].provider.name, "example");
  EXPECT_EQ(set.contracts[1].provider.name, "guest");
  EXPECT_EQ(set.contracts[1].kernel_source, "guest-plain");
  // What the inner front matter leaves out comes from the outer one.
  EXPECT_EQ(set.contracts[1].provider.link_registry, "example_resolve");
}

TEST(Merge, SiblingsAtOneKeyAreLegal) {
  const ContractSet set = Read(
      {{"a.fkc.md", FrontMatter() + Section("one", "OneElementwise", "e_one") +
                        Section("one_fast", "OneElementwise", "e_one_fast", "kernel_source: \"example-fast\"\n")}});
  EXPECT_TRUE(set.problems.empty()) << Listing(set);
  EXPECT_EQ(set.bindings.size(), 4u);
  EXPECT_EQ(set.contracts.at(1).kernel_source, "example-fast");
}

TEST(Merge, DuplicatesAcrossFilesAreErrors) {
  const Source a{"a.fkc.md", FrontMatter() + Section("one", "OneElementwise", "e_one")};
  const ContractSet same_key = Read({a, {"b.fkc.md", FrontMatter() + Section("two", "OneElementwise", "e_one")}});
  const Problem* problem = Only(same_key, Code::kDuplicateFunction);
  ASSERT_NE(problem, nullptr);
  EXPECT_EQ(problem->file, "b.fkc.md");
  EXPECT_NE(problem->message.find("a.fkc.md:"), std::string::npos);
  Only(Read({a, {"b.fkc.md", FrontMatter() + Section("two", "TwoElementwise", "e_one")}}), Code::kDuplicateEntryPoint);
  // Another provider's registry is another name space.
  const ContractSet apart = Read({{"x/provider.fkc.md", FrontMatter("first")},
                                  {"x/a.fkc.md", kBare + Section("one", "OneElementwise", "e_one")},
                                  {"y/provider.fkc.md", FrontMatter("second")},
                                  {"y/a.fkc.md", kBare + Section("one", "OneElementwise", "e_one")}});
  EXPECT_TRUE(apart.problems.empty()) << Listing(apart);
  EXPECT_EQ(apart.bindings.size(), 4u);
}

TEST(Merge, OneBrokenSectionLeavesTheOthersUsable) {
  const ContractSet set = Read({{"a.fkc.md", FrontMatter() + Section("one", "OneElementwise", "e_one") +
                                                 "\n## two\n\nDoes it.\n\n```fkc\nkernel: [\n```\n" +
                                                 Section("three", "ThreeElementwise", "e_three")}});
  Only(set, Code::kYamlSyntax);
  EXPECT_EQ(Symbols(set), (std::vector<std::string>{"e_one_f32", "e_one_f16", "e_three_f32", "e_three_f16"}));
}

TEST(Merge, LineEndsAndByteOrderMarksChangeNothing) {
  const std::string text = FrontMatter() + Section("one", "OneElementwise", "e_one");
  std::string dos = "\xEF\xBB\xBF";
  for (const char c : text) dos += c == '\n' ? std::string("\r\n") : std::string(1, c);
  const ContractSet a = Read({{"a.fkc.md", text}}), b = Read({{"a.fkc.md", dos}});
  EXPECT_TRUE(b.problems.empty()) << Listing(b);
  EXPECT_EQ(a.contracts.at(0).revision_hash, b.contracts.at(0).revision_hash);
}

TEST(Merge, TheRevisionFollowsContractAndBuild) {
  const std::string text = FrontMatter() + Section("one", "OneElementwise", "e_one");
  const auto hash = [](const std::string& file) { return Read({{"a.fkc.md", file}}).contracts.at(0).revision_hash; };
  const auto replaced = [&](const std::string& from, const std::string& to) {
    std::string copy = text;
    return copy.replace(copy.find(from), from.size(), to);
  };
  EXPECT_NE(hash(text), hash(replaced("max_ulp: 1", "max_ulp: 2")));
  EXPECT_NE(hash(text), hash(replaced("example-1", "example-2")));
  EXPECT_EQ(hash(text), hash(replaced("Does it.\n\n```", "Does it.\n\nProse.\n\n```")));
  EXPECT_EQ(hash(replaced("determinism", "kernel_revision_hash: \"00ff\"\ndeterminism")), 0xFFu);
}

TEST(Merge, NothingIsNoProblem) {
  const ContractSet set = Read({});
  EXPECT_TRUE(set.problems.empty());
  EXPECT_TRUE(set.bindings.empty());
}

}  // namespace
