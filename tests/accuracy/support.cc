// What the accuracy tests share: see support.h.
// SPDX-License-Identifier: Apache-2.0
#include "support.h"

#include <cstdio>
#include <ostream>

namespace isobit_accuracy {

std::string CaseName(const ::testing::TestParamInfo<Case>& info) {
  return std::string(Name(info.param.kernel)) + "_" + Name(info.param.dtype) + "_" + info.param.target;
}

void PrintTo(const Case& parameter, std::ostream* out) {
  *out << Name(parameter.kernel) << " " << Name(parameter.dtype) << " on " << parameter.target;
}

bool AnyCase(Kernel, DType) { return true; }

std::vector<Case> Cases(bool all_targets, bool (*wanted)(Kernel, DType)) {
  std::vector<Case> cases;
  for (int k = 0; k < isobit_oracle::kKernelCount; ++k) {
    for (int t = 0; t < 4; ++t) {
      const Kernel kernel = static_cast<Kernel>(k);
      const DType dtype = static_cast<DType>(t);
      if (!wanted(kernel, dtype)) continue;
      for (const std::string& target : isobit_test::RunnableTargets()) {
        cases.push_back({kernel, dtype, target});
        if (!all_targets) break;
      }
    }
  }
  return cases;
}

const isobit_binding& BindingOf(Kernel kernel, DType dtype) {
  const isobit_binding* binding = isobit_find_binding(EntryName(Name(kernel), Name(dtype)).c_str());
  if (binding == nullptr) throw std::runtime_error(EntryName(Name(kernel), Name(dtype)) + " is missing");
  return *binding;
}

std::vector<uint64_t> Results(const isobit_binding& binding, const std::vector<uint64_t>& a,
                              const std::vector<uint64_t>& b, const isobit_test::Params& parameters) {
  const size_t n = a.size();
  isobit_test::Array x(binding.dtype, n), y(binding.dtype, n), out(binding.dtype, n);
  for (size_t i = 0; i < n; ++i) x.Set(i, a[i]);
  for (size_t i = 0; i < b.size(); ++i) y.Set(i, b[i]);
  EXPECT_EQ(isobit_test::Call(binding, x.data(), y.data(), out.data(), n, parameters), ISOBIT_OK)
      << isobit_last_error();
  std::vector<uint64_t> results(n);
  for (size_t i = 0; i < n; ++i) results[i] = out.Get(i);
  return results;
}

std::string Hex(DType dtype, uint64_t bits) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%0*llX", isobit_oracle::FormatOf(dtype).bits / 4,
                static_cast<unsigned long long>(bits));
  return text;
}

void Conclude(const isobit_oracle::Survey& survey) {
  const std::string report = survey.Report();
  std::printf("    %s\n", report.c_str());
  ::testing::Test::RecordProperty("survey", report);
  EXPECT_GT(survey.count(), 0u);
  EXPECT_EQ(survey.failures(), 0u) << report;
}

}  // namespace isobit_accuracy
