// What the test programs share.
// SPDX-License-Identifier: Apache-2.0
#include "support/harness.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <iomanip>
#include <new>
#include <ostream>
#include <sstream>

namespace isobit_test {
namespace {

std::string Hex(isobit_dtype dtype, uint64_t bits) {
  std::ostringstream text;
  text << "0x" << std::hex << std::setfill('0') << std::setw(static_cast<int>(2 * isobit_dtype_size(dtype)))
       << bits;
  return text.str();
}

}  // namespace

Effort GetEffort() {
  const char* effort = std::getenv("ISOBIT_TEST_EFFORT");
  if (effort != nullptr && std::strcmp(effort, "quick") == 0) return Effort::kQuick;
  if (effort != nullptr && std::strcmp(effort, "exhaustive") == 0) return Effort::kExhaustive;
  return Effort::kDefault;
}

size_t BySize(size_t quick, size_t normal) { return GetEffort() == Effort::kQuick ? quick : normal; }

std::vector<const isobit_binding*> Bindings() {
  std::vector<const isobit_binding*> bindings;
  for (size_t i = 0; i < isobit_binding_count(); ++i) bindings.push_back(isobit_binding_at(i));
  return bindings;
}

std::vector<std::string> RunnableTargets() {
  std::vector<std::string> targets;
  for (const char* const* name = isobit_targets(); *name != nullptr; ++name) {
    if (isobit_target_supported(*name) != 0) targets.emplace_back(*name);
  }
  return targets;
}

std::vector<std::string> SimdTargets() {
  std::vector<std::string> targets;
  for (const std::string& target : RunnableTargets()) {
    if (target != "scalar") targets.push_back(target);
  }
  return targets;
}

isobit_status Call(const isobit_binding& binding, const void* x, const void* y, void* out, size_t n,
                   const Params& params) {
  const isobit_function function = isobit_resolve(binding.name);
  if (function == nullptr) {
    ADD_FAILURE() << binding.name << " has a binding and no entry point";
    return ISOBIT_ERROR_UNKNOWN_KERNEL;
  }
  return CallFunction(binding, function, x, y, out, n, params);
}

ScopedTarget::ScopedTarget(const std::string& name) {
  EXPECT_EQ(isobit_set_target(name.c_str()), ISOBIT_OK) << isobit_last_error();
  EXPECT_EQ(name, isobit_target());
}

ScopedTarget::~ScopedTarget() { isobit_set_target(nullptr); }

Array::Array(isobit_dtype dtype, size_t n) : dtype_(dtype), n_(n), data_(nullptr) {
  const size_t rounded = (n * isobit_dtype_size(dtype) + 63) / 64 * 64;
  data_ = std::aligned_alloc(64, rounded == 0 ? 64 : rounded);
  if (data_ == nullptr) throw std::bad_alloc();
}

Array::~Array() { std::free(data_); }

Array::Array(Array&& other) noexcept : dtype_(other.dtype_), n_(other.n_), data_(other.data_) {
  other.data_ = nullptr;
  other.n_ = 0;
}

void Array::FillBytes(unsigned char byte) { std::memset(data_, byte, bytes()); }

FencedPages::FencedPages(size_t bytes) {
  const size_t page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  const size_t inner = (bytes + page - 1) / page * page;
  mapped_ = inner + 2 * page;
  mapping_ = mmap(nullptr, mapped_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapping_ == MAP_FAILED) throw std::bad_alloc();
  begin_ = static_cast<unsigned char*>(mapping_) + page;
  end_ = begin_ + inner;
  if (mprotect(mapping_, page, PROT_NONE) != 0 || mprotect(end_, page, PROT_NONE) != 0) throw std::bad_alloc();
}

FencedPages::~FencedPages() { munmap(mapping_, mapped_); }

::testing::AssertionResult SameBits(const isobit_binding& binding, const void* x, const void* y, const void* got,
                                    const void* want, size_t n, const Params& params, const std::string& what) {
  const size_t size = isobit_dtype_size(binding.dtype);
  if (n == 0 || std::memcmp(got, want, n * size) == 0) return ::testing::AssertionSuccess();
  size_t first = n;
  size_t count = 0;
  for (size_t i = 0; i < n; ++i) {
    if (LoadBits(binding.dtype, got, i) != LoadBits(binding.dtype, want, i)) {
      if (first == n) first = i;
      ++count;
    }
  }
  ::testing::AssertionResult failure = ::testing::AssertionFailure();
  failure << binding.name << ", " << what << ": " << count << " of " << n << " elements differ; element " << first
          << ": ";
  if (x != nullptr) failure << "x " << Hex(binding.dtype, LoadBits(binding.dtype, x, first)) << ", ";
  if (y != nullptr) failure << "y " << Hex(binding.dtype, LoadBits(binding.dtype, y, first)) << ", ";
  if (binding.inputs == 1 && binding.family != ISOBIT_UNARY) failure << ToString(params) << ", ";
  return failure << "got " << Hex(binding.dtype, LoadBits(binding.dtype, got, first)) << ", want "
                 << Hex(binding.dtype, LoadBits(binding.dtype, want, first));
}

std::string ReferenceTarget() {
  const char* name = std::getenv("ISOBIT_TEST_REFERENCE");
  return name == nullptr ? "scalar" : name;
}

void ScalarReference(const isobit_binding& binding, const void* x, const void* y, void* out, size_t n,
                     const Params& params) {
  const ScopedTarget reference(ReferenceTarget());
  ASSERT_EQ(Call(binding, x, y, out, n, params), ISOBIT_OK) << binding.name << ": " << isobit_last_error();
}

Params PlainParams(const isobit_binding& binding) {
  Params params;
  if (binding.family == ISOBIT_AFFINE) params.c = 1.7;
  if (binding.family == ISOBIT_CLAMP) {
    params.lo = -1.3;
    params.hi = 1.6;
  }
  if (binding.family == ISOBIT_POWI) params.exp = -3;
  return params;
}

std::vector<BindingAndTarget> EveryBindingAndTarget() {
  std::vector<BindingAndTarget> all;
  for (const isobit_binding* binding : Bindings()) {
    for (const std::string& target : RunnableTargets()) all.push_back({binding, target});
  }
  return all;
}

std::vector<BindingAndTarget> EveryBindingAndSimdTarget() {
  std::vector<BindingAndTarget> all;
  for (const isobit_binding* binding : Bindings()) {
    for (const std::string& target : SimdTargets()) all.push_back({binding, target});
  }
  return all;
}

std::string NameOf(const isobit_binding& binding) {
  return std::string(binding.kernel) + "_" + isobit_dtype_name(binding.dtype);
}

std::string BindingName(const ::testing::TestParamInfo<const isobit_binding*>& info) { return NameOf(*info.param); }

std::string BindingAndTargetName(const ::testing::TestParamInfo<BindingAndTarget>& info) {
  return NameOf(*info.param.binding) + "_" + info.param.target;
}

void PrintTo(const BindingAndTarget& parameter, std::ostream* out) {
  *out << parameter.binding->name << " on " << parameter.target;
}

}  // namespace isobit_test
