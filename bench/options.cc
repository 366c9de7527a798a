// The bench's command line.
// SPDX-License-Identifier: Apache-2.0
#include "options.h"

#include <sstream>
#include <stdexcept>

namespace isobit_bench {

const char kUsage[] =
    "isobit_bench: every binding on every target, beside memcpy, the compiler's loops and vector math libraries\n"
    "\n"
    "  --filter REGEX   measure only what matches in <kernel>/<dtype>/<target>/n:<n>, such as '^exp/f32'\n"
    "  --dtype LIST     f32,f64,bf16,f16\n"
    "  --target LIST    isobit's targets to measure (peers stay): scalar,avx2,avx3,neon\n"
    "  --n LIST         sizes: numbers, memory (well beyond the last-level cache), llc, llc*K, llc/K\n"
    "                   default 16,64,2048,65536,memory; with --quick 16,2048,65536\n"
    "  --quick          under a minute\n"
    "  --budget SEC     time to spend on measuring, in seconds\n"
    "  --json FILE      the times in Google Benchmark's JSON format: of the repetitions the min, median, ...\n"
    "  --report FILE    the tables as Markdown\n"
    "  --npy FILE...    the unary kernels on the elements of NumPy arrays (f16, f32, f64)\n"
    "  --bf16           uint16 arrays hold bfloat16 bit patterns\n"
    "  --check [FILE]   measure the ratios that required.tsv demands; exit status 1 if one is missed\n"
    "  --list           print the names and measure nothing\n"
    "  --benchmark_*    passed on to Google Benchmark\n";

namespace {

std::vector<std::string> Split(const std::string& list) {
  std::vector<std::string> items;
  std::istringstream stream(list);
  for (std::string item; std::getline(stream, item, ',');) {
    if (!item.empty()) items.push_back(item);
  }
  return items;
}

}  // namespace

Options ParseOptions(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    std::string argument = argv[i], attached;
    bool has_attached = false;
    if (argument.rfind("--benchmark_", 0) == 0) {
      options.google_benchmark_flags.push_back(argument);
      continue;
    }
    const size_t equals = argument.find('=');
    if (argument.rfind("--", 0) == 0 && equals != std::string::npos) {
      attached = argument.substr(equals + 1);
      argument.resize(equals);
      has_attached = true;
    }
    const auto has_next = [&] { return has_attached || (i + 1 < argc && argv[i + 1][0] != '-'); };
    const auto value = [&]() -> std::string {
      if (has_attached) return attached;
      if (i + 1 >= argc) throw std::invalid_argument(argument + " needs a value");
      return argv[++i];
    };
    if (argument == "--filter") {
      options.filter = value();
    } else if (argument == "--dtype") {
      options.dtypes = Split(value());
    } else if (argument == "--target") {
      options.targets = Split(value());
    } else if (argument == "--n") {
      options.sizes = Split(value());
    } else if (argument == "--quick") {
      options.quick = true;
    } else if (argument == "--budget") {
      const std::string text = value();
      size_t used = 0;
      try {
        options.budget_seconds = std::stod(text, &used);
      } catch (const std::exception&) {
        used = 0;
      }
      if (used != text.size() || !(options.budget_seconds > 0)) {
        throw std::invalid_argument("--budget needs a number of seconds above 0, not '" + text + "'");
      }
    } else if (argument == "--json") {
      options.json_file = value();
    } else if (argument == "--report") {
      options.report_file = value();
    } else if (argument == "--npy") {
      if (!has_next()) throw std::invalid_argument("--npy needs at least one file");
      do {
        options.npy_files.push_back(value());
        has_attached = false;
      } while (i + 1 < argc && argv[i + 1][0] != '-');
    } else if (argument == "--bf16") {
      options.bf16 = true;
    } else if (argument == "--check") {
      options.check = true;
      if (has_next()) options.required_file = value();
    } else if (argument == "--list") {
      options.list = true;
    } else if (argument == "--help" || argument == "-h") {
      options.help = true;
    } else {
      throw std::invalid_argument("unknown option '" + argument + "'");
    }
  }
  if (options.bf16 && options.npy_files.empty()) throw std::invalid_argument("--bf16 goes with --npy");
  if (options.check && !options.npy_files.empty()) throw std::invalid_argument("--check and --npy exclude each other");
  return options;
}

}  // namespace isobit_bench
