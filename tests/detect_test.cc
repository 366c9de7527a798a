// Detection as a pure function: CPUs that this machine does not have, shown as cpu_features' own structs.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "dispatch/detect.h"
#include "dispatch/target.h"

namespace isobit {
namespace dispatch {
namespace {

std::string Missing(Target target, const Features& features) {
  char text[256];
  std::memset(text, 'x', sizeof text);
  const int count = MissingFeatures(target, features, text, sizeof text);
  int commas = 0;
  for (const char* at = text; *at != '\0'; ++at) commas += *at == ',' ? 1 : 0;
  EXPECT_EQ(count, text[0] == '\0' ? 0 : commas + 1) << text;
  return text;
}

TEST(Detection, NamesAreTargets) {
  for (int target = 0; target < kTargetCount; ++target) EXPECT_EQ(TargetByName(kTargetNames[target]), target);
  EXPECT_EQ(TargetByName("avx"), -1);
  EXPECT_EQ(TargetByName(""), -1);
  EXPECT_EQ(TargetByName(nullptr), -1);
}

TEST(Detection, ScalarNeedsNothing) {
  EXPECT_EQ(Missing(kScalar, Features{}), "");
  EXPECT_EQ(BestTarget(Features{}), kScalar);
}

TEST(Detection, TheListOfMissingFeaturesIsCutToItsBuffer) {
  for (size_t size = 1; size < 100; ++size) {
    char text[101];
    std::memset(text, '#', sizeof text);
    EXPECT_GE(MissingFeatures(kAvx3, Features{}, text, size), 11);
    EXPECT_LT(std::strlen(text), size);
    EXPECT_EQ(text[size], '#') << "wrote behind the buffer of " << size;
  }
}

#if defined(CPU_FEATURES_ARCH_X86)

using cpu_features::X86Features;

// The fields are signed one-bit fields, so a feature that is there reads as -1.
constexpr int kPresent = -1;

// One CPU of each kind that matters.
X86Features Baseline() {
  X86Features f{};
  f.sse = f.sse2 = kPresent;
  return f;
}
X86Features Nehalem() {
  X86Features f = Baseline();
  f.sse3 = f.ssse3 = f.sse4_1 = f.sse4_2 = kPresent;
  return f;
}
X86Features SandyBridge() {
  X86Features f = Nehalem();
  f.avx = kPresent;
  return f;
}
// AMD Piledriver has FMA3, F16C and BMI1, and no AVX2.
X86Features Piledriver() {
  X86Features f = SandyBridge();
  f.fma3 = f.fma4 = f.f16c = f.bmi1 = kPresent;
  return f;
}
X86Features Haswell() {
  X86Features f = Piledriver();
  f.fma4 = 0;
  f.avx2 = f.bmi2 = kPresent;
  return f;
}
// Knights Landing has AVX-512 F and CD, and neither VL nor DQ nor BW.
X86Features KnightsLanding() {
  X86Features f = Haswell();
  f.avx512f = f.avx512cd = f.avx512er = f.avx512pf = kPresent;
  return f;
}
X86Features SkylakeServer() {
  X86Features f = Haswell();
  f.avx512f = f.avx512cd = f.avx512vl = f.avx512dq = f.avx512bw = kPresent;
  return f;
}

Target Best(const X86Features& features) { return BestTarget(FeaturesFromX86(features)); }

TEST(Detection, OneCpuOfEachKind) {
  EXPECT_EQ(Best(X86Features{}), kScalar);
  EXPECT_EQ(Best(Baseline()), kScalar);
  EXPECT_EQ(Best(Nehalem()), kScalar);
  EXPECT_EQ(Best(SandyBridge()), kScalar);
  EXPECT_EQ(Best(Piledriver()), kScalar);
  EXPECT_EQ(Best(Haswell()), kAvx2);
  EXPECT_EQ(Best(KnightsLanding()), kAvx2);
  EXPECT_EQ(Best(SkylakeServer()), kAvx3);
}

// Without any one of the features that a target uses, that target is not chosen, and the text names the feature.
template <class Clear>
void ExpectNeeded(const Clear& clear, Target without, const std::string& name) {
  X86Features f = SkylakeServer();
  clear(&f);
  EXPECT_EQ(Best(f), without) << "without " << name;
  EXPECT_NE((", " + Missing(kAvx3, FeaturesFromX86(f)) + ",").find(", " + name + ","), std::string::npos)
      << Missing(kAvx3, FeaturesFromX86(f));
}

TEST(Detection, EveryFeatureOfAvx2IsNeeded) {
  ExpectNeeded([](X86Features* f) { f->sse4_2 = 0; }, kScalar, "sse4.2");
  ExpectNeeded([](X86Features* f) { f->avx2 = 0; }, kScalar, "avx2");
  ExpectNeeded([](X86Features* f) { f->fma3 = 0; }, kScalar, "fma3");
  ExpectNeeded([](X86Features* f) { f->f16c = 0; }, kScalar, "f16c");
  ExpectNeeded([](X86Features* f) { f->bmi1 = 0; }, kScalar, "bmi1");
  ExpectNeeded([](X86Features* f) { f->bmi2 = 0; }, kScalar, "bmi2");
}

TEST(Detection, EveryFeatureOfAvx3IsNeeded) {
  ExpectNeeded([](X86Features* f) { f->avx512f = 0; }, kAvx2, "avx512f");
  ExpectNeeded([](X86Features* f) { f->avx512cd = 0; }, kAvx2, "avx512cd");
  ExpectNeeded([](X86Features* f) { f->avx512vl = 0; }, kAvx2, "avx512vl");
  ExpectNeeded([](X86Features* f) { f->avx512dq = 0; }, kAvx2, "avx512dq");
  ExpectNeeded([](X86Features* f) { f->avx512bw = 0; }, kAvx2, "avx512bw");
}

// An operating system that does not save the ymm registers: cpu_features then reports no AVX, but the CPUID bits of
// FMA3, F16C and BMI may remain.
TEST(Detection, FeaturesWithoutSavedRegistersDoNotCount) {
  X86Features f = Haswell();
  f.avx = f.avx2 = 0;
  EXPECT_EQ(Best(f), kScalar);
  const Features features = FeaturesFromX86(f);
  EXPECT_FALSE(features.fma3);
  EXPECT_FALSE(features.f16c);
  // One that saves ymm and not zmm.
  f = SkylakeServer();
  f.avx512f = f.avx512cd = f.avx512vl = f.avx512dq = f.avx512bw = 0;
  EXPECT_EQ(Best(f), kAvx2);
}

TEST(Detection, NeonIsNotForThisBuild) {
  EXPECT_NE(Missing(kNeon, Features{}).find("this build"), std::string::npos);
}

#elif defined(CPU_FEATURES_ARCH_AARCH64)

TEST(Detection, NeonNeedsAsimd) {
  cpu_features::Aarch64Features f{};
  EXPECT_EQ(BestTarget(FeaturesFromAarch64(f)), kScalar);
  EXPECT_EQ(Missing(kNeon, FeaturesFromAarch64(f)), "asimd");
  f.asimd = -1;
  EXPECT_EQ(BestTarget(FeaturesFromAarch64(f)), kNeon);
  EXPECT_EQ(Missing(kNeon, FeaturesFromAarch64(f)), "");
}

TEST(Detection, X86TargetsAreNotForThisBuild) {
  EXPECT_NE(Missing(kAvx2, Features{}).find("this build"), std::string::npos);
  EXPECT_NE(Missing(kAvx3, Features{}).find("this build"), std::string::npos);
}

#endif

}  // namespace
}  // namespace dispatch
}  // namespace isobit
