// Whether an f32 result lies in the middle between two numbers of a half format, where rounding it once more may go
// wrong.
// SPDX-License-Identifier: Apache-2.0
#if defined(ISOBIT_MATH_HALF_MIDPOINT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ISOBIT_MATH_HALF_MIDPOINT_INL_H_
#undef ISOBIT_MATH_HALF_MIDPOINT_INL_H_
#else
#define ISOBIT_MATH_HALF_MIDPOINT_INL_H_
#endif

#include <cstdint>
#include <type_traits>

#include "engine/kernel_base.h"
#include "lane/lane.h"

ISOBIT_BEGIN_TARGET

// The half format's unit in those of f32, among the normal numbers of both. bf16's subnormal numbers are f32's own.
template <class Format>
constexpr int32_t HalfUnit() {
  return std::is_same<Format, F16Format>::value ? 1 << 13 : 1 << 16;
}

// Whether v is such a midpoint.
template <class Format, class D, class V>
ISOBIT_INLINE MFromD<D> IsMidpoint(D d, V v) {
  const RebindToSigned<D> di;
  if constexpr (std::is_same<Format, F16Format>::value) {
    // Among f16's subnormal numbers the unit is that of the numbers from 2^-14 on. This sum's rounding is below a unit.
    const V least = Set(d, 0x1p-14f);
    v = Abs(v);
    v = Add(v, IfThenElseZero(Lt(v, least), least));
  }
  return RebindMask(d, Eq(And(BitCast(di, v), Set(di, HalfUnit<Format>() - 1)), Set(di, HalfUnit<Format>() / 2)));
}

// A quick test that holds for every midpoint, in f16 for f16's own numbers too, 0, infinity and NaN widened from f16
// among them: only the highest of the bits below the unit may be 1.
template <class Format, class D, class V>
ISOBIT_INLINE MFromD<D> MayBeMidpoint(D d, V v) {
  if constexpr (std::is_same<Format, F16Format>::value) {
    const RebindToSigned<D> di;
    return RebindMask(d, Eq(And(BitCast(di, v), Set(di, HalfUnit<Format>() / 2 - 1)), Zero(di)));
  } else {
    return IsMidpoint<Format>(d, v);
  }
}

// Whether v, a normal number of the half format, is within `units` of f32 of a midpoint.
template <class Format, class D, class V>
ISOBIT_INLINE MFromD<D> IsNearMidpoint(D d, V v, int32_t units) {
  const RebindToSigned<D> di;
  constexpr int32_t kUnit = HalfUnit<Format>();
  const auto from_midpoint = And(Sub(BitCast(di, v), Set(di, kUnit / 2 - units)), Set(di, kUnit - 1));
  return RebindMask(d, Lt(from_midpoint, Set(di, 2 * units + 1)));
}

ISOBIT_END_TARGET

#endif  // Include guard per target.
