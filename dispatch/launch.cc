// Launch by contract: every rule is checked before anything is written, and each refusal says which rule, which operand
// and which values.
// SPDX-License-Identifier: Apache-2.0
#include <cinttypes>
#include <cstdio>
#include <cstring>

#include "dispatch/launch.h"
#include "dispatch/operands.h"
#include "dispatch/state.h"
#include "isobit/isobit.h"

namespace isobit {
namespace dispatch {
namespace {

// Ranks beyond this are taken for garbage rather than walked.
constexpr int32_t kMaxRank = 1024;

struct Operand {
  const char* role;
  const isobit_tensor* view;
};

// "[2, 3, 4]", cut where it does not fit.
struct ShapeText {
  char text[96];
  ShapeText(const int64_t* shape, int32_t rank) noexcept {
    size_t used = 0;
    text[0] = '\0';
    const auto append = [&](const char* format, auto... values) {
      if (used >= sizeof(text)) return;
      const int written = std::snprintf(text + used, sizeof(text) - used, format, values...);
      if (written > 0) used += static_cast<size_t>(written);
    };
    append("%s", "[");
    for (int32_t i = 0; i < rank && i < 8; ++i) append(i == 0 ? "%" PRId64 : ", %" PRId64, shape[i]);
    append("%s", rank > 8 ? ", ...]" : "]");
  }
};

// The contract's scalar parameters, or null for kernels without.
isobit_op_params VariantOf(const isobit_binding& binding) noexcept {
  switch (binding.family) {
    case ISOBIT_AFFINE: return ISOBIT_PARAMS_AFFINE;
    case ISOBIT_CLAMP: return ISOBIT_PARAMS_CLAMP;
    case ISOBIT_POWI: return ISOBIT_PARAMS_POWI;
    case ISOBIT_UNARY:
    case ISOBIT_BINARY: break;
  }
  return ISOBIT_PARAMS_NONE;
}

const char* VariantName(isobit_op_params variant) noexcept {
  switch (variant) {
    case ISOBIT_PARAMS_NONE: return "None";
    case ISOBIT_PARAMS_AFFINE: return "Affine";
    case ISOBIT_PARAMS_CLAMP: return "Clamp";
    case ISOBIT_PARAMS_POWI: return "PowI";
  }
  return "unknown";
}

bool IsOne(double v) noexcept {
  uint64_t bits;
  std::memcpy(&bits, &v, sizeof(bits));
  return bits == uint64_t{0x3FF} << 52;
}
bool IsZero(double v) noexcept {
  uint64_t bits;
  std::memcpy(&bits, &v, sizeof(bits));
  return bits << 1 == 0;
}

// True for add_scalar, false for mul_scalar: the kernel whose constraint the parameters must meet.
bool IsAddScalar(const isobit_binding& binding) noexcept { return std::strcmp(binding.kernel, "add_scalar") == 0; }

}  // namespace

isobit_status CheckParams(const isobit_binding& binding, const isobit_params* params) noexcept {
  const isobit_op_params expected = VariantOf(binding);
  const isobit_op_params given = params == nullptr ? ISOBIT_PARAMS_NONE : params->variant;
  if (given != expected) {
    return Refuse(ISOBIT_ERROR_PARAMETER, "%s: the parameters are of variant %s, expected %s", binding.name,
                  VariantName(given), VariantName(expected));
  }
  if (expected == ISOBIT_PARAMS_AFFINE) {
    if (IsAddScalar(binding)) {
      if (!IsOne(params->mul)) {
        return Refuse(ISOBIT_ERROR_PARAMETER, "%s: mul is %.17g, expected exactly 1", binding.name, params->mul);
      }
    } else if (!IsZero(params->add)) {
      return Refuse(ISOBIT_ERROR_PARAMETER, "%s: add is %.17g, expected 0", binding.name, params->add);
    }
  }
  if (expected == ISOBIT_PARAMS_CLAMP) return CheckClamp(binding.name, params->min, params->max);
  return ISOBIT_OK;
}

namespace {

// Checks a view by itself and counts its elements.
isobit_status CheckView(const isobit_binding& binding, const Operand& operand, size_t* elements) noexcept {
  const char* name = binding.name;
  const char* role = operand.role;
  const isobit_tensor& view = *operand.view;
  const char* dtype = isobit_dtype_name(view.dtype);
  if (dtype == nullptr) {
    return Refuse(ISOBIT_ERROR_DTYPE, "%s: %s has the unknown dtype number %d, expected %s", name, role,
                  static_cast<int>(view.dtype), isobit_dtype_name(binding.dtype));
  }
  if (view.dtype != binding.dtype) {
    return Refuse(ISOBIT_ERROR_DTYPE, "%s: %s has dtype %s, expected %s as every operand", name, role, dtype,
                  isobit_dtype_name(binding.dtype));
  }
  if (view.rank < 0 || view.rank > kMaxRank) {
    return Refuse(ISOBIT_ERROR_SHAPE, "%s: %s has rank %" PRId32 ", expected 0 to %" PRId32, name, role, view.rank, kMaxRank);
  }
  if (view.rank > 0 && view.shape == nullptr) {
    return Refuse(ISOBIT_ERROR_NULL_POINTER, "%s: %s has rank %" PRId32 " and a null shape", name, role, view.rank);
  }
  bool empty = false;
  for (int32_t i = 0; i < view.rank; ++i) {
    if (view.shape[i] < 0) {
      return Refuse(ISOBIT_ERROR_SHAPE, "%s: %s has length %" PRId64 " on axis %" PRId32 ", expected 0 or more", name, role,
                    view.shape[i], i);
    }
    empty = empty || view.shape[i] == 0;
  }
  const size_t size = isobit_dtype_size(view.dtype);
  size_t count = empty ? 0 : 1;
  for (int32_t i = 0; i < view.rank && !empty; ++i) {
    if (__builtin_mul_overflow(count, static_cast<size_t>(view.shape[i]), &count) || count > PTRDIFF_MAX / size) {
      return Refuse(ISOBIT_ERROR_TOO_LARGE, "%s: %s of shape %s has more elements than the address space holds, at most %zu",
                    name, role, ShapeText(view.shape, view.rank).text, static_cast<size_t>(PTRDIFF_MAX) / size);
    }
  }
  if (view.byte_offset != 0) {
    return Refuse(ISOBIT_ERROR_LAYOUT, "%s: %s starts %" PRIu64 " bytes into its data, expected offset 0", name, role,
                  view.byte_offset);
  }
  if (view.strides != nullptr && !empty) {
    // Row-major from the last axis; an axis of length 1 is never stepped along.
    size_t expected = 1;
    for (int32_t i = view.rank - 1; i >= 0; --i) {
      if (view.shape[i] == 1) continue;
      const int64_t stride = view.strides[i];
      if (stride != static_cast<int64_t>(expected)) {
        const char* what = stride == 0 ? "broadcast (stride 0)" : stride < 0 ? "reversed" : "strided";
        return Refuse(ISOBIT_ERROR_LAYOUT, "%s: %s is %s: axis %" PRId32 " of shape %s has stride %" PRId64 ", expected %zu",
                      name, role, what, i, ShapeText(view.shape, view.rank).text, stride, expected);
      }
      expected *= static_cast<size_t>(view.shape[i]);
    }
  }
  if (!empty && view.data == nullptr) {
    return Refuse(ISOBIT_ERROR_NULL_POINTER, "%s: %s has null data, expected %zu elements", name, role, count);
  }
  if (!empty && reinterpret_cast<uintptr_t>(view.data) % size != 0) {
    return Refuse(ISOBIT_ERROR_MISALIGNED, "%s: %s has data at %p, expected a multiple of the element size %zu", name, role,
                  view.data, size);
  }
  *elements = count;
  return ISOBIT_OK;
}

isobit_status CheckSameShape(const isobit_binding& binding, const Operand& first, const Operand& other) noexcept {
  const isobit_tensor& a = *first.view;
  const isobit_tensor& b = *other.view;
  bool same = a.rank == b.rank;
  for (int32_t i = 0; same && i < a.rank; ++i) same = a.shape[i] == b.shape[i];
  if (same) return ISOBIT_OK;
  return Refuse(ISOBIT_ERROR_SHAPE, "%s: %s has shape %s and %s has shape %s, expected equal shapes (nothing is broadcast)",
                binding.name, first.role, ShapeText(a.shape, a.rank).text, other.role, ShapeText(b.shape, b.rank).text);
}

template <typename T>
isobit_status CallTyped(const isobit_binding& binding, isobit_function function, const void* first, const void* second,
                        const isobit_params* params, void* out, size_t n) noexcept {
  const T* x = static_cast<const T*>(first);
  T* o = static_cast<T*>(out);
  switch (binding.family) {
    case ISOBIT_UNARY: return reinterpret_cast<isobit_status (*)(const T*, T*, size_t)>(function)(x, o, n);
    case ISOBIT_BINARY:
      return reinterpret_cast<isobit_status (*)(const T*, const T*, T*, size_t)>(function)(
          x, static_cast<const T*>(second), o, n);
    case ISOBIT_AFFINE:
      return reinterpret_cast<isobit_status (*)(const T*, double, T*, size_t)>(function)(
          x, IsAddScalar(binding) ? params->add : params->mul, o, n);
    case ISOBIT_CLAMP:
      return reinterpret_cast<isobit_status (*)(const T*, double, double, T*, size_t)>(function)(x, params->min, params->max,
                                                                                                o, n);
    case ISOBIT_POWI:
      return reinterpret_cast<isobit_status (*)(const T*, int32_t, T*, size_t)>(function)(x, params->exp, o, n);
  }
  return Refuse(ISOBIT_ERROR_UNKNOWN_KERNEL, "%s: the binding has the unknown family %d", binding.name,
                static_cast<int>(binding.family));
}

}  // namespace

isobit_status CallBinding(const isobit_binding& binding, isobit_function function, const void* first, const void* second,
                          const isobit_params* params, void* out, size_t n) noexcept {
  switch (binding.dtype) {
    case ISOBIT_F32: return CallTyped<float>(binding, function, first, second, params, out, n);
    case ISOBIT_F64: return CallTyped<double>(binding, function, first, second, params, out, n);
    case ISOBIT_BF16:
    case ISOBIT_F16: return CallTyped<uint16_t>(binding, function, first, second, params, out, n);
  }
  return Refuse(ISOBIT_ERROR_DTYPE, "%s: the binding has an unknown dtype", binding.name);
}

}  // namespace dispatch
}  // namespace isobit

