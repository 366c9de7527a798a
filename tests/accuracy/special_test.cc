// Special values of the 14 kernels with a ULP bound, written out from SEMANTICS and C Annex F, independently of the
// oracle; and what holds between results: symmetry, ranges, monotony where a function saturates.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include "support.h"

namespace isobit_accuracy {
namespace {

using isobit_oracle::CanonicalNaN;
using isobit_oracle::Decode;
using isobit_oracle::FormatOf;
using isobit_oracle::RoundToNearest;

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

uint64_t SignBit(DType dtype) { return uint64_t{1} << (FormatOf(dtype).bits - 1); }

// ---- Tables of exact results, valid in every dtype -------------------------------------------------------------

struct UnaryRow {
  Kernel kernel;
  double x, want;
};
const UnaryRow kUnaryRows[] = {
    {Kernel::kExp, 0.0, 1},          {Kernel::kExp, -0.0, 1},         {Kernel::kExp, kInf, kInf},
    {Kernel::kExp, -kInf, 0.0},      {Kernel::kLog, 0.0, -kInf},      {Kernel::kLog, -0.0, -kInf},
    {Kernel::kLog, 1, 0.0},          {Kernel::kLog, -1, kNaN},        {Kernel::kLog, -kInf, kNaN},
    {Kernel::kLog, kInf, kInf},      {Kernel::kSin, 0.0, 0.0},        {Kernel::kSin, -0.0, -0.0},
    {Kernel::kSin, kInf, kNaN},      {Kernel::kSin, -kInf, kNaN},     {Kernel::kCos, 0.0, 1},
    {Kernel::kCos, -0.0, 1},         {Kernel::kCos, kInf, kNaN},      {Kernel::kCos, -kInf, kNaN},
    {Kernel::kTanh, 0.0, 0.0},       {Kernel::kTanh, -0.0, -0.0},     {Kernel::kTanh, kInf, 1},
    {Kernel::kTanh, -kInf, -1},      {Kernel::kTanh, 1000, 1},        {Kernel::kTanh, -1000, -1},
    {Kernel::kErf, 0.0, 0.0},        {Kernel::kErf, -0.0, -0.0},      {Kernel::kErf, kInf, 1},
    {Kernel::kErf, -kInf, -1},       {Kernel::kErf, 1000, 1},         {Kernel::kErf, -1000, -1},
    {Kernel::kGeluErf, 0.0, 0.0},    {Kernel::kGeluErf, -0.0, -0.0},  {Kernel::kGeluErf, kInf, kInf},
    {Kernel::kGeluErf, -kInf, -0.0}, {Kernel::kGeluErf, -1000, -0.0}, {Kernel::kGeluErf, 1024, 1024},
    {Kernel::kSigmoid, 0.0, 0.5},    {Kernel::kSigmoid, -0.0, 0.5},   {Kernel::kSigmoid, kInf, 1},
    {Kernel::kSigmoid, -kInf, 0.0},  {Kernel::kSigmoid, -1000, 0.0},  {Kernel::kSigmoid, 1000, 1},
    {Kernel::kSilu, 0.0, 0.0},       {Kernel::kSilu, -0.0, -0.0},     {Kernel::kSilu, kInf, kInf},
    {Kernel::kSilu, -kInf, -0.0},    {Kernel::kSilu, -1000, -0.0},    {Kernel::kSilu, 1024, 1024},
    {Kernel::kGelu, 0.0, 0.0},       {Kernel::kGelu, -0.0, -0.0},     {Kernel::kGelu, kInf, kInf},
    {Kernel::kGelu, -kInf, -0.0},    {Kernel::kGelu, -1000, -0.0},    {Kernel::kGelu, 1024, 1024},
    {Kernel::kRsqrt, 0.0, kInf},     {Kernel::kRsqrt, -0.0, -kInf},   {Kernel::kRsqrt, kInf, 0.0},
    {Kernel::kRsqrt, -kInf, kNaN},   {Kernel::kRsqrt, -1, kNaN},
};

struct PairRow {
  Kernel kernel;
  double a, b, want;
};
const PairRow kPairRows[] = {
    // C Annex F.10.4.4, line by line.
    {Kernel::kPow, 0.0, -3, kInf},
    {Kernel::kPow, -0.0, -3, -kInf},
    {Kernel::kPow, 0.0, -2, kInf},
    {Kernel::kPow, -0.0, -2, kInf},
    {Kernel::kPow, 0.0, -2.5, kInf},
    {Kernel::kPow, -0.0, -2.5, kInf},
    {Kernel::kPow, 0.0, -kInf, kInf},
    {Kernel::kPow, -0.0, -kInf, kInf},
    {Kernel::kPow, 0.0, 3, 0.0},
    {Kernel::kPow, -0.0, 3, -0.0},
    {Kernel::kPow, 0.0, 2, 0.0},
    {Kernel::kPow, -0.0, 2, 0.0},
    {Kernel::kPow, 0.0, 2.5, 0.0},
    {Kernel::kPow, -0.0, 2.5, 0.0},
    {Kernel::kPow, -1, kInf, 1},
    {Kernel::kPow, -1, -kInf, 1},
    {Kernel::kPow, 1, 5, 1},
    {Kernel::kPow, 1, kInf, 1},
    {Kernel::kPow, 1, -kInf, 1},
    {Kernel::kPow, 1, kNaN, 1},
    {Kernel::kPow, 5, 0.0, 1},
    {Kernel::kPow, -5, -0.0, 1},
    {Kernel::kPow, kNaN, 0.0, 1},
    {Kernel::kPow, kNaN, -0.0, 1},
    {Kernel::kPow, kInf, 0.0, 1},
    {Kernel::kPow, -kInf, -0.0, 1},
    {Kernel::kPow, 0.0, 0.0, 1},
    {Kernel::kPow, -0.0, -0.0, 1},
    {Kernel::kPow, -2, 0.5, kNaN},
    {Kernel::kPow, -0.5, -1.5, kNaN},
    {Kernel::kPow, 0.5, -kInf, kInf},
    {Kernel::kPow, -0.5, -kInf, kInf},
    {Kernel::kPow, 2, -kInf, 0.0},
    {Kernel::kPow, -2, -kInf, 0.0},
    {Kernel::kPow, 0.5, kInf, 0.0},
    {Kernel::kPow, -0.5, kInf, 0.0},
    {Kernel::kPow, 2, kInf, kInf},
    {Kernel::kPow, -2, kInf, kInf},
    {Kernel::kPow, kInf, kInf, kInf},
    {Kernel::kPow, -kInf, -3, -0.0},
    {Kernel::kPow, -kInf, -2, 0.0},
    {Kernel::kPow, -kInf, -2.5, 0.0},
    {Kernel::kPow, -kInf, 3, -kInf},
    {Kernel::kPow, -kInf, 2, kInf},
    {Kernel::kPow, -kInf, 2.5, kInf},
    {Kernel::kPow, kInf, -2.5, 0.0},
    {Kernel::kPow, kInf, 0.5, kInf},
    {Kernel::kPow, kNaN, 2, kNaN},
    {Kernel::kPow, 2, kNaN, kNaN},
    {Kernel::kPow, -1, kNaN, kNaN},
    {Kernel::kPow, 0.0, kNaN, kNaN},
    {Kernel::kPow, -1, 3, -1},
    {Kernel::kPow, -1, 4, 1},
    {Kernel::kPow, -1, 0.5, kNaN},
    {Kernel::kPow, -kInf, kInf, kInf},
    {Kernel::kPow, -kInf, -kInf, 0.0},
    {Kernel::kPow, kInf, -kInf, 0.0},
    // The floored remainder: sign of the divisor.
    {Kernel::kRem, 5, 3, 2},
    {Kernel::kRem, -5, 3, 1},
    {Kernel::kRem, 5, -3, -1},
    {Kernel::kRem, -5, -3, -2},
    {Kernel::kRem, 6, 3, 0.0},
    {Kernel::kRem, -6, 3, 0.0},
    {Kernel::kRem, 6, -3, -0.0},
    {Kernel::kRem, -6, -3, -0.0},
    {Kernel::kRem, 0.0, 3, 0.0},
    {Kernel::kRem, -0.0, 3, 0.0},
    {Kernel::kRem, 0.0, -3, -0.0},
    {Kernel::kRem, -0.0, -3, -0.0},
    {Kernel::kRem, 5, 0.0, kNaN},
    {Kernel::kRem, 5, -0.0, kNaN},
    {Kernel::kRem, 0.0, 0.0, kNaN},
    {Kernel::kRem, kInf, 3, kNaN},
    {Kernel::kRem, -kInf, 3, kNaN},
    {Kernel::kRem, kInf, kInf, kNaN},
    {Kernel::kRem, 5, kInf, 5},
    {Kernel::kRem, -5, kInf, kInf},
    {Kernel::kRem, 5, -kInf, -kInf},
    {Kernel::kRem, -5, -kInf, -5},
    {Kernel::kRem, 0.0, kInf, 0.0},
    {Kernel::kRem, -0.0, kInf, 0.0},
    {Kernel::kRem, 0.0, -kInf, -0.0},
    {Kernel::kRem, -0.0, -kInf, -0.0},
    {Kernel::kRem, kNaN, 3, kNaN},
    {Kernel::kRem, 3, kNaN, kNaN},
    {Kernel::kRem, kNaN, kInf, kNaN},
    {Kernel::kRem, 1.5, 0.5, 0.0},
};

struct PowiRow {
  double x;
  int32_t n;
  double want;
};
const PowiRow kPowiRows[] = {
    {kNaN, 0, 1},
    {kInf, 0, 1},
    {-kInf, 0, 1},
    {0.0, 0, 1},
    {-0.0, 0, 1},
    {kNaN, 1, kNaN},
    {kNaN, -2, kNaN},
    {0.0, 3, 0.0},
    {-0.0, 3, -0.0},
    {0.0, 2, 0.0},
    {-0.0, 2, 0.0},
    {0.0, -3, kInf},
    {-0.0, -3, -kInf},
    {0.0, -2, kInf},
    {-0.0, -2, kInf},
    {kInf, 3, kInf},
    {-kInf, 3, -kInf},
    {-kInf, 2, kInf},
    {kInf, -3, 0.0},
    {-kInf, -3, -0.0},
    {-kInf, -2, 0.0},
    {1, INT32_MAX, 1},
    {1, INT32_MIN, 1},
    {-1, INT32_MAX, -1},
    {-1, INT32_MIN, 1},
    {-1, -INT32_MAX, -1},
    {2, INT32_MAX, kInf},
    {2, INT32_MIN, 0.0},
    {0.5, INT32_MIN, kInf},
    {0.5, INT32_MAX, 0.0},
    {-2, INT32_MAX, -kInf},
    {-2, -INT32_MAX, -0.0},
    {-2, INT32_MIN, 0.0},
    {-0.0, INT32_MIN, kInf},
    {-0.0, INT32_MAX, -0.0},
    {-0.0, -INT32_MAX, -kInf},
    {kInf, INT32_MIN, 0.0},
    {-kInf, INT32_MAX, -kInf},
    {2, 1, 2},
    {2, -1, 0.5},
    {-2, 3, -8},
};

class Special : public ::testing::TestWithParam<Case> {
 protected:
  Special() : target_(GetParam().target) {}

