// The 20 kernels with one prescribed bit pattern against the compiler's own arithmetic and the standard library:
// written here a second time, one element at a time, from the semantics.
// SPDX-License-Identifier: Apache-2.0
#include <cfloat>
#include <cmath>
#include <functional>
#include <limits>
#include <map>

#include "support.h"

namespace isobit_accuracy {
namespace {

using isobit_oracle::CanonicalNaN;
using isobit_oracle::Decode;
using isobit_oracle::RoundToNearest;

static_assert(FLT_EVAL_METHOD == 0, "this reference needs float and double arithmetic as written");

// Every formula for float and for double; f16 and bf16 take the float one and round its result once more. c, lo and hi
// have been rounded to the dtype.
template <typename T>
using Formula = std::function<T(T a, T b, T c, T lo, T hi)>;

template <typename T>
const std::map<std::string, Formula<T>>& Formulas() {
  static const std::map<std::string, Formula<T>> formulas = {
      {"relu", [](T a, T, T, T, T) { return a > 0 ? a : T(0); }},
      {"step", [](T a, T, T, T, T) { return a > 0 ? T(1) : T(0); }},
      {"sign", [](T a, T, T, T, T) { return a > 0   ? T(1)
                                            : a < 0 ? T(-1)
                                                    : T(0); }},
      {"sqr", [](T a, T, T, T, T) { return a * a; }},
      {"sqrt", [](T a, T, T, T, T) { return std::sqrt(a); }},
      {"recip", [](T a, T, T, T, T) { return 1 / a; }},
      {"floor", [](T a, T, T, T, T) { return std::floor(a); }},
      {"ceil", [](T a, T, T, T, T) { return std::ceil(a); }},
      {"round", [](T a, T, T, T, T) { return std::nearbyint(a); }},
      {"add", [](T a, T b, T, T, T) { return a + b; }},
      {"sub", [](T a, T b, T, T, T) { return a - b; }},
      {"mul", [](T a, T b, T, T, T) { return a * b; }},
      {"div", [](T a, T b, T, T, T) { return a / b; }},
      {"maximum",
       [](T a, T b, T, T, T) {
         if (std::isnan(a)) return b;
         if (std::isnan(b)) return a;
         if (a == b) return std::signbit(a) ? b : a;
         return a > b ? a : b;
       }},
      {"minimum",
       [](T a, T b, T, T, T) {
         if (std::isnan(a)) return b;
         if (std::isnan(b)) return a;
         if (a == b) return std::signbit(a) ? a : b;
         return a < b ? a : b;
       }},
      {"add_scalar", [](T a, T, T c, T, T) { return a + c; }},
      {"mul_scalar", [](T a, T, T c, T, T) { return a * c; }},
      {"clamp", [](T a, T, T, T lo, T hi) { return a < lo   ? lo
                                                   : a > hi ? hi
                                                            : a; }},
  };
  return formulas;
}

uint64_t Expect(const isobit_binding& binding, uint64_t a, uint64_t b, const isobit_test::Params& p) {
  const DType dtype = ToDType(binding.dtype);
  const std::string kernel = binding.kernel;
  const uint64_t sign = uint64_t{1} << (isobit_oracle::FormatOf(dtype).bits - 1);
  if (kernel == "neg") return a ^ sign;
  if (kernel == "abs") return a & ~sign;
  const double c = Decode(dtype, RoundToNearest(dtype, p.c)), lo = Decode(dtype, RoundToNearest(dtype, p.lo)),
               hi = Decode(dtype, RoundToNearest(dtype, p.hi));
  const double x = Decode(dtype, a), y = Decode(dtype, b);
  double result;
  if (dtype == DType::kF64) {
    result = Formulas<double>().at(kernel)(x, y, c, lo, hi);
  } else {
    const auto f = [](double v) { return static_cast<float>(v); };
    result = static_cast<double>(Formulas<float>().at(kernel)(f(x), f(y), f(c), f(lo), f(hi)));
  }
  return RoundToNearest(dtype, result);
}

bool IsPrescribed(const isobit_binding& binding) { return binding.max_ulp == 0; }

std::vector<isobit_test::BindingAndTarget> PrescribedBindings() {
  std::vector<isobit_test::BindingAndTarget> all;
  for (const isobit_test::BindingAndTarget& each : isobit_test::EveryBindingAndTarget()) {
    if (IsPrescribed(*each.binding)) all.push_back(each);
  }
  return all;
}

class Arithmetic : public ::testing::TestWithParam<isobit_test::BindingAndTarget> {};

TEST_P(Arithmetic, EqualsTheCompilers) {
  const isobit_binding& binding = *GetParam().binding;
  const isobit_test::ScopedTarget target(GetParam().target);
  const DType dtype = ToDType(binding.dtype);
  std::vector<isobit_test::Params> parameter_sets = isobit_test::ParameterSets(binding);
  const size_t n = binding.family == ISOBIT_BINARY ? 300000 : 150000;
  for (const isobit_test::Params& parameters : parameter_sets) {
    std::vector<uint64_t> a(n), b(binding.inputs == 2 ? n : 0);
    for (size_t i = 0; i < n; ++i) {
      if (binding.inputs == 2) {
        isobit_test::PairSample(binding.dtype, 3, i, &a[i], &b[i]);
      } else {
        a[i] = isobit_test::UnarySample(binding.dtype, 3, i);
      }
    }
    const std::vector<uint64_t> got = Results(binding, a, b, parameters);
    size_t failures = 0;
    for (size_t i = 0; i < n; ++i) {
      const uint64_t want = Expect(binding, a[i], b.empty() ? 0 : b[i], parameters);
      if (got[i] != want && ++failures <= 3) {
        ADD_FAILURE() << binding.name << " of " << Hex(dtype, a[i]) << " " << (b.empty() ? "" : Hex(dtype, b[i])) << " "
                      << isobit_test::ToString(parameters) << " gives " << Hex(dtype, got[i]) << ", expected "
                      << Hex(dtype, want);
      }
    }
    EXPECT_EQ(failures, 0u);
  }
}

INSTANTIATE_TEST_SUITE_P(All, Arithmetic, ::testing::ValuesIn(PrescribedBindings()), isobit_test::BindingAndTargetName);

// The 20 names above and the contracts' are the same set, so none goes unchecked.
TEST(Arithmetic, CoversEveryPrescribedKernel) {
  size_t kernels = 0;
  for (const isobit_binding* binding : isobit_test::Bindings()) {
    if (!IsPrescribed(*binding) || binding->dtype != ISOBIT_F32) continue;
    ++kernels;
    const std::string name = binding->kernel;
    EXPECT_TRUE(name == "neg" || name == "abs" || Formulas<float>().count(name) == 1) << name;
  }
  EXPECT_EQ(kernels, 20u);
}

}  // namespace
}  // namespace isobit_accuracy
