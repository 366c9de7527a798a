// The 20 kernels with one prescribed bit pattern against the golden vectors of an independent implementation. Where
// that implementation departs from this library's semantics on purpose, the difference falls into a named class; the
// classes are counted, the counts are fixed, and every other difference is a failure.
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdio>
#include <map>

#include "data.h"
#include "support.h"

namespace isobit_accuracy {
namespace {

using isobit_oracle::Decode;
using isobit_oracle::GoldenFile;
using isobit_oracle::GoldenSection;
using isobit_oracle::IsNaN;
using isobit_oracle::RoundToNearest;

// Any NaN is as good as another in golden/, whose payloads and signs are the accident of one build; here every kernel
// but neg and abs gives the canonical one.
const char* const kNaNPayload = "NaN payload";
// One operand is a NaN and the other is not: this library returns the other one.
const char* const kMinMaxNaN = "maximum, minimum: one NaN operand";
// Zeros of unlike sign: this library orders -0 below +0.
const char* const kMinMaxZeros = "maximum, minimum: zeros of unlike sign";
// All results for NaN bounds or min > max: this library refuses the call.
const char* const kClampRefused = "clamp: bounds that are refused";
// All results for a scalar that the golden implementation rounds to f16 or bf16 by way of f32, and to another number.
const char* const kTwiceRounded = "scalar rounded twice";

using Counts = std::map<std::string, size_t>;

const std::vector<GoldenFile>& Files() {
  static const std::vector<GoldenFile> files = isobit_oracle::LoadGolden();
  return files;
}

const GoldenSection& Operand(const GoldenFile& file, size_t index) { return file.sections[index]; }

// The class of a difference, or null if there is no excuse.
const char* Excuse(const std::string& kernel, DType dtype, uint64_t a, uint64_t b, uint64_t got, uint64_t golden) {
  if (IsNaN(dtype, got) && IsNaN(dtype, golden)) return kNaNPayload;
  if (kernel == "maximum" || kernel == "minimum") {
    if (IsNaN(dtype, a) != IsNaN(dtype, b)) return kMinMaxNaN;
    if (Decode(dtype, a) == 0 && Decode(dtype, b) == 0 && a != b) return kMinMaxZeros;
  }
  return nullptr;
}

class Golden : public ::testing::TestWithParam<std::string> {
 protected:
  static void Compare(const GoldenFile& file, const GoldenSection& section, Counts* counts) {
    const isobit_binding* binding = isobit_find_binding(EntryName(section.name.c_str(), Name(file.dtype)).c_str());
    ASSERT_NE(binding, nullptr) << section.name;
    const std::vector<uint64_t>& a = Operand(file, 0).values;
    const std::vector<uint64_t> b = file.family == "binary" ? Operand(file, 1).values : std::vector<uint64_t>();
    isobit_test::Params parameters;
    if (file.family == "clamp") {
      parameters.lo = section.parameters.at("min");
      parameters.hi = section.parameters.at("max");
      if (!(parameters.lo <= parameters.hi)) {
        isobit_test::Array x(binding->dtype, 1), out(binding->dtype, 1);
        x.Set(0, 0);
        EXPECT_EQ(isobit_test::Call(*binding, x.data(), nullptr, out.data(), 1, parameters), ISOBIT_ERROR_PARAMETER);
        (*counts)[kClampRefused] += section.values.size();
        return;
      }
    } else if (file.family != "unary" && file.family != "binary") {
      parameters.c = section.parameters.at("c");
      const float by_way_of_f32 = static_cast<float>(parameters.c);
      const bool half = isobit_oracle::FormatOf(file.dtype).bits == 16;
      if (half && RoundToNearest(file.dtype, parameters.c) != RoundToNearest(file.dtype, by_way_of_f32)) {
        (*counts)[kTwiceRounded] += section.values.size();
        return;
      }
    }
    const std::vector<uint64_t> got = Results(*binding, a, b, parameters);
    size_t failures = 0;
    for (size_t i = 0; i < got.size(); ++i) {
      if (IsNaN(file.dtype, got[i]) && section.name != "neg" && section.name != "abs") {
        EXPECT_EQ(got[i], isobit_oracle::CanonicalNaN(file.dtype)) << binding->name << " " << Hex(file.dtype, a[i]);
      }
      if (got[i] == section.values[i]) continue;
      const char* excuse = Excuse(section.name, file.dtype, a[i], b.empty() ? 0 : b[i], got[i], section.values[i]);
      if (excuse != nullptr) {
        ++(*counts)[excuse];
      } else if (++failures <= 3) {
        ADD_FAILURE() << binding->name << " of " << Hex(file.dtype, a[i]) << " "
                      << (b.empty() ? "" : Hex(file.dtype, b[i])) << " (c " << parameters.c << " min " << parameters.lo
                      << " max " << parameters.hi << ") gives " << Hex(file.dtype, got[i]) << ", golden "
                      << Hex(file.dtype, section.values[i]);
      }
    }
    EXPECT_EQ(failures, 0u) << binding->name;
  }
};

TEST_P(Golden, DiffersOnPurposeOnly) {
  const isobit_test::ScopedTarget target(GetParam());
  Counts counts;
  std::map<std::string, int> kernels;
  size_t compared = 0;
  for (const GoldenFile& file : Files()) {
    for (size_t i = file.family == "binary" ? 2 : 1; i < file.sections.size(); ++i) {
      ++kernels[file.sections[i].name];
      compared += file.sections[i].values.size();
      Compare(file, file.sections[i], &counts);
    }
  }
  EXPECT_EQ(kernels.size(), 20u);
  std::printf("    %zu results of %zu kernels compared\n", compared, kernels.size());
  for (const auto& [name, count] : counts) std::printf("    %-45s %zu\n", name.c_str(), count);
  const Counts expected = {
      {kNaNPayload, 178831}, {kMinMaxNaN, 1434}, {kMinMaxZeros, 4}, {kClampRefused, 491520}, {kTwiceRounded, 262144}};
  EXPECT_EQ(counts, expected);
}

std::string TargetName(const ::testing::TestParamInfo<std::string>& info) { return info.param; }
INSTANTIATE_TEST_SUITE_P(All, Golden, ::testing::ValuesIn(isobit_test::RunnableTargets()), TargetName);

}  // namespace
}  // namespace isobit_accuracy
