// isobit_verify: proves on this machine that every kernel gives the bits that it gives elsewhere. It computes one
// 64-bit hash per binding over a fixed, generated input set, on each target this CPU can run, and compares it with
// the one file of hashes that holds for every machine and target. It links nothing but libisobit.
//
//   isobit_verify [--golden FILE] [--target T] [--kernel K] [--dtype D] [--list] [--update]
//                 [--control T]
//
// Exit status: 0 all hashes agree, 1 one does not, 2 wrong usage or an unreadable file.
//
// The input set, for a binding of dtype T (seed 1; UnarySample and PairSample in support/samples.cc say exactly
// what element i is):
//   unary            f16, bf16: all 65536 bit patterns; f32, f64: the first 2^20 unary samples
//   binary           the first 2^19 pair samples
//   one parameter or two (affine, clamp, powi): for each of the parameter sets in support/samples.cc the first
//                    2^15 unary samples (all 65536 bit patterns for f16 and bf16)
// The hash: h = 0; for every result bit pattern r, in order, h = Mix(h + 0x9E3779B97F4A7C15 + r) with the Mix of
// support/samples.cc, all modulo 2^64. NaN results are canonical, so raw bits are hashed.
// SPDX-License-Identifier: Apache-2.0
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "isobit/isobit.h"
#include "support/samples.h"
#include "support/verify.h"

namespace {

using isobit_test::CallFunction;
using isobit_test::FillPairs;
using isobit_test::FillUnary;
using isobit_test::LoadBits;
using isobit_test::Mix;
using isobit_test::Params;
using isobit_test::ParameterSets;

constexpr uint64_t kSeed = 1;

isobit_status Call(const isobit_binding& binding, const void* x, const void* y, void* out, size_t n,
                   const Params& params) {
  return CallFunction(binding, isobit_resolve(binding.name), x, y, out, n, params);
}

// Inputs and room for the results of one dtype and family.
struct Inputs {
  size_t n = 0;
  std::vector<uint64_t> x;  // 64-bit words keep every dtype aligned
  std::vector<uint64_t> y;
  std::vector<uint64_t> out;
};

// The inputs of a binding, made once: they are the same for many kernels.
Inputs& InputsOf(const isobit_binding& binding) {
  static std::map<std::pair<int, int>, Inputs> all;
  const isobit_dtype dtype = binding.dtype;
  Inputs& inputs = all[{dtype, binding.family}];
  if (inputs.n != 0) return inputs;
  const bool pairs = binding.inputs == 2;
  inputs.n = size_t{1} << 20;
  if (pairs) {
    inputs.n = size_t{1} << 19;
  } else if (isobit_dtype_size(dtype) == 2) {
    inputs.n = size_t{1} << 16;
  } else if (binding.family != ISOBIT_UNARY) {
    inputs.n = size_t{1} << 15;
  }
  const size_t words = (inputs.n * isobit_dtype_size(dtype) + 7) / 8;
  inputs.x.resize(words);
  inputs.y.resize(pairs ? words : 0);
  inputs.out.resize(words);
  if (pairs) {
    FillPairs(dtype, kSeed, 0, inputs.n, inputs.x.data(), inputs.y.data());
  } else {
    FillUnary(dtype, kSeed, 0, inputs.n, inputs.x.data());
  }
  return inputs;
}

// The binding's hash on the current target; false if a call was refused.
bool Hash(const isobit_binding& binding, uint64_t* hash) {
  Inputs& inputs = InputsOf(binding);
  *hash = 0;
  for (const Params& params : ParameterSets(binding)) {
    if (Call(binding, inputs.x.data(), inputs.y.data(), inputs.out.data(), inputs.n, params) != ISOBIT_OK) return false;
    for (size_t i = 0; i < inputs.n; ++i) {
      *hash = Mix(*hash + 0x9E3779B97F4A7C15u + LoadBits(binding.dtype, inputs.out.data(), i));
    }
  }
  return true;
}

// The file of hashes beside the sources, or where an installation has it.
std::string DefaultGolden() {
  return std::ifstream(ISOBIT_GOLDEN_FILE) ? ISOBIT_GOLDEN_FILE : ISOBIT_GOLDEN_INSTALLED;
}

// name<TAB>16 hexadecimal digits, one binding a line; # begins a comment line.
bool ReadGolden(const std::string& path, std::map<std::string, uint64_t>* golden) {
  std::ifstream file(path);
  if (!file) {
    std::fprintf(stderr, "isobit_verify: cannot read %s\n", path.c_str());
    return false;
  }
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    std::string name;
    std::string digits;
    std::string rest;
    char* end = nullptr;
    if (words >> name >> digits) {
      const uint64_t hash = std::strtoull(digits.c_str(), &end, 16);
      if (*end == '\0' && digits.size() == 16 && !(words >> rest)) {
        (*golden)[name] = hash;
        continue;
      }
    }
    std::fprintf(stderr, "isobit_verify: %s:%d: not a name and 16 hexadecimal digits\n", path.c_str(), number);
    return false;
  }
  return true;
}

