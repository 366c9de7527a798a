// The error function, a core for each of f32 and f64; kernels/erf.h states the bounds.
//
// |x| falls into one of a few intervals, found by rounding |x| / w with a magic constant, whose low bits are the
// interval's number. Each has a centre m and a polynomial P: erf(m + t) = erf(m) + t P(t), t = |x| - m. The centres are
// chosen so that erf(m) is almost exactly one word, and t is exact because m is within a factor of 2 of |x|. In
// interval 0, m = 0 and the leading term is x itself instead: erf(x) = x + x P(x), which is right down to the smallest
// subnormal number. The tables lie in registers; a lane's coefficient is one permute, and it costs as much as the
// operation it feeds.
// SPDX-License-Identifier: Apache-2.0
#if defined(ISOBIT_MATH_ERF_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ISOBIT_MATH_ERF_INL_H_
#undef ISOBIT_MATH_ERF_INL_H_
#else
#define ISOBIT_MATH_ERF_INL_H_
#endif

#include "lane/lane.h"
#include "math/table-inl.h"

ISOBIT_BEGIN_TARGET

// Eight intervals of the width w = 67/128, P of degree 6, from math/tools/erf_f32.py. Beyond 3.925 the result is 1.
// Approximation error below 2.9e-9 absolute, 9e-10 relative in interval 0; erf(m) within 1.3e-11.
struct ErfF32 {
  // Row 0: the centres m; row k + 1: the coefficients of t^k (t^0 in interval 0 is x itself). A column an interval.
  alignas(64) static constexpr float kTable[9][8] = {
      {0x0p+0f, 0x1.0be9aap-1f, 0x1.0bf186p+0f, 0x1.92153cp+0f, 0x1.0bfd8ep+1f, 0x1.4ef1aap+1f, 0x1.91fb98p+1f,
       0x1.d8787p+1f},
      {0x0p+0f, 0x1.14d78ap-1f, 0x1.b8ec56p-1f, 0x1.f2840ap-1f, 0x1.fe6df4p-1f, 0x1.ffe3dp-1f, 0x1.fffed4p-1f,
       0x1.fffffap-1f},
      {0x1.06eba8p-3f, 0x1.b759d4p-1f, 0x1.825c2p-2f, 0x1.8826e4p-4f, 0x1.cd83b4p-7f, 0x1.3a34eap-10f, 0x1.ecfd1ap-15f,
       0x1.6e885ap-20f},
      {0x1.76b508p-24f, -0x1.cbcb9p-2f, -0x1.9462aep-2f, -0x1.33f6d8p-3f, -0x1.e3211cp-6f, -0x1.9b1988p-9f,
       -0x1.8311a6p-13f, -0x1.524e1ap-18f},
      {-0x1.8127dp-2f, -0x1.0900d2p-3f, 0x1.32c30ap-3f, 0x1.011be4p-3f, 0x1.2ab684p-5f, 0x1.4c6574p-8f, 0x1.80a574p-12f,
       0x1.913c74p-17f},
      {0x1.0cd43ep-16f, 0x1.77c3acp-3f, 0x1.b47174p-5f, -0x1.8cf85p-5f, -0x1.d07d14p-6f, -0x1.6e6732p-8f,
       -0x1.0d7346p-11f, -0x1.54ab5ep-16f},
      {0x1.ce2c6ap-4f, 0x1.89120ap-12f, -0x1.1357bap-4f, -0x1.da31e4p-8f, 0x1.a368f8p-7f, 0x1.1bdebep-8f,
       0x1.1906aep-11f, 0x1.b5c54ep-16f},
      {-0x1.0047eap-11f, -0x1.87549cp-5f, 0x1.182956p-7f, 0x1.0ec298p-6f, -0x1.360e5ap-10f, -0x1.2abd0cp-9f,
       -0x1.cb7014p-12f, -0x1.e4b2bcp-16f},
      {-0x1.9bc6dep-6f, 0x1.d9eb84p-8f, 0x1.abf7d8p-7f, -0x1.65c86ap-8f, -0x1.292ee8p-9f, 0x1.55d39cp-11f,
       0x1.0d8c3ap-12f, 0x1.c6adfep-16f},
  };

