// Every SIMD target gives the scalar target's bits, for every binding: the library promises it for all kernels,
// not only for those whose contract says max_ulp 0.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <thread>
#include <vector>

#include "support/harness.h"

namespace isobit_test {
namespace {

constexpr uint64_t kSeed = 0x15B17;

class Bitwise : public ::testing::TestWithParam<BindingAndTarget> {
 protected:
  const isobit_binding& binding() const { return *GetParam().binding; }

  void Compare(const Array& x, const Array& y, size_t n, const Params& params) {
    Array want(binding().dtype, n);
    Array got(binding().dtype, n);
    want.FillBytes(0x5A);
    got.FillBytes(0xA5);
    isobit_status want_status;
    {
      const ScopedTarget reference(ReferenceTarget());
      want_status = Call(binding(), x.data(), y.data(), want.data(), n, params);
    }
    const ScopedTarget target(GetParam().target);
    ASSERT_EQ(Call(binding(), x.data(), y.data(), got.data(), n, params), want_status)
        << ToString(params) << ": " << isobit_last_error();
    ASSERT_EQ(want_status, ISOBIT_OK) << ToString(params);
    ASSERT_TRUE(SameBits(binding(), x.data(), binding().inputs == 2 ? y.data() : nullptr, got.data(), want.data(),
                         n, params, GetParam().target));
  }
};

TEST_P(Bitwise, EqualsScalar) {
  const isobit_dtype dtype = binding().dtype;
  const bool half = isobit_dtype_size(dtype) == 2;
  if (binding().inputs == 2) {
    const size_t n = BySize(size_t{1} << 15, size_t{1} << 20);
    Array x(dtype, n);
    Array y(dtype, n);
    // Under emulation, where the whole cross product of special values takes too long, the sequence starts
    // at a place that shows half of it and as many random pairs.
    const uint64_t cross = SpecialValues(dtype).size() * SpecialValues(dtype).size();
    const uint64_t first = GetEffort() == Effort::kQuick ? cross - n / 2 : 0;
    FillPairs(dtype, kSeed, first, n, x.data(), y.data());
    Compare(x, y, n, Params());
    return;
  }
  const std::vector<Params> sets = ParameterSets(binding());
  size_t n;
  if (half) {
    n = GetEffort() == Effort::kQuick && sets.size() > 1 ? size_t{1} << 12 : size_t{1} << 16;
  } else if (sets.size() > 1) {
    n = BySize(size_t{1} << 11, size_t{1} << 16);
  } else {
    n = BySize(size_t{1} << 16, dtype == ISOBIT_F32 ? size_t{1} << 22 : size_t{1} << 20);
  }
  Array x(dtype, n);
  if (half && n < 65536) {
    for (size_t i = 0; i < n; ++i) x.Set(i, i * 65536 / n + Mix(i) % (65536 / n));
  } else {
    FillUnary(dtype, kSeed, 0, n, x.data());
  }
  for (const Params& params : sets) {
    Compare(x, x, n, params);
    if (HasFatalFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Bitwise, ::testing::ValuesIn(EveryBindingAndSimdTarget()), BindingAndTargetName);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Bitwise);

// ---- The runs of hours: every f32, and 2^24 structured inputs where no exhaustion is possible ---------------

std::vector<const isobit_binding*> WideBindings() {
  std::vector<const isobit_binding*> wide;
  for (const isobit_binding* binding : Bindings()) {
    if (isobit_dtype_size(binding->dtype) > 2 || binding->inputs == 2) wide.push_back(binding);
  }
  return wide;
}

class Exhaustive : public ::testing::TestWithParam<const isobit_binding*> {
 protected:
  // The call cut into one range a thread.
  static void CallInThreads(const isobit_binding& binding, const Array& x, const Array& y, Array* out,
                            const Params& params) {
    const size_t threads = std::max(1u, std::thread::hardware_concurrency());
    const size_t part = (x.size() + threads - 1) / threads;
    std::vector<std::thread> pool;
    for (size_t first = 0; first < x.size(); first += part) {
      const size_t n = std::min(part, x.size() - first);
      pool.emplace_back(
          [&, first, n] { Call(binding, x.At(first), y.At(first), out->At(first), n, params); });
    }
    for (std::thread& thread : pool) thread.join();
  }
};

TEST_P(Exhaustive, EqualsScalar) {
  if (GetEffort() != Effort::kExhaustive) GTEST_SKIP() << "runs with ISOBIT_TEST_EFFORT=exhaustive";
  if (SimdTargets().empty()) GTEST_SKIP() << "this machine runs the scalar target alone";
  const isobit_binding& binding = *GetParam();
  const isobit_dtype dtype = binding.dtype;
  const bool every_input = dtype == ISOBIT_F32 && binding.inputs == 1;
  const std::vector<Params> sets = ParameterSets(binding);
  const uint64_t total = every_input && binding.family == ISOBIT_UNARY ? uint64_t{1} << 32 : uint64_t{1} << 24;
  const size_t chunk = size_t{1} << 22;
  Array x(dtype, chunk);
  Array y(dtype, chunk);
  Array want(dtype, chunk);
  Array got(dtype, chunk);
  for (uint64_t first = 0; first < total; first += chunk) {
    if (binding.inputs == 2) {
      FillPairs(dtype, kSeed + 1, first, chunk, x.data(), y.data());
    } else if (total == uint64_t{1} << 32) {
      for (size_t i = 0; i < chunk; ++i) x.Set(i, first + i);
    } else {
      FillUnary(dtype, kSeed + 1, first, chunk, x.data());
    }
    for (const Params& params : sets) {
      want.FillBytes(0x5A);
      isobit_set_target("scalar");
      CallInThreads(binding, x, y, &want, params);
      for (const std::string& target : SimdTargets()) {
        const ScopedTarget forced(target);
        got.FillBytes(0xA5);
        CallInThreads(binding, x, y, &got, params);
        ASSERT_TRUE(SameBits(binding, x.data(), binding.inputs == 2 ? y.data() : nullptr, got.data(), want.data(),
                             chunk, params, target));
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, Exhaustive, ::testing::ValuesIn(WideBindings()), BindingName);

}  // namespace
}  // namespace isobit_test