bool WriteGolden(const std::string& path, const std::map<std::string, uint64_t>& golden) {
  std::FILE* file = std::fopen(path.c_str(), "w");
  if (file == nullptr) {
    std::fprintf(stderr, "isobit_verify: cannot write %s\n", path.c_str());
    return false;
  }
  std::fprintf(file,
               "# One hash per binding over the input set that tests/support/verify.cc describes: the same for every\n"
               "# machine, target, compiler and thread count. Written by isobit_verify --update.\n");
  for (const auto& row : golden) std::fprintf(file, "%s\t%016" PRIx64 "\n", row.first.c_str(), row.second);
  return std::fclose(file) == 0;
}

int Usage() {
  std::fprintf(stderr,
               "usage: isobit_verify [--golden FILE] [--target T] [--kernel K] [--dtype D] [--list] [--update]\n"
               "                     [--control T]\n"
               "  --golden FILE  the hashes to compare with (default: %s)\n"
               "  --target T     this target alone; default: every target that this CPU can run\n"
               "  --kernel K     this kernel alone, such as exp\n"
               "  --dtype D      this dtype alone: f32, f64, bf16, f16\n"
               "  --list         prints every hash\n"
               "  --update       writes the hashes into the file, if all targets agree\n"
               "  --control T    for emulators whose arithmetic is wrong: accepts a hash that T has here too, T being\n"
               "                 a target that has the golden hashes on real CPUs\n",
               DefaultGolden().c_str());
  return 2;
}

}  // namespace

namespace isobit_test {

int VerifyMain(int argc, char** argv) {
  std::string path = DefaultGolden();
  std::string only_target;
  std::string only_kernel;
  std::string only_dtype;
  std::string control;
  bool list = false;
  bool update = false;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    std::string* value = word == "--golden"   ? &path
                         : word == "--target" ? &only_target
                         : word == "--kernel" ? &only_kernel
                         : word == "--dtype"  ? &only_dtype
                         : word == "--control" ? &control
                                              : nullptr;
    if (value != nullptr) {
      if (++i == argc) return Usage();
      *value = argv[i];
    } else if (word == "--list") {
      list = true;
    } else if (word == "--update") {
      update = true;
    } else {
      return Usage();
    }
  }

  std::map<std::string, uint64_t> golden;
  const bool partial = !only_kernel.empty() || !only_dtype.empty();
  if (!update || partial) {
    if (!ReadGolden(path, &golden)) return 2;
  }

  std::vector<std::string> targets;
  if (!only_target.empty()) {
    if (isobit_set_target(only_target.c_str()) != ISOBIT_OK) {
      std::fprintf(stderr, "isobit_verify: %s\n", isobit_last_error());
      return 2;
    }
    targets.push_back(only_target);
  } else {
    for (const char* const* name = isobit_targets(); *name != nullptr; ++name) {
      if (isobit_target_supported(*name) != 0) targets.emplace_back(*name);
    }
  }

  size_t compared = 0;
  size_t wrong = 0;
  size_t as_control = 0;
  for (size_t b = 0; b < isobit_binding_count(); ++b) {
    const isobit_binding& binding = *isobit_binding_at(b);
    if (binding.determinism != ISOBIT_BITWISE) continue;
    if (!only_kernel.empty() && only_kernel != binding.kernel) continue;
    if (!only_dtype.empty() && only_dtype != isobit_dtype_name(binding.dtype)) continue;
    bool first = true;
    for (const std::string& target : targets) {
      uint64_t hash = 0;
      if (isobit_set_target(target.c_str()) != ISOBIT_OK || !Hash(binding, &hash)) {
        std::fprintf(stderr, "isobit_verify: %s: %s\n", binding.name, isobit_last_error());
        return 1;
      }
      ++compared;
      if (list) std::printf("%s\t%s\t%016" PRIx64 "\n", binding.name, target.c_str(), hash);
      if (update && first) golden[binding.name] = hash;
      first = false;
      const auto expected = golden.find(binding.name);
      if (expected == golden.end()) {
        ++wrong;
        std::printf("%s on %s: %s has no hash of it; here it is %016" PRIx64 "\n", binding.name, target.c_str(),
                    path.c_str(), hash);
      } else if (expected->second != hash) {
        uint64_t control_hash = ~hash;
        if (!control.empty() && target != control && isobit_set_target(control.c_str()) == ISOBIT_OK &&
            Hash(binding, &control_hash) && control_hash == hash) {
          ++as_control;
          std::printf("%s on %s: this machine's arithmetic gives %s the same hash %016" PRIx64 ", expected %016" PRIx64
                      "\n",
                      binding.name, target.c_str(), control.c_str(), hash, expected->second);
          continue;
        }
        ++wrong;
        std::printf("%s on %s: hash %016" PRIx64 ", expected %016" PRIx64 "\n", binding.name, target.c_str(), hash,
                    expected->second);
      }
    }
  }
  std::string names;
  for (const std::string& target : targets) names += (names.empty() ? "" : ", ") + target;
  std::printf("isobit_verify: %zu hashes on %s: %zu agree, ", compared, names.c_str(), compared - wrong - as_control);
  if (!control.empty()) std::printf("%zu differ as those of %s do here, ", as_control, control.c_str());
  std::printf("%zu do not\n", wrong);
  if (compared == 0) {
    std::fprintf(stderr, "isobit_verify: no binding matches\n");
    return 2;
  }
  if (wrong != 0) return 1;
  if (update && !WriteGolden(path, golden)) return 2;
  return 0;
}

}  // namespace isobit_test
