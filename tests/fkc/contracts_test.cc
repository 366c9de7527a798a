// The project's own contracts: sound, complete, in step with the required facts and with what was generated.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <yaml-cpp/yaml.h>

#include <map>
#include <set>
#include <sstream>

#include "fkc_testing.h"

namespace {

using namespace isobit::fkc;
using namespace fkc_testing;

const ContractSet& Own() {
  static const ContractSet set = Read(OwnContracts());
  return set;
}

std::vector<std::string> Split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

TEST(OwnContracts, HaveNoProblems) {
  EXPECT_TRUE(Own().problems.empty()) << Listing(Own());
  EXPECT_EQ(Own().contracts.size(), 34u);
  EXPECT_EQ(Own().bindings.size(), 136u);
}

TEST(OwnContracts, CarryTheRequiredFactsOfEachKernel) {
  std::map<std::string, const Contract*> by_kernel;
  for (const Contract& contract : Own().contracts) by_kernel[contract.kernel] = &contract;
  EXPECT_EQ(by_kernel.size(), 34u);
  std::istringstream facts(ReadAll(Root("tests/fkc/facts.tsv")));
  std::size_t rows = 0;
  for (std::string line; std::getline(facts, line);) {
    if (line.empty() || line[0] == '#') continue;
    ++rows;
    const std::vector<std::string> fact = Split(line, '\t');
    ASSERT_EQ(fact.size(), 8u) << line;
    SCOPED_TRACE(fact[0]);
    ASSERT_EQ(by_kernel.count(fact[0]), 1u);
    const Contract& contract = *by_kernel[fact[0]];
    EXPECT_EQ(contract.op_kind, fact[1]);
    std::vector<std::string> roles;
    for (const Input& input : contract.inputs) roles.push_back(input.name);
    EXPECT_EQ(roles, Split(fact[2], ','));
    EXPECT_EQ(contract.op_params.variant, fact[3]);
    std::string fields;
    for (const ParamField& field : contract.op_params.fields) {
      fields += (fields.empty() ? "" : ";") + field.name + ":" + field.kind +
                (field.constraint.empty() ? "" : ":" + field.constraint);
    }
    EXPECT_EQ(fields.empty() ? "-" : fields, fact[4]);
    ASSERT_TRUE(contract.cost.bytes_moved);
    EXPECT_EQ(contract.cost.bytes_moved->text(), fact[5]);
    const auto bound = [](const std::string& text) {
      return text == "~" ? std::nullopt : std::optional<double>(std::stod(text));
    };
    EXPECT_EQ(contract.precision.max_ulp, bound(fact[6]));
    EXPECT_EQ(contract.precision.max_relative, bound(fact[7]));
  }
  EXPECT_EQ(rows, 34u);
}

TEST(OwnContracts, CarryTheFactsThatAllKernelsShare) {
  for (const Contract& contract : Own().contracts) {
    SCOPED_TRACE(contract.kernel);
    EXPECT_EQ(contract.provider.name, "isobit");
    EXPECT_EQ(contract.kernel_source, "isobit-highway");
    EXPECT_EQ(contract.entry_point, "isobit_" + contract.kernel);
    EXPECT_EQ(contract.backend, "Cpu");
    EXPECT_TRUE(contract.registrable);
    EXPECT_TRUE(contract.fused_op.empty());
    EXPECT_EQ(contract.blurb.back(), '.');
    for (const Input& input : contract.inputs) {
      EXPECT_EQ(input.dtypes, (std::vector<std::string>{"F32", "F64", "BF16", "F16"}));
      EXPECT_EQ(input.layout.contiguous, Acceptance::kRequired);
      EXPECT_EQ(input.layout.strided, Acceptance::kRejected);
      EXPECT_EQ(input.layout.broadcast_stride0, Acceptance::kRejected);
      EXPECT_EQ(input.layout.start_offset, Acceptance::kRejected);
      EXPECT_EQ(input.layout.reverse_strides, Acceptance::kRejected);
      EXPECT_EQ(input.rank.low, 0);
      EXPECT_EQ(input.rank.high, -1);
      EXPECT_FALSE(input.has_fdx);
    }
    const std::string first = contract.inputs.at(0).name;
    if (contract.inputs.size() == 2) {
      ASSERT_EQ(contract.inputs[1].shape_constraints.size(), 1u);
      EXPECT_EQ(contract.inputs[1].shape_constraints[0].rule, "same_as");
      EXPECT_EQ(contract.inputs[1].shape_constraints[0].role, first);
    }
    ASSERT_EQ(contract.outputs.size(), 1u);
    const Output& output = contract.outputs[0];
    EXPECT_EQ(output.dtype_rule + "(" + output.dtype_argument + ")", "passthrough(" + first + ")");
    EXPECT_EQ(output.shape_rule, "same_as");
    EXPECT_EQ(output.shape_arguments, std::vector<std::string>{first});
    EXPECT_EQ(output.layout_guarantee, "contiguous");
    EXPECT_EQ(output.aliasing, "none");
    EXPECT_EQ(contract.caps.awkward_layout_strategy, "requires_contiguous");
    ASSERT_EQ(contract.caps.fast_paths.size(), 1u);
    EXPECT_EQ(contract.caps.fast_paths[0].when, "all_inputs_contiguous");
    EXPECT_EQ(contract.caps.fast_paths[0].cost_class, "cheap_elementwise");
    EXPECT_FALSE(contract.caps.in_place);
    EXPECT_EQ(contract.caps.alignment_bytes, 64);
    EXPECT_EQ(contract.caps.access_granularity_bits, 8);
    EXPECT_EQ(contract.cost.provenance, Provenance::kJudgeMeasured);
    EXPECT_EQ(contract.cost.cost_class, "cheap_elementwise");
    EXPECT_EQ(contract.cost.flops->text(), "n");
    EXPECT_FALSE(contract.cost.overhead_ns);
    EXPECT_EQ(contract.cost.host_bytes->text(), "n * dtype_bytes");
    EXPECT_EQ(contract.cost.device_bytes->text(), "0");
    EXPECT_EQ(contract.cost.disk_bytes->text(), "0");
    EXPECT_TRUE(contract.precision.bit_stable_on_same_hardware);
    EXPECT_FALSE(contract.precision.max_absolute);
    EXPECT_TRUE(contract.precision.audited);
    EXPECT_FALSE(contract.precision.notes.empty());
    EXPECT_EQ(contract.determinism, Determinism::kBitwise);
  }
}

TEST(OwnContracts, HaveRevisionsOfTheirOwn) {
  std::set<std::uint64_t> hashes;
  for (const Contract& contract : Own().contracts) hashes.insert(contract.revision_hash);
  EXPECT_EQ(hashes.size(), 34u);
}

TEST(OwnContracts, AreInCanonicalForm) {
  for (const Source& source : OwnContracts()) EXPECT_EQ(Canonical(source.text), source.text) << source.path;
}

TEST(Generated, CommittedFilesAreFresh) {
  const auto files = Generate(Own());
  EXPECT_EQ(files.size(), 4u);
  for (const auto& [path, text] : files) {
    EXPECT_TRUE(ReadAll(Root(path)) == text) << path << " is stale; isobit-fkc generate writes it";
  }
}

TEST(Generated, EveryKernelHasOneFile) {
  std::set<std::string> sections, files;
  for (const Contract& contract : Own().contracts) sections.insert(contract.kernel);
  for (const auto& path : FilesIn(Root("src/kernels"))) {
    if (path.extension() == ".h") files.insert(path.stem().string());
  }
  EXPECT_EQ(sections, files);
}

TEST(Generated, TextOfAContractCannotLeaveItsPlace) {
  std::string text = FrontMatter() + Section("k", "KElementwise", "e_k");
  const std::string blurb = "Ends */ a comment, a \\\"string\\\" and a \\\\ line.",
                    prose = "Ends */ a comment, a \"string\" and a \\ line.";
  text.replace(text.find("Does it."), 8, prose);
  text.replace(text.find("blurb: \"Does it.\""), 17, "blurb: \"" + blurb + "\"");
  const ContractSet set = Read({{"a.fkc.md", text}});
  ASSERT_TRUE(set.problems.empty()) << Listing(set);
  const auto files = Generate(set);
  EXPECT_NE(files[0].second.find("/* k: Ends * / a comment, a \"string\" and a \\ line.\n"), std::string::npos)
      << files[0].second;
  EXPECT_NE(files[2].second.find("/* blurb */ \"Ends */ a comment, a \\\"string\\\" and a \\\\ line.\",\n"),
            std::string::npos);
}

TEST(Show, JsonHoldsTheFacts) {
  // JSON is a subset of YAML, so another parser can read it back.
  const YAML::Node json = YAML::Load(ToJson(Own()));
  ASSERT_EQ(json["contracts"].size(), 34u);
  ASSERT_EQ(json["bindings"].size(), 136u);
  EXPECT_EQ(json["problems"].size(), 0u);
  for (std::size_t i = 0; i < 34; ++i) {
    const YAML::Node node = json["contracts"][i];
    const Contract& contract = Own().contracts[i];
    EXPECT_EQ(node["kernel"].as<std::string>(), contract.kernel);
    EXPECT_EQ(node["blurb"].as<std::string>(), contract.blurb);
    EXPECT_EQ(node["inputs"].size(), contract.inputs.size());
    EXPECT_EQ(node["inputs"][0]["layout"]["contiguous"].as<std::string>(), "required");
    EXPECT_EQ(node["outputs"][0]["shape_rule"].as<std::string>(), "same_as(" + contract.inputs[0].name + ")");
    EXPECT_EQ(node["cost"]["bytes_moved"].as<std::string>(), contract.cost.bytes_moved->text());
    EXPECT_TRUE(node["cost"]["overhead_ns"].IsNull());
    if (contract.precision.max_ulp) {
      EXPECT_EQ(node["precision"]["max_ulp"].as<double>(), *contract.precision.max_ulp);
    } else {
      EXPECT_TRUE(node["precision"]["max_ulp"].IsNull());
      EXPECT_EQ(node["precision"]["max_relative"].as<double>(), *contract.precision.max_relative);
    }
    EXPECT_EQ(node["precision"]["notes"].as<std::string>(), contract.precision.notes);
    EXPECT_EQ(std::stoull(node["kernel_revision_hash"].as<std::string>(), nullptr, 16), contract.revision_hash);
    EXPECT_EQ(node["not_registrable_here"].size(), 0u);
  }
}

TEST(Canonical, IsIdempotentOnEveryFileAtHand) {
  std::size_t files = 0;
  for (const char* folder : {"contracts", "tests/fkc/broken", "tests/fkc/unbound"}) {
    for (const auto& path : FilesIn(Root(folder))) {
      const std::string once = Canonical(ReadAll(path));
      EXPECT_EQ(Canonical(once), once) << path;
      ++files;
    }
  }
  EXPECT_GT(files, 50u);
}

TEST(Canonical, PutsKeysInOrderWithTheirComments) {
  const std::string sound = FrontMatter() + Section("one", "OneElementwise", "e_one");
  std::string moved = sound;
  const std::string last = "determinism: bitwise\n", first = "```fkc\n";
  moved.erase(moved.find(last), last.size());
  moved.insert(moved.find(first) + first.size(), "# why it holds\n" + last);
  const std::string canonical = Canonical(moved);
  EXPECT_NE(canonical.find("audited: true}\n# why it holds\ndeterminism: bitwise\n```\n"), std::string::npos)
      << canonical;
  EXPECT_TRUE(Read({{"a.fkc.md", canonical}}).problems.empty());
}

TEST(Canonical, LeavesBrokenBlocksAlone) {
  const std::string block = "determinism: bitwise\nkernel: [\n";
  const std::string text = FrontMatter() + "\n## k\n\nB.\n\n```fkc\n" + block + "```\n";
  EXPECT_NE(Canonical(text).find(block), std::string::npos);
}

TEST(Canonical, CleansBlanksAndLineEnds) {
  const std::string text =
      FrontMatter() + "# T  \r\n\r\n\r\n\r\nprose\t\r\n## k\r\nB.\r\n```text\r\n\r\n\r\nkept\r\n```\r\n\r\n\r\n";
  EXPECT_EQ(Canonical(text), FrontMatter() + "\n# T\n\nprose\n\n## k\n\nB.\n\n```text\n\n\nkept\n```\n");
}

}  // namespace
