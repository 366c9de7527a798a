// isobit: a small command line over the library.
//
//   isobit list [--kernel K] [--dtype D]
//   isobit run KERNEL IN.npy [IN2.npy] -o OUT.npy [--target T] [--bf16] [--c V] [--min V] [--max V] [--exp N]
//   isobit verify [--target T] [--kernel K] [--dtype D] [--golden FILE] [--list]
//
// Exit status: 0 done, 1 a check failed (a hash differs), 2 wrong usage, 3 a file or a call was refused.
// SPDX-License-Identifier: Apache-2.0
#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "isobit/isobit.hpp"
#ifdef ISOBIT_CLI_SLEEF
#include "isobit/sleef.h"
#endif
#include "npy/npy.h"
#include "support/verify.h"

namespace {

constexpr int kUsage = 2;
constexpr int kRefused = 3;

int Usage(const std::string& problem) {
  if (!problem.empty()) std::fprintf(stderr, "isobit: %s\n", problem.c_str());
  std::fprintf(stderr,
               "usage: isobit list [--kernel K] [--dtype D]\n"
               "       isobit run KERNEL IN.npy [IN2.npy] -o OUT.npy [--target T] [--bf16]\n"
               "                  [--c V] [--min V] [--max V] [--exp N]\n"
               "       isobit verify [--target T] [--kernel K] [--dtype D] [--golden FILE] [--list]\n"
               "--bf16 reads and writes uint16 arrays as bfloat16 bit patterns.\n");
  return kUsage;
}

int Refused(const std::string& sentence) {
  std::fprintf(stderr, "isobit: %s\n", sentence.c_str());
  return kRefused;
}

std::string BoundOf(const isobit_binding& binding) {
  char text[64];
  if (binding.max_ulp >= 0) {
    std::snprintf(text, sizeof(text), "%g ULP", binding.max_ulp);
  } else if (binding.max_relative >= 0) {
    std::snprintf(text, sizeof(text), "%g relative", binding.max_relative);
  } else {
    return "none";
  }
  return text;
}

const char* DeterminismOf(const isobit_binding& binding) {
  switch (binding.determinism) {
    case ISOBIT_BITWISE:
      return "bitwise";
    case ISOBIT_SAME_HARDWARE_BITWISE:
      return "same hardware";
    case ISOBIT_NONDETERMINISTIC:
      return "none";
  }
  return "unknown";
}

int List(const std::vector<std::string>& arguments) {
  std::string kernel, dtype;
  for (size_t i = 0; i < arguments.size(); ++i) {
    std::string* value = arguments[i] == "--kernel" ? &kernel : arguments[i] == "--dtype" ? &dtype : nullptr;
    if (value == nullptr) return Usage("list does not take '" + arguments[i] + "'");
    if (++i == arguments.size()) return Usage(arguments[i - 1] + " needs a value");
    *value = arguments[i];
  }
  std::printf("isobit %s\ntarget %s\n", isobit_version(), isobit_target_reason());
  for (const char* const* name = isobit_targets(); *name != nullptr; ++name) {
    std::printf("  %-6s %s\n", *name, isobit_target_supported(*name) ? "supported" : "not supported here");
  }
  std::printf("\n%-12s %-6s %-15s %-14s %-15s %-18s %s\n", "kernel", "dtype", "bound", "determinism", "source", "revision",
              "blurb");
  size_t shown = 0;
  for (const isobit_binding* binding : isobit::Bindings()) {
    if (!kernel.empty() && kernel != binding->kernel) continue;
    if (!dtype.empty() && dtype != isobit_dtype_name(binding->dtype)) continue;
    ++shown;
    std::printf("%-12s %-6s %-15s %-14s %-15s %016" PRIx64 "   %s\n", binding->kernel, isobit_dtype_name(binding->dtype),
                BoundOf(*binding).c_str(), DeterminismOf(*binding), binding->kernel_source, binding->revision_hash,
                binding->blurb);
  }
  if (shown == 0) return Usage("no binding is of kernel '" + kernel + "' and dtype '" + dtype + "'");
  return 0;
}

// The whole word as a number.
std::optional<double> NumberOf(const std::string& word) {
  char* end = nullptr;
  const double value = std::strtod(word.c_str(), &end);
  if (word.empty() || *end != '\0') return std::nullopt;
  return value;
}
std::optional<int32_t> IntegerOf(const std::string& word) {
  char* end = nullptr;
  errno = 0;
  const long long value = std::strtoll(word.c_str(), &end, 10);
  if (word.empty() || *end != '\0' || errno != 0 || value < INT32_MIN || value > INT32_MAX) return std::nullopt;
  return static_cast<int32_t>(value);
}

int Run(const std::vector<std::string>& arguments) {
  std::vector<std::string> words;
  std::string output;
  bool bf16 = false;
  std::optional<double> c, min, max;
  std::optional<int32_t> exponent;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    if (word == "--bf16") {
      bf16 = true;
      continue;
    }
    if (word.size() < 2 || word[0] != '-') {
      words.push_back(word);
      continue;
    }
    if (i + 1 == arguments.size()) return Usage(word + " needs a value");
    const std::string& value = arguments[++i];
    std::optional<double>* number = word == "--c" ? &c : word == "--min" ? &min : word == "--max" ? &max : nullptr;
    if (word == "-o") {
      output = value;
    } else if (word == "--target") {
      if (isobit_set_target(value.c_str()) != ISOBIT_OK) return Refused(isobit_last_error());
    } else if (word == "--exp") {
      exponent = IntegerOf(value);
      if (!exponent) return Usage("--exp is '" + value + "', expected an integer of 32 bits");
    } else if (number != nullptr) {
      *number = NumberOf(value);
      if (!*number) return Usage(word + " is '" + value + "', expected a number");
    } else {
      return Usage("run does not take '" + word + "'");
    }
  }
  if (words.size() < 2 || output.empty()) return Usage("run needs a kernel, one or two input files and -o OUT.npy");
  const std::string kernel = words[0];
  words.erase(words.begin());

