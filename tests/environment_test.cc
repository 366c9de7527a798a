// The caller's floating-point environment changes no result, and no call changes the environment: rounding mode,
// flush-to-zero, denormals-are-zero, unmasked traps and sticky flags, for calls that succeed and calls that are
// refused.
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <limits>
#include <string>
#include <vector>

#include "support/harness.h"

namespace isobit_test {
namespace {

// The whole floating-point state of the thread as the hardware holds it.
struct FpState {
  uint64_t control = 0;  // MXCSR; FPCR
  uint64_t status = 0;   // the x87 control and status words; FPSR
};

#if defined(__x86_64__)

FpState ReadState() {
  uint32_t mxcsr;
  uint16_t x87_control;
  uint16_t x87_status;
  __asm__ volatile("stmxcsr %0\n\tfnstcw %1\n\tfnstsw %2" : "=m"(mxcsr), "=m"(x87_control), "=m"(x87_status));
  return {mxcsr, static_cast<uint64_t>(x87_control) | static_cast<uint64_t>(x87_status) << 16};
}

// The x87 status cannot be written alone, and nothing here changes it: only the two control words are set.
void WriteState(const FpState& state) {
  const uint32_t mxcsr = static_cast<uint32_t>(state.control);
  const uint16_t x87_control = static_cast<uint16_t>(state.status);
  __asm__ volatile("ldmxcsr %0\n\tfldcw %1" : : "m"(mxcsr), "m"(x87_control) : "memory");
}

std::vector<FpState> Environments() {
  const FpState usual = ReadState();
  std::vector<FpState> all;
  for (uint64_t rounding = 0; rounding < 4; ++rounding) {
    for (const uint64_t flush : {0x0000u, 0x8000u, 0x0040u, 0x8040u}) {  // FTZ is bit 15, DAZ bit 6
      for (const uint64_t masks : {0x1F80u, 0x0000u}) {                  // every trap masked; every trap enabled
        for (const uint64_t flags : {0x00u, 0x3Fu}) {
          // The x87 control word follows in its rounding mode, and keeps its other fields.
          const uint64_t x87 = (usual.status & ~uint64_t{0x0C00}) | rounding << 10;
          all.push_back({rounding << 13 | flush | masks | flags, x87});
        }
      }
    }
  }
  return all;
}

#elif defined(__aarch64__)

FpState ReadState() {
  uint64_t fpcr;
  uint64_t fpsr;
  __asm__ volatile("mrs %0, fpcr\n\tmrs %1, fpsr" : "=r"(fpcr), "=r"(fpsr));
  return {fpcr, fpsr};
}

void WriteState(const FpState& state) {
  __asm__ volatile("msr fpcr, %0\n\tmsr fpsr, %1" : : "r"(state.control), "r"(state.status) : "memory");
}

std::vector<FpState> Environments() {
  const FpState usual = ReadState();
  std::vector<FpState> all;
  for (uint64_t rounding = 0; rounding < 4; ++rounding) {
    // FZ is bit 24, DN (default NaN) bit 25; the trap enables are bits 8 to 12 and 15.
    for (const uint64_t flush : {uint64_t{0}, uint64_t{1} << 24, uint64_t{1} << 25, uint64_t{3} << 24}) {
      for (const uint64_t traps : {uint64_t{0}, uint64_t{0x9F00}}) {
        for (const uint64_t flags : {uint64_t{0}, uint64_t{0x9F}}) {
          WriteState({rounding << 22 | flush | traps, flags});
          // A CPU without traps ignores their bits: what is read back is what a call has to keep.
          all.push_back(ReadState());
          WriteState(usual);
        }
      }
    }
  }
  return all;
}

#else
#error "Teach this test the floating-point control register of this architecture."
#endif

// Runs `call` in an environment and reports the environment that it left behind.
template <class F>
FpState In(const FpState& environment, const F& call) {
  const FpState usual = ReadState();
  WriteState(environment);
  call();
  const FpState after = ReadState();
  WriteState(usual);
  return after;
}

std::string Describe(const FpState& state) {
  char text[64];
  std::snprintf(text, sizeof text, "control %#llx, status %#llx", static_cast<unsigned long long>(state.control),
                static_cast<unsigned long long>(state.status));
  return text;
}

class Environment : public ::testing::TestWithParam<BindingAndTarget> {};

TEST_P(Environment, ChangesNothingAndIsKept) {
  const isobit_binding& binding = *GetParam().binding;
  const isobit_dtype dtype = binding.dtype;
  // Special values make every flag; the samples round, underflow and overflow.
  const std::vector<uint64_t>& special = SpecialValues(dtype);
  const size_t n = special.size() + 101;
  Array x(dtype, n);
  Array y(dtype, n);
  for (size_t i = 0; i < n; ++i) {
    uint64_t a;
    uint64_t b;
    PairSample(dtype, 5, special.size() * special.size() + i, &a, &b);
    x.Set(i, i < special.size() ? special[i] : a);
    y.Set(i, i < special.size() && i % 3 == 0 ? special[special.size() - 1 - i] : b);
  }
  std::vector<Params> sets = ParameterSets(binding);
  // Narrowing the f64 parameter must not depend on the environment either.
  if (GetEffort() == Effort::kQuick && sets.size() > 8) sets.resize(8);
  const std::vector<FpState> environments = Environments();
  Array want(dtype, n);
  Array got(dtype, n);
  for (const Params& params : sets) {
    ScalarReference(binding, x.data(), y.data(), want.data(), n, params);
    const ScopedTarget target(GetParam().target);
    for (size_t e = 0; e < environments.size(); e += sets.size() > 1 ? 3 : 1) {
      got.FillBytes(0xC3);
      isobit_status status = ISOBIT_ERROR_NULL_POINTER;
      const FpState after = In(environments[e], [&] {
        status = Call(binding, x.data(), y.data(), got.data(), n, params);
      });
      ASSERT_EQ(status, ISOBIT_OK) << isobit_last_error();
      ASSERT_EQ(after.control, environments[e].control)
          << binding.name << " left " << Describe(after) << " where it found " << Describe(environments[e]);
#if defined(__x86_64__)
      ASSERT_EQ(after.status & 0xFFFF, environments[e].status & 0xFFFF) << binding.name << " changed the x87 control";
      ASSERT_EQ(after.status >> 16, ReadState().status >> 16) << binding.name << " raised an x87 flag";
#else
      ASSERT_EQ(after.status, environments[e].status) << binding.name << " changed the sticky flags";
#endif
      ASSERT_TRUE(SameBits(binding, x.data(), binding.inputs == 2 ? y.data() : nullptr, got.data(), want.data(), n,
                           params, "with " + Describe(environments[e])));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, Environment, ::testing::ValuesIn(EveryBindingAndTarget()), BindingAndTargetName);

class RefusedCall : public ::testing::TestWithParam<const isobit_binding*> {};

// A refusal compares and converts parameters: neither may trap or leave a flag.
TEST_P(RefusedCall, KeepsTheEnvironment) {
  const isobit_binding& binding = *GetParam();
  Array x(binding.dtype, 8);
  Array out(binding.dtype, 8);
  x.FillBytes(0);
  Params params = PlainParams(binding);
  Params broken = params;
  broken.lo = std::numeric_limits<double>::signaling_NaN();
  broken.c = std::numeric_limits<double>::signaling_NaN();
  broken.hi = 1;
  for (const FpState& environment : Environments()) {
    isobit_status null_status = ISOBIT_OK;
    isobit_status overlap_status = ISOBIT_OK;
    isobit_status empty_status = ISOBIT_ERROR_NULL_POINTER;
    isobit_status parameter_status = ISOBIT_OK;
    const FpState after = In(environment, [&] {
      null_status = Call(binding, nullptr, nullptr, out.data(), 8, params);
      overlap_status = Call(binding, x.data(), x.data(), x.At(1), 7, params);
      empty_status = Call(binding, nullptr, nullptr, nullptr, 0, params);
      parameter_status = Call(binding, x.data(), x.data(), out.data(), 8, broken);
    });
    EXPECT_EQ(null_status, ISOBIT_ERROR_NULL_POINTER);
    EXPECT_EQ(overlap_status, ISOBIT_ERROR_OVERLAP);
    EXPECT_EQ(empty_status, ISOBIT_OK);
    if (binding.family == ISOBIT_CLAMP) {
      EXPECT_EQ(parameter_status, ISOBIT_ERROR_PARAMETER);
    }
    ASSERT_EQ(after.control, environment.control) << Describe(after);
  }
}

INSTANTIATE_TEST_SUITE_P(All, RefusedCall, ::testing::ValuesIn(Bindings()), BindingName);

}  // namespace
}  // namespace isobit_test
