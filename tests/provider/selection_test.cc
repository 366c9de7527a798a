// Choosing among siblings by requirement, and what a choice says of itself; costs, estimated and measured.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstring>
#include <set>
#include <string>

#include "fake_provider.h"

namespace isobit_provider_test {
namespace {

struct Choice {
  isobit_status status;
  const isobit_binding* binding;
  std::string why;
  std::string name() const { return binding == nullptr ? "none" : binding->name; }
};
Choice Select(const char* op_kind, const isobit_requirement* requirement, isobit_dtype dtype = ISOBIT_F32) {
  static const isobit_binding kUnset = {};
  char why[2048] = "unset";
  const isobit_binding* chosen = &kUnset;
  const isobit_status status = isobit_select(op_kind, dtype, requirement, &chosen, why, sizeof(why));
  return {status, chosen, why};
}

isobit_requirement AtMost(double max_ulp) {
  isobit_requirement requirement{};
  requirement.bounded = 1;
  requirement.max_ulp = max_ulp;
  return requirement;
}

// A program that registers nothing has one candidate at each key, and gets it. add_scalar and mul_scalar share a key
// and differ in the parameters that they take.
TEST(Selection, OneCandidateAKeyWithoutAnotherProvider) {
  std::set<std::string> keys;
  int bindings = 0;
  for (size_t i = 0; i < isobit_binding_count(); ++i) {
    const isobit_binding& binding = *isobit_binding_at(i);
    if (std::strcmp(binding.kernel_source, "isobit-highway") != 0) continue;  // Another test's.
    ++bindings;
    const bool affine = binding.family == ISOBIT_AFFINE, adds = std::strcmp(binding.kernel, "add_scalar") == 0;
    const std::string key =
        std::string(binding.op_kind) + "/" + isobit_dtype_name(binding.dtype) + (adds ? "/add" : "");
    EXPECT_TRUE(keys.insert(key).second) << key;
    isobit_params params{};
    params.variant = ISOBIT_PARAMS_AFFINE;
    params.mul = adds ? 1 : 3;
    params.add = adds ? 3 : 0;
    isobit_requirement requirement{};
    requirement.params = affine ? &params : nullptr;
    const Choice choice = Select(binding.op_kind, &requirement, binding.dtype);
    EXPECT_EQ(choice.status, ISOBIT_OK);
    EXPECT_EQ(choice.binding, &binding);
    const std::string taken =
        std::string(binding.name) + " (isobit-highway): taken, the cheapest that meets the requirement\n";
    EXPECT_NE(choice.why.find(taken), std::string::npos) << choice.why;
    if (!affine) {
      EXPECT_EQ(choice.why, taken);
    }
  }
  EXPECT_EQ(bindings, 136);
}

TEST(Selection, RefusesWhatNothingMeets) {
  const isobit_binding& exp = *isobit_find_binding("isobit_exp_f32");
  const isobit_requirement half = AtMost(exp.max_ulp / 2);
  const Choice choice = Select("ExpElementwise", &half);
  EXPECT_EQ(choice.status, ISOBIT_ERROR_NO_CANDIDATE);
  EXPECT_EQ(choice.binding, nullptr);
  EXPECT_EQ(choice.why, "isobit_exp_f32 (isobit-highway): left, max_ulp is 1, required at most 0.5\n");
  EXPECT_STREQ(isobit_last_error(),
               "isobit_select: no implementation of ExpElementwise for f32 meets the requirement: "
               "isobit_exp_f32: max_ulp is 1, required at most 0.5");
}

TEST(Selection, RefusesWrongArguments) {
  const isobit_binding* chosen = isobit_binding_at(0);
  EXPECT_EQ(isobit_select(nullptr, ISOBIT_F32, nullptr, &chosen, nullptr, 0), ISOBIT_ERROR_NULL_POINTER);
  EXPECT_EQ(isobit_select("ExpElementwise", ISOBIT_F32, nullptr, nullptr, nullptr, 0), ISOBIT_ERROR_NULL_POINTER);
  EXPECT_EQ(isobit_select("exp", ISOBIT_F32, nullptr, &chosen, nullptr, 0), ISOBIT_ERROR_UNKNOWN_KERNEL);
  EXPECT_EQ(chosen, nullptr);
  // A number that C may pass and no dtype has.
  const int number = 77;
  isobit_dtype dtype;
  static_assert(sizeof(dtype) == sizeof(number), "an enumeration of C's int");
  std::memcpy(&dtype, &number, sizeof(dtype));
  EXPECT_EQ(isobit_select("ExpElementwise", dtype, nullptr, &chosen, nullptr, 0), ISOBIT_ERROR_DTYPE);
  EXPECT_NE(std::strstr(isobit_last_error(), "77"), nullptr) << isobit_last_error();
}

TEST(Selection, ByParameters) {
  isobit_params params{};
  isobit_requirement requirement{};
  requirement.params = &params;
  // No parameters: what exp takes.
  EXPECT_EQ(Select("ExpElementwise", &requirement).name(), "isobit_exp_f32");
  params.variant = ISOBIT_PARAMS_AFFINE;
  const Choice exp = Select("ExpElementwise", &requirement);
  EXPECT_EQ(exp.status, ISOBIT_ERROR_NO_CANDIDATE);
  EXPECT_NE(exp.why.find("left, it does not take these parameters"), std::string::npos) << exp.why;
  EXPECT_NE(exp.why.find("Affine, expected None"), std::string::npos) << exp.why;

  params.mul = 1;
  params.add = 5;
  const std::string add_scalar = isobit_find_binding("isobit_add_scalar_f32")->op_kind;
  EXPECT_EQ(Select(add_scalar.c_str(), &requirement).name(), "isobit_add_scalar_f32");
  params.mul = 2;
  EXPECT_EQ(Select(add_scalar.c_str(), &requirement).status, ISOBIT_ERROR_NO_CANDIDATE);

  const std::string clamp = isobit_find_binding("isobit_clamp_f32")->op_kind;
  params.variant = ISOBIT_PARAMS_CLAMP;
  params.min = -1;
  params.max = 1;
  EXPECT_EQ(Select(clamp.c_str(), &requirement).name(), "isobit_clamp_f32");
  params.min = 2;
  EXPECT_EQ(Select(clamp.c_str(), &requirement).status, ISOBIT_ERROR_NO_CANDIDATE);
}

// Four siblings at one key: exact and dear, close and cheap, cheaper without a bound, cheapest and not bitwise.
class Siblings : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    static FakeProvider exact("exact", {SoundBinding("fake_exact_f32", "fake_pick", "FakePick", "exact")});
    static FakeProvider others("others", {SoundBinding("fake_close_f32", "fake_pick", "FakePick", "close"),
                                          SoundBinding("fake_loose_f32", "fake_pick", "FakePick", "loose"),
                                          SoundBinding("fake_hasty_f32", "fake_pick", "FakePick", "hasty")});
    exact.bindings()[0].max_ulp = 0.5;
    exact.bindings()[0].cost = CostOf<40>;
    others.bindings()[0].max_ulp = 2;
    others.bindings()[0].cost = CostOf<20>;
    others.bindings()[1].max_ulp = -1;
    others.bindings()[1].cost = CostOf<10>;
    others.bindings()[2].max_ulp = 4;
    others.bindings()[2].determinism = ISOBIT_SAME_HARDWARE_BITWISE;
    others.bindings()[2].cost = CostOf<5>;
    ASSERT_EQ(isobit_register_provider(exact.get()), ISOBIT_OK) << isobit_last_error();
    ASSERT_EQ(isobit_register_provider(others.get()), ISOBIT_OK) << isobit_last_error();
  }
};

