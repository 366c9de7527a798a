// The target avx2: SLEEF's AVX2 functions.
// SPDX-License-Identifier: Apache-2.0
#include "providers/sleef/functions.h"

#if defined(__x86_64__)
#include <immintrin.h>

#include "providers/sleef/attribute.h"

#define ISOBIT_SLEEF_F32(kernel) Sleef_finz_##kernel##f8_u10avx2
#define ISOBIT_SLEEF_F64(kernel) Sleef_finz_##kernel##d4_u10avx2

ISOBIT_SLEEF_BEGIN_ATTRIBUTE("avx,avx2,fma")
namespace isobit {
namespace sleef {
namespace N_AVX2 {
namespace {

struct F32 {
  using T = float;
  using V = __m256;
  static constexpr size_t kLanes = 8;
  static V Load(const T* from) { return _mm256_loadu_ps(from); }
  static void Store(V v, T* to) { _mm256_storeu_ps(to, v); }
  static V Canonical(V v) {
    return _mm256_blendv_ps(v, _mm256_set1_ps(__builtin_nanf("")), _mm256_cmp_ps(v, v, _CMP_UNORD_Q));
  }
};

struct F64 {
  using T = double;
  using V = __m256d;
  static constexpr size_t kLanes = 4;
  static V Load(const T* from) { return _mm256_loadu_pd(from); }
  static void Store(V v, T* to) { _mm256_storeu_pd(to, v); }
  static V Canonical(V v) {
    return _mm256_blendv_pd(v, _mm256_set1_pd(__builtin_nan("")), _mm256_cmp_pd(v, v, _CMP_UNORD_Q));
  }
};

}  // namespace

#include "providers/sleef/loops-inl.h"

}  // namespace N_AVX2
}  // namespace sleef
}  // namespace isobit
ISOBIT_SLEEF_END_ATTRIBUTE
#endif
