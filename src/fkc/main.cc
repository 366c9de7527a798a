// isobit-fkc: checks, shows and formats contract files, and generates what the library is built from.
// Exit status: 0 if all is well, 1 if there are problems, 2 if the command line is wrong.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <system_error>
#include <vector>

#include "isobit/fkc.hpp"

namespace {

namespace fs = std::filesystem;
using namespace isobit::fkc;

constexpr int kOk = 0, kProblems = 1, kUsage = 2;
constexpr const char* kSuffix = ".fkc.md";

constexpr const char* kHelp =
    "Usage:\n"
    "  isobit-fkc check FILE|DIR...            check contract files together; a folder is searched for *.fkc.md\n"
    "  isobit-fkc show FILE|DIR... [--json]    print the facts of the contracts\n"
    "  isobit-fkc fmt [--check] FILE|DIR...    put files in canonical form, or only say which are not\n"
    "  isobit-fkc generate --contracts DIR --out ROOT [--check]\n"
    "                                          write src/generated/* and include/isobit/kernels.h under ROOT, or only\n"
    "                                          say which are stale; the kernels are the files ROOT/src/kernels/*.h\n"
    "  isobit-fkc generate --contracts DIR --rows FILE [--check]\n"
    "                                          write the binding rows alone, for a provider in its own archive\n"
    "Exit status: 0 all is well, 1 there are problems, 2 the command line is wrong.\n";

int Usage(const std::string& message) {
  std::fprintf(stderr, "isobit-fkc: %s\n%s", message.c_str(), kHelp);
  return kUsage;
}

int Fail(const std::string& message) {
  std::fprintf(stderr, "isobit-fkc: %s\n", message.c_str());
  return kProblems;
}

bool HasSuffix(const std::string& text, const std::string& suffix) {
  return text.size() >= suffix.size() && text.compare(text.size() - suffix.size(), suffix.size(), suffix) == 0;
}

std::optional<std::string> ReadFile(const std::string& path) {
  std::error_code error;
  if (fs::is_directory(path, error)) return std::nullopt;
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return std::nullopt;
  // One byte beyond the limit is enough for the reader to refuse the file.
  std::string text(kMaxFileBytes + 1, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (stream.bad()) return std::nullopt;
  text.resize(static_cast<std::size_t>(stream.gcount()));
  return text;
}

// The sources named by files and folders. False if one cannot be read; every such one is reported.
bool Collect(const std::vector<std::string>& paths, std::vector<Source>* sources) {
  bool good = true;
  const auto unreadable = [&good](const std::string& path, const std::string& why) {
    std::printf("%s\n", Format({Code::kFileRead, Severity::kError, path, 1, 1, "", why}).c_str());
    good = false;
  };
  for (const std::string& path : paths) {
    std::vector<std::string> files;
    std::error_code error;
    if (fs::is_directory(path, error)) {
      fs::recursive_directory_iterator it(path, error), end;
      while (!error && it != end) {
        const std::string name = it->path().generic_string();
        if (HasSuffix(name, kSuffix)) files.push_back(name);
        it.increment(error);
      }
      if (error) {
        unreadable(path, "the folder cannot be read: " + error.message());
      } else if (files.empty()) {
        unreadable(path, std::string("the folder holds no *") + kSuffix + " file");
      }
    } else {
      files.push_back(path);
    }
    for (const std::string& file : files) {
      std::optional<std::string> text = ReadFile(file);
      if (text) {
        sources->push_back({file, std::move(*text)});
      } else {
        unreadable(file, "the file cannot be read");
      }
    }
  }
  return good;
}

int Check(const std::vector<std::string>& paths) {
  std::vector<Source> sources;
  const bool readable = Collect(paths, &sources);
  const std::size_t files = sources.size();
  const ContractSet set = Read(std::move(sources));
  std::size_t errors = 0, warnings = 0;
  for (const Problem& problem : set.problems) {
    std::printf("%s\n", Format(problem).c_str());
    errors += problem.severity == Severity::kError ? 1 : 0;
    warnings += problem.severity == Severity::kWarning ? 1 : 0;
  }
  std::fprintf(stderr, "%zu files, %zu sections, %zu bindings, %zu errors, %zu warnings\n", files, set.contracts.size(),
               set.bindings.size(), errors, warnings);
  return readable && errors == 0 ? kOk : kProblems;
}

int Show(const std::vector<std::string>& paths, bool json) {
  std::vector<Source> sources;
  const bool readable = Collect(paths, &sources);
  const ContractSet set = Read(std::move(sources));
  const std::string text = json ? ToJson(set) : ToText(set);
  std::fwrite(text.data(), 1, text.size(), stdout);
  for (const Problem& problem : set.problems) std::fprintf(stderr, "%s\n", Format(problem).c_str());
  return readable && !set.HasErrors() ? kOk : kProblems;
}

bool WriteFile(const std::string& path, const std::string& text) {
  std::error_code error;
  const fs::path folder = fs::path(path).parent_path();
  if (!folder.empty()) fs::create_directories(folder, error);
  std::ofstream stream(path, std::ios::binary | std::ios::trunc);
  stream.write(text.data(), static_cast<std::streamsize>(text.size()));
  stream.close();
  return !stream.fail();
}

int FormatFiles(const std::vector<std::string>& paths, bool check) {
  std::vector<Source> sources;
  int status = Collect(paths, &sources) ? kOk : kProblems;
  for (const Source& source : sources) {
    if (source.text.size() > kMaxFileBytes) {
      status = Fail(source.path + " is too large for a contract file");
      continue;
    }
    const std::string canonical = Canonical(source.text);
    if (canonical == source.text) continue;
    if (!check) {
      if (!WriteFile(source.path, canonical)) status = Fail(source.path + " cannot be written");
      continue;
    }
    const auto differs =
        std::mismatch(source.text.begin(), source.text.end(), canonical.begin(), canonical.end()).first;
    const auto line = 1 + std::count(source.text.begin(), differs, '\n');
    std::printf("%s:%ld:1: file: not in canonical form from this line on; isobit-fkc fmt rewrites it [format]\n",
                source.path.c_str(), static_cast<long>(line));
    status = kProblems;
  }
  return status;
}

// Writes the files whose text changed, or with `check` reports them.
int Update(const std::string& root, const std::vector<std::pair<std::string, std::string>>& files, bool check) {
  int status = kOk;
  for (const auto& [name, text] : files) {
    const std::string path = root.empty() ? name : (fs::path(root) / name).generic_string();
    const std::optional<std::string> old = ReadFile(path);
    if (old && *old == text) continue;
    if (check) {
      status =
          Fail(path + (old ? " is stale" : " does not exist") + "; isobit-fkc generate writes it from the contracts");
    } else if (!WriteFile(path, text)) {
      status = Fail(path + " cannot be written");
    }
  }
  return status;
}

// Every kernel has one section and one file. Says what is missing.
int MatchKernels(const ContractSet& set, const std::string& root) {
  int status = kOk;
  std::set<std::string> kernels;
  for (const Binding& binding : set.bindings) {
    const Contract& contract = set.contracts[binding.contract];
    if (!kernels.insert(contract.kernel).second) continue;
    const std::string file = (fs::path(root) / "src/kernels" / (contract.kernel + ".h")).generic_string();
    std::error_code error;
    if (!fs::is_regular_file(file, error)) {
      status = Fail(contract.file + ":" + std::to_string(contract.line) + " has a section for the kernel " +
                    contract.kernel + ", but " + file + " does not exist");
    }
  }
  std::error_code error;
  std::vector<std::string> files;
  for (fs::directory_iterator it(fs::path(root) / "src/kernels", error), end; !error && it != end;
       it.increment(error)) {
    if (it->path().extension() == ".h") files.push_back(it->path().stem().string());
  }
  std::sort(files.begin(), files.end());
  for (const std::string& kernel : files) {
    if (kernels.count(kernel) == 0) {
      status = Fail((fs::path(root) / "src/kernels" / (kernel + ".h")).generic_string() +
                    " has no section in the contracts, expected one with `kernel: " + kernel + "`");
    }
  }
  return status;
}

int GenerateFiles(const std::string& contracts, const std::string& root, const std::string& rows, bool check) {
  std::vector<Source> sources;
  if (!Collect({contracts}, &sources)) return kProblems;
  const ContractSet set = Read(std::move(sources));
  for (const Problem& problem : set.problems) std::printf("%s\n", Format(problem).c_str());
  if (set.HasErrors()) return Fail("the contracts have errors; nothing was generated");
  std::set<std::string> kernels;
  const Contract* last = nullptr;
  for (const Binding& binding : set.bindings) {
    const Contract& contract = set.contracts[binding.contract];
    if (&contract == last) continue;
    last = &contract;
    if (!kernels.insert(contract.kernel).second) {
      return Fail(contract.file + ":" + std::to_string(contract.line) + ": the kernel " + contract.kernel +
                  " has a section in another file already");
    }
  }
  if (!rows.empty()) return Update("", {{rows, GenerateRows(set)}}, check);
  if (const int status = MatchKernels(set, root); status != kOk) return status;
  return Update(root, Generate(set), check);
}

int Run(const std::vector<std::string>& arguments) {
  if (arguments.empty()) return Usage("expected a command");
  const std::string& command = arguments[0];
  if (command == "--help" || command == "help") {
    std::printf("%s", kHelp);
    return kOk;
  }
  if (command != "check" && command != "show" && command != "fmt" && command != "generate") {
    return Usage("there is no command '" + command + "'");
  }
  std::vector<std::string> paths;
  std::string contracts, root, rows;
  bool json = false, check = false;
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    std::string* value = nullptr;
    if (command == "generate" && argument == "--contracts") value = &contracts;
    if (command == "generate" && argument == "--out") value = &root;
    if (command == "generate" && argument == "--rows") value = &rows;
    if (value != nullptr) {
      if (++i == arguments.size()) return Usage(argument + " needs a value");
      *value = arguments[i];
    } else if (command == "show" && argument == "--json") {
      json = true;
    } else if ((command == "fmt" || command == "generate") && argument == "--check") {
      check = true;
    } else if (argument.substr(0, 2) == "--") {
      return Usage(command + " has no option " + argument);
    } else {
      paths.push_back(argument);
    }
  }
  if (command == "generate") {
    if (contracts.empty() || root.empty() == rows.empty() || !paths.empty()) {
      return Usage("generate needs --contracts DIR and either --out ROOT or --rows FILE");
    }
    return GenerateFiles(contracts, root, rows, check);
  }
  if (paths.empty()) return Usage(command + " needs at least one file or folder");
  if (command == "check") return Check(paths);
  return command == "show" ? Show(paths, json) : FormatFiles(paths, check);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return Run(std::vector<std::string>(argv + 1, argv + argc));
  } catch (const std::exception& e) {
    std::fprintf(stderr, "isobit-fkc: %s\n", e.what());
    return kProblems;
  }
}
