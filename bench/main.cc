// isobit_bench: plans what to measure, measures it group by group, prints the tables.
// SPDX-License-Identifier: Apache-2.0
#include <benchmark/benchmark.h>
#include <regex.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <fstream>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "inputs.h"
#include "measure.h"
#include "npy/npy.h"
#ifdef ISOBIT_BENCH_PROVIDER
#include "isobit/sleef.h"
#endif
#include "options.h"
#include "report.h"
#include "required.h"

namespace isobit_bench {
namespace {

using Clock = std::chrono::steady_clock;

double SecondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

template <class T>
bool Contains(const std::vector<T>& list, const T& item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

std::string FileName(const std::string& path) { return path.substr(path.rfind('/') + 1); }

std::vector<std::string> ChosenTargets(const Options& options) {
  const std::vector<std::string> available = AvailableTargets();
  if (options.targets.empty()) return available;
  std::vector<std::string> chosen;
  for (const std::string& target : options.targets) {
    if (!Contains(available, target)) throw std::invalid_argument("target '" + target + "' cannot run here");
  }
  for (const std::string& target : available) {
    if (Contains(options.targets, target)) chosen.push_back(target);
  }
  return chosen;
}

// The regular expression of --filter: POSIX extended, matched anywhere in a name.
class Filter {
 public:
  explicit Filter(const std::string& pattern) : everything_(pattern.empty()) {
    if (!everything_ && regcomp(&compiled_, pattern.c_str(), REG_EXTENDED | REG_NOSUB) != 0) {
      throw std::invalid_argument("--filter: '" + pattern + "' is not a regular expression");
    }
  }
  ~Filter() {
    if (!everything_) regfree(&compiled_);
  }
  Filter(const Filter&) = delete;
  Filter& operator=(const Filter&) = delete;
  bool Matches(const std::string& name) const {
    return everything_ || regexec(&compiled_, name.c_str(), 0, nullptr, 0) == 0;
  }

 private:
  bool everything_;
  regex_t compiled_;
};

// The arrays of --npy; they outlive the groups that point at them.
std::vector<std::unique_ptr<NpyArray>> ReadArrays(const Options& options) {
  std::vector<std::unique_ptr<NpyArray>> arrays;
  for (const std::string& path : options.npy_files) {
    arrays.push_back(std::make_unique<NpyArray>(ReadNpy(path, options.bf16)));
  }
  return arrays;
}

std::vector<Group> Plan(const Options& options, const std::vector<std::unique_ptr<NpyArray>>& arrays,
                        const std::vector<Requirement>& requirements) {
  std::vector<Case> cases;
  for (Case& test : AllCases()) {
    if (options.dtypes.empty() || Contains(options.dtypes, std::string(isobit_dtype_name(test.binding->dtype)))) {
      cases.push_back(std::move(test));
    }
  }
  std::vector<Group> groups;
  for (size_t i = 0; i < arrays.size(); ++i) {
    for (const Case& test : cases) {
      if (test.variant || test.binding->family != ISOBIT_UNARY || test.binding->dtype != arrays[i]->dtype) continue;
      groups.push_back({test, FileName(options.npy_files[i]), arrays[i]->elements, arrays[i].get()});
    }
  }
  if (!arrays.empty()) return groups;

  std::vector<std::string> sizes = options.sizes;
  if (sizes.empty() && options.check) {
    for (const Requirement& requirement : requirements) {
      if (!Contains(sizes, requirement.size)) sizes.push_back(requirement.size);
    }
  }
  if (sizes.empty() && options.quick) sizes = {"16", "2048", "65536"};
  if (sizes.empty()) sizes = {"16", "64", "2048", "65536", "memory"};
  for (const std::string& size : sizes) {
    for (const Case& test : cases) {
      const size_t n = ElementsOfSize(size, test.binding->dtype, test.binding->inputs);
      if (n == 0) throw std::invalid_argument("--n: '" + size + "' is no size");
      // Beyond the caches the inputs' values matter least.
      if (test.variant && size == "memory") continue;
      if (test.variant && size == "16" && !options.check) continue;
      groups.push_back({test, size, n, nullptr});
    }
  }
  return groups;
}

// A long call takes its time whatever the budget: memory-sized groups get a larger part of it.
double Weight(const Group& group) { return group.n > (size_t{1} << 20) ? 8 : 1; }

void AddContext(const std::vector<std::string>& targets) {
  std::string list;
  for (const std::string& target : targets) list += (list.empty() ? "" : ",") + target;
  benchmark::AddCustomContext("isobit_version", isobit_version());
  benchmark::AddCustomContext("isobit_targets", list);
  benchmark::AddCustomContext("last_level_cache_bytes", std::to_string(LastLevelCacheBytes()));
}

// Adds the repetitions of another round to a result.
void Merge(GroupResult& result, const GroupResult& more) {
  for (const auto& [competitor, ns] : more.ns) {
    std::vector<double>& all = result.ns[competitor];
    all.insert(all.end(), ns.begin(), ns.end());
  }
}

int Run(int argc, char** argv) {
  const Options options = ParseOptions(argc, argv);
  if (options.help) {
    std::fputs(kUsage, stdout);
    return 0;
  }
  std::vector<std::string> flags = {argv[0], "--benchmark_enable_random_interleaving=true"};
  flags.insert(flags.end(), options.google_benchmark_flags.begin(), options.google_benchmark_flags.end());
  std::vector<char*> flag_pointers;
  for (std::string& flag : flags) flag_pointers.push_back(flag.data());
  int flag_count = static_cast<int>(flag_pointers.size());
  flag_pointers.push_back(nullptr);
  benchmark::Initialize(&flag_count, flag_pointers.data());
  if (benchmark::ReportUnrecognizedArguments(flag_count, flag_pointers.data())) return 2;

  for (const std::string& dtype : options.dtypes) {
    if (dtype != "f32" && dtype != "f64" && dtype != "bf16" && dtype != "f16") {
      throw std::invalid_argument("--dtype: '" + dtype + "' is none of f32, f64, bf16, f16");
    }
  }
  const std::vector<std::string> targets = ChosenTargets(options);
  std::vector<Requirement> requirements;
  if (options.check) {
    requirements = ReadRequirements(options.required_file.empty() ? ISOBIT_BENCH_REQUIRED : options.required_file);
  }
  const auto arrays = ReadArrays(options);

  const Filter filter(options.filter);
  MeasureSettings settings;
  settings.targets = targets;
  // Many short repetitions rather than a few long ones: the shortest counts, and a short one is more likely to have
  // had the processor to itself.
  settings.repetitions = options.quick ? 15 : 40;
  settings.repetition_ns = 4e5;
  settings.wanted = [&](const Group& group, const std::string& competitor) {
    if (!filter.Matches(group.Name(competitor))) return false;
    return !options.check || std::any_of(requirements.begin(), requirements.end(), [&](const Requirement& requirement) {
      return Contains(targets, requirement.target) && Needs(requirement, group, competitor);
    });
  };

  std::ofstream json, report;
  if (!options.json_file.empty()) {
    json.open(options.json_file);
    if (!json) throw std::runtime_error(options.json_file + ": cannot be written");
  }
  if (!options.report_file.empty()) {
    report.open(options.report_file);
    if (!report) throw std::runtime_error(options.report_file + ": cannot be written");
    report
        << "# isobit " << isobit_version() << " bench\n\n"
        << "Shortest of several repetitions, competitors interleaved. \"x peer\" says how many times faster than the "
           "peer a target is, \"% memcpy\" how fast it moves its bytes compared with a memcpy of as many.\n\n";
  }
  AddContext(targets);
  Measurer measurer(settings, json.is_open() ? &json : nullptr);

  std::vector<Group> groups;
  double weight = 0;
  for (Group& group : Plan(options, arrays, requirements)) {
    const std::vector<std::string> names = measurer.CompetitorNames(group);
    if (names.empty()) continue;
    if (options.list) {
      for (const std::string& name : names) std::printf("%s\n", group.Name(name).c_str());
    }
    weight += Weight(group) * static_cast<double>(names.size());
    groups.push_back(std::move(group));
  }
  if (options.list) return 0;
  if (groups.empty()) throw std::invalid_argument("nothing matches");

  const double budget = options.budget_seconds > 0 ? options.budget_seconds
                        : options.quick            ? 40
                        : options.check            ? 240
                                                   : 420;
  const auto start = Clock::now();
  const auto publish = [&](const Table& table) {
    std::printf("%s\n", table.Text().c_str());
    std::fflush(stdout);
    if (report.is_open()) report << table.Markdown() << std::flush;
  };
  std::set<std::string> warnings;
  const bool progress = isatty(STDERR_FILENO) != 0;
  const auto measure = [&](const Group& group, size_t index, double budget_ns) {
    if (progress) {
      std::fprintf(stderr, "\r\033[K[%zu/%zu] %s", index + 1, groups.size(), group.Name("*").c_str());
    }
    GroupResult result = measurer.Measure(group, budget_ns);
    if (progress) std::fputs("\r\033[K", stderr);
    for (const std::string& peer : result.unlike) {
      const std::string name = group.test.name + "/" + isobit_dtype_name(group.test.binding->dtype) + "/" + peer;
      warnings.insert(name + " gives other results than the library");
    }
    return result;
  };

  std::vector<GroupResult> results, section;
  for (size_t i = 0; i < groups.size(); ++i) {
    const Group& group = groups[i];
    const double own_weight = Weight(group) * static_cast<double>(measurer.CompetitorNames(group).size());
    const double left = std::max(0.0, budget - SecondsSince(start));
    section.push_back(measure(group, i, left * 1e9 * own_weight / weight));
    weight -= own_weight;
    if (options.check) continue;
    if (i + 1 == groups.size() || groups[i + 1].size != group.size || groups[i + 1].array != group.array) {
      for (const Table& table : TablesOf(section, targets)) publish(table);
      section.clear();
    }
  }
  int status = 0;
  if (options.check) {
    results = std::move(section);
    Verdict verdict = Judge(requirements, results);
    // A shared machine disturbs single groups. What missed is measured again, and the shortest repetitions of
    // all rounds are compared, the peers' as well as the library's.
    for (int round = 0; round < 3 && !verdict.missed.empty(); ++round) {
      for (size_t i = 0; i < results.size(); ++i) {
        const bool again = std::any_of(verdict.missed.begin(), verdict.missed.end(),
                                       [&](const Requirement& r) { return Needs(r, results[i].group, r.target); });
        if (again) Merge(results[i], measure(results[i].group, i, 0.2e9));
      }
      verdict = Judge(requirements, results);
    }
    publish(verdict.table);
    std::printf("%zu of %zu required ratios met\n", verdict.table.rows.size() - verdict.missed.size(),
                verdict.table.rows.size());
    status = verdict.missed.empty() ? 0 : 1;
  }
  for (const std::string& warning : warnings) {
    std::printf("warning: %s\n", warning.c_str());
    if (report.is_open()) report << "Warning: " << warning << "\n\n";
  }
  std::printf("%zu groups in %.0f s\n", groups.size(), SecondsSince(start));
  return status;
}

}  // namespace
}  // namespace isobit_bench

int main(int argc, char** argv) {
#ifdef ISOBIT_BENCH_PROVIDER
  // A CPU that cannot run SLEEF's functions goes without their rows.
  if (isobit_sleef_register() != ISOBIT_OK) std::fprintf(stderr, "isobit_bench: without SLEEF: %s\n", isobit_last_error());
#endif
  try {
    return isobit_bench::Run(argc, argv);
  } catch (const isobit_npy::NpyError& error) {
    std::fprintf(stderr, "isobit_bench: %s error: %s\n", isobit_npy::NpyErrorName(error.kind), error.what());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "isobit_bench: %s\n", error.what());
  }
  return 2;
}
