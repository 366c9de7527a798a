// Cases from public bug reports about other libraries (tests/data/field/cases.tsv): every row is run here, or named
// in the table of those that another test, the bench or the build covers.
// SPDX-License-Identifier: Apache-2.0
#include <cfenv>
#include <cmath>
#include <cstring>
#include <functional>
#include <map>
#include <regex>

#include "data.h"
#include "support.h"

namespace isobit_accuracy {
namespace {

using isobit_oracle::Decode;
using isobit_oracle::FieldCase;
using isobit_oracle::FloatOf;
using isobit_oracle::IsNaN;
using isobit_oracle::RoundToNearest;

// ---- Rows with a value -------------------------------------------------------------------------------------------

uint64_t ParseHex(const std::string& text) { return std::stoull(text, nullptr, 16); }

// What a row says about its inputs.
struct Inputs {
  std::vector<uint64_t> a, b;
  isobit_test::Params parameters;
  bool round_up = false;  // the caller has set FE_UPWARD
};

bool Parse(const FieldCase& row, const isobit_binding& binding, Inputs* inputs) {
  static const std::regex kItem(R"(([abxns])(?:\(f(32|64)\))?=(\[)?(-?(?:0x)?[0-9A-Fa-f]+)(?:\]\*(\d+))?)");
  std::string rest = row.inputs;
  for (std::smatch m; std::regex_search(rest, m, kItem); rest = m.suffix()) {
    const std::string name = m[1];
    const size_t count = m[5].matched ? std::stoul(m[5]) : 1;
    if (name == "x" || name == "a") {
      inputs->a.assign(count, ParseHex(m[4]));
    } else if (name == "b") {
      inputs->b.assign(count, ParseHex(m[4]));
    } else if (name == "n") {
      inputs->parameters.exp = static_cast<int32_t>(std::stol(m[4]));
    } else {  // a scalar parameter, by its bits
      const uint64_t bits = ParseHex(m[4]);
      inputs->parameters.c = m[2] == "32" ? static_cast<double>(FloatOf(bits)) : isobit_oracle::DoubleOf(bits);
    }
  }
  inputs->round_up = row.inputs.find("FE_UPWARD") != std::string::npos;
  if (inputs->a.empty()) return false;
  if (binding.inputs == 2 && inputs->b.empty()) inputs->b = inputs->a;  // a row about all kernels
  return true;
}

// Kernels that give a number for a NaN by rule: a comparison with a NaN is false.
bool ForgetsNaN(const std::string& kernel) { return kernel == "relu" || kernel == "step" || kernel == "sign"; }

void CheckResult(const FieldCase& row, const isobit_binding& binding, const Inputs& in, size_t i, uint64_t got) {
  const DType dtype = ToDType(binding.dtype);
  const std::string what =
      row.id + " " + binding.name + " " + row.inputs + " gives " + Hex(dtype, got) + ", expected " + row.expected;
  const std::string& expected = row.expected;
  if (expected == "nan") {
    if (ForgetsNaN(binding.kernel)) {
      EXPECT_EQ(got, 0u) << what;
    } else {
      EXPECT_TRUE(IsNaN(dtype, got)) << what;
    }
  } else if (expected == "+-0") {
    EXPECT_EQ(Decode(dtype, got), 0) << what;
  } else if (expected[0] == '=') {
    EXPECT_EQ(got, ParseHex(expected.substr(1))) << what;
  } else {
    ASSERT_EQ(expected[0], '~') << what;
    Kernel kernel;
    ASSERT_TRUE(isobit_oracle::FindKernel(binding.kernel, &kernel)) << what;
    const uint64_t b = kernel == Kernel::kPowi ? isobit_oracle::Exponent(in.parameters.exp)
                       : in.b.empty()          ? 0
                                               : in.b[i];
    EXPECT_EQ(Want(kernel, dtype, in.a[i], b), ParseHex(expected.substr(1))) << "the oracle, " << what;
    EXPECT_LE(Ulp(kernel, dtype, in.a[i], b, got), ContractBound(binding)) << what;
  }
}

// Runs a row as it stands and with each input among ordinary neighbours. False if the row is not of this form.
bool RunValueRow(const FieldCase& row) {
  if (row.expected.rfind("prop:", 0) == 0 || row.expected.find('[') != std::string::npos) return false;
  bool any = false;
  for (const isobit_binding* binding : isobit_test::Bindings()) {
    if (row.kernel != "all" && row.kernel != binding->kernel) continue;
    if (row.dtype != "all" && row.dtype != isobit_dtype_name(binding->dtype)) continue;
    Inputs in;
    in.parameters = isobit_test::PlainParams(*binding);
    if (!Parse(row, *binding, &in)) return false;
    any = true;
    const DType dtype = ToDType(binding->dtype);
    std::vector<uint64_t> a(41, RoundToNearest(dtype, 0.75)), b(41, RoundToNearest(dtype, 1.5));
    a[13] = in.a[0];
    if (binding->inputs == 2) b[13] = in.b[0];
    if (in.round_up) std::fesetround(FE_UPWARD);
    const std::vector<uint64_t> alone = Results(*binding, in.a, in.b, in.parameters);
    const std::vector<uint64_t> among =
        Results(*binding, a, binding->inputs == 2 ? b : std::vector<uint64_t>(), in.parameters);
    if (in.round_up) std::fesetround(FE_TONEAREST);
    for (size_t i = 0; i < alone.size(); ++i) CheckResult(row, *binding, in, i, alone[i]);
    CheckResult(row, *binding, in, 0, among[13]);
  }
  return any;
}

// ---- Rows with a property ------------------------------------------------------------------------------------

void SigmoidKeepsItsTail() {
  const isobit_binding& binding = BindingOf(Kernel::kSigmoid, DType::kF32);
  std::vector<uint64_t> x;
  for (uint64_t bits = 0xC1800000; bits <= 0xC1A00000; ++bits) x.push_back(bits);
  for (const uint64_t bits : Results(binding, x)) ASSERT_GT(FloatOf(bits), 0);
}

isobit_test::Params SomeParameters(const isobit_binding& binding) {
  isobit_test::Params parameters = isobit_test::PlainParams(binding);
  parameters.exp = 3;
  return parameters;
}

void EqualInputsGiveEqualOutputs() {
  for (const isobit_binding* binding : isobit_test::Bindings()) {
    const DType dtype = ToDType(binding->dtype);
    const uint64_t v = RoundToNearest(dtype, static_cast<double>(FloatOf(0xBF8D7A30)));
    const bool pair = binding->inputs == 2;
    const isobit_test::Params parameters = SomeParameters(*binding);
    const uint64_t one =
        Results(*binding, {v}, pair ? std::vector<uint64_t>{v} : std::vector<uint64_t>(), parameters)[0];
    for (size_t n = 1; n <= 70; ++n) {
      const std::vector<uint64_t> x(n, v);
      for (const uint64_t got : Results(*binding, x, pair ? x : std::vector<uint64_t>(), parameters)) {
        ASSERT_EQ(got, one) << binding->name << " n = " << n;
      }
    }
  }
}

void ProductAndDifferenceRoundSeparately() {
  const double x[1] = {0.01}, a[1] = {0.03};
  double product[1], difference[1];
  ASSERT_EQ(isobit_mul_scalar_f64(x, 3.0, product, 1), ISOBIT_OK);
  ASSERT_EQ(isobit_sub_f64(a, product, difference, 1), ISOBIT_OK);
  const volatile double rounded = 0.01 * 3.0;
  EXPECT_EQ(difference[0], 0.03 - rounded);
}

// n elements starting at element `in` of one buffer go to element `out` of the same; equal to a call far away?
void SameAsFarAway(const isobit_binding& binding, size_t n, size_t in, size_t out, size_t size) {
  const bool pair = binding.inputs == 2;
  isobit_test::Array room(binding.dtype, size), second(binding.dtype, n);
  std::vector<uint64_t> a(n), b(pair ? n : 0);
  for (size_t i = 0; i < n; ++i) {
    a[i] = isobit_test::UnarySample(binding.dtype, 21, i * 17);
    if (pair) b[i] = isobit_test::UnarySample(binding.dtype, 22, i * 13);
    room.Set(in + i, a[i]);
    if (pair) second.Set(i, b[i]);
  }
  const isobit_test::Params parameters = SomeParameters(binding);
  ASSERT_EQ(isobit_test::Call(binding, room.At(in), second.data(), room.At(out), n, parameters), ISOBIT_OK)
      << isobit_last_error();
  const std::vector<uint64_t> want = Results(binding, a, b, parameters);
  for (size_t i = 0; i < n; ++i) ASSERT_EQ(room.Get(out + i), want[i]) << binding.name << " element " << i;
}

void OutputDirectlyAfterInput() {
  for (const isobit_binding* binding : isobit_test::Bindings()) {
    for (const size_t n : {size_t{1}, size_t{5}, size_t{67}, size_t{1000}}) SameAsFarAway(*binding, n, 0, n, 2 * n);
  }
}

void EveryOffset() {
  for (const isobit_binding* binding : isobit_test::Bindings()) {
    for (size_t i = 0; i < 16; ++i) {
      for (size_t j = 0; j < 16; ++j) SameAsFarAway(*binding, 67, i, 96 + j, 192);
    }
  }
}

void AddScalarInPlaceUnaligned() {
  const isobit_binding& binding = *isobit_find_binding("isobit_add_scalar_f32");
  isobit_test::Params parameters;
  parameters.c = static_cast<double>(FloatOf(0x3089705F));
  isobit_test::Array room(ISOBIT_F32, 160);
  std::vector<uint64_t> x;
  for (size_t i = 0; i < 129; ++i) {
    x.push_back(isobit_test::UnarySample(ISOBIT_F32, 23, i));
    room.Set(1 + i, x[i]);
  }
  ASSERT_EQ(isobit_test::Call(binding, room.At(1), nullptr, room.At(1), 129, parameters), ISOBIT_OK);
  const std::vector<uint64_t> want = Results(binding, x, {}, parameters);
  for (size_t i = 0; i < 129; ++i) ASSERT_EQ(room.Get(1 + i), want[i]) << i;
}

void MaximumOfOneBuffer() {
  std::vector<double> x(100), want(100);
  for (size_t i = 0; i < x.size(); ++i) x[i] = isobit_oracle::DoubleOf(isobit_test::UnarySample(ISOBIT_F64, 24, i));
  const std::vector<double> copy = x;
  ASSERT_EQ(isobit_maximum_f64(copy.data(), copy.data(), want.data(), x.size()), ISOBIT_OK);
  ASSERT_EQ(isobit_maximum_f64(x.data(), x.data(), x.data(), x.size()), ISOBIT_OK);
  EXPECT_EQ(std::memcmp(x.data(), want.data(), x.size() * sizeof(double)), 0);
}

void SinInPlace() { SameAsFarAway(*isobit_find_binding("isobit_sin_f32"), 300, 3, 3, 320); }

void ShiftedOverlapIsRefused() {
  for (const isobit_binding* binding : isobit_test::Bindings()) {
    isobit_test::Array room(binding->dtype, 70), second(binding->dtype, 70);
    room.FillBytes(0x11);
    second.FillBytes(0x22);
    EXPECT_EQ(isobit_test::Call(*binding, room.At(0), second.data(), room.At(1), 67, SomeParameters(*binding)),
              ISOBIT_ERROR_OVERLAP)
        << binding->name;
  }
}

void FourCubes() {
  const float a[4] = {-1, -2, -3, -4}, b[4] = {3, 3, 3, 3};
  const float want[4] = {-1, -8, -27, -64};
  for (const size_t n : {size_t{3}, size_t{4}}) {
    float got[4] = {};
    ASSERT_EQ(isobit_pow_f32(a, b, got, n), ISOBIT_OK);
    for (size_t i = 0; i < n; ++i) EXPECT_EQ(got[i], want[i]) << n;
  }
}

// The row wants 0x3C01, the sum of 1 and the scalar as given. Here the scalar is rounded to the dtype first, to 2^-11,
// and 1 + 2^-11 is a tie that goes to 1.
void ScalarIsRoundedBeforeItIsAdded() {
  isobit_test::Params parameters;
  parameters.c = static_cast<double>(FloatOf(0x3A000200));
  EXPECT_EQ(Results(*isobit_find_binding("isobit_add_scalar_f16"), {0x3C00}, {}, parameters)[0], 0x3C00u);
}

// Sets flush-to-zero and denormals-are-zero for its lifetime, where the CPU has them.
class Flushing {
 public:
#if defined(__x86_64__)
  Flushing() {
    __asm__ volatile("stmxcsr %0" : "=m"(saved_));
    const uint32_t flushing = saved_ | 0x8040;
    __asm__ volatile("ldmxcsr %0" : : "m"(flushing) : "memory");
  }
  ~Flushing() { __asm__ volatile("ldmxcsr %0" : : "m"(saved_) : "memory"); }