using namespace isobit::dispatch;

extern "C" {

isobit_status isobit_launch_binding(const isobit_binding* binding, const isobit_tensor* inputs, size_t input_count,
                                    const isobit_params* params, const isobit_tensor* output) {
  if (binding == nullptr) {
    return Refuse(ISOBIT_ERROR_NULL_POINTER, "isobit_launch_binding: the binding is null, expected one of this library's");
  }
  const isobit_function function = isobit_binding_function(binding);
  if (function == nullptr) {
    return Refuse(ISOBIT_ERROR_UNKNOWN_KERNEL, "isobit_launch_binding: the binding at %p is not one of this program's",
                  static_cast<const void*>(binding));
  }
  const char* name = binding->name;
  if (input_count != static_cast<size_t>(binding->inputs)) {
    return Refuse(ISOBIT_ERROR_ARITY, "%s: %zu inputs were given, expected %d", name, input_count, binding->inputs);
  }
  if (inputs == nullptr || output == nullptr) {
    return Refuse(ISOBIT_ERROR_NULL_POINTER, "%s: the %s is null, expected tensor views", name,
                  inputs == nullptr ? "list of inputs" : "output");
  }
  const bool binary = binding->inputs == 2;
  const Operand operands[3] = {{binary ? "a" : "x", &inputs[0]},
                               {binary ? "b" : "out", binary ? &inputs[1] : output},
                               {"out", output}};
  const int count = binding->inputs + 1;
  size_t n = 0;
  for (int i = 0; i < count; ++i) {
    const isobit_status status = CheckView(*binding, operands[i], &n);
    if (status != ISOBIT_OK) return status;
  }
  for (int i = 1; i < count; ++i) {
    const isobit_status status = CheckSameShape(*binding, operands[0], operands[i]);
    if (status != ISOBIT_OK) return status;
  }
  const isobit_status bad_params = CheckParams(*binding, params);
  if (bad_params != ISOBIT_OK) return bad_params;
  const size_t bytes = n * isobit_dtype_size(binding->dtype);
  for (int i = 0; i < count - 1; ++i) {
    const void* in = operands[i].view->data;
    if (n > 0 && (in == output->data || PartialOverlap(in, output->data, bytes))) {
      return Refuse(ISOBIT_ERROR_OVERLAP,
                    "%s: out at %p shares memory with %s at %p over %zu bytes, expected an output of its own (the contract "
                    "has no in-place form)",
                    name, output->data, operands[i].role, in, bytes);
    }
  }
  if (n == 0) return ISOBIT_OK;
  return CallBinding(*binding, function, inputs[0].data, binary ? inputs[1].data : nullptr, params, output->data, n);
}

isobit_status isobit_launch(const char* name, const isobit_tensor* inputs, size_t input_count, const isobit_params* params,
                            const isobit_tensor* output) {
  if (name == nullptr) return Refuse(ISOBIT_ERROR_NULL_POINTER, "isobit_launch: the name is null, expected a kernel's");
  const isobit_binding* binding = isobit_find_binding(name);
  if (binding == nullptr) {
    // A kernel's name: the first input's dtype completes it.
    bool known = false;
    for (size_t i = 0; i < isobit_binding_count() && binding == nullptr; ++i) {
      const isobit_binding* candidate = isobit_binding_at(i);
      if (std::strcmp(candidate->kernel, name) != 0) continue;
      known = true;
      if (inputs != nullptr && input_count > 0 && candidate->dtype == inputs[0].dtype) binding = candidate;
    }
    if (!known) {
      return Refuse(ISOBIT_ERROR_UNKNOWN_KERNEL, "isobit_launch: no kernel or entry point is named '%.64s'", name);
    }
    if (inputs == nullptr || input_count == 0) {
      return Refuse(ISOBIT_ERROR_ARITY, "isobit_launch: %.64s was given no inputs, expected at least one", name);
    }
    if (binding == nullptr) {
      const char* dtype = isobit_dtype_name(inputs[0].dtype);
      return Refuse(ISOBIT_ERROR_DTYPE, "isobit_launch: %.64s is not bound for the first input's dtype %s (number %d)", name,
                    dtype == nullptr ? "unknown" : dtype, static_cast<int>(inputs[0].dtype));
    }
  }
  return isobit_launch_binding(binding, inputs, input_count, params, output);
}

}  // extern "C"