  // Row 2 for results that are rounded again to f16 or bf16: P(0) of interval 0 a little lower, for the f16 inputs
  // +-0x1.848p-10, whose erf is so little below the middle of two f16 numbers that its rounding to f32 hits that
  // middle.
  alignas(64) static constexpr float kNarrowRow[8] = {0x1.06ebap-3f,   0x1.b759d4p-1f, 0x1.825c2p-2f,
                                                      0x1.8826e4p-4f,  0x1.cd83b4p-7f, 0x1.3a34eap-10f,
                                                      0x1.ecfd1ap-15f, 0x1.6e885ap-20f};

  template <bool kNarrow, class D, class V>
  static ISOBIT_INLINE V Eval(D d, V x) {
    const RebindToSigned<D> di;
    const V ax = MinOrSecond(Abs(x), Set(d, 3.925f));  // A NaN becomes 3.925: the index stays in range.
    const V shifted = Fma(ax, Set(d, 0x1.e9131ap+0f), Set(d, 0x1.8p+23f));
    const auto i = BitCast(di, shifted);
    const V t = Sub(ax, LookupMod<8>(d, kTable[0], i));
    const V p = Fma(TablePolynomial<3, 8>(d, kTable, t, i), t, LookupMod<8>(d, kNarrow ? kNarrowRow : kTable[2], i));
    const V at = IfThenElse(Eq(shifted, Set(d, 0x1.8p+23f)), ax, LookupMod<8>(d, kTable[1], i));
    const V r = CopySignToAbs(Fma(p, t, at), x);
    return IfThenElse(IsNaN(x), QuietNaN(d), r);
  }
};

