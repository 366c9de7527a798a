// A result depends on its own inputs alone: not on the count, the alignment, the position, the neighbours, the
// aliasing of input and output or the size of the array; and no byte outside the arrays is touched.
// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "support/harness.h"

namespace isobit_test {
namespace {

constexpr uint64_t kSeed = 0x3E3;

// The lanes of the widest vector of any target: 64 bytes of the storage type.
size_t Lanes(isobit_dtype dtype) { return 64 / isobit_dtype_size(dtype); }

class Memory : public ::testing::TestWithParam<BindingAndTarget> {
 protected:
  const isobit_binding& binding() const { return *GetParam().binding; }
  isobit_dtype dtype() const { return binding().dtype; }
  size_t element() const { return isobit_dtype_size(dtype()); }
  bool binary() const { return binding().inputs == 2; }
  bool scalar_target() const { return GetParam().target == "scalar"; }

  // Inputs that mix ordinary values with special ones.
  void FillInputs(Array* x, Array* y) const {
    const std::vector<uint64_t>& special = SpecialValues(dtype());
    for (size_t i = 0; i < x->size(); ++i) {
      const uint64_t random = Mix(kSeed + i);
      uint64_t a;
      uint64_t b;
      PairSample(dtype(), kSeed, special.size() * special.size() + i, &a, &b);
      x->Set(i, random % 3 == 0 ? special[(random >> 8) % special.size()] : a);
      y->Set(i, random % 5 == 0 ? special[(random >> 32) % special.size()] : b);
    }
  }

