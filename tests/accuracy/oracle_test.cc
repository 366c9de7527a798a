// The oracle itself: known values, the rules for infinities and signs, and its fast half against MPFR.
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>

#include "support.h"

namespace isobit_accuracy {
namespace {

using isobit_oracle::Bits;
using isobit_oracle::Decode;
using isobit_oracle::Exponent;
using isobit_oracle::FormatOf;

constexpr double kWrong = std::numeric_limits<double>::infinity();

TEST(Oracle, RoundsOnceIntoEveryFormat) {
  for (const DType dtype : {DType::kF16, DType::kBF16}) {
    for (uint64_t bits = 0; bits < 0x10000; ++bits) {
      if (isobit_oracle::IsNaN(dtype, bits)) continue;
      const double value = Decode(dtype, bits);
      ASSERT_EQ(isobit_oracle::RoundToNearest(dtype, value), bits) << Name(dtype);
      // Halfway to the next number up goes to the even one; a little beyond it goes up, a little before it down.
      if ((bits & 0x7FFF) + 1 >= (isobit_oracle::RoundToNearest(dtype, kWrong) & 0x7FFF)) continue;
      const double next = Decode(dtype, bits + 1), middle = value + (next - value) / 2;
      ASSERT_EQ(isobit_oracle::RoundToNearest(dtype, middle), (bits & 1) != 0 ? bits + 1 : bits);
      ASSERT_EQ(isobit_oracle::RoundToNearest(dtype, std::nextafter(middle, next)), bits + 1);
      ASSERT_EQ(isobit_oracle::RoundToNearest(dtype, std::nextafter(middle, value)), bits);
    }
  }
  EXPECT_EQ(isobit_oracle::RoundToNearest(DType::kF16, 65519.99), 0x7BFFu);
  EXPECT_EQ(isobit_oracle::RoundToNearest(DType::kF16, 65520), 0x7C00u);
  EXPECT_EQ(isobit_oracle::RoundToNearest(DType::kF16, 0x1p-25), 0u);
  EXPECT_EQ(isobit_oracle::RoundToNearest(DType::kF16, 0x1.0000000000001p-25), 1u);
}

TEST(Oracle, RoundingToF32IsTheProcessors) {
  for (uint64_t i = 0; i < 2000000; ++i) {
    const uint64_t random = isobit_test::Mix(i);
    const int exponent = static_cast<int>(isobit_test::Mix(random) % 300) - 160;
    const double value = std::ldexp(1 + static_cast<double>(random >> 12) * 0x1p-52, exponent);
    ASSERT_EQ(isobit_oracle::RoundToNearest(DType::kF32, value), Bits(static_cast<float>(value))) << value;
    // Ties and their neighbours: a float plus half a spacing.
    const double number = Decode(DType::kF32, random & 0x7EFFFFFF);
    if (number == 0) continue;  // It has no exponent.
    const double tie = number + std::ldexp(1.0, std::ilogb(number) - 24);
    ASSERT_EQ(isobit_oracle::RoundToNearest(DType::kF32, tie), Bits(static_cast<float>(tie))) << tie;
  }
}

TEST(Oracle, KnowsTheUlp) {
  using isobit_oracle::UlpError;
  EXPECT_EQ(UlpError("exp", 0.0f, 1.0f), 0);
  EXPECT_EQ(UlpError("rem", 5.5f, 2.0f, 1.5f), 0);
  EXPECT_EQ(UlpError("rem", 5.5f, 2.0f, std::nextafter(1.5f, 2.0f)), 1);
  EXPECT_EQ(UlpError("rsqrt", 4.0f, std::nextafter(0.5f, 0.0f)), 0.5);  // 1/2's own spacing is twice the one below it
  EXPECT_NEAR(UlpError("exp", 1.0, 0x1.5bf0a8b145769p+1), 0.32553, 1e-5);  // e = 2.718281828459045235...
  // Half of the smallest number below the real value, in units of the subnormal spacing.
  EXPECT_EQ(isobit_oracle::UlpErrorPowi(2.0f, -150, 0.0f), 0.5);
  EXPECT_EQ(isobit_oracle::CorrectPowi(2.0f, -150), 0.0f);
  EXPECT_EQ(isobit_oracle::CorrectPowi(2.0f, -149), 0x1p-149f);
  EXPECT_EQ(isobit_oracle::CorrectPowi(3.0, 3), 27.0);
}

TEST(Oracle, KnowsInfinities) {
  const float infinity = std::numeric_limits<float>::infinity(), largest = std::numeric_limits<float>::max();
  using isobit_oracle::UlpErrorPowi;
  EXPECT_EQ(UlpErrorPowi(2.0f, 128, infinity), 0);
  EXPECT_EQ(UlpErrorPowi(2.0f, 128, largest), 1);
  EXPECT_EQ(UlpErrorPowi(2.0f, 200, infinity), 0);
  EXPECT_GT(UlpErrorPowi(2.0f, 200, largest), 1e20);
  EXPECT_EQ(UlpErrorPowi(largest, 1, infinity), 1);
  EXPECT_EQ(UlpErrorPowi(-2.0f, 129, infinity), kWrong);
  EXPECT_EQ(UlpErrorPowi(-2.0f, 129, -infinity), 0);
}

TEST(Oracle, ForgivesNoWrongSpecialValue) {
  using isobit_oracle::Ulp;
  const DType f32 = DType::kF32;
  EXPECT_EQ(Ulp(Kernel::kSin, f32, 0x80000000, 0, 0), kWrong);           // sin(-0) = -0
  EXPECT_EQ(Ulp(Kernel::kSin, f32, 0x7F800000, 0, 0x7FC00000), 0);       // the canonical NaN
  EXPECT_EQ(Ulp(Kernel::kSin, f32, 0x7F800000, 0, 0xFFC00000), kWrong);  // another one
  EXPECT_EQ(Ulp(Kernel::kExp, f32, 0x3F800000, 0, 0x7FC00000), kWrong);  // a NaN for a number
  EXPECT_EQ(Ulp(Kernel::kExp, f32, 0xC3000000, 0, 0x80000000), kWrong);  // e^-128 as -0
  EXPECT_EQ(Ulp(Kernel::kSilu, f32, 0xFF800000, 0, 0x80000000), 0);      // the limit at -inf
  EXPECT_EQ(Ulp(Kernel::kSilu, f32, 0xFF800000, 0, 0), kWrong);
  EXPECT_LT(Ulp(Kernel::kExp, f32, 0xC3000000, 0, 0), 1e-10);  // e^-128 as +0
}

TEST(Oracle, RoundsGelusConstantsToTheDtype) {
  // sqrt(2/pi) = 0.797884560802865..., 0.044715: checked through the value at an input where the rounding shows.
  // In bf16 the constants are 0.796875 and 0.044677734375.
  const double c = 0.796875, k = 0.044677734375, x = 2;
  const double value = x / (1 + std::exp(-2 * c * (x + k * x * x * x)));
  EXPECT_EQ(Want(Kernel::kGelu, DType::kBF16, 0x4000), isobit_oracle::RoundToNearest(DType::kBF16, value));
  // In f32 likewise, to more digits than the rounding of the constants moves the value.
  const double c32 = static_cast<float>(0.7978845608028654), k32 = static_cast<float>(0.044715), y = -3;
  const double value32 = y / (1 + std::exp(-2 * c32 * (y + k32 * y * y * y)));
  EXPECT_EQ(Want(Kernel::kGelu, DType::kF32, Bits(-3.0f)), Bits(static_cast<float>(value32)));
}

TEST(Oracle, FastAgreesWithMpfr) {
  for (int k = 0; k < isobit_oracle::kKernelCount; ++k) {
    for (int t = 0; t < 4; ++t) {
      const Kernel kernel = static_cast<Kernel>(k);
      const DType dtype = static_cast<DType>(t);
      const uint64_t mask = FormatOf(dtype).bits == 64 ? ~uint64_t{0} : (uint64_t{1} << FormatOf(dtype).bits) - 1;
      isobit_oracle::Sampler sampler(kernel, dtype, 11);
      double worst = 0;
      for (int round = 0; round < 16; ++round) {
        isobit_oracle::Batch batch;
        sampler.Next(250, &batch);
        for (size_t i = 0; i < batch.a.size(); ++i) {
          const uint64_t a = batch.a[i];
          const uint64_t b = kernel == Kernel::kPowi ? Exponent(batch.exponent) : batch.b.empty() ? 0 : batch.b[i];
          const uint64_t want = Want(kernel, dtype, a, b);
          const double rounding = Ulp(kernel, dtype, a, b, want);
          ASSERT_LE(rounding, 0.5) << Name(kernel) << Name(dtype) << Hex(dtype, a) << " " << Hex(dtype, b);
          const uint64_t got = (want + isobit_test::Mix(a ^ b ^ i) % 5 - 2) & mask;
          const double exact = Ulp(kernel, dtype, a, b, got), fast = FastUlp(kernel, dtype, a, b, got);
          if (exact == fast) continue;
          ASSERT_FALSE(std::isinf(exact) || std::isinf(fast))
              << Name(kernel) << " " << Name(dtype) << " " << Hex(dtype, a) << " " << Hex(dtype, b) << " "
              << Hex(dtype, got);
          if (exact <= 16) worst = std::max(worst, std::fabs(exact - fast));
        }
      }
      EXPECT_LE(worst, isobit_oracle::FastUncertainty(dtype)) << Name(kernel) << " " << Name(dtype);
    }
  }
}

TEST(Oracle, SurveyFindsWhatIsWrong) {
  const isobit_oracle::Implementation off = [](const void* x, const void*, void* out, size_t n, int32_t) {
    for (size_t i = 0; i < n; ++i) {
      const float v = static_cast<const float*>(x)[i];
      float r = static_cast<float>(std::exp(static_cast<double>(v)));
      if (v == 1.0f) r = std::nextafter(std::nextafter(r, 0.0f), 0.0f);
      static_cast<float*>(out)[i] = std::isnan(v) ? isobit_oracle::FloatOf(0x7FC00000) : r;
    }
  };
  const isobit_oracle::Survey survey = SweepRandom(Kernel::kExp, DType::kF32, off, 50000);
  EXPECT_EQ(survey.failures(), 0u) << survey.Report();
  EXPECT_EQ(survey.misrounded(), 0u) << survey.Report();
  EXPECT_LE(survey.max_ulp(), 0.5);
  isobit_oracle::Batch batch;
  batch.a = {Bits(0.5f), Bits(1.0f), Bits(2.0f)};
  isobit_oracle::Survey found(Kernel::kExp, DType::kF32);
  Measure(off, Kernel::kExp, DType::kF32, batch, &found);
  EXPECT_EQ(found.failures(), 1u);
  EXPECT_EQ(found.misrounded(), 1u);
  EXPECT_EQ(found.worst_a(), Bits(1.0f));
}

}  // namespace
}  // namespace isobit_accuracy
