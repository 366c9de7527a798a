// The library under test as the oracle sees it: see library.h.
// SPDX-License-Identifier: Apache-2.0
#include "library.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace isobit_accuracy {
namespace {

void Require(isobit_status status, const char* name) {
  if (status == ISOBIT_OK) return;
  std::fprintf(stderr, "%s refused a valid call: %s: %s\n", name, isobit_status_string(status), isobit_last_error());
  std::abort();
}

template <typename T>
isobit_oracle::Implementation Typed(const isobit_binding& binding) {
  const isobit_function function = isobit_resolve(binding.name);
  if (function == nullptr) return nullptr;
  const char* name = binding.name;
  switch (binding.family) {
    case ISOBIT_UNARY: {
      const auto entry = reinterpret_cast<isobit_status (*)(const T*, T*, size_t)>(function);
      return [=](const void* a, const void*, void* out, size_t n, int32_t) {
        Require(entry(static_cast<const T*>(a), static_cast<T*>(out), n), name);
      };
    }
    case ISOBIT_BINARY: {
      const auto entry = reinterpret_cast<isobit_status (*)(const T*, const T*, T*, size_t)>(function);
      return [=](const void* a, const void* b, void* out, size_t n, int32_t) {
        Require(entry(static_cast<const T*>(a), static_cast<const T*>(b), static_cast<T*>(out), n), name);
      };
    }
    case ISOBIT_POWI: {
      const auto entry = reinterpret_cast<isobit_status (*)(const T*, int32_t, T*, size_t)>(function);
      return [=](const void* a, const void*, void* out, size_t n, int32_t exponent) {
        Require(entry(static_cast<const T*>(a), exponent, static_cast<T*>(out), n), name);
      };
    }
    default:
      return nullptr;
  }
}

}  // namespace

std::string EntryName(const char* kernel, const char* dtype) { return std::string("isobit_") + kernel + "_" + dtype; }

isobit_oracle::Implementation Entry(isobit_oracle::Kernel kernel, isobit_oracle::DType dtype) {
  const std::string name = EntryName(isobit_oracle::Name(kernel), isobit_oracle::Name(dtype));
  const isobit_binding* binding = isobit_find_binding(name.c_str());
  return binding != nullptr ? Entry(*binding) : nullptr;
}

isobit_oracle::Implementation Entry(const isobit_binding& binding) {
  if (binding.dtype == ISOBIT_F32) return Typed<float>(binding);
  if (binding.dtype == ISOBIT_F64) return Typed<double>(binding);
  return Typed<uint16_t>(binding);
}

double ContractBound(const isobit_binding& binding) {
  if (binding.max_ulp >= 0) return binding.max_ulp;
  isobit_oracle::Kernel kernel;
  return isobit_oracle::FindKernel(binding.kernel, &kernel) ? isobit_oracle::Bound(kernel) : 0;
}

}  // namespace isobit_accuracy
