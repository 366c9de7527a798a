// The target neon: SLEEF's Advanced SIMD functions.
// SPDX-License-Identifier: Apache-2.0
#include "providers/sleef/functions.h"

#if defined(__aarch64__)
#include <arm_neon.h>

#define ISOBIT_SLEEF_F32(kernel) Sleef_finz_##kernel##f4_u10advsimd
#define ISOBIT_SLEEF_F64(kernel) Sleef_finz_##kernel##d2_u10advsimd

namespace isobit {
namespace sleef {
namespace N_NEON {
namespace {

struct F32 {
  using T = float;
  using V = float32x4_t;
  static constexpr size_t kLanes = 4;
  static V Load(const T* from) { return vld1q_f32(from); }
  static void Store(V v, T* to) { vst1q_f32(to, v); }
  static V Canonical(V v) { return vbslq_f32(vceqq_f32(v, v), v, vdupq_n_f32(__builtin_nanf(""))); }
};

struct F64 {
  using T = double;
  using V = float64x2_t;
  static constexpr size_t kLanes = 2;
  static V Load(const T* from) { return vld1q_f64(from); }
  static void Store(V v, T* to) { vst1q_f64(to, v); }
  static V Canonical(V v) { return vbslq_f64(vceqq_f64(v, v), v, vdupq_n_f64(__builtin_nan(""))); }
};

}  // namespace

#include "providers/sleef/loops-inl.h"

}  // namespace N_NEON
}  // namespace sleef
}  // namespace isobit
#endif
