// Which target a CPU can run.
// SPDX-License-Identifier: Apache-2.0
#include "dispatch/target.h"

#include <cstdio>
#include <cstring>

namespace isobit {
namespace dispatch {

int MissingFeatures(Target target, const Features& f, char* text, size_t size) noexcept {
  int missing = 0;
  size_t used = 0;
  if (size > 0) text[0] = '\0';
  const auto need = [&](bool present, const char* name) {
    if (present) return;
    ++missing;
    if (used >= size) return;
    const int written = std::snprintf(text + used, size - used, "%s%s", missing > 1 ? ", " : "", name);
    if (written > 0) used += static_cast<size_t>(written);
  };
  need(kCompiled[target], "this build");
  if (target == kAvx2 || target == kAvx3) {
    need(f.sse4_2, "sse4.2");
    need(f.avx2, "avx2");
    need(f.fma3, "fma3");
    need(f.f16c, "f16c");
    need(f.bmi1, "bmi1");
    need(f.bmi2, "bmi2");
  }
  if (target == kAvx3) {
    need(f.avx512f, "avx512f");
    need(f.avx512cd, "avx512cd");
    need(f.avx512vl, "avx512vl");
    need(f.avx512dq, "avx512dq");
    need(f.avx512bw, "avx512bw");
  }
  if (target == kNeon) need(f.asimd, "asimd");
  return missing;
}

Target BestTarget(const Features& features) noexcept {
  for (int t = kTargetCount - 1; t > kScalar; --t) {
    char text[128];
    if (MissingFeatures(static_cast<Target>(t), features, text, sizeof(text)) == 0) return static_cast<Target>(t);
  }
  return kScalar;
}

int TargetByName(const char* name) noexcept {
  if (name == nullptr) return -1;
  for (int t = 0; t < kTargetCount; ++t) {
    if (std::strcmp(name, kTargetNames[t]) == 0) return t;
  }
  return -1;
}

}  // namespace dispatch
}  // namespace isobit