TEST_F(Siblings, TheCheapestIfAnyWillDo) {
  const Choice choice = Select("FakePick", nullptr);
  EXPECT_EQ(choice.name(), "fake_hasty_f32");
  EXPECT_EQ(choice.why,
            "fake_exact_f32 (exact): left, it meets the requirement but is not cheaper than fake_hasty_f32\n"
            "fake_close_f32 (close): left, it meets the requirement but is not cheaper than fake_hasty_f32\n"
            "fake_loose_f32 (loose): left, it meets the requirement but is not cheaper than fake_hasty_f32\n"
            "fake_hasty_f32 (hasty): taken, the cheapest that meets the requirement\n");
}

TEST_F(Siblings, ByPrecision) {
  const isobit_requirement two = AtMost(2);
  const Choice choice = Select("FakePick", &two);
  EXPECT_EQ(choice.name(), "fake_close_f32");
  EXPECT_EQ(choice.why,
            "fake_exact_f32 (exact): left, it meets the requirement but is not cheaper than fake_close_f32\n"
            "fake_close_f32 (close): taken, the cheapest that meets the requirement\n"
            "fake_loose_f32 (loose): left, its contract gives no max_ulp, required at most 2\n"
            "fake_hasty_f32 (hasty): left, max_ulp is 4, required at most 2\n");
  const isobit_requirement less = AtMost(1.5);
  EXPECT_EQ(Select("FakePick", &less).name(), "fake_exact_f32");
  const isobit_requirement more = AtMost(4);
  EXPECT_EQ(Select("FakePick", &more).name(), "fake_hasty_f32");
}

TEST_F(Siblings, ByDeterminism) {
  isobit_requirement requirement{};
  requirement.bitwise = 1;
  const Choice choice = Select("FakePick", &requirement);
  EXPECT_EQ(choice.name(), "fake_loose_f32");
  EXPECT_NE(
      choice.why.find("fake_hasty_f32 (hasty): left, it does not give the same bits on any hardware, as required\n"),
      std::string::npos)
      << choice.why;
  requirement = AtMost(4);
  requirement.bitwise = 1;
  EXPECT_EQ(Select("FakePick", &requirement).name(), "fake_close_f32");
}

