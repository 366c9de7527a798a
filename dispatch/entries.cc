// The typed C entries, from the binding list: check the operands, guard the floating-point environment, call the
// current target's function.
// SPDX-License-Identifier: Apache-2.0
#include "dispatch/fp_guard.h"
#include "dispatch/operands.h"
#include "dispatch/state.h"
#include "dispatch/tables.h"
#include "isobit/isobit.h"
#include "lane/narrow.h"

namespace isobit {
namespace dispatch {
namespace {

// A parameter rounded once to the dtype, by integer code: the caller's environment has no say.
struct f32_tag {};
struct f64_tag {};
struct bf16_tag {};
struct f16_tag {};
inline float RoundParam(f32_tag, double v) { return narrow::F32FromF64(v); }
inline double RoundParam(f64_tag, double v) { return v; }
inline uint16_t RoundParam(bf16_tag, double v) { return narrow::BF16FromF64(v); }
inline uint16_t RoundParam(f16_tag, double v) { return narrow::F16FromF64(v); }

// What a call does that is not the usual one: refuses its operands, picks the target of first use, or has no elements.
// Out of line, so that the usual call saves no registers for it.
template <typename T, typename Fn, typename... Args>
__attribute__((noinline, cold)) isobit_status Unusual1(const char* name, const Fn* table, bool bits_only, const T* x, T* out, size_t n,
                                                       Args... args) {
  const isobit_status bad = CheckUnary(name, "x", x, out, n);
  if (bad != ISOBIT_OK) return bad;
  int target;
  const isobit_status unresolved = CurrentTarget(&target);
  if (unresolved != ISOBIT_OK || n == 0) return unresolved;
  const FpGuard guard(!bits_only);
  table[target](x, args..., out, n);
  return ISOBIT_OK;
}

template <typename T, typename Fn, typename... Args>
inline isobit_status Call1(const char* name, const Fn (&table)[kTargetCount], bool bits_only, const T* x, T* out, size_t n, Args... args) {
  const int target = UsualTarget();
  if (__builtin_expect(IsBadCount<T>(n) | IsBadPair(x, out, n) | int{target < 0}, 0)) {
    return Unusual1<T, Fn, Args...>(name, table, bits_only, x, out, n, args...);
  }
  const FpGuard guard(!bits_only);
  table[target](x, args..., out, n);
  return ISOBIT_OK;
}

template <typename T, typename Fn>
__attribute__((noinline, cold)) isobit_status Unusual2(const char* name, const Fn* table, bool bits_only, const T* a, const T* b, T* out,
                                                       size_t n) {
  const isobit_status bad = CheckBinary(name, a, b, out, n);
  if (bad != ISOBIT_OK) return bad;
  int target;
  const isobit_status unresolved = CurrentTarget(&target);
  if (unresolved != ISOBIT_OK || n == 0) return unresolved;
  const FpGuard guard(!bits_only);
  table[target](a, b, out, n);
  return ISOBIT_OK;
}

template <typename T, typename Fn>
inline isobit_status Call2(const char* name, const Fn (&table)[kTargetCount], bool bits_only, const T* a, const T* b, T* out, size_t n) {
  const int target = UsualTarget();
  if (__builtin_expect(IsBadCount<T>(n) | IsBadPair(a, out, n) | IsBadPair(b, out, n) | int{target < 0}, 0)) {
    return Unusual2<T, Fn>(name, table, bits_only, a, b, out, n);
  }
  const FpGuard guard(!bits_only);
  table[target](a, b, out, n);
  return ISOBIT_OK;
}

}  // namespace

#define ISOBIT_CENTRY_Unary(kernel, dtype)                                                                \
  isobit_status isobit_##kernel##_##dtype(const T_##dtype* x, T_##dtype* out, size_t n) {                 \
    return Call1("isobit_" #kernel "_" #dtype, kTable_##kernel##_##dtype, N_SCALAR::kernel##_##dtype##_bits_only, x, out, n);                     \
  }
#define ISOBIT_CENTRY_Binary(kernel, dtype)                                                               \
  isobit_status isobit_##kernel##_##dtype(const T_##dtype* a, const T_##dtype* b, T_##dtype* out, size_t n) { \
    return Call2("isobit_" #kernel "_" #dtype, kTable_##kernel##_##dtype, N_SCALAR::kernel##_##dtype##_bits_only, a, b, out, n);                  \
  }
#define ISOBIT_CENTRY_Affine(kernel, dtype)                                                               \
  isobit_status isobit_##kernel##_##dtype(const T_##dtype* x, double c, T_##dtype* out, size_t n) {       \
    return Call1("isobit_" #kernel "_" #dtype, kTable_##kernel##_##dtype, N_SCALAR::kernel##_##dtype##_bits_only, x, out, n,                      \
                 RoundParam(dtype##_tag(), c));                                                           \
  }
#define ISOBIT_CENTRY_Clamp(kernel, dtype)                                                                \
  isobit_status isobit_##kernel##_##dtype(const T_##dtype* x, double min, double max, T_##dtype* out, size_t n) { \
    const isobit_status bad = CheckClamp("isobit_" #kernel "_" #dtype, min, max);                         \
    if (__builtin_expect(bad != ISOBIT_OK, 0)) return bad;                                                \
    return Call1("isobit_" #kernel "_" #dtype, kTable_##kernel##_##dtype, N_SCALAR::kernel##_##dtype##_bits_only, x, out, n,                      \
                 RoundParam(dtype##_tag(), min), RoundParam(dtype##_tag(), max));                         \
  }
#define ISOBIT_CENTRY_PowI(kernel, dtype)                                                                 \
  isobit_status isobit_##kernel##_##dtype(const T_##dtype* x, int32_t exp, T_##dtype* out, size_t n) {    \
    return Call1("isobit_" #kernel "_" #dtype, kTable_##kernel##_##dtype, N_SCALAR::kernel##_##dtype##_bits_only, x, out, n, exp);                \
  }

// The header's visibility does not reach definitions inside a namespace.
#pragma GCC visibility push(default)
extern "C" {
#define ISOBIT_BINDING(kernel, dtype, family) ISOBIT_CENTRY_##family(kernel, dtype)
#include "generated/bindings.inc"
}
#pragma GCC visibility pop

}  // namespace dispatch
}  // namespace isobit
