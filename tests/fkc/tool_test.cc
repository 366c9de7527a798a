// The command line of isobit-fkc: output lines and exit statuses.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "fkc_testing.h"

namespace {

namespace fs = std::filesystem;
using namespace fkc_testing;

struct Result {
  int status;
  std::string output;  // both streams
};

Result Tool(const std::string& arguments) {
  FILE* pipe = popen((std::string("'") + ISOBIT_FKC_TOOL + "' " + arguments + " 2>&1").c_str(), "r");
  if (pipe == nullptr) return {-1, ""};
  std::string output;
  char buffer[4096];
  for (std::size_t n; (n = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;) output.append(buffer, n);
  const int status = pclose(pipe);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, output};
}

bool Has(const Result& result, const std::string& text) { return result.output.find(text) != std::string::npos; }

class ToolTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "isobit_fkc_XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string Write(const std::string& name, const std::string& text) {
    const fs::path path = folder_ / name;
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
    return path.string();
  }

  // A project of one kernel, generated.
  void Project() {
    Write("contracts/a.fkc.md", Canonical(FrontMatter() + Section("one", "OneElementwise", "e_one")));
    Write("src/kernels/one.h", "");
  }
  static std::string Canonical(const std::string& text) { return isobit::fkc::Canonical(text); }
  std::string GenerateHere(const std::string& more = "") {
    return "generate --contracts " + (folder_ / "contracts").string() + " --out " + folder_.string() + more;
  }

  fs::path folder_;
};

TEST_F(ToolTest, CheckAcceptsTheOwnContracts) {
  const Result result = Tool("check '" + Root("contracts") + "'");
  EXPECT_EQ(result.status, 0) << result.output;
  EXPECT_TRUE(Has(result, "34 sections, 136 bindings, 0 errors, 0 warnings")) << result.output;
}

TEST_F(ToolTest, CheckReportsEveryProblemAndFails) {
  const std::string file = Root("tests/fkc/broken/many-at-once.fkc.md");
  const Result result = Tool("check '" + file + "'");
  EXPECT_EQ(result.status, 1);
  for (const char* code : {"[yaml-tab]", "[rank]", "[type]", "[cost-scope]", "[precision]"}) {
    EXPECT_TRUE(Has(result, code)) << result.output;
  }
  EXPECT_TRUE(Has(result, file + ":")) << result.output;
  EXPECT_TRUE(Has(result, ": blend: `caps.in_place` has to be true or false, but 'no' is a string [type]"))
      << result.output;
}

TEST_F(ToolTest, WarningsAndNotesDoNotFail) {
  const Result warning = Tool("check '" + Root("tests/fkc/broken/advice-cost-class.fkc.md") + "'");
  EXPECT_EQ(warning.status, 0) << warning.output;
  EXPECT_TRUE(Has(warning, ": warning: ")) << warning.output;
  const Result note = Tool("check '" + Root("tests/fkc/unbound") + "'");
  EXPECT_EQ(note.status, 1) << "twenty-seven files say the same kernel, which is a duplicate";
  const Result one = Tool("check '" + Root("tests/fkc/unbound/fused-op.fkc.md") + "'");
  EXPECT_EQ(one.status, 0) << one.output;
  EXPECT_TRUE(Has(one, ": note: not registrable here: it is a fused op")) << one.output;
}

TEST_F(ToolTest, UnreadableFilesAreProblems) {
  EXPECT_EQ(Tool("check /nowhere/at/all.fkc.md").status, 1);
  EXPECT_TRUE(Has(Tool("check /nowhere/at/all.fkc.md"), "[file-read]"));
  const Result empty = Tool("check '" + folder_.string() + "'");
  EXPECT_EQ(empty.status, 1);
  EXPECT_TRUE(Has(empty, "holds no *.fkc.md file")) << empty.output;
}

TEST_F(ToolTest, BadUsageIsAnotherStatus) {
  for (const char* arguments :
       {"", "frobnicate", "check", "check --json x", "show", "fmt", "generate", "generate --contracts",
        "generate --contracts a", "generate --contracts a --out b --rows c"}) {
    const Result result = Tool(arguments);
    EXPECT_EQ(result.status, 2) << arguments;
    EXPECT_TRUE(Has(result, "Usage:")) << arguments;
  }
  EXPECT_EQ(Tool("--help").status, 0);
}

TEST_F(ToolTest, ShowPrintsTextAndJson) {
  const Result text = Tool("show '" + Root("contracts/parametric.fkc.md") + "'");
  EXPECT_EQ(text.status, 0);
  EXPECT_TRUE(Has(text, "Clamp {min: f64, max: f64 >= min}")) << text.output;
  const Result json = Tool("show --json '" + Root("contracts/parametric.fkc.md") + "'");
  EXPECT_EQ(json.status, 0);
  EXPECT_EQ(json.output[0], '{');
  EXPECT_TRUE(Has(json, "\"symbol\": \"isobit_clamp_f16\"")) << json.output;
}