 private:
  uint32_t saved_ = 0;
#elif defined(__aarch64__)
  Flushing() {
    __asm__ volatile("mrs %0, fpcr" : "=r"(saved_));
    __asm__ volatile("msr fpcr, %0" : : "r"(saved_ | uint64_t{1} << 24) : "memory");
  }
  ~Flushing() { __asm__ volatile("msr fpcr, %0" : : "r"(saved_) : "memory"); }

 private:
  uint64_t saved_ = 0;
#endif
};

void LogOfSubnormalUnderFlushing() {
  uint32_t x = 0x007FFFFF, got = 0;
  isobit_status status;
  {
    const Flushing flushing;
    status = reinterpret_cast<isobit_unary_f32>(isobit_resolve("isobit_log_f32"))(reinterpret_cast<const float*>(&x),
                                                                                  reinterpret_cast<float*>(&got), 1);
  }
  ASSERT_EQ(status, ISOBIT_OK);
  EXPECT_EQ(Want(Kernel::kLog, DType::kF32, x), 0xC2AEAC50u);
  EXPECT_LE(Ulp(Kernel::kLog, DType::kF32, x, 0, got), 1) << std::hex << got;
}

void MaximumOfSubnormalUnderFlushing() {
  uint32_t a = 1, b = 0, got = 0;
  {
    const Flushing flushing;
    isobit_maximum_f32(reinterpret_cast<const float*>(&a), reinterpret_cast<const float*>(&b),
                       reinterpret_cast<float*>(&got), 1);
  }
  EXPECT_EQ(got, 1u);
}

void ExpUnderUpwardRounding() {
  std::fesetround(FE_UPWARD);
  const uint64_t got = Results(BindingOf(Kernel::kExp, DType::kF32), {0x3F800000})[0];
  std::fesetround(FE_TONEAREST);
  EXPECT_LE(Ulp(Kernel::kExp, DType::kF32, 0x3F800000, 0, got), 1) << std::hex << got;
}

void ActiveTargetIsListedAndSupported() {
  bool listed = false;
  for (const char* const* name = isobit_targets(); *name != nullptr; ++name)
    listed = listed || std::strcmp(*name, isobit_target()) == 0;
  EXPECT_TRUE(listed) << isobit_target();
  EXPECT_EQ(isobit_target_supported(isobit_target()), 1);
}

const std::map<std::string, std::function<void()>>& Properties() {
  static const std::map<std::string, std::function<void()>> properties = {
      {"2.4", SigmoidKeepsItsTail},
      {"34.5", FourCubes},
      {"59.5", ScalarIsRoundedBeforeItIsAdded},
      {"61.1", EqualInputsGiveEqualOutputs},
      {"66.1", ProductAndDifferenceRoundSeparately},
      {"68.1", OutputDirectlyAfterInput},
      {"79.1", LogOfSubnormalUnderFlushing},
      {"79.2", MaximumOfSubnormalUnderFlushing},
      {"80.2", ExpUnderUpwardRounding},
      {"92.1", AddScalarInPlaceUnaligned},
      {"92.2", EveryOffset},
      {"93.1", MaximumOfOneBuffer},
      {"93.2", SinInPlace},
      {"93.3", ShiftedOverlapIsRefused},
      {"104.1", ActiveTargetIsListedAndSupported},
  };
  return properties;
}

// Rows that are not about a result of one call on this machine, and what answers them.
const std::map<std::string, const char*>& Elsewhere() {
  static const std::map<std::string, const char*> elsewhere = {
      {"65.6", "bitwise_test.cc: every target equals scalar"},
      {"72.1", "detect_test.cc: features without saved registers do not count"},
      {"73.1", "detect_test.cc: every feature of avx3 is needed"},
      {"74.1", "symbols.py"},
      {"75.1", "the nehalem tests of tests/run --emulate run the whole archive without AVX"},
      {"76.1", "symbols.py"},
      {"77.1", "the debug preset runs the golden hashes of the release build"},
      {"78.1", "environment_test.cc"},
      {"83.1", "the library needs libc, libm and libstdc++ alone: symbols.py"},
      {"84.1", "the installed package"},
      {"85.1", "the aarch64 cross build of tests/run --emulate"},
      {"86.1", "symbols.py"},
      {"97.1", "symbols.py"},
      {"98.1", "symbols.py: no 512-bit instruction outside the avx3 namespace"},
      {"99.1", "bench"},
      {"101.1", "bench"},
      {"102.1", "bench"},
      {"103.1", "dispatch_test.cc"},
      {"105.1", "isobit_verify, the golden hashes"},
      {"106.1", "the emulated CPUs of tests/run --emulate"},
      {"107.1", "a wish for documentation"},
      {"108.1", "a wish for another architecture, which takes the scalar target"},
      {"111.1", "header_c99.c"},
      {"112.1", "a wish for documentation"},
      {"113.1", "a wish for documentation"},
  };
  return elsewhere;
}

class FieldCases : public ::testing::TestWithParam<std::string> {};

TEST_P(FieldCases, AreRight) {
  const isobit_test::ScopedTarget target(GetParam());
  size_t values = 0, properties = 0, elsewhere = 0;
  for (const FieldCase& row : isobit_oracle::LoadFieldCases()) {
    SCOPED_TRACE(row.id + " " + row.kernel + " " + row.source);
    if (const auto property = Properties().find(row.id); property != Properties().end()) {
      ++properties;
      property->second();
    } else if (Elsewhere().count(row.id) != 0) {
      ++elsewhere;
    } else {
      ++values;
      EXPECT_TRUE(RunValueRow(row)) << row.inputs << " " << row.expected << " is covered by nothing";
    }
  }
  EXPECT_EQ(properties, Properties().size());
  EXPECT_EQ(elsewhere, Elsewhere().size());
  EXPECT_EQ(values, 291u);
}

std::string TargetName(const ::testing::TestParamInfo<std::string>& info) { return info.param; }
INSTANTIATE_TEST_SUITE_P(All, FieldCases, ::testing::ValuesIn(isobit_test::RunnableTargets()), TargetName);

}  // namespace
}  // namespace isobit_accuracy
