/* The second provider: exp, log, sin, cos, tanh, erf and pow in f32 and f64 by SLEEF's deterministic functions, as
 * siblings of isobit's own kernels at the same dispatch keys (kernel_source "sleef-finz"). Plain C99. Link
 * libisobit_sleef.a, libisobit.a and SLEEF.
 *
 * Its functions are called as isobit's are: they check their operands, guard the floating-point environment, follow
 * isobit_set_target() and return canonical NaNs. On x86-64 each target needs avx2 and fma3, the scalar one too: a call
 * on a CPU without them is refused with ISOBIT_ERROR_UNSUPPORTED_TARGET.
 *
 * Copyright isobit contributors. SPDX-License-Identifier: Apache-2.0
 */
#ifndef ISOBIT_SLEEF_H_
#define ISOBIT_SLEEF_H_

#include "isobit/isobit.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

/* The provider: 14 bindings named isobit_sleef_<kernel>_<dtype>. Never null. */
const isobit_provider* isobit_sleef_provider(void);

/* Registers the provider; registering it again changes nothing. Errors: ISOBIT_ERROR_UNSUPPORTED_TARGET on a CPU that
 * can run none of its functions, else those of isobit_register_provider(). */
isobit_status isobit_sleef_register(void);

/* The entries; n elements each. Errors: as those of isobit_exp_f32() and isobit_pow_f32(). */
isobit_status isobit_sleef_exp_f32(const float* x, float* out, size_t n);
isobit_status isobit_sleef_exp_f64(const double* x, double* out, size_t n);
isobit_status isobit_sleef_log_f32(const float* x, float* out, size_t n);
isobit_status isobit_sleef_log_f64(const double* x, double* out, size_t n);
isobit_status isobit_sleef_sin_f32(const float* x, float* out, size_t n);
isobit_status isobit_sleef_sin_f64(const double* x, double* out, size_t n);
isobit_status isobit_sleef_cos_f32(const float* x, float* out, size_t n);
isobit_status isobit_sleef_cos_f64(const double* x, double* out, size_t n);
isobit_status isobit_sleef_tanh_f32(const float* x, float* out, size_t n);
isobit_status isobit_sleef_tanh_f64(const double* x, double* out, size_t n);
isobit_status isobit_sleef_erf_f32(const float* x, float* out, size_t n);
isobit_status isobit_sleef_erf_f64(const double* x, double* out, size_t n);
isobit_status isobit_sleef_pow_f32(const float* a, const float* b, float* out, size_t n);
isobit_status isobit_sleef_pow_f64(const double* a, const double* b, double* out, size_t n);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}  /* extern "C" */
#endif

#endif  /* ISOBIT_SLEEF_H_ */
