// Several files together: front matter and its defaults, drift, duplicates, fan-out over dtypes.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "fkc/document.h"
#include "fkc/fields.h"
#include "fkc/problems.h"
#include "fkc/section.h"
#include "fkc/yaml.h"

namespace isobit::fkc {
namespace {

constexpr int kVersion = 1;
constexpr const char* kFrontMatterSection = "front matter";

struct ProviderField {
  const char* key;
  std::string Provider::*member;
};
constexpr ProviderField kProviderFields[] = {{"name", &Provider::name},
                                             {"backend", &Provider::backend},
                                             {"kernel_source", &Provider::kernel_source},
                                             {"link_registry", &Provider::link_registry},
                                             {"revision_base", &Provider::revision_base}};

// A file on its way through the checks.
struct File {
  explicit File(Source s) : source(std::move(s)), problems(source.path) {}

  Source source;
  Problems problems;
  Document document;
  std::string folder;
  bool front_matter_read = false;  // its YAML is a map with a version this reader knows
  bool sound = true;               // no error outside its sections
  Provider provider;               // as written, then with defaults put in
  std::map<std::string, Place> places;
  Place at;

  bool GivesDefaults() const { return document.sections.empty(); }
};

std::string FolderOf(const std::string& path) {
  return std::filesystem::path(path).lexically_normal().parent_path().generic_string();
}

bool IsWithin(const std::string& folder, const std::string& root) {
  return root.empty() || root == "." || folder == root ||
         (folder.size() > root.size() && folder.compare(0, root.size(), root) == 0 &&
          (folder[root.size()] == '/' || root.back() == '/'));
}

void ReadFrontMatter(File* file) {
  if (!file->document.front_matter) return;
  Problems* problems = &file->problems;
  problems->EnterSection(kFrontMatterSection);
  const Block& block = *file->document.front_matter;
  file->at = {block.first_line - 1, 1};
  const std::optional<Node> root = ParseYaml(block.text, block.first_line, problems);
  if (root && root->kind != Node::Kind::kMap) {
    problems->Error(root->kind == Node::Kind::kNull ? Code::kRequiredField : Code::kType, file->at,
                    "the front matter has to be a map with `fkc_version` and `provider`");
  } else if (root) {
    const Fields top(&*root, "", problems);
    top.AllowOnly({"fkc_version", "provider"});
    const std::optional<int> version = top.Integer("fkc_version", true);
    if (version && *version != kVersion) {
      problems->Error(Code::kVersion, top.Get("fkc_version")->at,
                      "`fkc_version` is " + std::to_string(*version) + ", but this reader knows version " +
                          std::to_string(kVersion) + " only");
      // What another version means is not for this one to guess.
      file->document.sections.clear();
    } else {
      const Fields provider = top.Map("provider", false);
      provider.AllowOnly({"name", "backend", "kernel_source", "link_registry", "revision_base"});
      for (const ProviderField& field : kProviderFields) {
        const Node* node = provider.Get(field.key);
        if (node == nullptr) continue;
        file->places[field.key] = node->at;
        const bool word = field.member == &Provider::backend || field.member == &Provider::link_registry;
        const std::optional<std::string> value =
            word ? provider.Identifier(field.key, true) : provider.String(field.key, true);
        if (!value) continue;
        if (field.member == &Provider::revision_base && !node->quoted) {
          problems->Error(Code::kUnquoted, node->at, "`provider.revision_base` has to be a quoted string");
        }
        file->provider.*field.member = *value;
      }
      const Node* node = root->Find("provider");
      file->front_matter_read = provider.ok() || node == nullptr || node->kind == Node::Kind::kNull;
    }
  }
  file->sound = problems->errors_here() == 0;
}

// Puts the defaults of front-matter-only files in, nearest folder first, and requires what is still missing.
void Inherit(const std::vector<File*>& defaults, File* file) {
  if (!file->front_matter_read) return;
  std::vector<const File*> roots;
  for (const File* root : defaults) {
    if (root != file && IsWithin(file->folder, root->folder)) roots.push_back(root);
  }
  std::stable_sort(roots.begin(), roots.end(),
                   [](const File* a, const File* b) { return a->folder.size() > b->folder.size(); });
  file->problems.EnterSection(kFrontMatterSection);
  for (const ProviderField& field : kProviderFields) {
    std::string& value = file->provider.*field.member;
    for (const File* root : roots) {
      if (value.empty() && file->places.count(field.key) == 0) value = root->provider.*field.member;
    }
    if (value.empty() && file->places.count(field.key) == 0 && !file->GivesDefaults()) {
      file->problems.Error(
          Code::kRequiredField, file->at,
          std::string("`provider.") + field.key + "` is missing, and no file with front matter only gives it");
      file->sound = false;
    }
  }
}

// Files of one tree speak for one provider. A tree begins at a front-matter-only file; files under none share one.
void CheckDrift(const std::vector<File*>& defaults, const std::vector<std::unique_ptr<File>>& files) {
  std::map<std::string, std::vector<File*>> trees;
  for (const auto& file : files) {
    if (!file->front_matter_read) continue;
    std::string best;
    bool found = false;
    for (const File* root : defaults) {
      if (!IsWithin(file->folder, root->folder)) continue;
      if (!found || root->folder.size() > best.size()) best = root->folder;
      found = true;
    }
    trees[(found ? "tree " : "none ") + best].push_back(file.get());
  }
  for (auto& [name, members] : trees) {
    std::stable_partition(members.begin(), members.end(), [](const File* f) { return f->GivesDefaults(); });
    for (const ProviderField& field : kProviderFields) {
      const File* first = nullptr;
      for (File* file : members) {
        const std::string& value = file->provider.*field.member;
        if (value.empty()) continue;
        if (first == nullptr) {
          first = file;
          continue;
        }
        if (value == first->provider.*field.member) continue;
        const auto place = file->places.find(field.key);
        file->problems.AddIn(kFrontMatterSection, Severity::kError, Code::kProviderDrift,
                             place != file->places.end() ? place->second : file->at,
                             std::string("`provider.") + field.key + "` is " + Quoted(value) + ", but " +
                                 Quoted(first->provider.*field.member) + " in " + first->source.path);
        file->sound = false;
      }
    }
  }
}

// The (dtype, symbol) pairs of a contract. Operands with one dtype do not vary.
std::vector<std::pair<std::string, std::string>> Symbols(const Contract& contract) {
  for (const Input& input : contract.inputs) {
    if (input.dtypes.size() < 2) continue;
    std::vector<std::pair<std::string, std::string>> symbols;
    for (const std::string& dtype : input.dtypes) {
      symbols.emplace_back(dtype, contract.entry_point + "_" + DtypeSuffix(dtype));
    }
    return symbols;
  }
  const bool one = !contract.inputs.empty() && contract.inputs[0].dtypes.size() == 1;
  return {{one ? contract.inputs[0].dtypes[0] : "", contract.entry_point}};
}

// What a planner looks a kernel up by.
std::string DispatchKey(const Contract& contract, const std::string& dtype) {
  std::string key = contract.op_kind + "/" + contract.fused_op + "/" + contract.backend + "/";
  for (const Input& input : contract.inputs) {
    key += input.dtypes.size() == 1 ? input.dtypes[0] : input.dtypes.empty() ? input.dtype_class : dtype;
    key += ",";
  }
  for (const Output& output : contract.outputs) {
    key += ">" + (output.dtype_rule == "fixed" ? output.dtype_argument : dtype);
  }
  return key;
}

void CheckDuplicates(const std::map<std::string, File*>& by_path, std::vector<Contract>* contracts) {
  std::map<std::string, const Contract*> kernels;                          // file + kernel
  std::map<std::string, std::pair<const Contract*, std::string>> symbols;  // registry + symbol
  for (Contract& contract : *contracts) {
    Problems& problems = by_path.at(contract.file)->problems;
    const auto report = [&](Code code, const std::string& message) {
      problems.AddIn(contract.section, Severity::kError, code, {contract.line, 1}, message);
      contract.sound = false;
    };
    const auto place_of = [](const Contract& other) { return other.file + ":" + std::to_string(other.line); };
    if (!contract.kernel.empty()) {
      const auto [it, fresh] = kernels.emplace(contract.file + "\n" + contract.kernel, &contract);
      if (!fresh) {
        report(Code::kDuplicateKernel,
               "the kernel " + contract.kernel + " has a section already, at " + place_of(*it->second));
      }
    }
    if (contract.entry_point.empty() || !contract.registrable) continue;
    for (const auto& [dtype, symbol] : Symbols(contract)) {
      const std::string key = DispatchKey(contract, dtype);
      const auto [it, fresh] =
          symbols.emplace(contract.provider.link_registry + "\n" + symbol, std::make_pair(&contract, key));
      if (fresh || it->second.first == &contract) continue;
      const bool same_key = it->second.second == key;
      report(same_key ? Code::kDuplicateFunction : Code::kDuplicateEntryPoint,
             "the function " + symbol +
                 (same_key ? " stands at this dispatch key already, at " : " is taken already, at ") +
                 place_of(*it->second.first));
      break;  // The other dtypes would say the same.
    }
  }
}

}  // namespace

std::uint64_t RevisionHash(std::string_view entry_point, std::string_view revision_base, std::string_view block) {
  std::uint64_t hash = 0xCBF29CE484222325u;
  const auto mix = [&hash](std::string_view bytes) {
    for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3u;
  };
  constexpr std::string_view kZero("\0", 1);
  mix(entry_point);
  mix(kZero);
  mix(revision_base);
  mix(kZero);
  mix(block);
  return hash;
}

std::string DtypeSuffix(std::string_view dtype) {
  std::string suffix;
  for (const char c : dtype) suffix += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return suffix;
}

bool ContractSet::HasErrors() const {
  return std::any_of(problems.begin(), problems.end(), [](const Problem& p) { return p.severity == Severity::kError; });
}

ContractSet Read(std::vector<Source> sources) {
  std::stable_sort(sources.begin(), sources.end(), [](const Source& a, const Source& b) { return a.path < b.path; });
  std::vector<std::unique_ptr<File>> files;
  std::map<std::string, File*> by_path;
  std::vector<File*> defaults;
  for (Source& source : sources) {
    if (by_path.count(source.path) > 0) continue;  // The same file named twice is read once.
    files.push_back(std::make_unique<File>(std::move(source)));
    File* file = files.back().get();
    by_path[file->source.path] = file;
    file->folder = FolderOf(file->source.path);
    file->document = ParseDocument(file->source.text, &file->problems);
    const bool only_front_matter = file->document.sections.empty();
    ReadFrontMatter(file);
    if (file->front_matter_read && only_front_matter) defaults.push_back(file);
  }
  for (const auto& file : files) Inherit(defaults, file.get());
  CheckDrift(defaults, files);

  ContractSet set;
  for (const auto& file : files) {
    for (const Section& section : file->document.sections) {
      set.contracts.push_back(ReadSection(section, file->source.path, file->provider, &file->problems));
      if (!file->sound || !file->front_matter_read) set.contracts.back().sound = false;
    }
  }
  CheckDuplicates(by_path, &set.contracts);

  for (std::size_t i = 0; i < set.contracts.size(); ++i) {
    const Contract& contract = set.contracts[i];
    if (!contract.sound || !contract.registrable) continue;
    for (const std::string& reason : contract.unbound) {
      by_path.at(contract.file)
          ->problems.AddIn(contract.section, Severity::kNote, Code::kNotRegistrable, {contract.line, 1},
                           "not registrable here: " + reason);
    }
    if (!contract.unbound.empty()) continue;
    for (auto& [dtype, symbol] : Symbols(contract)) set.bindings.push_back({i, dtype, symbol});
  }
  for (const auto& file : files) {
    std::vector<Problem> list = file->problems.Take();
    std::stable_sort(list.begin(), list.end(), [](const Problem& a, const Problem& b) {
      return a.line != b.line ? a.line < b.line : a.column < b.column;
    });
    set.problems.insert(set.problems.end(), list.begin(), list.end());
  }
  return set;
}

}  // namespace isobit::fkc
