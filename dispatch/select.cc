// Choosing among the implementations at one dispatch key, and measuring what one costs.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "dispatch/launch.h"
#include "dispatch/state.h"
#include "isobit/isobit.h"
#include "lane/narrow.h"

namespace isobit {
namespace dispatch {
namespace {

// Appends to a buffer and never past its end.
class Text {
 public:
  Text(char* at, size_t size) noexcept : at_(at), size_(at == nullptr ? 0 : size) {
    if (size_ > 0) *at_ = '\0';
  }
  template <class... Values>
  void Append(const char* format, Values... values) noexcept {
    if (used_ >= size_) return;
    const int written = std::snprintf(at_ + used_, size_ - used_, format, values...);
    if (written > 0) used_ += static_cast<size_t>(written);
  }

 private:
  char* at_;
  size_t size_;
  size_t used_ = 0;
};

// What a candidate lacks of the requirement, as a phrase; empty if nothing.
void Lacks(const isobit_binding& binding, const isobit_requirement& requirement, Text* text) noexcept {
  if (requirement.bounded && binding.max_ulp < 0) {
    text->Append("its contract gives no max_ulp, required at most %g", requirement.max_ulp);
  } else if (requirement.bounded && !(binding.max_ulp <= requirement.max_ulp)) {
    text->Append("max_ulp is %g, required at most %g", binding.max_ulp, requirement.max_ulp);
  } else if (requirement.bitwise && binding.determinism != ISOBIT_BITWISE) {
    text->Append("%s", "it does not give the same bits on any hardware, as required");
  } else if (requirement.params != nullptr && CheckParams(binding, requirement.params) != ISOBIT_OK) {
    text->Append("it does not take these parameters (%s)", isobit_last_error());
  }
}

// Costs in the order they are compared: measured time, or flops, bytes moved and fixed cost.
struct Cost {
  double parts[3];
  bool operator<(const Cost& other) const noexcept {
    return std::lexicographical_compare(parts, parts + 3, other.parts, other.parts + 3);
  }
};

isobit_status CostOf(const isobit_binding& binding, const isobit_requirement& requirement, Cost* cost) noexcept {
  const uint64_t n = requirement.n == 0 ? 65536 : requirement.n;
  *cost = Cost{};
  if (requirement.measured) return isobit_measure(&binding, n, &cost->parts[0]);
  isobit_cost estimate;
  const isobit_status status = isobit_cost_estimate(&binding, n, &estimate);
  if (status == ISOBIT_OK) *cost = Cost{{estimate.flops, estimate.bytes_moved, estimate.overhead_ns}};
  return status;
}

// Ordinary numbers between 1 and 2, of any dtype.
void FillOrdinary(isobit_dtype dtype, void* data, size_t n) noexcept {
  uint32_t state = 1;
  for (size_t i = 0; i < n; ++i) {
    state = state * 1664525u + 1013904223u;
    const double v = 1.0 + static_cast<double>(state >> 8) * 0x1p-24;
    switch (dtype) {
      case ISOBIT_F32: static_cast<float*>(data)[i] = static_cast<float>(v); break;
      case ISOBIT_F64: static_cast<double*>(data)[i] = v; break;
      case ISOBIT_BF16: static_cast<uint16_t*>(data)[i] = narrow::BF16FromF64(v); break;
      case ISOBIT_F16: static_cast<uint16_t*>(data)[i] = narrow::F16FromF64(v); break;
    }
  }
}

}  // namespace
}  // namespace dispatch
}  // namespace isobit

using namespace isobit::dispatch;