TEST_F(Siblings, NoneThatMeetsBoth) {
  isobit_requirement requirement = AtMost(0.25);
  requirement.bitwise = 1;
  EXPECT_EQ(Select("FakePick", &requirement).status, ISOBIT_ERROR_NO_CANDIDATE);
  for (const char* name : {"fake_exact_f32", "fake_close_f32", "fake_loose_f32"}) {
    EXPECT_NE(std::strstr(isobit_last_error(), name), nullptr) << isobit_last_error();
  }
}

// All four run the same function: whichever is measured to be fastest is taken and says so.
TEST_F(Siblings, ByMeasuredTime) {
  isobit_requirement requirement{};
  requirement.measured = 1;
  requirement.n = 1000;
  const Choice choice = Select("FakePick", &requirement);
  ASSERT_EQ(choice.status, ISOBIT_OK);
  EXPECT_NE(choice.why.find(choice.name() + " (" + choice.binding->kernel_source +
                            "): taken, the cheapest that meets the requirement, as measured\n"),
            std::string::npos)
      << choice.why;
}

TEST_F(Siblings, TheFirstRegisteredOfEquals) {
  static FakeProvider equals("equals", {SoundBinding("fake_one_f32", "fake_equal", "FakeEqual", "one"),
                                        SoundBinding("fake_two_f32", "fake_equal", "FakeEqual", "two")});
  ASSERT_EQ(isobit_register_provider(equals.get()), ISOBIT_OK) << isobit_last_error();
  EXPECT_EQ(Select("FakeEqual", nullptr).name(), "fake_one_f32");
}

// A short buffer holds the beginning, always ended by a zero, and nothing after it is touched.
TEST_F(Siblings, TheReasonsFitTheBuffer) {
  const std::string whole = Select("FakePick", nullptr).why;
  for (const size_t size : {size_t{1}, size_t{2}, size_t{20}, whole.size(), whole.size() + 1, whole.size() + 9}) {
    std::string buffer(whole.size() + 10, '#');
    const isobit_binding* chosen = nullptr;
    ASSERT_EQ(isobit_select("FakePick", ISOBIT_F32, nullptr, &chosen, &buffer[0], size), ISOBIT_OK);
    const std::string got = buffer.c_str();
    EXPECT_EQ(got, whole.substr(0, size - 1)) << size;
    EXPECT_EQ(buffer.substr(size), std::string(buffer.size() - size, '#')) << size;
  }
}

TEST(Cost, EstimatesComeFromTheContract) {
  isobit_cost cost;
  ASSERT_EQ(isobit_cost_estimate(isobit_find_binding("isobit_add_f64"), 1000, &cost), ISOBIT_OK);
  EXPECT_EQ(cost.flops, 1000);
  EXPECT_EQ(cost.bytes_moved, 3 * 1000 * 8);
  EXPECT_EQ(cost.overhead_ns, -1);  // Left to measurement.
  EXPECT_EQ(cost.host_bytes, 1000 * 8);
  EXPECT_EQ(cost.device_bytes, 0);
  EXPECT_EQ(cost.disk_bytes, 0);
  ASSERT_EQ(isobit_cost_estimate(isobit_find_binding("isobit_exp_f16"), 0, &cost), ISOBIT_OK);
  EXPECT_EQ(cost.flops, 0);
  EXPECT_EQ(isobit_cost_estimate(nullptr, 1, &cost), ISOBIT_ERROR_NULL_POINTER);
  EXPECT_EQ(isobit_cost_estimate(isobit_binding_at(0), 1, nullptr), ISOBIT_ERROR_NULL_POINTER);
}

TEST(Cost, MeasuresEveryFamily) {
  for (const char* name :
       {"isobit_exp_f32", "isobit_pow_f64", "isobit_add_scalar_bf16", "isobit_clamp_f16", "isobit_powi_f32"}) {
    double few = -1, many = -1;
    ASSERT_EQ(isobit_measure(isobit_find_binding(name), 16, &few), ISOBIT_OK) << isobit_last_error();
    ASSERT_EQ(isobit_measure(isobit_find_binding(name), 1 << 18, &many), ISOBIT_OK) << isobit_last_error();
    EXPECT_GT(few, 0) << name;
    EXPECT_GT(many, few) << name;
  }
  double none = -1;
  EXPECT_EQ(isobit_measure(isobit_find_binding("isobit_exp_f32"), 0, &none), ISOBIT_OK);
  EXPECT_GE(none, 0);
}

TEST(Cost, MeasureRefuses) {
  double time = -1;
  const isobit_binding& exp = *isobit_find_binding("isobit_exp_f32");
  EXPECT_EQ(isobit_measure(nullptr, 1, &time), ISOBIT_ERROR_NULL_POINTER);
  EXPECT_EQ(isobit_measure(&exp, 1, nullptr), ISOBIT_ERROR_NULL_POINTER);
  const isobit_binding copy = exp;
  EXPECT_EQ(isobit_measure(&copy, 1, &time), ISOBIT_ERROR_UNKNOWN_KERNEL);
  EXPECT_EQ(isobit_measure(&exp, UINT64_MAX, &time), ISOBIT_ERROR_TOO_LARGE);
  EXPECT_EQ(time, -1);
}

}  // namespace
}  // namespace isobit_provider_test
