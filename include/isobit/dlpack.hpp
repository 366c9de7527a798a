// Views of DLPack tensors. Needs dlpack.h (Debian: libdlpack-dev), which isobit itself does not.
// SPDX-License-Identifier: Apache-2.0
#ifndef ISOBIT_DLPACK_HPP_
#define ISOBIT_DLPACK_HPP_

#include <dlpack/dlpack.h>

#include <string>

#include "isobit/isobit.hpp"

namespace isobit {

// Makes a view of a DLTensor; it points to the same data. Refuses tensors that are not in CPU memory
// (ISOBIT_ERROR_DEVICE), element types other than IEEE f16, f32, f64 and bf16 with one lane (ISOBIT_ERROR_DTYPE) and
// malformed shapes (ISOBIT_ERROR_SHAPE, ISOBIT_ERROR_NULL_POINTER). Strides and offsets are kept as they are: a launch
// refuses what the kernel's contract does not accept.
inline Status ViewOf(const DLTensor& tensor, TensorView* view) {
  if (tensor.device.device_type != kDLCPU) {
    return Status(ISOBIT_ERROR_DEVICE, "isobit::ViewOf: the tensor is on DLPack device type " +
                                           std::to_string(static_cast<int>(tensor.device.device_type)) +
                                           ", expected CPU memory (" + std::to_string(static_cast<int>(kDLCPU)) + ")");
  }
  isobit_dtype dtype = ISOBIT_F32;
  const DLDataType type = tensor.dtype;
  const bool is_float = type.code == static_cast<uint8_t>(kDLFloat) && type.lanes == 1;
  const bool is_bfloat = type.code == static_cast<uint8_t>(kDLBfloat) && type.lanes == 1;
  if (is_float && type.bits == 32) {
    dtype = ISOBIT_F32;
  } else if (is_float && type.bits == 64) {
    dtype = ISOBIT_F64;
  } else if (is_float && type.bits == 16) {
    dtype = ISOBIT_F16;
  } else if (is_bfloat && type.bits == 16) {
    dtype = ISOBIT_BF16;
  } else {
    return Status(ISOBIT_ERROR_DTYPE, "isobit::ViewOf: the element type has code " + std::to_string(type.code) + ", " +
                                          std::to_string(type.bits) + " bits and " + std::to_string(type.lanes) +
                                          " lanes, expected float of 16, 32 or 64 bits or bfloat of 16, one lane");
  }
  if (tensor.ndim < 0) {
    return Status(ISOBIT_ERROR_SHAPE,
                  "isobit::ViewOf: the rank is " + std::to_string(tensor.ndim) + ", expected 0 or more");
  }
  if (tensor.ndim > 0 && tensor.shape == nullptr) {
    return Status(ISOBIT_ERROR_NULL_POINTER, "isobit::ViewOf: the shape is null");
  }
  std::vector<int64_t> shape(tensor.shape, tensor.shape + tensor.ndim);
  if (tensor.strides == nullptr) {
    if (tensor.byte_offset == 0) {
      *view = TensorView(dtype, tensor.data, std::move(shape));
      return Status();
    }
    // Contiguous strides, so that the view can carry the offset.
    std::vector<int64_t> strides(shape.size());
    uint64_t step = 1;  // Wraps where the shape does not fit the address space, which a launch refuses.
    for (size_t i = shape.size(); i-- > 0;) {
      strides[i] = static_cast<int64_t>(step);
      step *= static_cast<uint64_t>(shape[i]);
    }
    *view = TensorView(dtype, tensor.data, std::move(shape), std::move(strides), tensor.byte_offset);
    return Status();
  }
  *view = TensorView(dtype, tensor.data, std::move(shape),
                     std::vector<int64_t>(tensor.strides, tensor.strides + tensor.ndim), tensor.byte_offset);
  return Status();
}

}  // namespace isobit

#endif  // ISOBIT_DLPACK_HPP_
