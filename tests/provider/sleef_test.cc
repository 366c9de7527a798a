// The SLEEF provider: its place in the registry, its contracts against MPFR, the same bits from every target and on
// every machine, the operand checks and the floating-point guard around it, and its part in selection.
// SPDX-License-Identifier: Apache-2.0
#include "isobit/sleef.h"

#include <algorithm>
#include <cfenv>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "support/harness.h"
#include "sweep.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace isobit_sleef_test {
namespace {

using isobit_oracle::Batch;
using isobit_oracle::DType;
using isobit_oracle::Implementation;
using isobit_oracle::Kernel;
using isobit_oracle::Survey;
using isobit_test::Array;
using isobit_test::Params;
using isobit_test::ScopedTarget;

bool CpuRunsSleef() {
#if defined(__x86_64__)
  return isobit_target_supported("avx2") != 0;
#else
  return true;
#endif
}

// Inputs of a binding, n of a structured sample.
struct Inputs {
  Array x, y;
  Inputs(const isobit_binding& binding, size_t n, uint64_t seed = 5) : x(binding.dtype, n), y(binding.dtype, n) {
    if (binding.inputs == 2) {
      isobit_test::FillPairs(binding.dtype, seed, 0, n, x.data(), y.data());
    } else {
      isobit_test::FillUnary(binding.dtype, seed, 0, n, x.data());
      y.FillBytes(0);
    }
  }
};

isobit_status Apply(const isobit_binding& binding, const void* x, const void* y, void* out, size_t n) {
  return isobit_test::Call(binding, x, y, out, n, Params());
}

// One binding of the provider, registered; skipped on a CPU that has to refuse it.
class Sleef : public ::testing::TestWithParam<size_t> {
 protected:
  void SetUp() override {
    if (!CpuRunsSleef()) GTEST_SKIP() << "this CPU lacks what SLEEF's functions need";
    ASSERT_EQ(isobit_sleef_register(), ISOBIT_OK) << isobit_last_error();
  }
  const isobit_binding& binding() const { return isobit_sleef_provider()->bindings[GetParam()]; }
  Kernel kernel() const {
    Kernel kernel{};
    EXPECT_TRUE(isobit_oracle::FindKernel(binding().kernel, &kernel));
    return kernel;
  }
  DType dtype() const { return static_cast<DType>(binding().dtype); }
  Implementation Entry() const {
    return [this](const void* a, const void* b, void* out, size_t n, int32_t) {
      ASSERT_EQ(Apply(binding(), a, b, out, n), ISOBIT_OK) << isobit_last_error();
    };
  }
};

std::string NameOfIndex(const ::testing::TestParamInfo<size_t>& info) {
  return isobit_test::NameOf(isobit_sleef_provider()->bindings[info.param]);
}
INSTANTIATE_TEST_SUITE_P(All, Sleef, ::testing::Range(size_t{0}, size_t{14}), NameOfIndex);

// ---- The registry ---------------------------------------------------------------------------------------------

TEST(SleefProvider, IsInTheRegistryOnceRegistered) {
  if (!CpuRunsSleef()) GTEST_SKIP() << "this CPU lacks what SLEEF's functions need";
  const isobit_provider& provider = *isobit_sleef_provider();
  EXPECT_STREQ(provider.name, "isobit-sleef");
  ASSERT_EQ(isobit_sleef_register(), ISOBIT_OK) << isobit_last_error();
  const size_t count = isobit_binding_count();
  EXPECT_EQ(count, 136 + provider.count);
  // Again, either way: nothing changes.
  EXPECT_EQ(isobit_sleef_register(), ISOBIT_OK);
  EXPECT_EQ(isobit_register_provider(isobit_sleef_provider()), ISOBIT_OK);
  EXPECT_EQ(isobit_binding_count(), count);

#define ISOBIT_TEST_ENTRY(kernel, dtype) \
  { "isobit_sleef_" #kernel "_" #dtype, reinterpret_cast<isobit_function>(&isobit_sleef_##kernel##_##dtype) }
#define ISOBIT_TEST_ENTRIES(kernel) ISOBIT_TEST_ENTRY(kernel, f32), ISOBIT_TEST_ENTRY(kernel, f64)
  const std::map<std::string, isobit_function> entries = {
      ISOBIT_TEST_ENTRIES(exp),  ISOBIT_TEST_ENTRIES(log), ISOBIT_TEST_ENTRIES(sin), ISOBIT_TEST_ENTRIES(cos),
      ISOBIT_TEST_ENTRIES(tanh), ISOBIT_TEST_ENTRIES(erf), ISOBIT_TEST_ENTRIES(pow)};
  EXPECT_EQ(entries.size(), provider.count);
  for (const auto& [name, function] : entries) {
    const isobit_binding* binding = isobit_find_binding(name.c_str());
    ASSERT_NE(binding, nullptr) << name;
    EXPECT_EQ(isobit_resolve(name.c_str()), function) << name;
    EXPECT_EQ(isobit_binding_function(binding), function) << name;
    EXPECT_STREQ(binding->kernel_source, "sleef-finz");
    // The sibling of this library's kernel of the same name.
    const isobit_binding* own = isobit_find_binding(
        (std::string("isobit_") + binding->kernel + "_" + isobit_dtype_name(binding->dtype)).c_str());
    ASSERT_NE(own, nullptr) << name;
    EXPECT_EQ(name, std::string("isobit_sleef_") + binding->kernel + "_" + isobit_dtype_name(binding->dtype));
    EXPECT_STREQ(own->op_kind, binding->op_kind);
    EXPECT_EQ(own->family, binding->family);
    EXPECT_EQ(own->inputs, binding->inputs);
    EXPECT_NE(own->revision_hash, binding->revision_hash);
  }
}

TEST(SleefProvider, IsRefusedOnACpuWithoutItsInstructions) {
  if (CpuRunsSleef()) GTEST_SKIP() << "this CPU runs SLEEF's functions";
  EXPECT_EQ(isobit_sleef_register(), ISOBIT_ERROR_UNSUPPORTED_TARGET);
  EXPECT_NE(std::strstr(isobit_last_error(), "avx2 and fma3"), nullptr) << isobit_last_error();
  EXPECT_EQ(isobit_find_binding("isobit_sleef_exp_f32"), nullptr);
  const float x = 1;
  float out = 7;
  EXPECT_EQ(isobit_sleef_exp_f32(&x, &out, 1), ISOBIT_ERROR_UNSUPPORTED_TARGET);
  EXPECT_EQ(out, 7);
}

// ---- The contracts --------------------------------------------------------------------------------------------

// exp and pow in f64 overflow before they should, so their contracts give no bound; below that they keep SLEEF's.
constexpr double kEarlyOverflow = 1.79769e308;
bool OverflowsEarly(const isobit_binding& binding) {
  return binding.dtype == ISOBIT_F64 &&
         (std::strcmp(binding.kernel, "exp") == 0 || std::strcmp(binding.kernel, "pow") == 0);
}

TEST_P(Sleef, KeepsItsBound) {
  ASSERT_EQ(binding().max_ulp < 0, OverflowsEarly(binding()));
  ASSERT_LE(binding().max_ulp, 1.1);
  const bool wide = dtype() == DType::kF64, pairs = binding().inputs == 2;
  std::vector<Batch> batches(2);
  if (pairs) {
    batches[0] = isobit_oracle::SpecialPairs(dtype());
  } else {
    batches[0].a = isobit_oracle::Landmarks(kernel(), dtype(), wide ? 2 : 16);
  }
  isobit_oracle::Sampler sampler(kernel(), dtype(), 11);
  sampler.Next(isobit_test::BySize(5000, wide ? 60000 : 300000), &batches[1]);
  for (const std::string& target : isobit_test::RunnableTargets()) {
    SCOPED_TRACE(target);
    const ScopedTarget scoped(target);
    Survey survey(kernel(), dtype(), binding().max_ulp < 0 ? 1 : binding().max_ulp);
    for (const Batch& batch : batches) {
      if (!OverflowsEarly(binding())) {
        isobit_oracle::Measure(Entry(), kernel(), dtype(), batch, &survey);
        continue;
      }
      Batch kept;
      for (size_t i = 0; i < batch.a.size(); ++i) {
        const uint64_t b = pairs ? batch.b[i] : 0;
        const double want = std::fabs(isobit_oracle::DoubleOf(isobit_oracle::Want(kernel(), dtype(), batch.a[i], b)));
        if (want > kEarlyOverflow && std::isfinite(want)) continue;
        kept.a.push_back(batch.a[i]);
        if (pairs) kept.b.push_back(b);
      }
      EXPECT_GT(kept.a.size(), batch.a.size() / 2);
      isobit_oracle::Measure(Entry(), kernel(), dtype(), kept, &survey);
    }
    EXPECT_EQ(survey.failures(), 0u) << survey.Report();
    EXPECT_LE(survey.max_ulp(), binding().max_ulp < 0 ? 1 : binding().max_ulp);
    std::printf("%s %s\n", target.c_str(), survey.Report().c_str());
  }
}

// The inputs around which SLEEF's documented bound fails by a little, dense enough to see the worst.
TEST(SleefContracts, AreNoWiderThanTheyHaveToBe) {
  if (!CpuRunsSleef()) GTEST_SKIP() << "this CPU lacks what SLEEF's functions need";
  ASSERT_EQ(isobit_sleef_register(), ISOBIT_OK) << isobit_last_error();
  struct Stretch {
    const char* name;
    uint64_t first, step;
  };
  for (const Stretch& stretch :
       {Stretch{"isobit_sleef_erf_f32", 0x01548000, 1}, Stretch{"isobit_sleef_tanh_f32", 0x33800001, 2},
        Stretch{"isobit_sleef_tanh_f64", 0x4032B708872320D0, 1}}) {
    const isobit_binding& binding = *isobit_find_binding(stretch.name);
    Kernel kernel{};
    ASSERT_TRUE(isobit_oracle::FindKernel(binding.kernel, &kernel));
    const DType dtype = static_cast<DType>(binding.dtype);
    Batch batch;
    for (uint64_t i = 0; i < isobit_test::BySize(2000, 50000); ++i) {
      batch.a.push_back(stretch.first + i * stretch.step);
    }
    Survey survey(kernel, dtype, binding.max_ulp);
    const Implementation entry = [&](const void* a, const void* b, void* out, size_t n, int32_t) {
      ASSERT_EQ(Apply(binding, a, b, out, n), ISOBIT_OK) << isobit_last_error();
    };
    isobit_oracle::Measure(entry, kernel, dtype, batch, &survey);
    EXPECT_EQ(survey.failures(), 0u) << survey.Report();
    EXPECT_GT(survey.max_ulp(), 1) << survey.Report();
  }
}

TEST(SleefContracts, TellWhereResultsOverflowEarly) {
  if (!CpuRunsSleef()) GTEST_SKIP() << "this CPU lacks what SLEEF's functions need";
  // The last element with a finite result, the next one, and the last that should have one.
  const double x[3] = {0x1.62e42fe102c83p+9, 0x1.62e42fe102c84p+9, 0x1.62e42fefa39efp+9};
  double out[3];
  ASSERT_EQ(isobit_sleef_exp_f64(x, out, 3), ISOBIT_OK);
  EXPECT_GT(out[0], kEarlyOverflow);
  EXPECT_TRUE(std::isfinite(out[0]));
  EXPECT_LE(isobit_oracle::UlpError("exp", x[0], out[0]), 1);
  EXPECT_TRUE(std::isinf(out[1]));
  EXPECT_TRUE(std::isinf(out[2]));
  EXPECT_TRUE(std::isfinite(isobit_oracle::Correct("exp", x[2])));
  EXPECT_GT(isobit_oracle::Correct("exp", x[1]), kEarlyOverflow);
  for (size_t i = 0; i < isobit_sleef_provider()->count; ++i) {
    const isobit_binding& binding = isobit_sleef_provider()->bindings[i];
    EXPECT_EQ(std::strstr(binding.precision_notes, "1.79769e308") != nullptr, OverflowsEarly(binding)) << binding.name;
    EXPECT_EQ(binding.determinism, ISOBIT_BITWISE);
  }
}

// ---- Bits -----------------------------------------------------------------------------------------------------

TEST_P(Sleef, GivesTheSameBitsOnEveryTarget) {
  const size_t n = isobit_test::BySize(20000, 300000);
  const Inputs inputs(binding(), n);
  Array want(binding().dtype, n), got(binding().dtype, n);
  {
    const ScopedTarget scalar("scalar");
    ASSERT_EQ(Apply(binding(), inputs.x.data(), inputs.y.data(), want.data(), n), ISOBIT_OK) << isobit_last_error();
  }
  for (const std::string& target : isobit_test::SimdTargets()) {
    const ScopedTarget scoped(target);
    got.FillBytes(0xA5);
    ASSERT_EQ(Apply(binding(), inputs.x.data(), inputs.y.data(), got.data(), n), ISOBIT_OK) << isobit_last_error();
    EXPECT_TRUE(isobit_test::SameBits(binding(), inputs.x.data(), inputs.y.data(), got.data(), want.data(), n, Params(),
                                      target));
  }
}

// An element's result depends neither on its neighbours nor on where a call begins and ends, and nothing is written
// outside the output.
TEST_P(Sleef, GivesTheSameBitsForAnySplit) {
  const size_t n = isobit_test::BySize(3000, 40000);
  const Inputs inputs(binding(), n);
  for (const std::string& target : isobit_test::RunnableTargets()) {
    const ScopedTarget scoped(target);
    Array want(binding().dtype, n), got(binding().dtype, n + 40);
    ASSERT_EQ(Apply(binding(), inputs.x.data(), inputs.y.data(), want.data(), n), ISOBIT_OK) << isobit_last_error();
    for (size_t first = 0; first < n;) {
      const size_t count = std::min(n - first, 1 + first * 7 % 37);
      for (size_t k = 0; k < 40; ++k) got.Set(first + count + k, 0x5A5A5A5A);
      ASSERT_EQ(Apply(binding(), inputs.x.At(first), inputs.y.At(first), got.At(first), count), ISOBIT_OK);
      for (size_t k = 0; k < 40; ++k) {
        ASSERT_EQ(got.Get(first + count + k), 0x5A5A5A5Au) << target << ": " << count << " elements from " << first;
      }
      first += count;
    }
    EXPECT_TRUE(isobit_test::SameBits(binding(), inputs.x.data(), inputs.y.data(), got.data(), want.data(), n, Params(),
                                      target));
  }
}

TEST_P(Sleef, WorksInPlaceAndOverlapsNoFence) {
  constexpr size_t kCount = 27;  // A remainder for every vector length.
  const size_t size = isobit_dtype_size(binding().dtype), bytes = kCount * size;
  const Inputs inputs(binding(), kCount);
  Array want(binding().dtype, kCount);
  ASSERT_EQ(Apply(binding(), inputs.x.data(), inputs.y.data(), want.data(), kCount), ISOBIT_OK);
  isobit_test::FencedPages x(bytes), y(bytes);
  for (const bool at_end : {false, true}) {
    unsigned char* const px = at_end ? x.end() - bytes : x.begin();
    unsigned char* const py = at_end ? y.end() - bytes : y.begin();
    std::memcpy(px, inputs.x.data(), bytes);
    std::memcpy(py, inputs.y.data(), bytes);
    ASSERT_EQ(Apply(binding(), px, py, px, kCount), ISOBIT_OK);
    EXPECT_EQ(std::memcmp(px, want.data(), bytes), 0);
  }
}

// One hash for every machine: the same numbers came from AVX2, from Advanced SIMD and from both scalar builds.
uint64_t Fnv1a(const Array& array) {
  uint64_t hash = 0xCBF29CE484222325u;
  const unsigned char* bytes = static_cast<const unsigned char*>(array.data());
  for (size_t i = 0; i < array.bytes(); ++i) hash = (hash ^ bytes[i]) * 0x100000001B3u;
  return hash;
}
const std::map<std::string, uint64_t> kGolden = {
    {"exp_f32", 0x12fe5e40ad0815d3}, {"log_f32", 0xc7089054c8a08f8c},  {"sin_f32", 0x1b22eb6373a3fdc6},
    {"cos_f32", 0xfa0d23c0d39783bf}, {"tanh_f32", 0x68e9d2cfc026fb70}, {"erf_f32", 0xc54648db179febfe},
    {"pow_f32", 0x61b98de5afb3bfab}, {"exp_f64", 0x92d13f39bb71dcac},  {"log_f64", 0xa9bbef9447be905d},
    {"sin_f64", 0x95a2b251dd5e6913}, {"cos_f64", 0x023f4ac323061464},  {"tanh_f64", 0x8bb3a0cc3bbcca0c},
    {"erf_f64", 0xf8bfa1182dc4e969}, {"pow_f64", 0x0746920ac70c0b53},
};

TEST_P(Sleef, GivesTheSameBitsOnEveryMachine) {
  const size_t n = 20000;
  const Inputs inputs(binding(), n, 7);
  Array out(binding().dtype, n);
  ASSERT_EQ(Apply(binding(), inputs.x.data(), inputs.y.data(), out.data(), n), ISOBIT_OK);
  const auto golden = kGolden.find(isobit_test::NameOf(binding()));
  ASSERT_NE(golden, kGolden.end());
  EXPECT_EQ(Fnv1a(out), golden->second) << std::hex << Fnv1a(out);
}

TEST_P(Sleef, MakesEveryNaNCanonical) {
  const isobit_test::Format format = isobit_test::FormatOf(binding().dtype);
  // Quiet and signalling, with payloads and signs; pow's exponent is 3, which no NaN survives.
  const std::vector<uint64_t> nans = {format.quiet_nan(),    format.quiet_nan() | format.sign(),
                                      format.infinity() | 1, format.infinity() | format.sign() | 5,
                                      format.mask(),         format.quiet_nan() | 99};
  const size_t n = 23;
  Array x(binding().dtype, n), y(binding().dtype, n), out(binding().dtype, n);
  for (size_t i = 0; i < n; ++i) {
    x.Set(i, nans[i % nans.size()]);
    y.Set(i, isobit_oracle::EncodeExact(dtype(), 3));
  }
  for (const std::string& target : isobit_test::RunnableTargets()) {
    const ScopedTarget scoped(target);
    ASSERT_EQ(Apply(binding(), x.data(), y.data(), out.data(), n), ISOBIT_OK);
    for (size_t i = 0; i < n; ++i) EXPECT_EQ(out.Get(i), format.quiet_nan()) << target << " " << i;
  }
}

// ---- The house around it --------------------------------------------------------------------------------------

TEST_P(Sleef, IsIndifferentToTheEnvironmentAndKeepsIt) {
  const size_t n = 5003;
  const Inputs inputs(binding(), n);
  Array want(binding().dtype, n), got(binding().dtype, n);
  for (const std::string& target : isobit_test::RunnableTargets()) {
    const ScopedTarget scoped(target);
    ASSERT_EQ(Apply(binding(), inputs.x.data(), inputs.y.data(), want.data(), n), ISOBIT_OK);
    for (const int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
      std::fesetround(mode);
      std::feclearexcept(FE_ALL_EXCEPT);
      const isobit_status status = Apply(binding(), inputs.x.data(), inputs.y.data(), got.data(), n);
      const int mode_after = std::fegetround(), flags = std::fetestexcept(FE_ALL_EXCEPT);
      std::fesetround(FE_TONEAREST);
      ASSERT_EQ(status, ISOBIT_OK);
      EXPECT_EQ(mode_after, mode);
      EXPECT_EQ(flags, 0);
      EXPECT_EQ(std::memcmp(got.data(), want.data(), got.bytes()), 0) << target << ", rounding mode " << mode;
    }
#if defined(__x86_64__)
    const unsigned control = _mm_getcsr();
    _mm_setcsr(control | 0x8040);  // Subnormals flushed on both sides.
    const isobit_status status = Apply(binding(), inputs.x.data(), inputs.y.data(), got.data(), n);
    const unsigned after = _mm_getcsr();
    _mm_setcsr(control);
    ASSERT_EQ(status, ISOBIT_OK);
    EXPECT_EQ(after, control | 0x8040);
    EXPECT_EQ(std::memcmp(got.data(), want.data(), got.bytes()), 0) << target << ", subnormals flushed";
#endif
  }
}

TEST_P(Sleef, RefusesOperandsThatBreakTheRules) {
  const size_t size = isobit_dtype_size(binding().dtype);
  Array x(binding().dtype, 16), y(binding().dtype, 16), out(binding().dtype, 16);
  x.FillBytes(0);
  y.FillBytes(0);
  out.FillBytes(0x77);
  const auto refused = [&](isobit_status want, const void* a, const void* b, void* o, size_t n) {
    EXPECT_EQ(Apply(binding(), a, b, o, n), want);
    EXPECT_EQ(std::strncmp(isobit_last_error(), binding().name, std::strlen(binding().name)), 0) << isobit_last_error();
    for (size_t i = 0; i < 16 * size; ++i) ASSERT_EQ(static_cast<unsigned char*>(out.data())[i], 0x77);
  };
  const auto shifted = [](void* p, size_t bytes) { return static_cast<void*>(static_cast<unsigned char*>(p) + bytes); };
  refused(ISOBIT_ERROR_NULL_POINTER, nullptr, y.data(), out.data(), 4);
  refused(ISOBIT_ERROR_NULL_POINTER, x.data(), y.data(), nullptr, 4);
  refused(ISOBIT_ERROR_MISALIGNED, shifted(x.data(), 1), y.data(), out.data(), 4);
  refused(ISOBIT_ERROR_MISALIGNED, x.data(), y.data(), shifted(out.data(), 2), 4);
  refused(ISOBIT_ERROR_OVERLAP, out.data(), y.data(), shifted(out.data(), size), 4);
  refused(ISOBIT_ERROR_TOO_LARGE, x.data(), y.data(), out.data(), SIZE_MAX / size);
  if (binding().inputs == 2) {
    refused(ISOBIT_ERROR_NULL_POINTER, x.data(), nullptr, out.data(), 4);
    refused(ISOBIT_ERROR_OVERLAP, x.data(), shifted(out.data(), size), out.data(), 4);
  }
  EXPECT_EQ(Apply(binding(), nullptr, nullptr, nullptr, 0), ISOBIT_OK);
}

TEST_P(Sleef, CanBeLaunched) {
  const size_t n = 301;
  const Inputs inputs(binding(), n);
  Array want(binding().dtype, n), got(binding().dtype, n);
  ASSERT_EQ(Apply(binding(), inputs.x.data(), inputs.y.data(), want.data(), n), ISOBIT_OK);
  const int64_t shape[2] = {7, 43};
  const isobit_tensor views[2] = {{binding().dtype, 2, const_cast<void*>(inputs.x.data()), shape, nullptr, 0},
                                  {binding().dtype, 2, const_cast<void*>(inputs.y.data()), shape, nullptr, 0}};
  const isobit_tensor output = {binding().dtype, 2, got.data(), shape, nullptr, 0};
  const size_t count = static_cast<size_t>(binding().inputs);
  ASSERT_EQ(isobit_launch(binding().name, views, count, nullptr, &output), ISOBIT_OK) << isobit_last_error();
  EXPECT_EQ(std::memcmp(got.data(), want.data(), got.bytes()), 0);
  got.FillBytes(0);
  ASSERT_EQ(isobit_launch_binding(&binding(), views, count, nullptr, &output), ISOBIT_OK) << isobit_last_error();
  EXPECT_EQ(std::memcmp(got.data(), want.data(), got.bytes()), 0);
}

// ---- Selection ------------------------------------------------------------------------------------------------

TEST_P(Sleef, IsChosenByRequirement) {
  const isobit_binding& own = *isobit_find_binding(
      (std::string("isobit_") + binding().kernel + "_" + isobit_dtype_name(binding().dtype)).c_str());
  const auto select = [&](const isobit_requirement& requirement, std::string* why) {
    const isobit_binding* chosen = nullptr;
    char text[1024];
    const isobit_status status =
        isobit_select(binding().op_kind, binding().dtype, &requirement, &chosen, text, sizeof(text));
    *why = text;
    EXPECT_EQ(status == ISOBIT_OK, chosen != nullptr);
    return chosen;
  };
  const auto line = [](const isobit_binding& candidate, const std::string& rest) {
    return std::string(candidate.name) + " (" + candidate.kernel_source + "): " + rest + "\n";
  };
  const std::string taken = "taken, the cheapest that meets the requirement";
  const std::string dearer = "left, it meets the requirement but is not cheaper than ";
  std::string why;

  // Both will do and their contracts estimate the same cost: the first registered.
  isobit_requirement requirement{};
  requirement.bitwise = 1;
  EXPECT_EQ(select(requirement, &why), &own);
  EXPECT_EQ(why, line(own, taken) + line(binding(), dearer + own.name));

  // A bound that only one contract gives.
  requirement.bounded = 1;
  requirement.max_ulp = own.max_ulp;
  const bool own_is_tighter = binding().max_ulp < 0 || binding().max_ulp > own.max_ulp;
  const bool own_is_wider = binding().max_ulp >= 0 && binding().max_ulp < own.max_ulp;
  if (own_is_tighter) {
    EXPECT_EQ(select(requirement, &why), &own);
    EXPECT_NE(why.find(line(own, taken)), std::string::npos) << why;
    const std::string lacks = binding().max_ulp < 0 ? "left, its contract gives no max_ulp" : "left, max_ulp is ";
    EXPECT_NE(why.find(std::string(binding().name) + " (sleef-finz): " + lacks), std::string::npos) << why;
  } else if (own_is_wider) {
    requirement.max_ulp = binding().max_ulp;
    EXPECT_EQ(select(requirement, &why), &binding());
    EXPECT_NE(why.find(line(binding(), taken)), std::string::npos) << why;
    EXPECT_NE(why.find(std::string(own.name) + " (isobit-highway): left, max_ulp is "), std::string::npos) << why;
  } else {
    EXPECT_EQ(select(requirement, &why), &own);
  }
  requirement.max_ulp = 0.25;
  EXPECT_EQ(select(requirement, &why), nullptr);
  EXPECT_NE(std::strstr(isobit_last_error(), binding().name), nullptr) << isobit_last_error();
  EXPECT_NE(std::strstr(isobit_last_error(), own.name), nullptr) << isobit_last_error();

  // By time: whichever it is, the reasons say so and name both.
  requirement = isobit_requirement{};
  requirement.measured = 1;
  requirement.n = 4096;
  const isobit_binding* fastest = select(requirement, &why);
  ASSERT_TRUE(fastest == &own || fastest == &binding());
  const isobit_binding& other = fastest == &own ? binding() : own;
  EXPECT_NE(why.find(line(*fastest, taken + ", as measured")), std::string::npos) << why;
  EXPECT_NE(why.find(line(other, dearer + fastest->name)), std::string::npos) << why;

  // Parameters that neither takes.
  isobit_params params{};
  params.variant = ISOBIT_PARAMS_POWI;
  requirement = isobit_requirement{};
  requirement.params = &params;
  EXPECT_EQ(select(requirement, &why), nullptr);
}

TEST_P(Sleef, MeasuresItsTimeAndCost) {
  double few = 0, many = 0;
  ASSERT_EQ(isobit_measure(&binding(), 64, &few), ISOBIT_OK) << isobit_last_error();
  ASSERT_EQ(isobit_measure(&binding(), 1 << 17, &many), ISOBIT_OK) << isobit_last_error();
  EXPECT_GT(few, 0);
  EXPECT_GT(many, few);
  isobit_cost cost;
  ASSERT_EQ(isobit_cost_estimate(&binding(), 10, &cost), ISOBIT_OK);
  EXPECT_EQ(cost.flops, 10);
  EXPECT_EQ(cost.bytes_moved,
            static_cast<double>((binding().inputs + 1) * 10) * static_cast<double>(isobit_dtype_size(binding().dtype)));
}

}  // namespace
}  // namespace isobit_sleef_test
