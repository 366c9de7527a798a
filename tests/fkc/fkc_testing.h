// What the tests of the contract library share.
// SPDX-License-Identifier: Apache-2.0
#ifndef ISOBIT_TESTS_FKC_FKC_TESTING_H_
#define ISOBIT_TESTS_FKC_FKC_TESTING_H_

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "isobit/fkc.hpp"

namespace fkc_testing {

inline std::string ReadAll(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

inline std::vector<std::filesystem::path> FilesIn(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

inline std::string Root(const std::string& path) { return std::string(ISOBIT_ROOT) + "/" + path; }

// The project's own contracts, with paths relative to its root.
inline std::vector<isobit::fkc::Source> OwnContracts() {
  std::vector<isobit::fkc::Source> sources;
  for (const auto& path : FilesIn(Root("contracts"))) {
    const std::string name = path.filename().string();
    if (name.size() > 7 && name.compare(name.size() - 7, 7, ".fkc.md") == 0) {
      sources.push_back({std::filesystem::relative(path, ISOBIT_ROOT).generic_string(), ReadAll(path)});
    }
  }
  return sources;
}

// The contents of `<!-- word: ... -->` comments.
inline std::vector<std::string> Comments(const std::string& text, const std::string& word) {
  std::vector<std::string> found;
  const std::string open = "<!-- " + word + ": ";
  for (std::size_t at = 0; (at = text.find(open, at)) != std::string::npos;) {
    at += open.size();
    found.push_back(text.substr(at, text.find(" -->", at) - at));
  }
  return found;
}

// A sound file with one section for a kernel of this name, in front-matter and block parts that tests can change.
inline std::string FrontMatter(const std::string& name = "example", const std::string& source = "example-plain") {
  return "---\nfkc_version: 1\nprovider:\n  name: " + name + "\n  backend: Cpu\n  kernel_source: \"" + source +
         "\"\n  link_registry: \"" + name + "_resolve\"\n  revision_base: \"" + name + "-1\"\n---\n";
}

inline std::string Section(const std::string& kernel, const std::string& op_kind, const std::string& entry_point,
                           const std::string& extra = "") {
  return "\n## " + kernel + "\n\nDoes it.\n\n```fkc\nkernel: " + kernel + "\nop_kind: " + op_kind +
         "\nblurb: \"Does it.\"\nentry_point: \"" + entry_point + "\"\n" + extra +
         "accept:\n  inputs:\n    - name: x\n      dtypes: [F32, F16]\n"
         "      layout: {contiguous: required, strided: rejected, broadcast_stride0: rejected, start_offset: "
         "rejected, reverse_strides: rejected}\n      rank: any\n"
         "return:\n  outputs:\n    - {name: out, dtype_rule: \"passthrough(x)\", shape_rule: \"same_as(x)\", "
         "layout_guarantee: contiguous, aliasing: none}\n"
         "cost: {provenance: judge_measured, flops: \"n\", bytes_moved: \"2 * n * dtype_bytes\", overhead_ns: ~}\n"
         "precision: {bit_stable_on_same_hardware: true, max_ulp: 1, audited: true}\ndeterminism: bitwise\n```\n";
}

inline std::string Listing(const isobit::fkc::ContractSet& set) {
  std::string text;
  for (const auto& problem : set.problems) text += isobit::fkc::Format(problem) + "\n";
  return text;
}

}  // namespace fkc_testing

#endif  // ISOBIT_TESTS_FKC_FKC_TESTING_H_
