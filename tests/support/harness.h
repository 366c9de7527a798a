// What the test programs share: bindings and targets enumerated at run time, calls through the public C
// interface by binding, buffers fenced by inaccessible pages, comparisons that name the first wrong element.
// SPDX-License-Identifier: Apache-2.0
#ifndef ISOBIT_TESTS_SUPPORT_HARNESS_H_
#define ISOBIT_TESTS_SUPPORT_HARNESS_H_

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "isobit/isobit.h"
#include "support/samples.h"

namespace isobit_test {

// How much to run: ISOBIT_TEST_EFFORT is "quick" under emulation, "exhaustive" for the runs of hours, else the
// default suite.
enum class Effort { kQuick, kDefault, kExhaustive };
Effort GetEffort();
// One of two sizes: `quick` under emulation, `normal` otherwise.
size_t BySize(size_t quick, size_t normal);

std::vector<const isobit_binding*> Bindings();
// The targets that this CPU can run, best first.
std::vector<std::string> RunnableTargets();
// The same without scalar.
std::vector<std::string> SimdTargets();

// Calls the binding's entry point, found by its name in the link registry. y is read by binary kernels alone.
isobit_status Call(const isobit_binding& binding, const void* x, const void* y, void* out, size_t n,
                   const Params& params);

// Forces a target for its lifetime and goes back to the default choice afterwards.
class ScopedTarget {
 public:
  explicit ScopedTarget(const std::string& name);
  ~ScopedTarget();
  ScopedTarget(const ScopedTarget&) = delete;
  ScopedTarget& operator=(const ScopedTarget&) = delete;
};

// An array of n elements of a dtype, 64-byte aligned at its first element.
class Array {
 public:
  Array(isobit_dtype dtype, size_t n);
  ~Array();
  Array(Array&& other) noexcept;
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;
  Array& operator=(Array&&) = delete;

  void* data() { return data_; }
  const void* data() const { return data_; }
  void* At(size_t index) { return static_cast<unsigned char*>(data_) + index * isobit_dtype_size(dtype_); }
  const void* At(size_t index) const {
    return static_cast<const unsigned char*>(data_) + index * isobit_dtype_size(dtype_);
  }
  uint64_t Get(size_t index) const { return LoadBits(dtype_, data_, index); }
  void Set(size_t index, uint64_t bits) { StoreBits(dtype_, data_, index, bits); }
  void FillBytes(unsigned char byte);
  size_t size() const { return n_; }
  size_t bytes() const { return n_ * isobit_dtype_size(dtype_); }

 private:
  isobit_dtype dtype_;
  size_t n_;
  void* data_;
};

// Pages between two inaccessible ones: a byte read or written outside [begin, end) is a fault.
class FencedPages {
 public:
  explicit FencedPages(size_t bytes);
  ~FencedPages();
  FencedPages(const FencedPages&) = delete;
  FencedPages& operator=(const FencedPages&) = delete;

  unsigned char* begin() { return begin_; }
  unsigned char* end() { return end_; }

 private:
  void* mapping_;
  size_t mapped_;
  unsigned char* begin_;
  unsigned char* end_;
};

// Whether got[i] == want[i] bit by bit; if not, the first difference with its inputs, and how many there are.
::testing::AssertionResult SameBits(const isobit_binding& binding, const void* x, const void* y, const void* got,
                                    const void* want, size_t n, const Params& params, const std::string& what);

// The target that every other one must equal: scalar. On an emulator whose arithmetic is wrong, ISOBIT_TEST_REFERENCE
// names a target that is proved on real CPUs, so that what the emulator gets wrong is the same on both sides.
std::string ReferenceTarget();

// The result of the reference target.
void ScalarReference(const isobit_binding& binding, const void* x, const void* y, void* out, size_t n,
                     const Params& params);

// Benign parameters for tests that are about something else.
Params PlainParams(const isobit_binding& binding);

// Test parameters and their names: "exp_f32" and "exp_f32_avx2".
struct BindingAndTarget {
  const isobit_binding* binding;
  std::string target;
};
std::vector<BindingAndTarget> EveryBindingAndTarget();
std::vector<BindingAndTarget> EveryBindingAndSimdTarget();
std::string NameOf(const isobit_binding& binding);
std::string BindingName(const ::testing::TestParamInfo<const isobit_binding*>& info);
std::string BindingAndTargetName(const ::testing::TestParamInfo<BindingAndTarget>& info);
// GoogleTest prints parameters with this.
void PrintTo(const BindingAndTarget& parameter, std::ostream* out);

}  // namespace isobit_test

#endif  // ISOBIT_TESTS_SUPPORT_HARNESS_H_
