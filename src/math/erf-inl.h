// erf on f32: the core of the erf kernel.
// SPDX-License-Identifier: Apache-2.0
#if defined(ISOBIT_MATH_ERF_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ISOBIT_MATH_ERF_INL_H_
#undef ISOBIT_MATH_ERF_INL_H_
#else
#define ISOBIT_MATH_ERF_INL_H_
#endif

#include "lane/lane.h"

ISOBIT_BEGIN_TARGET

struct ErfF32 {
  // Row 0: the centres m; row k + 1: the coefficients of t^k (t^0 in interval 0 is x itself). A column an interval.
  alignas(64) static constexpr float kTable[9][8] = {
      {0x0p+0f, 0x1.0be9aap-1f, 0x1.0bf186p+0f, 0x1.92153cp+0f,
       0x1.0bfd8ep+1f, 0x1.4ef1aap+1f, 0x1.91fb98p+1f, 0x1.d8787p+1f},
      {0x0p+0f, 0x1.14d78ap-1f, 0x1.b8ec56p-1f, 0x1.f2840ap-1f,
       0x1.fe6df4p-1f, 0x1.ffe3dp-1f, 0x1.fffed4p-1f, 0x1.fffffap-1f},
      {0x1.06eba8p-3f, 0x1.b759d4p-1f, 0x1.825c2p-2f, 0x1.8826e4p-4f,
       0x1.cd83b4p-7f, 0x1.3a34eap-10f, 0x1.ecfd1ap-15f, 0x1.6e885ap-20f},
      {0x1.76b508p-24f, -0x1.cbcb9p-2f, -0x1.9462aep-2f, -0x1.33f6d8p-3f,
       -0x1.e3211cp-6f, -0x1.9b1988p-9f, -0x1.8311a6p-13f, -0x1.524e1ap-18f},
      {-0x1.8127dp-2f, -0x1.0900d2p-3f, 0x1.32c30ap-3f, 0x1.011be4p-3f,
       0x1.2ab684p-5f, 0x1.4c6574p-8f, 0x1.80a574p-12f, 0x1.913c74p-17f},
      {0x1.0cd43ep-16f, 0x1.77c3acp-3f, 0x1.b47174p-5f, -0x1.8cf85p-5f,
       -0x1.d07d14p-6f, -0x1.6e6732p-8f, -0x1.0d7346p-11f, -0x1.54ab5ep-16f},
      {0x1.ce2c6ap-4f, 0x1.89120ap-12f, -0x1.1357bap-4f, -0x1.da31e4p-8f,
       0x1.a368f8p-7f, 0x1.1bdebep-8f, 0x1.1906aep-11f, 0x1.b5c54ep-16f},
      {-0x1.0047eap-11f, -0x1.87549cp-5f, 0x1.182956p-7f, 0x1.0ec298p-6f,
       -0x1.360e5ap-10f, -0x1.2abd0cp-9f, -0x1.cb7014p-12f, -0x1.e4b2bcp-16f},
      {-0x1.9bc6dep-6f, 0x1.d9eb84p-8f, 0x1.abf7d8p-7f, -0x1.65c86ap-8f,
       -0x1.292ee8p-9f, 0x1.55d39cp-11f, 0x1.0d8c3ap-12f, 0x1.c6adfep-16f},
  };

  template <class D, class V>
  static ISOBIT_INLINE V Eval(D d, V x) {
    const RebindToSigned<D> di;
    const V ax = MinOrSecond(Abs(x), Set(d, 3.925f));  // A NaN becomes 3.925: the index stays in range.
    const V shifted = Fma(ax, Set(d, 0x1.e9131ap+0f), Set(d, 0x1.8p+23f));
    const auto i = BitCast(di, shifted);
    const V t = Sub(ax, LookupMod<8>(d, kTable[0], i));
    V p = LookupMod<8>(d, kTable[8], i);
    p = Fma(p, t, LookupMod<8>(d, kTable[7], i));
    p = Fma(p, t, LookupMod<8>(d, kTable[6], i));
    p = Fma(p, t, LookupMod<8>(d, kTable[5], i));
    p = Fma(p, t, LookupMod<8>(d, kTable[4], i));
    p = Fma(p, t, LookupMod<8>(d, kTable[3], i));
    p = Fma(p, t, LookupMod<8>(d, kTable[2], i));
    const V at = IfThenElse(Eq(shifted, Set(d, 0x1.8p+23f)), ax, LookupMod<8>(d, kTable[1], i));
    const V r = CopySignToAbs(Fma(p, t, at), x);
    return IfThenElse(IsNaN(x), QuietNaN(d), r);
  }
};

ISOBIT_END_TARGET

#endif  // Include guard per target.
