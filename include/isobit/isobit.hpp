// isobit in C++17: every kernel over contiguous ranges, validated launch that returns a fresh tensor, and contract
// queries. Header-only over the C interface of isobit/isobit.h; nothing here throws but std::bad_alloc from the standard
// containers it returns.
// SPDX-License-Identifier: Apache-2.0
#ifndef ISOBIT_ISOBIT_HPP_
#define ISOBIT_ISOBIT_HPP_

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "isobit/isobit.h"

namespace isobit {

// ---- Element types ------------------------------------------------------------------------------------------

// Half-precision numbers are bit patterns with a type, so that overloads can tell them apart.
struct f16 {
  uint16_t bits;
};
struct bf16 {
  uint16_t bits;
};
static_assert(sizeof(f16) == 2 && sizeof(bf16) == 2, "arrays of them are arrays of bit patterns");

// The dtype of an element type: float, double, f16 or bf16.
template <typename T>
struct DtypeOf;
template <>
struct DtypeOf<float> {
  static constexpr isobit_dtype value = ISOBIT_F32;
};
template <>
struct DtypeOf<double> {
  static constexpr isobit_dtype value = ISOBIT_F64;
};
template <>
struct DtypeOf<bf16> {
  static constexpr isobit_dtype value = ISOBIT_BF16;
};
template <>
struct DtypeOf<f16> {
  static constexpr isobit_dtype value = ISOBIT_F16;
};

// ---- Status -----------------------------------------------------------------------------------------------------

// What a call reports: ok, or a code and the sentence that explains it. True in a condition if ok.
class [[nodiscard]] Status {
 public:
  Status() = default;
  // The status of a C call that has just returned on this thread.
  explicit Status(isobit_status code) : code_(code), message_(code == ISOBIT_OK ? "" : isobit_last_error()) {}
  Status(isobit_status code, std::string message) : code_(code), message_(std::move(message)) {}

  explicit operator bool() const { return ok(); }
  bool ok() const { return code_ == ISOBIT_OK; }
  isobit_status code() const { return code_; }
  const std::string& message() const { return message_; }

