// Every rule of the format, broken in turn: each file of broken/ states the problems it has to give, no more and no
// fewer, as `code line`. Files of unbound/ are sound and state why this library has no binding for them.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <set>
#include <sstream>

#include "fkc_testing.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

using namespace isobit::fkc;
using namespace fkc_testing;

std::vector<std::string> NamesIn(const char* folder) {
  std::vector<std::string> names;
  for (const auto& path : FilesIn(Root(std::string("tests/fkc/") + folder))) {
    const std::string name = path.filename().string();
    names.push_back(name.substr(0, name.find('.')));
  }
  return names;
}

std::string TestName(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

ContractSet ReadCase(const char* folder, const std::string& name, std::string* text) {
  const std::string path = std::string("tests/fkc/") + folder + "/" + name + ".fkc.md";
  *text = ReadAll(Root(path));
  return Read({{path, *text}});
}

class Broken : public testing::TestWithParam<std::string> {};

TEST_P(Broken, GivesExactlyTheStatedProblems) {
  std::string text;
  const ContractSet set = ReadCase("broken", GetParam(), &text);
  const std::vector<std::string> comments = Comments(text, "expect");
  ASSERT_EQ(comments.size(), 1u);
  std::multiset<std::string> expected, found;
  std::istringstream list(comments[0]);
  for (std::string item; std::getline(list >> std::ws, item, ',');) expected.insert(item);
  ASSERT_FALSE(expected.empty());
  bool errors = false;
  for (const Problem& problem : set.problems) {
    errors = errors || problem.severity == Severity::kError;
    found.insert(std::string(problem.severity == Severity::kWarning ? "warning "
                             : problem.severity == Severity::kNote  ? "note "
                                                                    : "") +
                 CodeName(problem.code) + " " + std::to_string(problem.line));
    EXPECT_GE(problem.column, 1);
    EXPECT_FALSE(problem.message.empty());
  }
  EXPECT_EQ(found, expected) << Listing(set);
  EXPECT_EQ(set.HasErrors(), errors);
  // A warning leaves the section usable, an error takes it out.
  const bool all_sound =
      std::all_of(set.contracts.begin(), set.contracts.end(), [](const Contract& contract) { return contract.sound; });
  if (errors) {
    // Text before the sections may be wrong without hurting them.
    const bool outside = GetParam() == "block-outside-section";
    EXPECT_TRUE(set.contracts.empty() || !all_sound || outside);
  } else {
    EXPECT_TRUE(all_sound);
    EXPECT_EQ(set.bindings.size(), 2u);
  }
  for (const Binding& binding : set.bindings) EXPECT_TRUE(set.contracts.at(binding.contract).sound);
}

INSTANTIATE_TEST_SUITE_P(Files, Broken, testing::ValuesIn(NamesIn("broken")), TestName);

TEST(BrokenFiles, CoverEveryCode) {
  std::set<std::string> seen;
  std::size_t files = 0;
  for (const std::string& name : NamesIn("broken")) {
    std::string text;
    ReadCase("broken", name, &text);
    std::istringstream list(Comments(text, "expect").at(0));
    for (std::string item; std::getline(list >> std::ws, item, ',');) {
      const std::size_t code = item.rfind("warning ", 0) == 0 ? 8 : 0;
      seen.insert(item.substr(code, item.rfind(' ') - code));
    }
    ++files;
  }
  EXPECT_GE(files, 50u);
  // These need more than one small file, or are no problem of a file; other tests provoke them.
  for (const Code code : {Code::kFileRead, Code::kFileTooLarge, Code::kProviderDrift, Code::kNotRegistrable}) {
    seen.insert(CodeName(code));
  }
  for (int i = 0; i <= static_cast<int>(Code::kNotRegistrable); ++i) {
    EXPECT_EQ(seen.count(CodeName(static_cast<Code>(i))), 1u) << CodeName(static_cast<Code>(i));
  }
}

class Unbound : public testing::TestWithParam<std::string> {};

TEST_P(Unbound, IsReadAndSaysWhy) {
  std::string text;
  const ContractSet set = ReadCase("unbound", GetParam(), &text);
  EXPECT_FALSE(set.HasErrors()) << Listing(set);
  ASSERT_EQ(set.contracts.size(), 1u);
  EXPECT_TRUE(set.contracts[0].sound);
  EXPECT_TRUE(set.bindings.empty());
  std::vector<std::string> found;
  for (const Problem& problem : set.problems) {
    EXPECT_EQ(problem.severity, Severity::kNote);
    EXPECT_EQ(problem.code, Code::kNotRegistrable);
    const std::string prefix = "not registrable here: ";
    ASSERT_EQ(problem.message.substr(0, prefix.size()), prefix);
    found.push_back(problem.message.substr(prefix.size()));
  }
  EXPECT_EQ(found, Comments(text, "unbound")) << Listing(set);
  EXPECT_EQ(found.empty(), !set.contracts[0].registrable);
}

INSTANTIATE_TEST_SUITE_P(Files, Unbound, testing::ValuesIn(NamesIn("unbound")), TestName);

TEST(Places, PointAtTheValue) {
  std::string text = FrontMatter() + Section("k", "KElementwise", "k");
  const auto problem_of = [](const std::string& file) {
    const ContractSet set = Read({{"f.fkc.md", file}});
    EXPECT_EQ(set.problems.size(), 1u) << Listing(set);
    return set.problems.at(0);
  };
  const auto place_of = [](const std::string& file, const std::string& word) {
    const std::size_t at = file.find(word);
    const std::size_t line_begin = file.rfind('\n', at) + 1;
    return std::make_pair(static_cast<int>(1 + std::count(file.begin(), file.begin() + static_cast<long>(at), '\n')),
                          static_cast<int>(at - line_begin) + 1);
  };
  const auto replaced = [&](const std::string& from, const std::string& to) {
    std::string copy = text;
    return copy.replace(copy.find(from), from.size(), to);
  };
  for (const auto& [from, to, word] :
       std::vector<std::array<std::string, 3>>{{"judge_measured", "guessed", "guessed"},
                                               {"\"2 * n * dtype_bytes\"", "\"2 * n * width\"", "width"},
                                               {"\"2 * n * dtype_bytes\"", "\"2 * n ; 3\"", "; 3"},
                                               {"[F32, F16]", "[F32, F17]", "F17"},
                                               {"audited: true", "audited: True", "True"},
                                               {"determinism: bitwise", "determinism: &d bitwise", "&d"}}) {
    const std::string file = replaced(from, to);
    const Problem problem = problem_of(file);
    EXPECT_EQ(std::make_pair(problem.line, problem.column), place_of(file, word)) << Format(problem);
    EXPECT_EQ(problem.section, "k");
    EXPECT_EQ(problem.file, "f.fkc.md");
    EXPECT_EQ(Format(problem), "f.fkc.md:" + std::to_string(problem.line) + ":" + std::to_string(problem.column) +
                                   ": k: " + problem.message + " [" + CodeName(problem.code) + "]");
  }
}

TEST(Limits, HoldAgainstHostileFiles) {
  const auto only_code = [](const std::string& text) {
    const ContractSet set = Read({{"f.fkc.md", text}});
    std::set<Code> codes;
    for (const Problem& problem : set.problems) codes.insert(problem.code);
    EXPECT_TRUE(set.HasErrors());
    return codes;
  };
  EXPECT_EQ(only_code(std::string(kMaxFileBytes + 1, 'x')), std::set<Code>{Code::kFileTooLarge});
  std::string many = FrontMatter();
  for (std::size_t i = 0; i <= kMaxSections; ++i) many += "## s\n";
  EXPECT_EQ(only_code(many).count(Code::kFileTooLarge), 1u);
  const auto block = [](const std::string& yaml) {
    return FrontMatter() + "## k\n\nDoes it.\n\n```fkc\n" + yaml + "\n```\n";
  };
  EXPECT_EQ(only_code(block("kernel: " + std::string(kMaxBlockBytes, 'k'))), std::set<Code>{Code::kFileTooLarge});
  for (const char* open : {"[", "{a: ", "- ", "? "}) {
    std::string deep = "fdx: ";
    if (open[1] == ' ') deep += "\n  ";
    for (int i = 0; i < 10000; ++i) deep += open;
    const std::set<Code> codes = only_code(block(deep));
    EXPECT_EQ(codes.count(Code::kYamlDepth), 1u) << open;
  }
  // More problems than are listed must not look like fewer.
  std::string unknown;
  for (int i = 0; i < 3000; ++i) unknown += "key" + std::to_string(i) + ": 1\n";
  const ContractSet set = Read({{"f.fkc.md", block(unknown)}});
  EXPECT_EQ(set.problems.size(), kMaxProblems + 1);
  EXPECT_TRUE(std::any_of(set.problems.begin(), set.problems.end(),
                          [](const Problem& p) { return p.code == Code::kFileTooLarge; }));
}

TEST(Fuzz, TargetHoldsOnTheCorpusAndOnEveryFileCutShort) {
  std::size_t runs = 0;
  const auto run = [&runs](const std::string& text) {
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
    ++runs;
  };
  for (const char* folder : {"tests/fkc/corpus", "tests/fkc/broken", "tests/fkc/unbound"}) {
    if (!std::filesystem::exists(Root(folder))) continue;
    for (const auto& path : FilesIn(Root(folder))) run(ReadAll(path));
  }
  const std::string sound = FrontMatter() + Section("one", "OneElementwise", "e_one");
  for (std::size_t length = 0; length <= sound.size(); ++length) run(sound.substr(0, length));
  EXPECT_GT(runs, 200u);
}

}  // namespace