TEST_F(ToolTest, FmtChecksAndRewrites) {
  EXPECT_EQ(Tool("fmt --check '" + Root("contracts") + "'").status, 0);
  const std::string file = Write("a.fkc.md", FrontMatter() + "# T  \n\n\ntext");
  const Result check = Tool("fmt --check " + file);
  EXPECT_EQ(check.status, 1);
  EXPECT_TRUE(Has(check, file + ":10:1: file: not in canonical form")) << check.output;
  EXPECT_EQ(Tool("fmt " + file).status, 0);
  EXPECT_EQ(ReadAll(file), FrontMatter() + "\n# T\n\ntext\n");
  EXPECT_EQ(Tool("fmt --check " + file).status, 0);
}

TEST_F(ToolTest, GenerateWritesAndChecks) {
  Project();
  const Result missing = Tool(GenerateHere(" --check"));
  EXPECT_EQ(missing.status, 1);
  EXPECT_TRUE(Has(missing, "include/isobit/kernels.h does not exist")) << missing.output;
  EXPECT_EQ(Tool(GenerateHere()).status, 0);
  EXPECT_EQ(Tool(GenerateHere(" --check")).status, 0);
  EXPECT_NE(ReadAll(folder_ / "include/isobit/kernels.h")
                .find("isobit_status e_one_f16(const isobit_f16* x, isobit_f16* out, size_t n);"),
            std::string::npos);
  EXPECT_NE(ReadAll(folder_ / "src/generated/kernels.cmake").find("  one:Unary\n"), std::string::npos);

  // What did not change is not written again.
  const auto before = fs::last_write_time(folder_ / "src/generated/bindings.inc");
  EXPECT_EQ(Tool(GenerateHere()).status, 0);
  EXPECT_EQ(fs::last_write_time(folder_ / "src/generated/bindings.inc"), before);

  Write("src/generated/bindings.inc", "// another text\n");
  const Result stale = Tool(GenerateHere(" --check"));
  EXPECT_EQ(stale.status, 1);
  EXPECT_TRUE(Has(stale, "src/generated/bindings.inc is stale")) << stale.output;
  EXPECT_FALSE(Has(stale, "kernels.h is stale")) << stale.output;
}

TEST_F(ToolTest, GenerateWantsOneFileAKernel) {
  Project();
  Write("src/kernels/orphan.h", "");
  const Result orphan = Tool(GenerateHere());
  EXPECT_EQ(orphan.status, 1);
  EXPECT_TRUE(Has(orphan, "src/kernels/orphan.h has no section in the contracts")) << orphan.output;
  fs::remove_all(folder_ / "src/kernels");
  const Result missing = Tool(GenerateHere());
  EXPECT_EQ(missing.status, 1);
  EXPECT_TRUE(Has(missing, "has a section for the kernel one, but ")) << missing.output;
  EXPECT_TRUE(Has(missing, "src/kernels/one.h does not exist")) << missing.output;
  EXPECT_FALSE(fs::exists(folder_ / "src/generated"));
}

TEST_F(ToolTest, GenerateRefusesContractsWithErrors) {
  Project();
  Write("contracts/b.fkc.md", FrontMatter("other") + Section("two", "TwoElementwise", "e_two"));
  const Result drift = Tool(GenerateHere());
  EXPECT_EQ(drift.status, 1);
  EXPECT_TRUE(Has(drift, "[provider-drift]")) << drift.output;
  EXPECT_FALSE(fs::exists(folder_ / "src/generated"));
  Write("contracts/b.fkc.md", FrontMatter() + Section("one", "TwoElementwise", "e_two"));
  const Result twice = Tool(GenerateHere());
  EXPECT_EQ(twice.status, 1);
  EXPECT_TRUE(Has(twice, "the kernel one has a section in another file already")) << twice.output;
}

TEST_F(ToolTest, GenerateWritesRowsForAnotherArchive) {
  Project();
  const std::string rows = (folder_ / "rows.inc").string();
  EXPECT_EQ(Tool("generate --contracts " + (folder_ / "contracts").string() + " --rows " + rows).status, 0);
  EXPECT_NE(ReadAll(rows).find("/* name */ \"e_one_f32\""), std::string::npos);
  EXPECT_EQ(Tool("generate --contracts " + (folder_ / "contracts").string() + " --rows " + rows + " --check").status,
            0);
}

}  // namespace