 private:
  isobit_status code_ = ISOBIT_OK;
  std::string message_;
};

// ---- Kernels over contiguous ranges -------------------------------------------------------------------------------

namespace detail {
template <class Range>
using ElementOf = std::remove_cv_t<std::remove_pointer_t<decltype(std::data(std::declval<Range&>()))>>;

// The element type in the C interface's signatures.
template <typename T>
using Raw = std::conditional_t<std::is_same<T, f16>::value || std::is_same<T, bf16>::value, uint16_t, T>;
template <typename T>
const Raw<T>* RawIn(const T* p) {
  return reinterpret_cast<const Raw<T>*>(p);
}
template <typename T>
Raw<T>* RawOut(T* p) {
  return reinterpret_cast<Raw<T>*>(p);
}

inline Status SizeMismatch(const char* kernel, const char* role, size_t n, size_t out) {
  return Status(ISOBIT_ERROR_SHAPE, std::string("isobit::") + kernel + ": " + role + " has " + std::to_string(n) +
                                        " elements and out has " + std::to_string(out) + ", expected equal sizes");
}
}  // namespace detail

// isobit::exp(x, out) and so on: x, a, b and out are contiguous ranges (anything with std::data and std::size) of one
// element type, of equal sizes; out may be an input itself, but may not overlap one otherwise. The parameters are those
// of the C interface: add_scalar(x, c, out), clamp(x, min, max, out), powi(x, exp, out).
#define ISOBIT_CPP_CALL(kernel, T, ...)                                                          \
  if constexpr (DtypeOf<T>::value == ISOBIT_F32) return Status(isobit_##kernel##_f32(__VA_ARGS__)); \
  else if constexpr (DtypeOf<T>::value == ISOBIT_F64) return Status(isobit_##kernel##_f64(__VA_ARGS__)); \
  else if constexpr (DtypeOf<T>::value == ISOBIT_BF16) return Status(isobit_##kernel##_bf16(__VA_ARGS__)); \
  else return Status(isobit_##kernel##_f16(__VA_ARGS__));
#define ISOBIT_CPP_ONE_INPUT(kernel, ...)                                            \
  using T = detail::ElementOf<In>;                                                               \
  static_assert(std::is_same<T, detail::ElementOf<Out>>::value, "one element type for all");     \
  if (std::size(x) != std::size(out)) return detail::SizeMismatch(#kernel, "x", std::size(x), std::size(out)); \
  ISOBIT_CPP_CALL(kernel, T, __VA_ARGS__)
#define ISOBIT_CPP_Unary(kernel)                                                                 \
  template <class In, class Out>                                                                 \
  Status kernel(const In& x, Out&& out) {                                                        \
    ISOBIT_CPP_ONE_INPUT(kernel, detail::RawIn(std::data(x)), detail::RawOut(std::data(out)), std::size(x)) \
  }
#define ISOBIT_CPP_Affine(kernel)                                                                \
  template <class In, class Out>                                                                 \
  Status kernel(const In& x, double c, Out&& out) {                                              \
    ISOBIT_CPP_ONE_INPUT(kernel, detail::RawIn(std::data(x)), c, detail::RawOut(std::data(out)), std::size(x)) \
  }
#define ISOBIT_CPP_Clamp(kernel)                                                                 \
  template <class In, class Out>                                                                 \
  Status kernel(const In& x, double min, double max, Out&& out) {                                \
    ISOBIT_CPP_ONE_INPUT(kernel, detail::RawIn(std::data(x)), min, max, detail::RawOut(std::data(out)), std::size(x)) \
  }
#define ISOBIT_CPP_PowI(kernel)                                                                  \
  template <class In, class Out>                                                                 \
  Status kernel(const In& x, int32_t exponent, Out&& out) {                                      \
    ISOBIT_CPP_ONE_INPUT(kernel, detail::RawIn(std::data(x)), exponent, detail::RawOut(std::data(out)), std::size(x)) \
  }
#define ISOBIT_CPP_Binary(kernel)                                                                \
  template <class InA, class InB, class Out>                                                     \
  Status kernel(const InA& a, const InB& b, Out&& out) {                                         \
    using T = detail::ElementOf<InA>;                                                            \
    static_assert(std::is_same<T, detail::ElementOf<InB>>::value && std::is_same<T, detail::ElementOf<Out>>::value, \
                  "one element type for all");                                                   \
    if (std::size(a) != std::size(out)) return detail::SizeMismatch(#kernel, "a", std::size(a), std::size(out)); \
    if (std::size(b) != std::size(out)) return detail::SizeMismatch(#kernel, "b", std::size(b), std::size(out)); \
    ISOBIT_CPP_CALL(kernel, T, detail::RawIn(std::data(a)), detail::RawIn(std::data(b)),         \
                    detail::RawOut(std::data(out)), std::size(a))                                \
  }
#define ISOBIT_CPP_KERNEL(kernel, family) ISOBIT_CPP_##family(kernel)
ISOBIT_FOR_EACH_KERNEL(ISOBIT_CPP_KERNEL)
#undef ISOBIT_CPP_KERNEL
#undef ISOBIT_CPP_Binary
#undef ISOBIT_CPP_PowI
#undef ISOBIT_CPP_Clamp
#undef ISOBIT_CPP_Affine
#undef ISOBIT_CPP_Unary
#undef ISOBIT_CPP_ONE_INPUT
#undef ISOBIT_CPP_CALL

// ---- Tensors and launch ---------------------------------------------------------------------------------------------

// A view of a tensor in CPU memory; it owns its shape and strides, not its data.
class TensorView {
 public:
  TensorView() = default;
  // Contiguous row-major.
  TensorView(isobit_dtype dtype, const void* data, std::vector<int64_t> shape)
      : dtype_(dtype), data_(const_cast<void*>(data)), shape_(std::move(shape)) {}
  // Strides in elements, one an axis.
  TensorView(isobit_dtype dtype, const void* data, std::vector<int64_t> shape, std::vector<int64_t> strides,
             uint64_t byte_offset = 0)
      : dtype_(dtype),
        data_(const_cast<void*>(data)),
        shape_(std::move(shape)),
        strides_(std::move(strides)),
        strided_(true),
        byte_offset_(byte_offset) {}
  template <typename T>
  static TensorView Of(const T* data, std::vector<int64_t> shape) {
    return TensorView(DtypeOf<T>::value, data, std::move(shape));
  }

  isobit_dtype dtype() const { return dtype_; }
  void* data() const { return data_; }
  const std::vector<int64_t>& shape() const { return shape_; }
  // The C view; it points into this object. Strides that are not one an axis make a rank that is refused.
  isobit_tensor c_view() const {
    isobit_tensor view{};
    view.dtype = dtype_;
    view.rank = strided_ && strides_.size() != shape_.size() ? -1 : static_cast<int32_t>(shape_.size());
    view.data = data_;
    view.shape = shape_.data();
    view.strides = strided_ ? strides_.data() : nullptr;
    view.byte_offset = byte_offset_;
    return view;
  }

 private:
  isobit_dtype dtype_ = ISOBIT_F32;
  void* data_ = nullptr;
  std::vector<int64_t> shape_;
  std::vector<int64_t> strides_;
  bool strided_ = false;
  uint64_t byte_offset_ = 0;
};

// A contiguous row-major tensor that owns its memory, 64-byte aligned.
class Tensor {
 public:
  Tensor() = default;
  isobit_dtype dtype() const { return dtype_; }
  const std::vector<int64_t>& shape() const { return shape_; }
  size_t size() const { return size_; }
  void* data() { return data_.get(); }
  const void* data() const { return data_.get(); }
  // The elements as T, or null if T is not the dtype.
  template <typename T>
  const T* data_as() const {
    return DtypeOf<T>::value == dtype_ ? static_cast<const T*>(data()) : nullptr;
  }
  TensorView view() const { return TensorView(dtype_, data_.get(), shape_); }

  // Uninitialised memory for the shape. Refuses unknown dtypes, negative lengths and sizes beyond the address space.
  static Status Allocate(isobit_dtype dtype, const std::vector<int64_t>& shape, Tensor* tensor) {
    const size_t element = isobit_dtype_size(dtype);
    if (element == 0) return Status(ISOBIT_ERROR_DTYPE, "isobit::Tensor: the dtype is unknown");
    size_t count = 1;
    bool empty = false;
    for (const int64_t length : shape) {
      if (length < 0) {
        return Status(ISOBIT_ERROR_SHAPE, "isobit::Tensor: an axis has length " + std::to_string(length) +
                                              ", expected 0 or more");
      }
      empty = empty || length == 0;
    }
    for (const int64_t length : shape) {
      if (empty) break;
      if (static_cast<uint64_t>(length) > static_cast<uint64_t>(PTRDIFF_MAX) / element / count) {
        return Status(ISOBIT_ERROR_TOO_LARGE, "isobit::Tensor: the elements do not fit the address space");
      }
      count *= static_cast<size_t>(length);
    }
    if (empty) count = 0;
    const size_t bytes = (count * element + 63) / 64 * 64;
    void* memory = std::aligned_alloc(64, bytes == 0 ? 64 : bytes);
    if (memory == nullptr) {
      return Status(ISOBIT_ERROR_OUT_OF_MEMORY, "isobit::Tensor: no memory for " + std::to_string(bytes) + " bytes");
    }
    tensor->data_.reset(memory);
    tensor->dtype_ = dtype;
    tensor->shape_ = shape;
    tensor->size_ = count;
    return Status();
  }

 private:
  struct Free {
    void operator()(void* p) const { std::free(p); }
  };
  isobit_dtype dtype_ = ISOBIT_F32;
  std::vector<int64_t> shape_;
  size_t size_ = 0;
  std::unique_ptr<void, Free> data_;
};

// The parameters of a launch.
inline isobit_params NoParams() { return isobit_params{}; }
inline isobit_params Affine(double mul, double add) {
  isobit_params p{};
  p.variant = ISOBIT_PARAMS_AFFINE;
  p.mul = mul;
  p.add = add;
  return p;
}
inline isobit_params Clamp(double min, double max) {
  isobit_params p{};
  p.variant = ISOBIT_PARAMS_CLAMP;
  p.min = min;
  p.max = max;
  return p;
}
inline isobit_params PowI(int32_t exponent) {
  isobit_params p{};
  p.variant = ISOBIT_PARAMS_POWI;
  p.exp = exponent;
  return p;
}

// isobit_launch() with views; writes to `output`.
inline Status Launch(const std::string& name, const std::vector<TensorView>& inputs, const isobit_params& params,
                     const TensorView& output) {
  std::vector<isobit_tensor> views;
  views.reserve(inputs.size());
  for (const TensorView& input : inputs) views.push_back(input.c_view());
  const isobit_tensor out = output.c_view();
  return Status(isobit_launch(name.c_str(), views.data(), views.size(), &params, &out));
}

// The same into a fresh tensor of the first input's shape and dtype. On error `output` is left as it was.
inline Status Launch(const std::string& name, const std::vector<TensorView>& inputs, const isobit_params& params,
                     Tensor* output) {
  Tensor fresh;
  if (!inputs.empty()) {
    Status allocated = Tensor::Allocate(inputs[0].dtype(), inputs[0].shape(), &fresh);
    if (!allocated) return allocated;
  }
  Status status = Launch(name, inputs, params, fresh.view());
  if (status) *output = std::move(fresh);
  return status;
}

// ---- Contracts --------------------------------------------------------------------------------------------------

// The bindings linked into this program.
inline std::vector<const isobit_binding*> Bindings() {
  std::vector<const isobit_binding*> all;
  const size_t count = isobit_binding_count();
  all.reserve(count);
  for (size_t i = 0; i < count; ++i) all.push_back(isobit_binding_at(i));
  return all;
}

// The bindings at one dispatch key: siblings that differ in source, precision or cost.
inline std::vector<const isobit_binding*> Siblings(std::string_view op_kind, isobit_dtype dtype) {
  std::vector<const isobit_binding*> found;
  for (const isobit_binding* binding : Bindings()) {
    if (binding->op_kind == op_kind && binding->dtype == dtype) found.push_back(binding);
  }
  return found;
}

// A choice among siblings, with a line a candidate that says why it was taken or left.
struct Selection {
  const isobit_binding* binding = nullptr;
  std::string why;
};
inline Status Select(const std::string& op_kind, isobit_dtype dtype, const isobit_requirement& requirement,
                     Selection* selection) {
  std::string why(4096, '\0');
  const isobit_binding* chosen = nullptr;
  const Status status(isobit_select(op_kind.c_str(), dtype, &requirement, &chosen, why.data(), why.size()));
  why.resize(why.find('\0') == std::string::npos ? why.size() : why.find('\0'));
  selection->binding = chosen;
  selection->why = std::move(why);
  return status;
}

}  // namespace isobit

#endif  // ISOBIT_ISOBIT_HPP_
