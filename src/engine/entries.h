// One function a dtype for the kernel that a translation unit names by ISOBIT_UNIT_KERNEL and ISOBIT_UNIT_FAMILY:
// isobit::<target namespace>::<kernel>_<dtype>, declared to dispatch by the same list. Included once a pass, inside no
// namespace, after the loops and the kernel.
// SPDX-License-Identifier: Apache-2.0
#ifndef ISOBIT_ENGINE_CONCAT
#define ISOBIT_ENGINE_CONCAT_(a, b) a##_##b
#define ISOBIT_ENGINE_CONCAT(a, b) ISOBIT_ENGINE_CONCAT_(a, b)
#define ISOBIT_ENGINE_CALL(macro, ...) macro(__VA_ARGS__)

#define ISOBIT_ENGINE_K ISOBIT_ENGINE_CONCAT(ISOBIT_UNIT_KERNEL, kernel)

#define ISOBIT_ENTRY_Unary(name, dtype, T)                                       \
  void name(const T* x, T* out, size_t n) {                                      \
    engine::Loop<engine::dtype##_dtype, ISOBIT_ENGINE_K>(out, n, NoParams(), x); \
  }
#define ISOBIT_ENTRY_Binary(name, dtype, T)                                         \
  void name(const T* a, const T* b, T* out, size_t n) {                             \
    engine::Loop<engine::dtype##_dtype, ISOBIT_ENGINE_K>(out, n, NoParams(), a, b); \
  }
#define ISOBIT_ENTRY_Affine(name, dtype, T)                                              \
  void name(const T* x, T c, T* out, size_t n) {                                         \
    engine::Loop<engine::dtype##_dtype, ISOBIT_ENGINE_K>(out, n, AffineParams<T>{c}, x); \
  }
#define ISOBIT_ENTRY_Clamp(name, dtype, T)                                                   \
  void name(const T* x, T lo, T hi, T* out, size_t n) {                                      \
    engine::Loop<engine::dtype##_dtype, ISOBIT_ENGINE_K>(out, n, ClampParams<T>{lo, hi}, x); \
  }
#define ISOBIT_ENTRY_PowI(name, dtype, T)                                             \
  void name(const T* x, int32_t exp, T* out, size_t n) {                              \
    engine::Loop<engine::dtype##_dtype, ISOBIT_ENGINE_K>(out, n, PowIParams{exp}, x); \
  }
#endif

ISOBIT_BEGIN_TARGET
ISOBIT_ENGINE_CALL(ISOBIT_ENGINE_CONCAT(ISOBIT_ENTRY, ISOBIT_UNIT_FAMILY),
                   ISOBIT_ENGINE_CONCAT(ISOBIT_UNIT_KERNEL, f32), f32, float)
ISOBIT_ENGINE_CALL(ISOBIT_ENGINE_CONCAT(ISOBIT_ENTRY, ISOBIT_UNIT_FAMILY),
                   ISOBIT_ENGINE_CONCAT(ISOBIT_UNIT_KERNEL, f64), f64, double)
ISOBIT_ENGINE_CALL(ISOBIT_ENGINE_CONCAT(ISOBIT_ENTRY, ISOBIT_UNIT_FAMILY),
                   ISOBIT_ENGINE_CONCAT(ISOBIT_UNIT_KERNEL, bf16), bf16, uint16_t)
ISOBIT_ENGINE_CALL(ISOBIT_ENGINE_CONCAT(ISOBIT_ENTRY, ISOBIT_UNIT_FAMILY),
                   ISOBIT_ENGINE_CONCAT(ISOBIT_UNIT_KERNEL, f16), f16, uint16_t)
#ifdef ISOBIT_SCALAR_PASS
#define ISOBIT_ENGINE_BITS_ONLY(name, T) \
  extern const bool name##_bits_only;    \
  const bool name##_bits_only = ISOBIT_ENGINE_K::kBitsOnly || (ISOBIT_ENGINE_K::kBits && sizeof(T) == 2);
ISOBIT_ENGINE_CALL(ISOBIT_ENGINE_BITS_ONLY, ISOBIT_ENGINE_CONCAT(ISOBIT_UNIT_KERNEL, f32), float)
ISOBIT_ENGINE_CALL(ISOBIT_ENGINE_BITS_ONLY, ISOBIT_ENGINE_CONCAT(ISOBIT_UNIT_KERNEL, f64), double)
ISOBIT_ENGINE_CALL(ISOBIT_ENGINE_BITS_ONLY, ISOBIT_ENGINE_CONCAT(ISOBIT_UNIT_KERNEL, bf16), uint16_t)
ISOBIT_ENGINE_CALL(ISOBIT_ENGINE_BITS_ONLY, ISOBIT_ENGINE_CONCAT(ISOBIT_UNIT_KERNEL, f16), uint16_t)
#endif
ISOBIT_END_TARGET