// Four intervals with the edges 0, 0.7, 2.1, 3.5, 5.93, P of degree 19, from math/tools/erf_f64.py. Approximation error
// below 2^-57.7 absolute, 2^-72 relative in interval 0; erf(m) within 2^-65. The linear term is added without loss: s =
// RN(m's erf + c1 t) and e is what s lacks, exactly (for |x| below 2^-960, to the subnormal spacing). What remains, t
// (P(t) - c1), is below 0.12 in size, and its roundings cost 0.3 ulp of a result near 0.7.
struct ErfF64 {
  // Row 0: the centres m; row 1: erf(m); row 2: the low word of P(0); row k + 3: the coefficients of t^k in P. A column
  // an interval.
  alignas(64) static constexpr double kTable[23][4] = {
      {0x0p+0, 0x1.32cb4289118c2p+0, 0x1.66219652bd3c3p+1, 0x1.2de42e1262025p+2},
      {0x0p+0, 0x1.d1dcfe0774913p-1, 0x1.fff60b7d44b37p-1, 0x1.ffffffffc8197p-1},
      {0x1.06eba8214db69p-3, 0x1.12cdcf8cda0b2p-2, 0x1.d74b2f111fc0bp-12, 0x1.0d5efd8686f71p-32},
      {-0x1.ca39ee92c49cep-57, 0x1.65471c1e1a59p-57, -0x1.e9a8acda6c614p-66, -0x1.cf54ac76ef418p-88},
      {0x1.d54c3e26f6506p-64, -0x1.495432b623ceap-2, -0x1.49a87ca0b1d59p-10, -0x1.3da8c3b22d6d2p-30},
      {-0x1.812746b0379e7p-2, 0x1.5706f59a0d228p-3, 0x1.1fd01d1752b14p-9, 0x1.e83f8ba33c952p-29},
      {0x1.af00c357a6698p-51, 0x1.c044109d55c7ap-8, -0x1.5bb161688b73ap-9, -0x1.12a6ab18820fap-27},
      {0x1.ce2f21a042584p-4, -0x1.b67e3709ef899p-5, 0x1.2ec7b445dc86p-9, 0x1.e198eef2324c3p-27},
      {0x1.dc9456e50f35ep-42, 0x1.4072470d2a60bp-6, -0x1.7b545418df373p-10, -0x1.55ff88e49ee52p-26},
      {-0x1.b82ce313fd518p-6, 0x1.8c5617d71f3f6p-8, 0x1.3e1c1ffc71fbfp-11, 0x1.9397b0bd30b26p-26},
      {0x1.98ba2e5ec2c0ep-35, -0x1.89697e3729d35p-8, -0x1.df856d535762cp-14, -0x1.92aa4af39bd9ap-26},
      {0x1.565bcbca28a45p-8, 0x1.bb4b278251d5bp-12, -0x1.89629b6207accp-15, 0x1.5797d7ae17c0cp-26},
      {0x1.7abd78a2a04a1p-30, 0x1.fa64f5a489b96p-11, 0x1.86a07b6f39c27p-15, -0x1.f913571365725p-27},
      {-0x1.c02e57f0904dep-11, -0x1.25383d5acd73fp-12, -0x1.0cafce5862e5ep-16, 0x1.40ceecacb8c84p-27},
      {0x1.a2d8f2403e4d6p-27, -0x1.7b89d9da35da4p-14, 0x1.bafb7b79f53cep-22, -0x1.5f92152622abfp-28},
      {0x1.f98af069a4e85p-14, 0x1.d6c74447398f8p-15, 0x1.174d46f148b1p-19, 0x1.48d7944277e4cp-29},
      {0x1.f35ad047279d1p-26, 0x1.36ff40abcfa5fp-19, -0x1.dbc9c46d2f8f3p-21, -0x1.00c6cf59009b3p-30},
      {-0x1.f5a7bf65a40e8p-17, -0x1.eb1513e21fbaap-18, 0x1.391e748949147p-24, 0x1.438bee377052ep-32},
      {0x1.1b7dbc31c0e1bp-26, 0x1.c3f664549e56dp-21, 0x1.4f2ebb497dde7p-24, -0x1.27cfd87612a89p-34},
      {0x1.b3cffdd9a66e7p-20, 0x1.6a26900760ac4p-21, -0x1.20d83c8a58bc2p-25, 0x1.c9c2bee3989dap-39},
      {0x1.88d440b66660bp-25, -0x1.93c9d1bb952cbp-23, 0x1.1d8b4dcb3d7ecp-29, 0x1.d3c7de8fedac2p-38},
      {-0x1.ddfbf6efd265ep-23, -0x1.84414c2337d35p-26, 0x1.6a4804cb2ded8p-29, -0x1.b8dc951c9ad26p-39},
      {0x1.6fd1dda6b46dcp-25, 0x1.8a70255366a36p-27, -0x1.9ea74ca23a863p-31, 0x1.130bb55be0a89p-41},
  };

  template <class D, class V>
  static ISOBIT_INLINE V Eval(D d, V x) {
    const RebindToSigned<D> di;
    const V ax = MinOrSecond(Abs(x), Set(d, 5.925));
    const V shifted = Fma(MinNum(ax, Set(d, 4.875)), Set(d, 0x1.6db6db6db6db7p-1), Set(d, 0x1.8p+52));
    const auto i = BitCast(di, shifted);
    const V t = Sub(ax, LookupMod<4>(d, kTable[0], i));
    const V at = IfThenElse(Eq(shifted, Set(d, 0x1.8p+52)), ax, LookupMod<4>(d, kTable[1], i));
    const V t2 = Mul(t, t);
    V p = TablePolynomialInSquares<4, 22>(d, kTable, t, t2, i);
    p = Fma(p, t, LookupMod<4>(d, kTable[2], i));
    const V c1 = LookupMod<4>(d, kTable[3], i);
    const V s = Fma(c1, t, at);
    const V e = Fms(c1, t, Sub(s, at));
    const V r = CopySignToAbs(Add(s, Fma(p, t, e)), x);
    return IfThenElse(IsNaN(x), QuietNaN(d), r);
  }
};

ISOBIT_END_TARGET

#endif  // Include guard per target.