  isobit_params params = isobit::NoParams();
  if (kernel == "add_scalar" || kernel == "mul_scalar") {
    if (!c) return Usage(kernel + " needs --c");
    params = kernel == "add_scalar" ? isobit::Affine(1.0, *c) : isobit::Affine(*c, 0.0);
  } else if (kernel == "clamp") {
    if (!min || !max) return Usage("clamp needs --min and --max");
    params = isobit::Clamp(*min, *max);
  } else if (kernel == "powi") {
    if (!exponent) return Usage("powi needs --exp");
    params = isobit::PowI(*exponent);
  }

  std::vector<isobit_npy::NpyArray> arrays;
  std::vector<isobit::TensorView> views;
  for (const std::string& path : words) {
    arrays.push_back(isobit_npy::ReadNpy(path, bf16));
    const isobit_npy::NpyArray& array = arrays.back();
    if (array.fortran_order != arrays[0].fortran_order) {
      return Refused(path + " and " + words[0] + " store their elements in different orders, expected both in C or both in "
                     "Fortran order");
    }
  }
  for (const isobit_npy::NpyArray& array : arrays) {
    std::vector<int64_t> shape(array.shape.begin(), array.shape.end());
    views.emplace_back(array.dtype, array.bytes.data(), std::move(shape));
  }
  isobit::Tensor result;
  const isobit::Status status = isobit::Launch(kernel, views, params, &result);
  if (!status) return Refused(status.message());
  isobit_npy::WriteNpy(output, arrays[0], static_cast<const unsigned char*>(result.data()));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return Usage("");
  const std::string command = argv[1];
#ifdef ISOBIT_CLI_SLEEF
  // The hashes are of this library's own bindings. A CPU that cannot run SLEEF's functions goes without that provider.
  if (command != "verify" && isobit_sleef_register() != ISOBIT_OK) {
    std::fprintf(stderr, "isobit: without SLEEF: %s\n", isobit_last_error());
  }
#endif
  const std::vector<std::string> arguments(argv + 2, argv + argc);
  try {
    if (command == "list") return List(arguments);
    if (command == "run") return Run(arguments);
    if (command == "verify") return isobit_test::VerifyMain(argc - 1, argv + 1);
  } catch (const std::exception& error) {
    return Refused(error.what());
  }
  return Usage("'" + command + "' is no command");
}
