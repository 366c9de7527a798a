// The ULP bounds of the 14 kernels, measured with the oracle: structured samples on every target, dense ones on the
// best target (every target gives the same bits, which other tests show), all inputs of the half types.
// SPDX-License-Identifier: Apache-2.0
#include "data.h"
#include "support.h"

namespace isobit_accuracy {
namespace {

using isobit_oracle::Batch;
using isobit_oracle::Exponent;
using isobit_oracle::Implementation;
using isobit_oracle::Survey;

bool IsHalf(DType dtype) { return isobit_oracle::FormatOf(dtype).bits == 16; }
bool IsPair(Kernel kernel) { return isobit_oracle::Arity(kernel) == 2; }
bool IsUnary(Kernel kernel) { return !IsPair(kernel) && kernel != Kernel::kPowi; }

Survey NewSurvey(const Case& c) { return Survey(c.kernel, c.dtype, ContractBound(BindingOf(c.kernel, c.dtype))); }

class Ulp : public ::testing::TestWithParam<Case> {
 protected:
  Ulp() : target_(GetParam().target) {}

 private:
  isobit_test::ScopedTarget target_;
};

// Landmarks and random inputs; all inputs where there are few enough.
TEST_P(Ulp, StaysWithinTheBound) {
  const Case& c = GetParam();
  const Implementation entry = Entry(c.kernel, c.dtype);
  ASSERT_TRUE(entry);
  const bool wide = c.dtype == DType::kF64;
  Survey survey = NewSurvey(c);
  if (IsUnary(c.kernel)) {
    if (IsHalf(c.dtype)) {
      survey.Merge(SweepAll(c.kernel, c.dtype, entry));
    } else {
      Batch batch;
      batch.a = Landmarks(c.kernel, c.dtype, wide ? 2 : 32);
      Measure(entry, c.kernel, c.dtype, batch, &survey);
      survey.Merge(SweepRandom(c.kernel, c.dtype, entry, wide ? 100000 : 400000));
    }
  } else if (IsPair(c.kernel)) {
    Measure(entry, c.kernel, c.dtype, isobit_oracle::SpecialPairs(c.dtype), &survey);
    survey.Merge(SweepRandom(c.kernel, c.dtype, entry, wide ? 100000 : 500000));
  } else {
    for (const int32_t exponent : isobit_oracle::HardExponents()) {
      if (IsHalf(c.dtype)) {
        survey.Merge(SweepAll(c.kernel, c.dtype, entry, exponent, 0, 4));
      } else {
        Batch batch;
        batch.exponent = exponent;
        batch.a = Landmarks(c.kernel, c.dtype, wide ? 0 : 1, exponent);
        if (wide) batch.a.resize(std::min<size_t>(batch.a.size(), 1500));
        Measure(entry, c.kernel, c.dtype, batch, &survey);
        if (!wide) survey.Merge(SweepAll(c.kernel, c.dtype, entry, exponent, 0, 1 << 18));
      }
    }
    survey.Merge(SweepRandom(c.kernel, c.dtype, entry, wide ? 100000 : 300000));
  }
  Conclude(survey);
}

INSTANTIATE_TEST_SUITE_P(All, Ulp, ::testing::ValuesIn(Cases(true, AnyCase)), CaseName);

// Stretches of f32 inputs in which errors come near the bound, or have been beyond it in some version of a kernel.
struct Stretch {
  Kernel kernel;
  uint64_t from, to, stride;
};
const Stretch kStretches[] = {
    {Kernel::kLog, 0x3F000000, 0x3FFFFFFF, 1},      // 1/2 to 2: the logarithm itself, next to nothing added
    {Kernel::kSin, 0x48000000, 0x49FFFFFF, 4},      // 2^17 to 2^21: the last arguments of the short reduction
    {Kernel::kCos, 0x48000000, 0x49FFFFFF, 4},      //
    {Kernel::kSin, 0x3F000000, 0x40FFFFFF, 4},      // 1/2 to 8: the quadrants' ends
    {Kernel::kCos, 0x3F000000, 0x40FFFFFF, 4},      //
    {Kernel::kTanh, 0x3D000000, 0x3FFFFFFF, 8},     // 1/32 to 2
    {Kernel::kGelu, 0xC0800000, 0xC11FFFFF, 2},     // -4 to -10
    {Kernel::kGeluErf, 0xBE000000, 0xBF7FFFFF, 4},  // -1/8 to -1
};

// 2^22 inputs of every f32 kernel with one input, one out of each stretch of 2^10, and the stretches above.
class UlpDense : public Ulp {};

TEST_P(UlpDense, StaysWithinTheBound) {
  const Case& c = GetParam();
  const Implementation entry = Entry(c.kernel, c.dtype);
  ASSERT_TRUE(entry);
  Survey survey = NewSurvey(c);
  survey.Merge(SweepAll(c.kernel, c.dtype, entry, 0, 0, 1 << 10));
  for (const Stretch& stretch : kStretches) {
    if (stretch.kernel != c.kernel) continue;
    survey.Merge(SweepRange(c.kernel, c.dtype, entry, stretch.from, stretch.to, stretch.stride));
  }
  Conclude(survey);
}

bool DenseCase(Kernel kernel, DType dtype) { return dtype == DType::kF32 && IsUnary(kernel); }
INSTANTIATE_TEST_SUITE_P(All, UlpDense, ::testing::ValuesIn(Cases(false, DenseCase)), CaseName);

// All 65536 inputs of powi in the half types under every hard exponent, and in f32 2^16 more inputs for each.
class UlpPowi : public Ulp {};

TEST_P(UlpPowi, StaysWithinTheBound) {
  const Case& c = GetParam();
  const Implementation entry = Entry(c.kernel, c.dtype);
  ASSERT_TRUE(entry);
  Survey survey = NewSurvey(c);
  for (const int32_t exponent : isobit_oracle::HardExponents()) {
    survey.Merge(SweepAll(c.kernel, c.dtype, entry, exponent, 0, IsHalf(c.dtype) ? 1 : 1 << 16));
  }
  Conclude(survey);
}

bool PowiCase(Kernel kernel, DType dtype) { return kernel == Kernel::kPowi && dtype != DType::kF64; }
INSTANTIATE_TEST_SUITE_P(All, UlpPowi, ::testing::ValuesIn(Cases(false, PowiCase)), CaseName);

// The worst inputs found so far (tests/data/worst.tsv), on every target.
class WorstInputs : public ::testing::TestWithParam<std::string> {};

TEST_P(WorstInputs, StayWithinTheBound) {
  const isobit_test::ScopedTarget target(GetParam());
  for (const isobit_oracle::WorstInput& worst : isobit_oracle::LoadWorst()) {
    const isobit_binding& binding = BindingOf(worst.kernel, worst.dtype);
    isobit_test::Params parameters;
    if (worst.kernel == Kernel::kPowi) parameters.exp = static_cast<int32_t>(static_cast<int64_t>(worst.b));
    // Among ordinary neighbours, so that the vector code sees it.
    std::vector<uint64_t> a(19, isobit_oracle::RoundToNearest(worst.dtype, 0.75)), b(19, a[0]);
    a[7] = worst.x;
    b[7] = worst.b;
    const uint64_t got = Results(binding, a, IsPair(worst.kernel) ? b : std::vector<uint64_t>(), parameters)[7];
    const double ulp = isobit_oracle::Ulp(worst.kernel, worst.dtype, worst.x, worst.b, got);
    EXPECT_LE(ulp, ContractBound(binding))
        << binding.name << " at " << Hex(worst.dtype, worst.x) << " gives " << Hex(worst.dtype, got);
  }
}

std::string TargetName(const ::testing::TestParamInfo<std::string>& info) { return info.param; }
INSTANTIATE_TEST_SUITE_P(All, WorstInputs, ::testing::ValuesIn(isobit_test::RunnableTargets()), TargetName);

// ---- Runs of minutes and hours -----------------------------------------------------------------------------------

// ctest label `exhaustive`: every f32 and half input, every pair of the half types, 10^8 pairs of f32.
class UlpExhaustive : public Ulp {};

TEST_P(UlpExhaustive, StaysWithinTheBound) {
  const Case& c = GetParam();
  const Implementation entry = Entry(c.kernel, c.dtype);
  ASSERT_TRUE(entry);
  Survey survey = NewSurvey(c);
  if (c.kernel == Kernel::kPowi && c.dtype == DType::kF32) {
    for (const int32_t exponent : isobit_oracle::HardExponents()) {
      survey.Merge(SweepAll(c.kernel, c.dtype, entry, exponent, 0, 64));
    }
  } else if (IsPair(c.kernel) && c.dtype == DType::kF32) {
    Measure(entry, c.kernel, c.dtype, isobit_oracle::SpecialPairs(c.dtype), &survey);
    survey.Merge(SweepRandom(c.kernel, c.dtype, entry, 100000000));
  } else {
    survey.Merge(SweepAll(c.kernel, c.dtype, entry));
  }
  Conclude(survey);
}

bool ExhaustiveCase(Kernel kernel, DType dtype) {
  if (dtype == DType::kF64) return false;
  return dtype == DType::kF32 || IsPair(kernel);
}
INSTANTIATE_TEST_SUITE_P(All, UlpExhaustive, ::testing::ValuesIn(Cases(false, ExhaustiveCase)), CaseName);

// ctest label `accuracy`: 10^7 random f64 inputs a kernel, and 2^16 neighbours on both sides of every threshold.
class UlpLong : public Ulp {};

TEST_P(UlpLong, StaysWithinTheBound) {
  const Case& c = GetParam();
  const Implementation entry = Entry(c.kernel, c.dtype);
  ASSERT_TRUE(entry);
  Survey survey = NewSurvey(c);
  if (IsUnary(c.kernel)) {
    for (const uint64_t threshold : isobit_oracle::Thresholds(c.kernel, c.dtype)) {
      Batch batch;
      for (int64_t d = -65536; d <= 65536; ++d) batch.a.push_back(threshold + static_cast<uint64_t>(d));
      Measure(entry, c.kernel, c.dtype, batch, &survey);
    }
  }
  if (IsPair(c.kernel)) Measure(entry, c.kernel, c.dtype, isobit_oracle::SpecialPairs(c.dtype), &survey);
  survey.Merge(SweepRandom(c.kernel, c.dtype, entry, 10000000, 7));
  Conclude(survey);
}

bool LongCase(Kernel, DType dtype) { return dtype == DType::kF64; }
INSTANTIATE_TEST_SUITE_P(All, UlpLong, ::testing::ValuesIn(Cases(false, LongCase)), CaseName);

}  // namespace
}  // namespace isobit_accuracy
