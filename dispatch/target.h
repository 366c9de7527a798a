// The targets and how one is chosen from a CPU's features: pure functions, so that a test can show them CPUs that it
// does not have.
// SPDX-License-Identifier: Apache-2.0
#ifndef ISOBIT_DISPATCH_TARGET_H_
#define ISOBIT_DISPATCH_TARGET_H_

#include <cstddef>

namespace isobit {
namespace dispatch {

// In the order of preference, worst first.
enum Target : int { kScalar = 0, kNeon = 1, kAvx2 = 2, kAvx3 = 3 };
constexpr int kTargetCount = 4;
constexpr const char* kTargetNames[kTargetCount] = {"scalar", "neon", "avx2", "avx3"};

// Which targets the library was compiled with.
#if defined(__x86_64__)
constexpr bool kCompiled[kTargetCount] = {true, false, true, true};
#elif defined(__aarch64__)
constexpr bool kCompiled[kTargetCount] = {true, true, false, false};
#else
constexpr bool kCompiled[kTargetCount] = {true, false, false, false};
#endif

// The CPU features that targets ask for. A feature counts only if the operating system saves the registers it uses.
struct Features {
  bool sse4_2, avx2, fma3, f16c, bmi1, bmi2;                   // avx2
  bool avx512f, avx512cd, avx512vl, avx512dq, avx512bw;        // avx3: these and those of avx2
  bool asimd;                                                  // neon
};

// What the CPU and the operating system offer, by cpu_features, and the largest cache's size in bytes (0 if unknown).
Features DetectFeatures() noexcept;
size_t LastLevelCacheBytes() noexcept;

// Writes the names of the features that `target` needs and `features` lacks, comma-separated, and returns how many.
// A target that is not compiled in lacks "this build".
int MissingFeatures(Target target, const Features& features, char* text, size_t size) noexcept;

// The best target that lacks nothing: kScalar at the least.
Target BestTarget(const Features& features) noexcept;

// The target with this name, or -1.
int TargetByName(const char* name) noexcept;

}  // namespace dispatch
}  // namespace isobit

#endif  // ISOBIT_DISPATCH_TARGET_H_