  isobit_status CallHere(const void* x, const void* y, void* out, size_t n, const Params& params) const {
    return Call(binding(), x, y, out, n, params);
  }
};

// Every count from 0 to 4 vectors and 3, with inputs and output at every misalignment. The bytes before and
// after the output keep their value.
TEST_P(Memory, EveryCountAndMisalignment) {
  const size_t lanes = Lanes(dtype());
  const size_t most = 4 * lanes + 3;
  const Params params = PlainParams(binding());
  Array x(dtype(), most + lanes);
  Array y(dtype(), most + lanes);
  FillInputs(&x, &y);
  Array want(dtype(), most);
  Array out(dtype(), most + 3 * lanes);
  std::vector<unsigned char> untouched(out.bytes(), 0xC3);
  // The scalar target has no vectors; a few misalignments show that it does not care. So do they under
  // emulation, where a call costs a hundred times more.
  std::vector<size_t> shifts;
  for (size_t shift = 0; shift < lanes; ++shift) {
    if (!(scalar_target() || GetEffort() == Effort::kQuick) || shift < 2 || shift == lanes - 1) {
      shifts.push_back(shift);
    }
  }
  for (const size_t shift : shifts) {
    const size_t y_shift = (5 * shift + 3) % lanes;
    const size_t out_shift = (7 * shift + 1) % lanes;
    ScalarReference(binding(), x.At(shift), y.At(y_shift), want.data(), most, params);
    const ScopedTarget target(GetParam().target);
    for (size_t n = 0; n <= most; ++n) {
      for (const size_t at : {lanes + out_shift, lanes + shift}) {
        std::memset(out.data(), 0xC3, out.bytes());
        ASSERT_EQ(CallHere(x.At(shift), y.At(y_shift), out.At(at), n, params), ISOBIT_OK) << isobit_last_error();
        ASSERT_TRUE(SameBits(binding(), x.At(shift), binary() ? y.At(y_shift) : nullptr, out.At(at), want.data(), n,
                             params,
                             "n " + std::to_string(n) + ", shift of x " + std::to_string(shift) + ", of y " +
                                 std::to_string(y_shift) + ", of the output " + std::to_string(at % lanes)));
        ASSERT_EQ(std::memcmp(out.data(), untouched.data(), at * element()), 0)
            << "wrote before the output, n " << n << ", shift " << shift;
        ASSERT_EQ(std::memcmp(out.At(at + n), untouched.data(), (out.size() - at - n) * element()), 0)
            << "wrote behind the output, n " << n << ", shift " << shift;
      }
    }
  }
}

// Arrays that end at an inaccessible page, and arrays that begin behind one.
TEST_P(Memory, TouchesNothingOutside) {
  const size_t most = 4 * Lanes(dtype()) + 3;
  const Params params = PlainParams(binding());
  Array x(dtype(), most);
  Array y(dtype(), most);
  FillInputs(&x, &y);
  Array want(dtype(), most);
  ScalarReference(binding(), x.data(), y.data(), want.data(), most, params);
  FencedPages x_pages(most * element());
  FencedPages y_pages(most * element());
  FencedPages out_pages(most * element());
  const ScopedTarget target(GetParam().target);
  for (size_t n = 1; n <= most; ++n) {
    const size_t bytes = n * element();
    for (const bool at_end : {false, true}) {
      unsigned char* x_at = at_end ? x_pages.end() - bytes : x_pages.begin();
      unsigned char* y_at = at_end ? y_pages.end() - bytes : y_pages.begin();
      unsigned char* out_at = at_end ? out_pages.end() - bytes : out_pages.begin();
      std::memcpy(x_at, x.data(), bytes);
      std::memcpy(y_at, y.data(), bytes);
      std::memset(out_at, 0xC3, bytes);
      ASSERT_EQ(CallHere(x_at, y_at, out_at, n, params), ISOBIT_OK) << isobit_last_error();
      ASSERT_TRUE(SameBits(binding(), x_at, binary() ? y_at : nullptr, out_at, want.data(), n, params,
                           "n " + std::to_string(n) + (at_end ? " at the end of a page" : " at a page's begin")));
      ASSERT_EQ(std::memcmp(x_at, x.data(), bytes), 0) << "wrote to the input";
    }
  }
}

// A special value (it may take a rare path) at each lane among ordinary ones, and one ordinary value at each
// lane among special ones: each element's bits are those that it has when computed alone.
TEST_P(Memory, NeighboursAndPositionDoNotMatter) {
  const size_t lanes = Lanes(dtype());
  const size_t n = 2 * lanes + 1;
  const Params params = PlainParams(binding());
  std::vector<uint64_t> rare = FewSpecialValues(dtype());
  if (GetEffort() != Effort::kQuick && !scalar_target()) {
    rare = SpecialValues(dtype());
    for (uint64_t i = 0; i < 64; ++i) rare.push_back(UnarySample(dtype(), kSeed, 0x10000 + 8 * i + i % 4));
  }
  const Format f = FormatOf(dtype());
  Array ordinary_x(dtype(), n);
  Array ordinary_y(dtype(), n);
  for (size_t i = 0; i < n; ++i) {
    // Between 1 and 2, and between 2 and 4.
    const uint64_t mantissa = (uint64_t{1} << f.mantissa_bits) - 1;
    ordinary_x.Set(i, f.one() | (Mix(i) & mantissa));
    ordinary_y.Set(i, (f.one() + (uint64_t{1} << f.mantissa_bits)) | (Mix(i + 1000) & mantissa));
  }
  Array ordinary_want(dtype(), n);
  ScalarReference(binding(), ordinary_x.data(), ordinary_y.data(), ordinary_want.data(), n, params);
  // Each rare value's own result, with each ordinary y for the binary kernels.
  Array rare_x(dtype(), n);
  Array rare_want(dtype(), n);
  Array x(dtype(), n);
  Array want(dtype(), n);
  Array out(dtype(), n);
  const size_t step = GetEffort() == Effort::kQuick || scalar_target() ? 5 : 1;
  for (const uint64_t bits : rare) {
    for (size_t i = 0; i < n; ++i) rare_x.Set(i, bits);
    ScalarReference(binding(), rare_x.data(), ordinary_y.data(), rare_want.data(), n, params);
    const ScopedTarget target(GetParam().target);
    for (const bool alone : {true, false}) {
      std::memcpy(x.data(), alone ? ordinary_x.data() : rare_x.data(), x.bytes());
      std::memcpy(want.data(), alone ? ordinary_want.data() : rare_want.data(), x.bytes());
      for (size_t position = 0; position < n; position += step) {
        const uint64_t kept_x = x.Get(position);
        const uint64_t kept_want = want.Get(position);
        x.Set(position, alone ? bits : ordinary_x.Get(position));
        want.Set(position, alone ? rare_want.Get(position) : ordinary_want.Get(position));
        ASSERT_EQ(CallHere(x.data(), ordinary_y.data(), out.data(), n, params), ISOBIT_OK);
        ASSERT_TRUE(SameBits(binding(), x.data(), binary() ? ordinary_y.data() : nullptr, out.data(), want.data(), n,
                             params,
                             std::string(alone ? "one special value" : "one ordinary value") + " at position " +
                                 std::to_string(position)));
        x.Set(position, kept_x);
        want.Set(position, kept_want);
      }
    }
  }
}

TEST_P(Memory, InPlace) {
  const Params params = PlainParams(binding());
  for (const size_t n : {size_t{1}, Lanes(dtype()) - 1, 3 * Lanes(dtype()) + 1, size_t{1000}}) {
    Array x(dtype(), n);
    Array y(dtype(), n);
    FillInputs(&x, &y);
    Array want(dtype(), n);
    ScalarReference(binding(), x.data(), y.data(), want.data(), n, params);
    Array both_want(dtype(), n);
    if (binary()) ScalarReference(binding(), x.data(), x.data(), both_want.data(), n, params);
    const ScopedTarget target(GetParam().target);
    Array out(dtype(), n);
    std::memcpy(out.data(), x.data(), x.bytes());
    ASSERT_EQ(CallHere(out.data(), y.data(), out.data(), n, params), ISOBIT_OK) << isobit_last_error();
    EXPECT_TRUE(SameBits(binding(), x.data(), y.data(), out.data(), want.data(), n, params, "output over x"));
    if (!binary()) continue;
    std::memcpy(out.data(), y.data(), y.bytes());
    ASSERT_EQ(CallHere(x.data(), out.data(), out.data(), n, params), ISOBIT_OK) << isobit_last_error();
    EXPECT_TRUE(SameBits(binding(), x.data(), y.data(), out.data(), want.data(), n, params, "output over y"));
    std::memcpy(out.data(), x.data(), x.bytes());
    ASSERT_EQ(CallHere(out.data(), out.data(), out.data(), n, params), ISOBIT_OK) << isobit_last_error();
    EXPECT_TRUE(SameBits(binding(), x.data(), x.data(), out.data(), both_want.data(), n, params, "all three one"));
  }
}

INSTANTIATE_TEST_SUITE_P(All, Memory, ::testing::ValuesIn(EveryBindingAndTarget()), BindingAndTargetName);

// ---- Arrays well beyond the last-level cache, where the engine may write past the caches ---------------------

size_t BytesBeyondCaches() {
  long bytes = sysconf(_SC_LEVEL3_CACHE_SIZE);
  if (bytes <= 0) bytes = 32l << 20;
  // Above this the test would need more memory than a small machine has.
  return std::min<size_t>(4 * static_cast<size_t>(bytes), size_t{512} << 20);
}

std::vector<BindingAndTarget> BigArrayCases() {
  std::vector<BindingAndTarget> cases;
  for (const char* name : {"isobit_neg_f32", "isobit_relu_f64", "isobit_sqr_f16", "isobit_abs_bf16", "isobit_add_f32",
                           "isobit_mul_f64", "isobit_sub_f16", "isobit_maximum_bf16", "isobit_add_scalar_f32",
                           "isobit_mul_scalar_f16", "isobit_clamp_f32", "isobit_clamp_bf16", "isobit_exp_f32"}) {
    const isobit_binding* binding = isobit_find_binding(name);
    if (binding == nullptr) continue;
    for (const std::string& target : SimdTargets()) cases.push_back({binding, target});
  }
  return cases;
}

class BigArray : public ::testing::TestWithParam<BindingAndTarget> {};

TEST_P(BigArray, EqualsItsChunks) {
  if (GetEffort() == Effort::kQuick) GTEST_SKIP() << "takes too long under emulation";
  const isobit_binding& binding = *GetParam().binding;
  const isobit_dtype dtype = binding.dtype;
  const size_t element = isobit_dtype_size(dtype);
  const size_t n = BytesBeyondCaches() / element + 5;
  const Params params = PlainParams(binding);
  Array x(dtype, n + 1);
  Array y(dtype, n + 1);
  // A period that is no multiple of any vector.
  constexpr size_t kPeriod = 65521;
  FillPairs(dtype, kSeed, 1u << 20, kPeriod, x.data(), y.data());
  for (size_t done = kPeriod; done < n + 1; done *= 2) {
    std::memcpy(x.At(done), x.data(), std::min(done, n + 1 - done) * element);
    std::memcpy(y.At(done), y.data(), std::min(done, n + 1 - done) * element);
  }
  const ScopedTarget target(GetParam().target);
  Array want(dtype, n);
  for (size_t first = 0; first < n; first += 1000) {
    const size_t count = std::min<size_t>(1000, n - first);
    ASSERT_EQ(Call(binding, x.At(first), y.At(first), want.At(first), count, params), ISOBIT_OK);
  }
  {
    Array out(dtype, n + 2 * 64);
    for (const size_t shift : {size_t{0}, size_t{1}, 64 / element - 1}) {
      std::memset(out.data(), 0xC3, out.bytes());
      ASSERT_EQ(Call(binding, x.data(), y.data(), out.At(64 + shift), n, params), ISOBIT_OK);
      ASSERT_TRUE(SameBits(binding, x.data(), y.data(), out.At(64 + shift), want.data(), n, params,
                           "output shifted by " + std::to_string(shift)));
      for (size_t i = 0; i < 64; ++i) {
        const uint64_t untouched = FormatOf(dtype).mask() & 0xC3C3C3C3C3C3C3C3u;
        ASSERT_EQ(out.Get(shift + i), untouched) << "wrote before the output";
        if (i + shift < 64) {
          ASSERT_EQ(out.Get(64 + shift + n + i), untouched) << "wrote behind the output";
        }
      }
    }
  }
  ASSERT_EQ(Call(binding, x.data(), y.data(), x.data(), n, params), ISOBIT_OK);
  ASSERT_TRUE(SameBits(binding, nullptr, nullptr, x.data(), want.data(), n, params, "in place"));
}

INSTANTIATE_TEST_SUITE_P(All, BigArray, ::testing::ValuesIn(BigArrayCases()), BindingAndTargetName);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(BigArray);

// ---- Any split of an array gives the same bits ----------------------------------------------------------------

class Split : public ::testing::TestWithParam<BindingAndTarget> {};

TEST_P(Split, AnyChunksGiveTheSameBits) {
  const isobit_binding& binding = *GetParam().binding;
  const size_t n = BySize(500, 5000);
  const Params params = PlainParams(binding);
  Array x(binding.dtype, n);
  Array y(binding.dtype, n);
  FillPairs(binding.dtype, kSeed + 2, 1u << 20, n, x.data(), y.data());
  const ScopedTarget target(GetParam().target);
  Array want(binding.dtype, n);
  ASSERT_EQ(Call(binding, x.data(), y.data(), want.data(), n, params), ISOBIT_OK);
  for (uint64_t round = 0; round < 4; ++round) {
    Array out(binding.dtype, n);
    size_t first = 0;
    for (uint64_t step = 0; first < n; ++step) {
      const size_t count = std::min<size_t>(1 + Mix(1000 * round + step) % 150, n - first);
      ASSERT_EQ(Call(binding, x.At(first), y.At(first), out.At(first), count, params), ISOBIT_OK);
      first += count;
    }
    ASSERT_TRUE(SameBits(binding, x.data(), y.data(), out.data(), want.data(), n, params, "cut into pieces"));
  }
}

INSTANTIATE_TEST_SUITE_P(All, Split, ::testing::ValuesIn(EveryBindingAndTarget()), BindingAndTargetName);

}  // namespace
}  // namespace isobit_test
