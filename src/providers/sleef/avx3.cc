// The target avx3: SLEEF's AVX-512F functions.
// SPDX-License-Identifier: Apache-2.0
#include "providers/sleef/functions.h"

#if defined(__x86_64__)
#include <immintrin.h>

#include "providers/sleef/attribute.h"

#define ISOBIT_SLEEF_F32(kernel) Sleef_finz_##kernel##f16_u10avx512f
#define ISOBIT_SLEEF_F64(kernel) Sleef_finz_##kernel##d8_u10avx512f

ISOBIT_SLEEF_BEGIN_ATTRIBUTE("avx,avx2,fma,avx512f")
namespace isobit {
namespace sleef {
namespace N_AVX3 {
namespace {

struct F32 {
  using T = float;
  using V = __m512;
  static constexpr size_t kLanes = 16;
  static V Load(const T* from) { return _mm512_loadu_ps(from); }
  static void Store(V v, T* to) { _mm512_storeu_ps(to, v); }
  static V Canonical(V v) {
    return _mm512_mask_blend_ps(_mm512_cmp_ps_mask(v, v, _CMP_UNORD_Q), v, _mm512_set1_ps(__builtin_nanf("")));
  }
};

struct F64 {
  using T = double;
  using V = __m512d;
  static constexpr size_t kLanes = 8;
  static V Load(const T* from) { return _mm512_loadu_pd(from); }
  static void Store(V v, T* to) { _mm512_storeu_pd(to, v); }
  static V Canonical(V v) {
    return _mm512_mask_blend_pd(_mm512_cmp_pd_mask(v, v, _CMP_UNORD_Q), v, _mm512_set1_pd(__builtin_nan("")));
  }
};

}  // namespace

#include "providers/sleef/loops-inl.h"

}  // namespace N_AVX3
}  // namespace sleef
}  // namespace isobit
ISOBIT_SLEEF_END_ATTRIBUTE
#endif