  // Each input among ordinary ones, at a position that changes.
  static uint64_t Single(const isobit_binding& binding, uint64_t a, uint64_t b, const isobit_test::Params& parameters) {
    static size_t turn = 0;
    const size_t at = turn++ % 23;
    std::vector<uint64_t> x(23, RoundToNearest(ToDType(binding.dtype), 0.75)),
        y(23, RoundToNearest(ToDType(binding.dtype), 1.5));
    x[at] = a;
    y[at] = b;
    return Results(binding, x, binding.inputs == 2 ? y : std::vector<uint64_t>(), parameters)[at];
  }

 private:
  isobit_test::ScopedTarget target_;
};

TEST_P(Special, TableHolds) {
  const Case& c = GetParam();
  const isobit_binding& binding = BindingOf(c.kernel, c.dtype);
  const auto encode = [&](double v) { return RoundToNearest(c.dtype, v); };
  size_t rows = 0;
  for (const UnaryRow& row : kUnaryRows) {
    if (row.kernel != c.kernel) continue;
    ++rows;
    EXPECT_EQ(Hex(c.dtype, Single(binding, encode(row.x), 0, {})), Hex(c.dtype, encode(row.want))) << row.x;
  }
  for (const PairRow& row : kPairRows) {
    if (row.kernel != c.kernel) continue;
    ++rows;
    EXPECT_EQ(Hex(c.dtype, Single(binding, encode(row.a), encode(row.b), {})), Hex(c.dtype, encode(row.want)))
        << row.a << ", " << row.b;
  }
  if (c.kernel == Kernel::kPowi) {
    for (const PowiRow& row : kPowiRows) {
      ++rows;
      isobit_test::Params parameters;
      parameters.exp = row.n;
      EXPECT_EQ(Hex(c.dtype, Single(binding, encode(row.x), 0, parameters)), Hex(c.dtype, encode(row.want)))
          << row.x << "^" << row.n;
    }
  }
  EXPECT_GE(rows, 4u);
}

// Every NaN, quiet or signalling, whatever its sign and payload, gives the canonical one, or 1 where the rule says so.
TEST_P(Special, NaNsBecomeCanonical) {
  const Case& c = GetParam();
  const isobit_binding& binding = BindingOf(c.kernel, c.dtype);
  const uint64_t infinity = RoundToNearest(c.dtype, kInf), sign = SignBit(c.dtype);
  std::vector<uint64_t> nans;
  for (uint64_t payload = 1; payload != 0 && payload < sign - infinity; payload = payload * 2 + (payload & 1)) {
    for (const uint64_t p : {payload, payload + 1, (sign - infinity) - payload}) {
      if (p >= sign - infinity) continue;
      nans.push_back(infinity + p);
      nans.push_back(sign | (infinity + p));
    }
  }
  for (int i = 0; i < FormatOf(c.dtype).precision - 1; ++i) nans.push_back(infinity | uint64_t{1} << i);
  isobit_test::Params parameters;
  parameters.exp = 3;
  const std::vector<uint64_t> two(nans.size(), RoundToNearest(c.dtype, 2.0));
  const bool pair = binding.inputs == 2;
  std::vector<std::vector<uint64_t>> results = {
      Results(binding, nans, pair ? two : std::vector<uint64_t>(), parameters)};
  if (pair) {
    results.push_back(Results(binding, two, nans));
    results.push_back(Results(binding, nans, nans));
  }
  for (const std::vector<uint64_t>& result : results) {
    for (size_t i = 0; i < nans.size(); ++i) {
      ASSERT_EQ(result[i], CanonicalNaN(c.dtype)) << Hex(c.dtype, nans[i]);
    }
  }
  const uint64_t one = RoundToNearest(c.dtype, 1.0);
  if (c.kernel == Kernel::kPow) {
    const std::vector<uint64_t> zeros(nans.size(), 0), ones(nans.size(), one);
    for (const uint64_t r : Results(binding, nans, zeros)) ASSERT_EQ(r, one);
    for (const uint64_t r : Results(binding, ones, nans)) ASSERT_EQ(r, one);
  }
  if (c.kernel == Kernel::kPowi) {
    parameters.exp = 0;
    for (const uint64_t r : Results(binding, nans, {}, parameters)) ASSERT_EQ(r, one);
  }
}

// A number that is in the function's domain never gives a NaN.
TEST_P(Special, NumbersGiveNoNaN) {
  const Case& c = GetParam();
  const isobit_binding& binding = BindingOf(c.kernel, c.dtype);
  const bool pair = binding.inputs == 2;
  std::vector<uint64_t> a, b;
  for (uint64_t i = 0; a.size() < 100000; ++i) {
    uint64_t x, y = 0;
    if (pair) {
      isobit_test::PairSample(binding.dtype, 5, i, &x, &y);
    } else {
      x = isobit_test::UnarySample(binding.dtype, 5, i);
    }
    if (isobit_oracle::IsNaN(c.dtype, x) || isobit_oracle::IsNaN(c.dtype, y)) continue;
    const double v = Decode(c.dtype, x), w = Decode(c.dtype, y);
    const bool negative = v < 0;
    if (std::isinf(v) && (c.kernel == Kernel::kSin || c.kernel == Kernel::kCos || c.kernel == Kernel::kRem)) continue;
    if (negative && (c.kernel == Kernel::kLog || c.kernel == Kernel::kRsqrt)) continue;
    if (c.kernel == Kernel::kRem && w == 0) continue;
    if (c.kernel == Kernel::kPow && negative && std::isfinite(v) && std::isfinite(w) && std::trunc(w) != w) continue;
    a.push_back(x);
    if (pair) b.push_back(y);
  }
  for (const int32_t exponent : {3, -7, 1000, INT32_MIN}) {
    isobit_test::Params parameters;
    parameters.exp = exponent;
    const std::vector<uint64_t> got = Results(binding, a, b, parameters);
    for (size_t i = 0; i < got.size(); ++i) {
      ASSERT_FALSE(isobit_oracle::IsNaN(c.dtype, got[i]))
          << Hex(c.dtype, a[i]) << " " << (pair ? Hex(c.dtype, b[i]) : "");
    }
    if (c.kernel != Kernel::kPowi) break;
  }
}

// Odd and even functions are so bit by bit; powi and pow with an integer exponent by its parity; rem by both signs.
class SpecialSymmetry : public Special {};

TEST_P(SpecialSymmetry, Holds) {
  const Case& c = GetParam();
  const isobit_binding& binding = BindingOf(c.kernel, c.dtype);
  const uint64_t sign = SignBit(c.dtype);
  const bool pair = binding.inputs == 2;
  std::vector<uint64_t> a, mirrored, b, mirrored_b;
  for (uint64_t i = 0; i < 100000; ++i) {
    uint64_t x, y = 0;
    if (pair) {
      isobit_test::PairSample(binding.dtype, 6, i, &x, &y);
    } else {
      x = isobit_test::UnarySample(binding.dtype, 6, i);
    }
    if (c.kernel == Kernel::kPow) y = RoundToNearest(c.dtype, std::rint(std::remainder(Decode(c.dtype, y), 65.0)));
    a.push_back(x);
    mirrored.push_back(x ^ sign);
    b.push_back(y);
    mirrored_b.push_back(c.kernel == Kernel::kRem ? y ^ sign : y);
  }
  const std::vector<uint64_t> none;
  for (const int32_t exponent : {3, 2, -5, -4, 16777217}) {
    isobit_test::Params parameters;
    parameters.exp = exponent;
    const std::vector<uint64_t> got = Results(binding, a, pair ? b : none, parameters);
    const std::vector<uint64_t> other = Results(binding, mirrored, pair ? mirrored_b : none, parameters);
    size_t checked = 0;
    for (size_t i = 0; i < got.size(); ++i) {
      if (isobit_oracle::IsNaN(c.dtype, a[i]) || isobit_oracle::IsNaN(c.dtype, got[i])) continue;
      bool odd;
      switch (c.kernel) {
        case Kernel::kSin:
        case Kernel::kTanh:
        case Kernel::kErf:
        case Kernel::kRem:
          odd = true;
          break;
        case Kernel::kCos:
          odd = false;
          break;
        case Kernel::kPowi:
          odd = exponent % 2 != 0;
          break;
        case Kernel::kPow:
          odd = std::fmod(Decode(c.dtype, b[i]), 2.0) != 0;
          if (std::isnan(Decode(c.dtype, b[i]))) continue;
          break;
        default:
          FAIL() << "no symmetry is known";
      }
      ++checked;
      ASSERT_EQ(other[i], odd ? got[i] ^ sign : got[i]) << Hex(c.dtype, a[i]) << " " << Hex(c.dtype, b[i]);
    }
    EXPECT_GT(checked, 50000u);
    if (c.kernel != Kernel::kPowi) break;
  }
}

// No result leaves the range of its function.
class SpecialRange : public Special {};

TEST_P(SpecialRange, ResultsStayInIt) {
  const Case& c = GetParam();
  double lowest, highest = 1;
  switch (c.kernel) {
    case Kernel::kSin:
    case Kernel::kCos:
    case Kernel::kTanh:
    case Kernel::kErf:
      lowest = -1;
      break;
    case Kernel::kSigmoid:
      lowest = 0;
      break;
    case Kernel::kExp:
    case Kernel::kRsqrt:
      lowest = 0;
      highest = kInf;
      break;
    default:
      FAIL() << "no range is known";
  }
  const isobit_binding& binding = BindingOf(c.kernel, c.dtype);
  std::vector<uint64_t> a;
  for (uint64_t i = 0; i < 200000; ++i) a.push_back(isobit_test::UnarySample(binding.dtype, 8, i));
  for (const uint64_t x : Landmarks(c.kernel, c.dtype, 1)) a.push_back(x);
  const std::vector<uint64_t> got = Results(binding, a);
  for (size_t i = 0; i < got.size(); ++i) {
    const double v = Decode(c.dtype, got[i]);
    if (std::isnan(v) || a[i] == SignBit(c.dtype)) continue;  // rsqrt(-0) is -inf
    ASSERT_TRUE(v >= lowest && v <= highest) << Hex(c.dtype, a[i]) << " gives " << Hex(c.dtype, got[i]);
  }
}

// Where exp, tanh, sigmoid and erf saturate, overflow or vanish, their results do not turn back.
class SpecialMonotony : public Special {};

TEST_P(SpecialMonotony, HoldsAtTheEnds) {
  const Case& c = GetParam();
  const isobit_binding& binding = BindingOf(c.kernel, c.dtype);
  size_t checked = 0;
  for (const uint64_t threshold : isobit_oracle::Thresholds(c.kernel, c.dtype)) {
    if (std::fabs(Decode(c.dtype, threshold)) < 0.5) continue;
    std::vector<uint64_t> a;
    const int64_t reach = FormatOf(c.dtype).bits == 16 ? 64 : 20000;
    for (int64_t d = -reach; d <= reach; ++d) a.push_back(threshold + static_cast<uint64_t>(d));
    // In the order of the numbers: the bit patterns of negative numbers fall as the numbers rise.
    if (Decode(c.dtype, a.front()) > Decode(c.dtype, a.back())) std::reverse(a.begin(), a.end());
    const std::vector<uint64_t> got = Results(binding, a);
    for (size_t i = 1; i < got.size(); ++i) {
      ASSERT_LE(Decode(c.dtype, got[i - 1]), Decode(c.dtype, got[i]))
          << Hex(c.dtype, a[i - 1]) << ", " << Hex(c.dtype, a[i]);
      ++checked;
    }
  }
  EXPECT_GT(checked, 100u);
}

bool HasSymmetry(Kernel kernel, DType) {
  return kernel == Kernel::kSin || kernel == Kernel::kCos || kernel == Kernel::kTanh || kernel == Kernel::kErf ||
         kernel == Kernel::kRem || kernel == Kernel::kPowi || kernel == Kernel::kPow;
}
bool HasRange(Kernel kernel, DType) {
  return kernel == Kernel::kSin || kernel == Kernel::kCos || kernel == Kernel::kTanh || kernel == Kernel::kErf ||
         kernel == Kernel::kSigmoid || kernel == Kernel::kExp || kernel == Kernel::kRsqrt;
}
bool Saturates(Kernel kernel, DType) {
  return kernel == Kernel::kExp || kernel == Kernel::kTanh || kernel == Kernel::kSigmoid || kernel == Kernel::kErf;
}

INSTANTIATE_TEST_SUITE_P(All, Special, ::testing::ValuesIn(Cases(true, AnyCase)), CaseName);
INSTANTIATE_TEST_SUITE_P(All, SpecialSymmetry, ::testing::ValuesIn(Cases(true, HasSymmetry)), CaseName);
INSTANTIATE_TEST_SUITE_P(All, SpecialRange, ::testing::ValuesIn(Cases(true, HasRange)), CaseName);
INSTANTIATE_TEST_SUITE_P(All, SpecialMonotony, ::testing::ValuesIn(Cases(true, Saturates)), CaseName);

}  // namespace
}  // namespace isobit_accuracy
