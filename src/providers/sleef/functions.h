// The provider's kernels, in its contracts' order, and one function a kernel, dtype and target.
// SPDX-License-Identifier: Apache-2.0
#ifndef ISOBIT_PROVIDERS_SLEEF_FUNCTIONS_H_
#define ISOBIT_PROVIDERS_SLEEF_FUNCTIONS_H_

#include <cstddef>

// Calls X(kernel, family) for each kernel.
#define ISOBIT_SLEEF_FOR_EACH_KERNEL(X) \
  X(exp, Unary) X(log, Unary) X(sin, Unary) X(cos, Unary) X(tanh, Unary) X(erf, Unary) X(pow, Binary)

#define ISOBIT_SLEEF_PARAMETERS_Unary(T) const T *x, T *out, size_t n
#define ISOBIT_SLEEF_PARAMETERS_Binary(T) const T *a, const T *b, T *out, size_t n

#define ISOBIT_SLEEF_DECLARE(kernel, family)                  \
  void kernel##_f32(ISOBIT_SLEEF_PARAMETERS_##family(float)); \
  void kernel##_f64(ISOBIT_SLEEF_PARAMETERS_##family(double));

namespace isobit {
namespace sleef {
namespace N_SCALAR {
ISOBIT_SLEEF_FOR_EACH_KERNEL(ISOBIT_SLEEF_DECLARE)
}
#if defined(__x86_64__)
namespace N_AVX2 {
ISOBIT_SLEEF_FOR_EACH_KERNEL(ISOBIT_SLEEF_DECLARE)
}
namespace N_AVX3 {
ISOBIT_SLEEF_FOR_EACH_KERNEL(ISOBIT_SLEEF_DECLARE)
}
#elif defined(__aarch64__)
namespace N_NEON {
ISOBIT_SLEEF_FOR_EACH_KERNEL(ISOBIT_SLEEF_DECLARE)
}
#else
#error "SLEEF's deterministic functions are bound on x86-64 and AArch64 alone"
#endif
}  // namespace sleef
}  // namespace isobit

#endif  // ISOBIT_PROVIDERS_SLEEF_FUNCTIONS_H_
