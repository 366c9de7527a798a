// The C interface: what a call refuses, what it says then, names, the registry.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "support/harness.h"

namespace isobit_test {
namespace {

// A value that a C caller can pass and that no enumerator has.
template <class Enum>
Enum Unlisted(int value) {
  static_assert(sizeof(Enum) == sizeof(int), "the enumerations of the C interface are ints");
  Enum result;
  std::memcpy(&result, &value, sizeof result);
  return result;
}

class Refusals : public ::testing::TestWithParam<const isobit_binding*> {
 protected:
  static constexpr size_t kCount = 40;

  const isobit_binding& binding() const { return *GetParam(); }
  isobit_dtype dtype() const { return binding().dtype; }
  size_t element() const { return isobit_dtype_size(dtype()); }
  bool binary() const { return binding().inputs == 2; }

  // A refused call: this status, a sentence, and not one byte changed.
  void ExpectRefused(const void* x, const void* y, void* out, size_t n, const Params& params, isobit_status status,
                     Array* watched, const std::string& what) {
    std::vector<unsigned char> before;
    if (watched != nullptr) {
      const unsigned char* bytes = static_cast<const unsigned char*>(watched->data());
      before.assign(bytes, bytes + watched->bytes());
    }
    EXPECT_EQ(Call(binding(), x, y, out, n, params), status) << binding().name << ", " << what;
    EXPECT_STRNE(isobit_last_error(), "") << what;
    if (watched != nullptr) {
      EXPECT_EQ(std::memcmp(before.data(), watched->data(), before.size()), 0)
          << binding().name << ", " << what << ": a refused call wrote";
    }
  }
};

TEST_P(Refusals, NullPointers) {
  const Params params = PlainParams(binding());
  Array x(dtype(), kCount);
  Array out(dtype(), kCount);
  x.FillBytes(0);
  out.FillBytes(0xC3);
  ExpectRefused(nullptr, x.data(), out.data(), kCount, params, ISOBIT_ERROR_NULL_POINTER, &out, "null input");
  ExpectRefused(x.data(), x.data(), nullptr, kCount, params, ISOBIT_ERROR_NULL_POINTER, &x, "null output");
  ExpectRefused(x.data(), x.data(), nullptr, 1, params, ISOBIT_ERROR_NULL_POINTER, &x, "null output, n = 1");
  if (binary()) {
    ExpectRefused(x.data(), nullptr, out.data(), kCount, params, ISOBIT_ERROR_NULL_POINTER, &out, "null second input");
  }
}

TEST_P(Refusals, NothingToDoIsASuccess) {
  const Params params = PlainParams(binding());
  Array x(dtype(), kCount);
  x.FillBytes(0xC3);
  EXPECT_EQ(Call(binding(), nullptr, nullptr, nullptr, 0, params), ISOBIT_OK);
  EXPECT_EQ(Call(binding(), x.data(), x.At(1), x.At(1), 0, params), ISOBIT_OK);
  for (size_t i = 0; i < kCount; ++i) EXPECT_EQ(x.Get(i), FormatOf(dtype()).mask() & 0xC3C3C3C3C3C3C3C3u);
}

TEST_P(Refusals, PartialOverlap) {
  const Params params = PlainParams(binding());
  Array all(dtype(), 3 * kCount);
  Array other(dtype(), kCount);
  FillUnary(dtype(), 1, 1000, all.size(), all.data());
  FillUnary(dtype(), 2, 1000, other.size(), other.data());
  for (const size_t shift : {size_t{1}, size_t{2}, kCount / 2, kCount - 1}) {
    const std::string what = "overlap, shift " + std::to_string(shift);
    ExpectRefused(all.At(kCount), other.data(), all.At(kCount + shift), kCount, params, ISOBIT_ERROR_OVERLAP, &all,
                  what);
    ExpectRefused(all.At(kCount), other.data(), all.At(kCount - shift), kCount, params, ISOBIT_ERROR_OVERLAP, &all,
                  what);
    if (binary()) {
      ExpectRefused(other.data(), all.At(kCount), all.At(kCount + shift), kCount, params, ISOBIT_ERROR_OVERLAP, &all,
                    what + " with the second input");
      ExpectRefused(all.At(kCount + shift), all.At(kCount), all.At(kCount + shift), kCount, params,
                    ISOBIT_ERROR_OVERLAP, &all, what + " with the second input, in place of the first");
    }
  }
}

TEST_P(Refusals, NeighboursAreNoOverlap) {
  const Params params = PlainParams(binding());
  Array all(dtype(), 3 * kCount);
  FillUnary(dtype(), 1, 1000, all.size(), all.data());
  Array want(dtype(), kCount);
  ASSERT_EQ(Call(binding(), all.At(kCount), all.At(kCount), want.data(), kCount, params), ISOBIT_OK);
  for (const size_t at : {size_t{0}, 2 * kCount}) {
    EXPECT_EQ(Call(binding(), all.At(kCount), all.At(kCount), all.At(at), kCount, params), ISOBIT_OK)
        << isobit_last_error();
    EXPECT_TRUE(SameBits(binding(), all.At(kCount), nullptr, all.At(at), want.data(), kCount, params, "neighbours"));
  }
}

class ClampRefusals : public Refusals {};

TEST_P(ClampRefusals, BrokenBounds) {
  Array x(dtype(), kCount);
  Array out(dtype(), kCount);
  x.FillBytes(0);
  out.FillBytes(0xC3);
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  Params params;
  params.lo = 1;
  params.hi = -1;
  ExpectRefused(x.data(), nullptr, out.data(), kCount, params, ISOBIT_ERROR_PARAMETER, &out, "min > max");
  params.lo = kNan;
  params.hi = 1;
  ExpectRefused(x.data(), nullptr, out.data(), kCount, params, ISOBIT_ERROR_PARAMETER, &out, "min NaN");
  params.lo = 0;
  params.hi = -kNan;
  ExpectRefused(x.data(), nullptr, out.data(), kCount, params, ISOBIT_ERROR_PARAMETER, &out, "max NaN");
}

// An array that would run beyond the end of the address space is refused before anything is read.
TEST_P(Refusals, CountsThatOverflow) {
  const Params params = PlainParams(binding());
  Array x(dtype(), kCount);
  Array out(dtype(), kCount);
  x.FillBytes(0);
  out.FillBytes(0xC3);
  for (const size_t n : {std::numeric_limits<size_t>::max(), std::numeric_limits<size_t>::max() / element(),
                         std::numeric_limits<size_t>::max() / element() + 2}) {
    ExpectRefused(x.data(), x.data(), out.data(), n, params, ISOBIT_ERROR_TOO_LARGE, &out,
                  "n " + std::to_string(n));
  }
}

INSTANTIATE_TEST_SUITE_P(All, Refusals, ::testing::ValuesIn(Bindings()), BindingName);

std::vector<const isobit_binding*> ClampBindings() {
  std::vector<const isobit_binding*> clamps;
  for (const isobit_binding* binding : Bindings()) {
    if (binding->family == ISOBIT_CLAMP) clamps.push_back(binding);
  }
  return clamps;
}

INSTANTIATE_TEST_SUITE_P(All, ClampRefusals, ::testing::ValuesIn(ClampBindings()), BindingName);

// ---- Names -----------------------------------------------------------------------------------------------------

TEST(Names, EveryStatusHasItsOwn) {
  std::set<std::string> names;
  for (int status = ISOBIT_OK; status <= ISOBIT_ERROR_OUT_OF_MEMORY; ++status) {
    const char* name = isobit_status_string(static_cast<isobit_status>(status));
    ASSERT_NE(name, nullptr);
    EXPECT_STRNE(name, "");
    EXPECT_TRUE(names.insert(name).second) << name << " stands for two statuses";
  }
  EXPECT_NE(isobit_status_string(Unlisted<isobit_status>(12345)), nullptr);
  EXPECT_NE(isobit_status_string(Unlisted<isobit_status>(-1)), nullptr);
}

TEST(Names, Dtypes) {
  EXPECT_STREQ(isobit_dtype_name(ISOBIT_F32), "f32");
  EXPECT_STREQ(isobit_dtype_name(ISOBIT_F64), "f64");
  EXPECT_STREQ(isobit_dtype_name(ISOBIT_BF16), "bf16");
  EXPECT_STREQ(isobit_dtype_name(ISOBIT_F16), "f16");
  EXPECT_EQ(isobit_dtype_name(Unlisted<isobit_dtype>(4)), nullptr);
  EXPECT_EQ(isobit_dtype_size(ISOBIT_F32), 4u);
  EXPECT_EQ(isobit_dtype_size(ISOBIT_F64), 8u);
  EXPECT_EQ(isobit_dtype_size(ISOBIT_BF16), 2u);
  EXPECT_EQ(isobit_dtype_size(ISOBIT_F16), 2u);
  EXPECT_EQ(isobit_dtype_size(Unlisted<isobit_dtype>(4)), 0u);
}

TEST(Names, Version) { EXPECT_STREQ(isobit_version(), ISOBIT_VERSION_STRING); }

TEST(Errors, TheSentenceIsTheThreadsOwnAndOutlivesSuccess) {
  float x[2] = {1, 2};
  float out[2];
  ASSERT_EQ(isobit_neg_f32(nullptr, out, 2), ISOBIT_ERROR_NULL_POINTER);
  const std::string sentence = isobit_last_error();
  EXPECT_NE(sentence, "");
  ASSERT_EQ(isobit_neg_f32(x, out, 2), ISOBIT_OK);
  EXPECT_EQ(sentence, isobit_last_error()) << "a successful call leaves the sentence as it is";
  EXPECT_NE(sentence.find("neg"), std::string::npos) << "the sentence names the call: " << sentence;
}

// ---- The registry ----------------------------------------------------------------------------------------------

TEST(Registry, HoldsThirtyFourKernelsInFourDtypes) {
  EXPECT_GE(isobit_binding_count(), 136u);
  std::set<std::string> kernels;
  for (const isobit_binding* binding : Bindings()) {
    if (std::string(binding->kernel_source) == "isobit-highway") kernels.insert(binding->kernel);
  }
  for (const char* kernel :
       {"neg", "relu", "sqr", "sqrt", "sign", "abs", "recip", "floor", "ceil", "round", "step", "add", "sub", "mul",
        "div", "maximum", "minimum", "add_scalar", "mul_scalar", "clamp", "exp", "log", "sin", "cos", "tanh", "erf",
        "gelu_erf", "sigmoid", "silu", "gelu", "rsqrt", "powi", "rem", "pow"}) {
    EXPECT_EQ(kernels.count(kernel), 1u) << kernel;
    for (const char* dtype : {"f32", "f64", "bf16", "f16"}) {
      const std::string name = std::string("isobit_") + kernel + "_" + dtype;
      const isobit_binding* binding = isobit_find_binding(name.c_str());
      ASSERT_NE(binding, nullptr) << name;
      EXPECT_EQ(name, binding->name);
      EXPECT_STREQ(isobit_dtype_name(binding->dtype), dtype);
      EXPECT_NE(isobit_resolve(name.c_str()), nullptr) << name;
    }
  }
}

TEST(Registry, BindingsAreWellFormed) {
  std::set<std::string> names;
  for (size_t i = 0; i < isobit_binding_count(); ++i) {
    const isobit_binding* binding = isobit_binding_at(i);
    ASSERT_NE(binding, nullptr);
    EXPECT_GE(binding->struct_size, sizeof(isobit_binding));
    EXPECT_TRUE(names.insert(binding->name).second) << binding->name << " is listed twice";
    EXPECT_EQ(isobit_find_binding(binding->name), binding);
    EXPECT_NE(isobit_resolve(binding->name), nullptr) << binding->name;
    EXPECT_EQ(binding->inputs, binding->family == ISOBIT_BINARY ? 2 : 1) << binding->name;
    EXPECT_TRUE(binding->max_ulp >= 0 || binding->max_relative >= 0) << binding->name << " has no bound";
    EXPECT_STRNE(binding->blurb, "") << binding->name;
    EXPECT_NE(binding->revision_hash, 0u) << binding->name;
  }
}

TEST(Registry, UnknownNamesGiveNull) {
  EXPECT_EQ(isobit_binding_at(isobit_binding_count()), nullptr);
  EXPECT_EQ(isobit_binding_at(std::numeric_limits<size_t>::max()), nullptr);
  for (const char* name : {"", "isobit_add", "isobit_add_f8", "add_f32", "ISOBIT_ADD_F32", "isobit_add_f32 ",
                           "isobit_version", "isobit_nosuch_f32"}) {
    EXPECT_EQ(isobit_find_binding(name), nullptr) << name;
    EXPECT_EQ(isobit_resolve(name), nullptr) << name;
  }
  EXPECT_EQ(isobit_find_binding(nullptr), nullptr);
  EXPECT_EQ(isobit_resolve(nullptr), nullptr);
}

TEST(Registry, ResolvesToTheEntryItself) {
  EXPECT_EQ(reinterpret_cast<isobit_unary_f32>(isobit_resolve("isobit_neg_f32")), &isobit_neg_f32);
  EXPECT_EQ(reinterpret_cast<isobit_binary_u16>(isobit_resolve("isobit_add_f16")), &isobit_add_f16);
  EXPECT_EQ(reinterpret_cast<isobit_binary_f64>(isobit_resolve("isobit_pow_f64")), &isobit_pow_f64);
}

}  // namespace
}  // namespace isobit_test
