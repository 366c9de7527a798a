// The typed C entries, from the binding list: guard the floating-point environment, check the operands, call the
// current target's function.
// SPDX-License-Identifier: Apache-2.0
#include "dispatch/fp_guard.h"
#include "dispatch/operands.h"
#include "dispatch/state.h"
#include "dispatch/tables.h"
#include "isobit/isobit.h"
#include "lane/narrow.h"

#define ISOBIT_ALWAYS_INLINE __attribute__((always_inline)) inline

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

template <typename T>
inline const void* Address(const T* array) {
  return array;
}
template <typename Param>
inline const void* Address(Param) {
  return nullptr;
}

// What a call does that is not the usual one: refuses its operands, picks the target of first use, or has no elements.
// Out of line, so that the usual call saves no registers for it. The arrays come first in args, parameters after them.
template <int kInputs, typename T, typename Fn, typename... Args>
__attribute__((noinline, cold)) isobit_status Unusual(const char* name, const Fn* table, T* out, size_t n,
                                                      Args... args) {
  const void* const inputs[] = {Address(args)...};
  const isobit_status bad = CheckOperands(name, inputs, kInputs, out, n, sizeof(T));
  if (bad != ISOBIT_OK) return bad;
  int target;
  const isobit_status unresolved = CurrentTarget(&target);
  if (unresolved != ISOBIT_OK || n == 0) return unresolved;
  table[target](args..., out, n);
  return ISOBIT_OK;
}

// The calls, inside the guard.
template <typename T, typename Fn, typename... Params>
ISOBIT_ALWAYS_INLINE isobit_status Call1(const char* name, const Fn (&table)[kTargetCount], const T* x, T* out,
                                         size_t n, Params... params) {
  const int target = UsualTarget();
  if (__builtin_expect(!AreUsual(target, out, n, x), 0)) return Unusual<1>(name, table, out, n, x, params...);
  table[target](x, params..., out, n);
  return ISOBIT_OK;
}
template <typename T, typename Fn>
ISOBIT_ALWAYS_INLINE isobit_status Call2(const char* name, const Fn (&table)[kTargetCount], const T* a, const T* b,
                                         T* out, size_t n) {
  const int target = UsualTarget();
  if (__builtin_expect(!AreUsual(target, out, n, a, b), 0)) return Unusual<2>(name, table, out, n, a, b);
  table[target](a, b, out, n);
  return ISOBIT_OK;
}
template <typename T, typename Fn, typename Tag>
ISOBIT_ALWAYS_INLINE isobit_status CallClamp(const char* name, const Fn (&table)[kTargetCount], const T* x, T* out,
                                             size_t n, Tag tag, double min, double max) {
  const isobit_status bad = CheckClamp(name, min, max);
  if (__builtin_expect(bad != ISOBIT_OK, 0)) return bad;
  return Call1(name, table, x, out, n, RoundParam(tag, min), RoundParam(tag, max));
}

}  // namespace

// The guard comes first in each: the processor checks the operands while it waits for the control word.
#define ISOBIT_CENTRY(kernel, dtype, call, ...)                 \
  const FpGuard guard(!N_SCALAR::kernel##_##dtype##_bits_only); \
  return call("isobit_" #kernel "_" #dtype, kTable_##kernel##_##dtype, __VA_ARGS__)

#define ISOBIT_CENTRY_Unary(kernel, dtype)                                                \
  isobit_status isobit_##kernel##_##dtype(const T_##dtype* x, T_##dtype* out, size_t n) { \
    ISOBIT_CENTRY(kernel, dtype, Call1, x, out, n);                                       \
  }
#define ISOBIT_CENTRY_Binary(kernel, dtype)                                                                   \
  isobit_status isobit_##kernel##_##dtype(const T_##dtype* a, const T_##dtype* b, T_##dtype* out, size_t n) { \
    ISOBIT_CENTRY(kernel, dtype, Call2, a, b, out, n);                                                        \
  }
#define ISOBIT_CENTRY_Affine(kernel, dtype)                                                         \
  isobit_status isobit_##kernel##_##dtype(const T_##dtype* x, double c, T_##dtype* out, size_t n) { \
    ISOBIT_CENTRY(kernel, dtype, Call1, x, out, n, RoundParam(dtype##_tag(), c));                   \
  }
#define ISOBIT_CENTRY_Clamp(kernel, dtype)                                                                        \
  isobit_status isobit_##kernel##_##dtype(const T_##dtype* x, double min, double max, T_##dtype* out, size_t n) { \
    ISOBIT_CENTRY(kernel, dtype, CallClamp, x, out, n, dtype##_tag(), min, max);                                  \
  }
#define ISOBIT_CENTRY_PowI(kernel, dtype)                                                              \
  isobit_status isobit_##kernel##_##dtype(const T_##dtype* x, int32_t exp, T_##dtype* out, size_t n) { \
    ISOBIT_CENTRY(kernel, dtype, Call1, x, out, n, exp);                                               \
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
