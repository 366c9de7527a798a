// Each operation of the lane vocabulary on its own: the vector targets give the scalar lane's bits over the cross
// product of special values and over random bit patterns. Kernels use nothing else, so their bits follow.
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstring>
#include <ostream>
#include <string>
#include <vector>

#include "lane_ops.h"
#include "support/harness.h"

namespace isobit_test {
namespace {

using isobit::lane_test::Domain;
using isobit::lane_test::Operation;
using isobit::lane_test::Operations;
using isobit::lane_test::Result;
using isobit::lane_test::Type;

struct Case {
  size_t index;
  std::string target;
};
void PrintTo(const Case& parameter, std::ostream* out) {
  *out << isobit::N_SCALAR::LaneOperations().first[parameter.index].name << " on " << parameter.target;
}

Operations OfTarget(const std::string& target) {
#if defined(__x86_64__)
  if (target == "avx2") return isobit::N_AVX2::LaneOperations();
  if (target == "avx3") return isobit::N_AVX3::LaneOperations();
#elif defined(__aarch64__)
  if (target == "neon") return isobit::N_NEON::LaneOperations();
#endif
  if (target != "scalar") ADD_FAILURE() << "the lane test does not know the target " << target;
  return isobit::N_SCALAR::LaneOperations();
}

const char* TypeName(Type type) {
  switch (type) {
    case Type::kF32: return "f32";
    case Type::kF64: return "f64";
    case Type::kI16: return "i16";
    case Type::kU16: return "u16";
    case Type::kI32: return "i32";
    case Type::kU32: return "u32";
    case Type::kI64: return "i64";
    case Type::kU64: return "u64";
    case Type::kF16Storage: return "f16";
    case Type::kBF16Storage: return "bf16";
  }
  return "?";
}

// The dtype whose bit patterns an operation is fed with; integers get floats' patterns and their own edges.
isobit_dtype DtypeOf(Type type) {
  switch (type) {
    case Type::kF32:
    case Type::kI32:
    case Type::kU32:
      return ISOBIT_F32;
    case Type::kF64:
    case Type::kI64:
    case Type::kU64:
      return ISOBIT_F64;
    case Type::kBF16Storage:
      return ISOBIT_BF16;
    case Type::kI16:
    case Type::kU16:
    case Type::kF16Storage:
    default:
      return ISOBIT_F16;
  }
}

bool IsInteger(Type type) {
  return type == Type::kI16 || type == Type::kU16 || type == Type::kI32 || type == Type::kU32 || type == Type::kI64 ||
         type == Type::kU64;
}

std::vector<Case> EveryOperationAndSimdTarget() {
  std::vector<Case> cases;
  for (const std::string& target : SimdTargets()) {
    for (size_t i = 0; i < isobit::N_SCALAR::LaneOperations().count; ++i) cases.push_back({i, target});
  }
  return cases;
}

std::string CaseName(const ::testing::TestParamInfo<Case>& info) {
  const Operation& operation = isobit::N_SCALAR::LaneOperations().first[info.param.index];
  return std::string(operation.name) + "_" + TypeName(operation.type) + "_" + info.param.target;
}

double AsDouble(isobit_dtype dtype, uint64_t bits) {
  if (dtype == ISOBIT_F64) {
    double value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  }
  const uint32_t narrow = static_cast<uint32_t>(bits);
  float value;
  std::memcpy(&value, &narrow, sizeof value);
  return value;
}

bool InDomain(const Operation& operation, isobit_dtype dtype, uint64_t a, uint64_t b) {
  switch (operation.domain) {
    case Domain::kTruncFits: {
      const double limit = dtype == ISOBIT_F64 ? 0x1p63 : 0x1p31;
      const double value = AsDouble(dtype, a);
      return value >= -limit && value < limit;
    }
    case Domain::kOrdered: {
      const Format f = FormatOf(dtype);
      if (f.IsNan(a) || f.IsNan(b)) return false;
      return a == b || ((a | b) & ~f.sign()) != 0;
    }
    case Domain::kAll:
    default:
      return true;
  }
}

class Lane : public ::testing::TestWithParam<Case> {};

TEST_P(Lane, EqualsScalar) {
  const Operations simd = OfTarget(GetParam().target);
  ASSERT_EQ(simd.count, isobit::N_SCALAR::LaneOperations().count);
  const Operation& reference = OfTarget(ReferenceTarget()).first[GetParam().index];
  const Operation& operation = simd.first[GetParam().index];
  ASSERT_STREQ(reference.name, operation.name);
  const isobit_dtype dtype = DtypeOf(operation.type);
  const Format f = FormatOf(dtype);
  std::vector<uint64_t> special = GetEffort() == Effort::kQuick ? FewSpecialValues(dtype) : SpecialValues(dtype);
  if (IsInteger(operation.type)) {
    for (const uint64_t edge : {uint64_t{0}, uint64_t{1}, uint64_t{2}, uint64_t{7}, uint64_t{31}, uint64_t{63},
                                f.mask(), f.mask() - 1, f.sign(), f.sign() - 1, f.sign() + 1}) {
      special.push_back(edge);
    }
  }
  const size_t cross = special.size() * special.size();
  const size_t n = (cross + BySize(1 << 13, 1 << 17) + 63) / 64 * 64;
  Array a(dtype, n);
  Array b(dtype, n);
  Array c(dtype, n);
  Array want(dtype, n);
  Array got(dtype, n);
  const uint64_t random_pairs = SpecialValues(dtype).size() * SpecialValues(dtype).size();
  for (size_t i = 0; i < n; ++i) {
    uint64_t x;
    uint64_t y;
    PairSample(dtype, 77, random_pairs + i, &x, &y);
    if (i < cross) {
      x = special[i / special.size()];
      y = special[i % special.size()];
    }
    a.Set(i, x);
    b.Set(i, y);
    // The third operand cancels the product now and then, which shows whether it was rounded.
    const uint64_t random = Mix(i);
    c.Set(i, random % 4 == 0 ? special[(random >> 8) % special.size()]
                             : UnarySample(dtype, 78, (uint64_t{1} << 20) + i));
  }
  if (dtype == ISOBIT_F32 || dtype == ISOBIT_F64) {
    for (size_t i = cross; i < n; i += 4) {
      const double product = AsDouble(dtype, a.Get(i)) * AsDouble(dtype, b.Get(i));
      if (std::isfinite(product)) c.Set(i, TruncateToFormat(f, i % 8 == 0 ? product : -product));
    }
  }
  reference.run(a.data(), b.data(), c.data(), want.data(), n);
  operation.run(a.data(), b.data(), c.data(), got.data(), n);
  size_t compared = 0;
  for (size_t i = 0; i < n; ++i) {
    if (!InDomain(operation, dtype, a.Get(i), b.Get(i))) continue;
    ++compared;
    if (want.Get(i) == got.Get(i)) continue;
    if (operation.result == Result::kAnyNan && f.IsNan(want.Get(i)) && f.IsNan(got.Get(i))) continue;
    FAIL() << operation.name << " " << TypeName(operation.type) << " on " << GetParam().target << std::hex << ": a 0x"
           << a.Get(i) << " b 0x" << b.Get(i) << " c 0x" << c.Get(i) << " gives 0x" << got.Get(i) << ", scalar 0x"
           << want.Get(i);
  }
  EXPECT_GT(compared, n / 8);
}

INSTANTIATE_TEST_SUITE_P(All, Lane, ::testing::ValuesIn(EveryOperationAndSimdTarget()), CaseName);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Lane);

}  // namespace
}  // namespace isobit_test
