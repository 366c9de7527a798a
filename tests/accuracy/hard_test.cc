// Published hard cases (CORE-MATH, glibc, NumPy): the oracle agrees with them, and the library is within its bound.
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <map>

#include "data.h"
#include "support.h"

namespace isobit_accuracy {
namespace {

using isobit_oracle::Exponent;
using isobit_oracle::HardSet;

const std::vector<HardSet>& Sets() {
  static const std::vector<HardSet> sets = isobit_oracle::LoadHard();
  return sets;
}

// For the names of the tests alone: every test is a process of its own, and few need the columns.
const std::vector<HardSet>& Names() {
  static const std::vector<HardSet> sets = isobit_oracle::ListHard();
  return sets;
}

struct SetAndTarget {
  size_t set;
  std::string target;
};
void PrintTo(const SetAndTarget& parameter, std::ostream* out) {
  const HardSet& set = Names()[parameter.set];
  *out << set.origin << " " << set.kernel << " " << Name(set.dtype) << " on " << parameter.target;
}
std::string SetName(const ::testing::TestParamInfo<SetAndTarget>& info) {
  const HardSet& set = Names()[info.param.set];
  return set.origin + "_" + set.kernel + "_" + Name(set.dtype) + "_" + info.param.target;
}
std::vector<SetAndTarget> SetsAndTargets() {
  std::vector<SetAndTarget> all;
  for (size_t i = 0; i < Names().size(); ++i) {
    for (const std::string& target : isobit_test::RunnableTargets()) all.push_back({i, target});
  }
  return all;
}

// Distance of two numbers of one sign in steps from one bit pattern to the next.
uint64_t Steps(uint64_t a, uint64_t b) { return a > b ? a - b : b - a; }

class HardCases : public ::testing::TestWithParam<SetAndTarget> {};

TEST_P(HardCases, StayWithinTheBound) {
  const HardSet& set = Sets()[GetParam().set];
  const isobit_test::ScopedTarget target(GetParam().target);
  const isobit_binding* binding = isobit_find_binding(EntryName(set.kernel.c_str(), Name(set.dtype)).c_str());
  ASSERT_NE(binding, nullptr);
  Kernel kernel;
  if (!isobit_oracle::FindKernel(set.kernel.c_str(), &kernel)) {  // sqrt: the published bits themselves
    ASSERT_EQ(set.kernel, "sqrt");
    const std::vector<uint64_t> got = Results(*binding, set.x);
    for (size_t i = 0; i < got.size(); ++i) {
      const bool nan = isobit_oracle::IsNaN(set.dtype, set.want[i]);
      EXPECT_EQ(got[i], nan ? isobit_oracle::CanonicalNaN(set.dtype) : set.want[i]) << Hex(set.dtype, set.x[i]);
    }
    return;
  }
  std::vector<uint64_t> got;
  if (binding->family == ISOBIT_POWI) {
    // One call for each exponent.
    std::map<uint64_t, std::vector<size_t>> by_exponent;
    for (size_t i = 0; i < set.x.size(); ++i) by_exponent[set.b[i]].push_back(i);
    got.resize(set.x.size());
    for (const auto& [exponent, rows] : by_exponent) {
      const int64_t n = static_cast<int64_t>(exponent);
      ASSERT_TRUE(n >= INT32_MIN && n <= INT32_MAX) << n;
      isobit_test::Params parameters;
      parameters.exp = static_cast<int32_t>(n);
      std::vector<uint64_t> x;
      for (const size_t row : rows) x.push_back(set.x[row]);
      const std::vector<uint64_t> results = Results(*binding, x, {}, parameters);
      for (size_t i = 0; i < rows.size(); ++i) got[rows[i]] = results[i];
    }
  } else {
    got = Results(*binding, set.x, set.b);
  }
  isobit_oracle::Survey survey(kernel, set.dtype, ContractBound(*binding));
  for (size_t i = 0; i < got.size(); ++i) survey.Add(set.x[i], set.b.empty() ? 0 : set.b[i], got[i]);
  Conclude(survey);
}

INSTANTIATE_TEST_SUITE_P(All, HardCases, ::testing::ValuesIn(SetsAndTargets()), SetName);

// The published results are another maker's: the oracle has to give the same bits, or, for NumPy's few results
// that are not correctly rounded, a result within NumPy's tolerance.
TEST(Oracle, AgreesWithPublishedResults) {
  size_t records = 0, unrounded = 0;
  for (const HardSet& set : Sets()) {
    Kernel kernel;
    if (!isobit_oracle::FindKernel(set.kernel.c_str(), &kernel)) continue;
    for (size_t i = 0; i < set.x.size(); ++i) {
      ++records;
      const uint64_t want = Want(kernel, set.dtype, set.x[i], set.b.empty() ? 0 : set.b[i]);
      if (want == set.want[i]) continue;
      if (isobit_oracle::IsNaN(set.dtype, want) && isobit_oracle::IsNaN(set.dtype, set.want[i])) continue;
      ++unrounded;
      const bool tolerated = !set.tolerance.empty() && Steps(want, set.want[i]) <= set.tolerance[i];
      EXPECT_TRUE(tolerated) << set.origin << " " << set.kernel << " " << Name(set.dtype) << " at "
                             << Hex(set.dtype, set.x[i]) << ": published " << Hex(set.dtype, set.want[i]) << ", oracle "
                             << Hex(set.dtype, want);
    }
  }
  EXPECT_GT(records, 250000u);
  EXPECT_EQ(unrounded, 5u);
}

}  // namespace
}  // namespace isobit_accuracy
