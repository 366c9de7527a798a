// gelu_erf: x Phi(x), Phi the normal distribution function.
// SPDX-License-Identifier: Apache-2.0
#if defined(ISOBIT_KERNELS_GELU_ERF_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ISOBIT_KERNELS_GELU_ERF_H_
#undef ISOBIT_KERNELS_GELU_ERF_H_
#else
#define ISOBIT_KERNELS_GELU_ERF_H_
#endif

#include "engine/kernel_base.h"
#include "lane/lane.h"

ISOBIT_BEGIN_TARGET

struct gelu_erf_kernel : KernelBase {
  // Row 0: the centres m; row k + 1: 2^64 times the coefficients of t^k. Column j: interval (j + 1) mod 8.
  alignas(64) static constexpr float kTable[9][8] = {
      {0x1.f100dep-2f, 0x1.4811ep+0f, 0x1.1fd28ap+1f, 0x1.d13afcp+1f,
       0x1.684dd2p+2f, 0x1.0e7874p+3f, 0x1.8839acp+3f, 0x0p+0f},
      {0x1.5ecfdp+61f, 0x1.2a4f9ep+62f, 0x1.61f744p+62f, 0x1.7ed2eap+62f,
       0x1.8cb044p+62f, 0x1.9305fap+62f, 0x1.95d9acp+62f, 0x1p+64f},
      {0x1.f082ep+61f, 0x1.6e3052p+60f, 0x1.160252p+59f, 0x1.7e2e38p+57f,
       0x1.efa4aep+55f, 0x1.400274p+54f, 0x1.b50ce8p+52f, -0x1.49acap+31f},
      {-0x1.59badap+61f, -0x1.9c5e56p+59f, -0x1.ef5d8ep+57f, -0x1.fe8ddcp+55f,
       -0x1.db6e02p+53f, -0x1.afa5e4p+51f, -0x1.a12148p+49f, -0x1.98845p+62f},
      {0x1.80a584p+60f, 0x1.7c131ep+58f, 0x1.7173bcp+56f, 0x1.23a178p+54f,
       0x1.8c7e1p+51f, 0x1.ff877ap+48f, 0x1.5fbcc8p+46f, 0x1.fffec4p+61f},
      {-0x1.6fad98p+59f, -0x1.323174p+57f, -0x1.e9dd6cp+54f, -0x1.2d2352p+52f,
       -0x1.2f032ap+49f, -0x1.18544p+46f, -0x1.13e9dcp+43f, -0x1.104212p+61f},
      {0x1.3906b2p+58f, 0x1.bdc436p+55f, 0x1.29ba9p+53f, 0x1.2142d4p+50f,
       0x1.b3ec9ep+46f, 0x1.23aedp+43f, 0x1.9d93c2p+39f, 0x1.fd0ccep+59f},
      {-0x1.d6a38cp+56f, -0x1.33ea82p+54f, -0x1.606e36p+51f, -0x1.166a0ep+48f,
       -0x1.42767cp+44f, -0x1.3d3ef4p+40f, -0x1.4266c8p+36f, -0x1.99a1e4p+58f},
      {0x1.ef95eep+54f, 0x1.883da2p+52f, 0x1.7986bp+49f, 0x1.e3f24ep+45f,
       0x1.b5f31cp+41f, 0x1.3e939ep+37f, 0x1.cad2fap+32f, 0x1.bc2c3ep+56f},
  };

  template <class D, class V>
  static ISOBIT_INLINE V EvalF32(D d, V x) {
    const RebindToSigned<D> di;
    const V a = MinOrSecond(Abs(x), Set(d, 14.45f));
    const V v = Fma(a, Add(a, Set(d, 2.5f)), Set(d, 1.0f));
    const auto i = ShiftRight<23>(BitCast(di, v));
    const V t = Sub(a, LookupMod<8>(d, kTable[0], i));
    const V t2 = Mul(t, t);
    const V p12 = Fma(t, LookupMod<8>(d, kTable[3], i), LookupMod<8>(d, kTable[2], i));
    const V p34 = Fma(t, LookupMod<8>(d, kTable[5], i), LookupMod<8>(d, kTable[4], i));
    const V p56 = Fma(t, LookupMod<8>(d, kTable[7], i), LookupMod<8>(d, kTable[6], i));
    const V p = Fma(Fma(Fma(LookupMod<8>(d, kTable[8], i), t2, p56), t2, p34), t2, p12);
    const V b = Mul(a, Set(d, -0.5f));
    const V at = MinNum(Mul(a, Set(d, 0x1p+63f)), LookupMod<8>(d, kTable[1], i));
    const V w = Mul(p, t);
    // exp(-a^2 / 2) = 2^k (1 + rh + tail).
    const V hi = Sub(Fma(a, b, Set(d, 192.0f)), Set(d, 192.0f));
    const V lo = Fms(a, b, hi);
    const V shifted = Fma(hi, Set(d, 0x1.715476p+0f), Set(d, 0x1.8p+23f));
    const V k = Sub(shifted, Set(d, 0x1.8p+23f));
    const V rh = Fnma(k, Set(d, 0x1.62e4p-1f), hi);
    const V c = Fnma(k, Set(d, 0x1.7f7d1cp-20f), lo);
    const V r = Add(rh, c);
    const V e = Add(Set(d, 1.0f), rh);
    const V r2 = Mul(r, r);
    const V q01 = Fma(r, Set(d, 0x1.55548cp-3f), Set(d, 0x1.000002p-1f));
    const V q23 = Fma(r, Set(d, 0x1.123d92p-7f), Set(d, 0x1.5551dap-5f));
    const V q = Fma(Fma(r2, Set(d, 0x1.6f7386p-10f), q23), r2, q01);
    const V tail = Fma(r2, q, c);
    const V y = Fma(at, e, Fma(w, e, Mul(Add(at, w), tail)));
    const V scaled = BitCast(d, Add(BitCast(di, y), ShiftLeft<23>(BitCast(di, shifted))));
    const V res = Fnma(scaled, Set(d, 0x1p-64f), MaxOrSecond(x, Zero(d)));
    return IfThenElse(IsNaN(x), QuietNaN(d), CopySignToAbs(res, x));
  }

  template <class D, class V>
  static ISOBIT_INLINE V Eval(D d, V x) {
    if constexpr (sizeof(TFromD<D>) == 4) {
      return EvalF32(d, x);
    } else {
      return Canonical(d, x);
    }
  }
};

ISOBIT_END_TARGET

#endif  // Include guard per target.
