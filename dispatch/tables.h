// The kernels' functions by target: declared from the binding list, one table row a binding.
// SPDX-License-Identifier: Apache-2.0
#ifndef ISOBIT_DISPATCH_TABLES_H_
#define ISOBIT_DISPATCH_TABLES_H_

#include <cstddef>
#include <cstdint>

#include "dispatch/target.h"

namespace isobit {
namespace dispatch {

using T_f32 = float;
using T_f64 = double;
using T_bf16 = uint16_t;
using T_f16 = uint16_t;

// The signature of a family's functions.
template <typename T>
struct Signature {
  using Unary = void (*)(const T* x, T* out, size_t n);
  using Binary = void (*)(const T* a, const T* b, T* out, size_t n);
  using Affine = void (*)(const T* x, T c, T* out, size_t n);
  using Clamp = void (*)(const T* x, T lo, T hi, T* out, size_t n);
  using PowI = void (*)(const T* x, int32_t exp, T* out, size_t n);
};

}  // namespace dispatch

#define ISOBIT_DECLARE_Unary(name, T) void name(const T* x, T* out, size_t n);
#define ISOBIT_DECLARE_Binary(name, T) void name(const T* a, const T* b, T* out, size_t n);
#define ISOBIT_DECLARE_Affine(name, T) void name(const T* x, T c, T* out, size_t n);
#define ISOBIT_DECLARE_Clamp(name, T) void name(const T* x, T lo, T hi, T* out, size_t n);
#define ISOBIT_DECLARE_PowI(name, T) void name(const T* x, int32_t exp, T* out, size_t n);

namespace N_SCALAR {
#define ISOBIT_BINDING(kernel, dtype, family) ISOBIT_DECLARE_##family(kernel##_##dtype, dispatch::T_##dtype)
#include "generated/bindings.inc"
// Whether the binding's code has no use for a guard, on any target.
#define ISOBIT_BINDING(kernel, dtype, family) extern const bool kernel##_##dtype##_bits_only;
#include "generated/bindings.inc"
}  // namespace N_SCALAR
#if defined(__x86_64__)
namespace N_AVX2 {
#define ISOBIT_BINDING(kernel, dtype, family) ISOBIT_DECLARE_##family(kernel##_##dtype, dispatch::T_##dtype)
#include "generated/bindings.inc"
}  // namespace N_AVX2
namespace N_AVX3 {
#define ISOBIT_BINDING(kernel, dtype, family) ISOBIT_DECLARE_##family(kernel##_##dtype, dispatch::T_##dtype)
#include "generated/bindings.inc"
}  // namespace N_AVX3
#elif defined(__aarch64__)
namespace N_NEON {
#define ISOBIT_BINDING(kernel, dtype, family) ISOBIT_DECLARE_##family(kernel##_##dtype, dispatch::T_##dtype)
#include "generated/bindings.inc"
}  // namespace N_NEON
#endif

namespace dispatch {

#if defined(__x86_64__)
#define ISOBIT_TABLE_ROW(name) {&N_SCALAR::name, nullptr, &N_AVX2::name, &N_AVX3::name}
#elif defined(__aarch64__)
#define ISOBIT_TABLE_ROW(name) {&N_SCALAR::name, &N_NEON::name, nullptr, nullptr}
#else
#define ISOBIT_TABLE_ROW(name) {&N_SCALAR::name, nullptr, nullptr, nullptr}
#endif
#define ISOBIT_BINDING(kernel, dtype, family) \
  static constexpr Signature<T_##dtype>::family kTable_##kernel##_##dtype[kTargetCount] = ISOBIT_TABLE_ROW(kernel##_##dtype);
#include "generated/bindings.inc"

}  // namespace dispatch
}  // namespace isobit

#endif  // ISOBIT_DISPATCH_TABLES_H_
