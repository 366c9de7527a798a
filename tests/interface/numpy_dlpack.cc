// A shared object that a Python test calls with NumPy arrays handed over as DLPack tensors.
// SPDX-License-Identifier: Apache-2.0
#include "isobit/dlpack.hpp"

// Runs a unary kernel on a DLPack tensor into `out`, room for its elements; returns the status and leaves the sentence in
// `message`.
extern "C" __attribute__((visibility("default"))) int isobit_test_unary(const char* kernel, const DLTensor* tensor,
                                                                        void* out, char* message, size_t size) {
  isobit::TensorView view;
  isobit::Status status = isobit::ViewOf(*tensor, &view);
  if (status) {
    status = isobit::Launch(kernel, {view}, isobit::NoParams(), isobit::TensorView(view.dtype(), out, view.shape()));
  }
  const size_t length = status.message().copy(message, size - 1);
  message[length] = '\0';
  return status.code();
}