extern "C" {

isobit_status isobit_measure(const isobit_binding* binding, uint64_t n, double* nanoseconds) {
  if (binding == nullptr || nanoseconds == nullptr) {
    return Refuse(ISOBIT_ERROR_NULL_POINTER, "isobit_measure: the %s is null", binding == nullptr ? "binding" : "result");
  }
  const isobit_function function = isobit_binding_function(binding);
  if (function == nullptr) {
    return Refuse(ISOBIT_ERROR_UNKNOWN_KERNEL, "isobit_measure: the binding at %p is not one of this program's",
                  static_cast<const void*>(binding));
  }
  const size_t size = isobit_dtype_size(binding->dtype);
  if (n > PTRDIFF_MAX / size - 64) {
    return Refuse(ISOBIT_ERROR_TOO_LARGE, "isobit_measure: %llu elements do not fit the address space",
                  static_cast<unsigned long long>(n));
  }
  const size_t count = static_cast<size_t>(n);
  const size_t bytes = (count * size / 64 + 1) * 64;
  void* arrays[3] = {};
  bool allocated = true;
  for (void*& array : arrays) {
    array = std::aligned_alloc(64, bytes);
    allocated = allocated && array != nullptr;
  }
  isobit_status status = ISOBIT_OK;
  if (!allocated) {
    status = Refuse(ISOBIT_ERROR_OUT_OF_MEMORY, "isobit_measure: no memory for three arrays of %zu bytes", bytes);
  } else {
    for (void* array : arrays) FillOrdinary(binding->dtype, array, count);
    isobit_params params{};
    params.mul = 1.0;
    params.add = 0.0;
    params.min = 1.25;
    params.max = 1.75;
    params.exp = 3;
    constexpr int kCalls = 25;
    double times[kCalls];  // In order, those measured so far.
    for (int i = 0; i < kCalls; ++i) {
      const auto start = std::chrono::steady_clock::now();
      status = CallBinding(*binding, function, arrays[0], arrays[1], &params, arrays[2], count);
      const auto stop = std::chrono::steady_clock::now();
      if (status != ISOBIT_OK) break;
      const double time = std::chrono::duration<double, std::nano>(stop - start).count();
      int place = i;
      for (; place > 0 && times[place - 1] > time; --place) times[place] = times[place - 1];
      times[place] = time;
    }
    if (status == ISOBIT_OK) *nanoseconds = times[kCalls / 2];
  }
  for (void* array : arrays) std::free(array);
  return status;
}

isobit_status isobit_select(const char* op_kind, isobit_dtype dtype, const isobit_requirement* requirement,
                            const isobit_binding** chosen, char* why, size_t why_size) {
  if (op_kind == nullptr || chosen == nullptr) {
    return Refuse(ISOBIT_ERROR_NULL_POINTER, "isobit_select: the %s is null", op_kind == nullptr ? "op_kind" : "result");
  }
  *chosen = nullptr;
  if (isobit_dtype_name(dtype) == nullptr) {
    return Refuse(ISOBIT_ERROR_DTYPE, "isobit_select: the dtype number %d is unknown", static_cast<int>(dtype));
  }
  const isobit_requirement any{};
  const isobit_requirement& need = requirement == nullptr ? any : *requirement;
  bool known = false, bound = false;
  const isobit_binding* best = nullptr;
  Cost best_cost{};
  char left_text[256];
  Text left(left_text, sizeof(left_text));
  const size_t count = isobit_binding_count();
  for (size_t i = 0; i < count; ++i) {
    const isobit_binding& binding = *isobit_binding_at(i);
    if (std::strcmp(binding.op_kind, op_kind) != 0) continue;
    known = true;
    if (binding.dtype != dtype) continue;
    bound = true;
    char lacks_text[256];
    Text lacks(lacks_text, sizeof(lacks_text));
    Lacks(binding, need, &lacks);
    if (lacks_text[0] != '\0') {
      left.Append("%s%s: %s", left_text[0] == '\0' ? "" : "; ", binding.name, lacks_text);
      continue;
    }
    Cost cost;
    const isobit_status status = CostOf(binding, need, &cost);
    if (status != ISOBIT_OK) return status;
    if (best == nullptr || cost < best_cost) {
      best = &binding;
      best_cost = cost;
    }
  }
  if (!known) return Refuse(ISOBIT_ERROR_UNKNOWN_KERNEL, "isobit_select: no binding has the op_kind '%.64s'", op_kind);
  if (!bound) {
    return Refuse(ISOBIT_ERROR_DTYPE, "isobit_select: %.64s is not bound for %s", op_kind, isobit_dtype_name(dtype));
  }
  Text text(why, why_size);
  for (size_t i = 0; i < count && why != nullptr; ++i) {
    const isobit_binding& binding = *isobit_binding_at(i);
    if (std::strcmp(binding.op_kind, op_kind) != 0 || binding.dtype != dtype) continue;
    char lacks_text[256];
    Text lacks(lacks_text, sizeof(lacks_text));
    Lacks(binding, need, &lacks);
    text.Append("%s (%s): ", binding.name, binding.kernel_source);
    if (lacks_text[0] != '\0') {
      text.Append("left, %s\n", lacks_text);
    } else if (&binding == best) {
      text.Append("taken, the cheapest that meets the requirement%s\n", need.measured ? ", as measured" : "");
    } else {
      text.Append("left, it meets the requirement but is not cheaper than %s\n", best->name);
    }
  }
  if (best == nullptr) {
    return Refuse(ISOBIT_ERROR_NO_CANDIDATE, "isobit_select: no implementation of %.64s for %s meets the requirement: %s",
                  op_kind, isobit_dtype_name(dtype), left_text);
  }
  *chosen = best;
  return ISOBIT_OK;
}

}  // extern "C"
