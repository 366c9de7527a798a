// The command line of isobit_ulp_probe: see probe.h.
// SPDX-License-Identifier: Apache-2.0
#include "probe.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>

namespace isobit_oracle {
namespace {

constexpr const char* kUsage =
    "usage: %s KERNEL DTYPE [options]\n"
    "  KERNEL          exp log sin cos tanh erf gelu_erf sigmoid silu gelu rsqrt powi rem pow, or all\n"
    "  DTYPE           f32 f64 bf16 f16, or all\n"
    "  --target T      scalar, avx2, avx3, neon; default: the library's choice\n"
    "  --n N           N random inputs (default 1000000), besides the landmarks and special pairs\n"
    "  --seed S        of the random inputs (default 1)\n"
    "  --exhaustive    every input: 2^32 for f32, 2^16 for a unary half kernel, 2^32 pairs for rem and pow in a half "
    "type\n"
    "  --stride K      with --exhaustive or --from, one input of K\n"
    "  --exp E         powi's exponent; default: all hard exponents\n"
    "  --x HEX         one input bit pattern (with --b HEX for rem and pow): prints got, want and the error\n"
    "  --from HEX --to HEX  every bit pattern of this interval, both ends included (unary kernels and powi)\n"
    "  --threads N     default: one per CPU\n";

struct Options {
  std::string target;
  uint64_t n = 1000000, seed = 1, stride = 1, x = 0, b = 0, from = 0, to = 0;
  int32_t exponent = 0;
  int threads = 0;
  bool exhaustive = false, one = false, range = false, has_exponent = false;
};

bool ProbeOne(Kernel kernel, DType dtype, const Options& o, const Resolver& resolver) {
  Implementation implementation;
  const std::string problem = resolver(kernel, dtype, o.target, &implementation);
  if (!problem.empty()) {
    std::fprintf(stderr, "%s %s: %s\n", Name(kernel), Name(dtype), problem.c_str());
    return false;
  }
  const bool powi = kernel == Kernel::kPowi, binary = Arity(kernel) == 2;
  const auto start = std::chrono::steady_clock::now();
  Survey survey(kernel, dtype);
  if (o.one) {
    Batch batch;
    batch.a = {o.x};
    if (binary) batch.b = {o.b};
    batch.exponent = o.exponent;
    Measure(implementation, kernel, dtype, batch, &survey);
    const uint64_t b = powi ? Exponent(o.exponent) : o.b;
    const uint64_t want = Want(kernel, dtype, o.x, b), got = survey.worst_got();
    std::printf("x = %.17g%s\ngot  0x%llX %.17g\nwant 0x%llX %.17g\n", Decode(dtype, o.x),
                binary ? (", b = " + std::to_string(Decode(dtype, b))).c_str() : "",
                static_cast<unsigned long long>(got), Decode(dtype, got), static_cast<unsigned long long>(want),
                Decode(dtype, want));
  } else if (o.range) {
    survey.Merge(SweepRange(kernel, dtype, implementation, o.from, o.to, o.stride, o.exponent, o.threads));
  } else if (o.exhaustive) {
    if (dtype == DType::kF64 || (dtype == DType::kF32 && binary)) {
      std::fprintf(stderr, "%s %s has too many inputs for --exhaustive\n", Name(kernel), Name(dtype));
      return false;
    }
    if (powi && !o.has_exponent) {
      for (const int32_t exponent : HardExponents()) {
        survey.Merge(SweepAll(kernel, dtype, implementation, exponent, o.threads, o.stride));
      }
    } else {
      survey.Merge(SweepAll(kernel, dtype, implementation, o.exponent, o.threads, o.stride));
    }
  } else {
    if (binary) {
      Measure(implementation, kernel, dtype, SpecialPairs(dtype), &survey);
    } else if (!powi || o.has_exponent) {
      Batch batch;
      batch.a = Landmarks(kernel, dtype, 16, o.exponent);
      batch.exponent = o.exponent;
      Measure(implementation, kernel, dtype, batch, &survey);
    } else {
      for (const int32_t exponent : HardExponents()) {
        Batch batch;
        batch.a = Landmarks(kernel, dtype, 2, exponent);
        batch.exponent = exponent;
        Measure(implementation, kernel, dtype, batch, &survey);
      }
    }
    survey.Merge(SweepRandom(kernel, dtype, implementation, o.n, o.seed, o.threads));
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  std::printf("%s  [%.1f s]\n", survey.Report().c_str(), seconds);
  std::fflush(stdout);
  return survey.failures() == 0;
}

}  // namespace

int ProbeMain(int argc, char** argv, const Resolver& resolver) {
  const auto usage = [&] {
    std::fprintf(stderr, kUsage, argc > 0 ? argv[0] : "isobit_ulp_probe");
    return 2;
  };
  if (argc < 3) return usage();
  Options o;
  for (int i = 3; i < argc; ++i) {
    const std::string option = argv[i];
    if (option == "--exhaustive") {
      o.exhaustive = true;
      continue;
    }
    if (i + 1 == argc) return usage();
    const char* value = argv[++i];
    if (option == "--target") {
      o.target = value;
    } else if (option == "--n") {
      o.n = std::strtoull(value, nullptr, 0);
    } else if (option == "--seed") {
      o.seed = std::strtoull(value, nullptr, 0);
    } else if (option == "--stride") {
      o.stride = std::strtoull(value, nullptr, 0);
      if (o.stride == 0) return usage();
    } else if (option == "--threads") {
      o.threads = std::atoi(value);
    } else if (option == "--exp") {
      o.exponent = static_cast<int32_t>(std::strtol(value, nullptr, 0));
      o.has_exponent = true;
    } else if (option == "--x") {
      o.x = std::strtoull(value, nullptr, 16);
      o.one = true;
    } else if (option == "--b") {
      o.b = std::strtoull(value, nullptr, 16);
    } else if (option == "--from") {
      o.from = std::strtoull(value, nullptr, 16);
      o.range = true;
    } else if (option == "--to") {
      o.to = std::strtoull(value, nullptr, 16);
    } else {
      return usage();
    }
  }
  bool ok = true;
  const std::string kernels = argv[1], dtypes = argv[2];
  for (int k = 0; k < kKernelCount; ++k) {
    for (int t = 0; t < 4; ++t) {
      const Kernel kernel = static_cast<Kernel>(k);
      const DType dtype = static_cast<DType>(t);
      if (kernels != "all" && kernels != Name(kernel)) continue;
      if (dtypes != "all" && dtypes != Name(dtype)) continue;
      if (o.range && (Arity(kernel) == 2 || o.to < o.from)) return usage();
      ok = ProbeOne(kernel, dtype, o, resolver) && ok;
    }
  }
  Kernel kernel;
  DType dtype;
  if ((kernels != "all" && !FindKernel(argv[1], &kernel)) || (dtypes != "all" && !FindDType(argv[2], &dtype)))
    return usage();
  return ok ? 0 : 1;
}

}  // namespace isobit_oracle
