// gelu_erf: x Phi(x), Phi the normal distribution function.
//
// With a = |x| and Q(a) = Phi(-a): x Phi(x) = max(x, 0) - a Q(a) for both signs, and a Q(a) = T(a) exp(-a^2 / 2), where
// T(a) = a exp(a^2 / 2) Phi(-a) rises smoothly from a/2 at 0 to 1/sqrt(2 pi). So the negative tail keeps its relative
// accuracy down to the last subnormal result, beyond which (a = 14.45 in f32, 38.6 in f64) the arguments are cut off.
//
// T: intervals growing with a, whose number is read from the exponent field of a quadratic (f32: a^2 + 5/2 a + 1, eight
// intervals) or linear function of a (f64: 3.2 a + 0.5, every second binade, four intervals). In each, T(a) = at + w:
// at = T(m) for a centre m where T(m) is almost exactly one word and w = t P with t = a - m, exact. P is a polynomial
// in t (f32) or in z = t / (a + 3) (f64, where the fraction straightens T enough to save ten terms). In interval 0, at
// = a/2, and only there is a/2 below the table's entry, so a minimum selects it.
//
// exp(-a^2 / 2) = 2^k (e + tail): a^2 / 2 = hi + lo with hi on a grid on which k ln2_hi lies too, so rh = -hi - k
// ln2_hi and e = 1 + rh are exact, and tail = e^r - 1 - rh is below 0.07. The product (at + w) (e + tail) = at e + (w e
// + (at + w) tail) then rounds the small part only. T carries a factor of 2^64, so that adding k to the exponent field
// never leaves the normal numbers, and the last operation, which removes the factor, is the only one that rounds into
// the subnormal ones.
//
// Error in ulp of the result. f32: the last rounding 0.5; w, up to 0.4 of T, 0.5; the rest 0.3; approximation of T
// 0.07. f64: the last rounding 0.5; w 0.9 (P goes with z, which has two roundings, in interval 0); the rest 0.1;
// approximation 0.01.
//
// Algorithms tried. One fraction of polynomials for T: fewer operations (36 against 52 in f32), but at least 3
// roundings of half an ulp each in a quotient of two sums, near 3 ulp in all. 1 + q instead of e + tail in the product:
// three operations less in f32, 1.87 ulp. exp(-m t) with exp(-t^2 / 2) inside the polynomial (no square in two words):
// degree 10 instead of 7 in f32.
//
// Measured. f32, all inputs: 1.306 ulp at -0x1.55494p-2 (got -0x1.f85d52p-4, x Phi(x) is -0.12313588199119). f64: 1.393
// ulp at -0x1.def7710148f8cp-2 (got -0x1.328633c5ce8ep-3), 1e7 inputs. f16, bf16: correctly rounded for all 65536
// inputs.
// SPDX-License-Identifier: Apache-2.0
#if defined(ISOBIT_KERNELS_GELU_ERF_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ISOBIT_KERNELS_GELU_ERF_H_
#undef ISOBIT_KERNELS_GELU_ERF_H_
#else
#define ISOBIT_KERNELS_GELU_ERF_H_
#endif

#include "engine/kernel_base.h"
#include "lane/lane.h"
#include "math/table-inl.h"

ISOBIT_BEGIN_TARGET

struct gelu_erf_kernel : KernelBase {
  static constexpr bool kHalf = true;
  template <typename T>
  static constexpr bool kPairs = true;

  template <class D, class V>
  static ISOBIT_INLINE V Eval(D d, V x) {
    if constexpr (sizeof(TFromD<D>) == 4) {
      return EvalF32<false>(d, x);
    } else {
      return EvalF64(d, x);
    }
  }

  template <class Format, class D, class V>
  static ISOBIT_INLINE V EvalHalf(D d, V x) {
    return EvalF32<true>(d, x);
  }

 private:
  // From math/tools/gelu_erf_f32.py. Row 0: the centres m; row k + 1: 2^64 times the coefficients of t^k. Column j:
  // interval (j + 1) mod 8. Relative error of T below 4e-9.
  alignas(64) static constexpr float kTable[9][8] = {
      {0x1.f100dep-2f, 0x1.4811ep+0f, 0x1.1fd28ap+1f, 0x1.d13afcp+1f, 0x1.684dd2p+2f, 0x1.0e7874p+3f, 0x1.8839acp+3f,
       0x0p+0f},
      {0x1.5ecfdp+61f, 0x1.2a4f9ep+62f, 0x1.61f744p+62f, 0x1.7ed2eap+62f, 0x1.8cb044p+62f, 0x1.9305fap+62f,
       0x1.95d9acp+62f, 0x1p+64f},
      {0x1.f082ep+61f, 0x1.6e3052p+60f, 0x1.160252p+59f, 0x1.7e2e38p+57f, 0x1.efa4aep+55f, 0x1.400274p+54f,
       0x1.b50ce8p+52f, -0x1.49acap+31f},
      {-0x1.59badap+61f, -0x1.9c5e56p+59f, -0x1.ef5d8ep+57f, -0x1.fe8ddcp+55f, -0x1.db6e02p+53f, -0x1.afa5e4p+51f,
       -0x1.a12148p+49f, -0x1.98845p+62f},
      {0x1.80a584p+60f, 0x1.7c131ep+58f, 0x1.7173bcp+56f, 0x1.23a178p+54f, 0x1.8c7e1p+51f, 0x1.ff877ap+48f,
       0x1.5fbcc8p+46f, 0x1.fffec4p+61f},
      {-0x1.6fad98p+59f, -0x1.323174p+57f, -0x1.e9dd6cp+54f, -0x1.2d2352p+52f, -0x1.2f032ap+49f, -0x1.18544p+46f,
       -0x1.13e9dcp+43f, -0x1.104212p+61f},
      {0x1.3906b2p+58f, 0x1.bdc436p+55f, 0x1.29ba9p+53f, 0x1.2142d4p+50f, 0x1.b3ec9ep+46f, 0x1.23aedp+43f,
       0x1.9d93c2p+39f, 0x1.fd0ccep+59f},
      {-0x1.d6a38cp+56f, -0x1.33ea82p+54f, -0x1.606e36p+51f, -0x1.166a0ep+48f, -0x1.42767cp+44f, -0x1.3d3ef4p+40f,
       -0x1.4266c8p+36f, -0x1.99a1e4p+58f},
      {0x1.ef95eep+54f, 0x1.883da2p+52f, 0x1.7986bp+49f, 0x1.e3f24ep+45f, 0x1.b5f31cp+41f, 0x1.3e939ep+37f,
       0x1.cad2fap+32f, 0x1.bc2c3ep+56f},
  };
  // Row 2 for results that are rounded again: P(0) of interval 0 a little higher, for the f16 inputs +-0x1.5fp-10,
  // whose results are so close to the middle of two f16 numbers that rounding to f32 first hits that middle.
  alignas(64) static constexpr float kNarrowRow[8] = {0x1.f082ep+61f,  0x1.6e3052p+60f, 0x1.160252p+59f,
                                                      0x1.7e2e38p+57f, 0x1.efa4aep+55f, 0x1.400274p+54f,
                                                      0x1.b50ce8p+52f, 0x1.006906p+39f};

  template <bool kNarrow, class D, class V>
  static ISOBIT_INLINE V EvalF32(D d, V x) {
    const RebindToSigned<D> di;
    const V a = MinOrSecond(Abs(x), Set(d, 14.45f));
    const V v = Fma(a, Add(a, Set(d, 2.5f)), Set(d, 1.0f));
    const auto i = ShiftRight<23>(BitCast(di, v));
    const V m = LookupMod<8>(d, kTable[0], i);
    const V t = Sub(a, m);
    // x/2 may be the middle of two f16 or bf16 numbers. What decides, x |x| / sqrt(2 pi), is lost in f32 below 2^-24
    // and put in here as that of 2^-12, which is still below half of an ulp of the result.
    const V tp = kNarrow ? Sub(MaxNum(a, Set(d, 0x1p-12f)), m) : t;
    const V p = Fma(TablePolynomial<3, 8>(d, kTable, tp, i), tp, LookupMod<8>(d, kNarrow ? kNarrowRow : kTable[2], i));
    const V b = Mul(a, Set(d, -0.5f));
    const V at = MinNum(Mul(a, Set(d, 0x1p+63f)), LookupMod<8>(d, kTable[1], i));
    const V w = Mul(p, t);
    // exp(-a^2 / 2) = 2^k (e + tail).
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

  // From math/tools/gelu_erf_f64.py. Row 0: the centres m; row 1: 2^64 T(m); row k + 2: 2^64 times the coefficients of
  // z^k in P. Column j: interval (j + 1) mod 4. Relative error of T below 2^-59.
  alignas(64) static constexpr double kTableF64[18][4] = {
      {0x1.7b04ab606b7aap-1, 0x1.0ccbff47735c2p+2, 0x1.effdc5931ca7dp+3, 0x0p+0},
      {0x1.c9bff837f3aabp+61, 0x1.847af9390769bp+62, 0x1.96d656836ed92p+62, 0x1p+64},
      {0x1.6063616a523ap+61, 0x1.0b01ba3619a4cp+57, 0x1.b67a5ea7da077p+51, 0x1.89191589ef7e3p-25},
      {-0x1.abfc4625c5ac6p+62, -0x1.21a8a70c8ae42p+58, -0x1.823517ae0c0f8p+52, -0x1.32633e6df28bcp+64},
      {0x1.997493f9b0d25p+62, 0x1.f5fd553b33f11p+57, 0x1.b0543480b65a7p+51, 0x1.0d9cc1920d677p+64},
      {-0x1.526b655d56853p+61, -0x1.f949a04a4925ap+56, -0x1.d6d72dfb0c29fp+49, -0x1.2633e6df02db9p+62},
      {-0x1.34bf98e170822p+58, 0x1.0b139bc6aaf62p+55, 0x1.5c635b0da8d7bp+47, -0x1.3f038279a7fb9p+61},
      {0x1.f6ce100938afep+58, 0x1.81754304fff13p+49, -0x1.479be90d222fp+44, 0x1.8481b3ed0c044p+59},
      {0x1.e33542571d9d4p+56, -0x1.9988726fc97a7p+51, 0x1.24c55fcb65c63p+39, 0x1.b076c3ab9a87ap+59},
      {-0x1.7804a84cf0aa4p+56, 0x1.f66aa7f5f0e61p+47, 0x1.39025846837ep+38, 0x1.9371c6feef979p+56},
      {-0x1.eadb1f45ee28ap+55, 0x1.7f1c81a52f1a9p+48, -0x1.a8d29b6316d29p+35, -0x1.ec7438dd857ap+57},
      {0x1.33e137833940ep+51, -0x1.b6312bd76fc27p+44, -0x1.bd32cac355fa8p+30, 0x1.28b49df614348p+57},
      {0x1.381105c9ad4dbp+54, -0x1.c595cafa8822ep+45, 0x1.a5f971507c48ap+30, -0x1.9908d1174ee2ep+61},
      {0x1.1fb24568da7p+53, -0x1.e225499befaa5p+40, -0x1.972f83b5de357p+26, 0x1.855bfa0a78936p+64},
      {-0x1.d16fee4d67f05p+47, 0x1.2050cb353878bp+43, -0x1.1dc143082e561p+24, -0x1.03a3d727bbe6dp+67},
      {-0x1.41314f86f5c62p+52, 0x1.e6ea226dd0d44p+40, -0x1.3907f5b645b3fp+19, 0x1.cd148413ec091p+68},
      {-0x1.f3284c346012ep+50, -0x1.35d86e923f936p+40, -0x1.539ccde9d1e0cp+25, -0x1.e83d3d983353ap+69},
      {0x1.4b9cad5654b56p+50, -0x1.cf97374b20b7fp+38, 0x1.023c07f9dc9ebp+25, 0x1.d2b3681cea355p+69},
  };

  template <class D, class V>
  static ISOBIT_INLINE V EvalF64(D d, V x) {
    const RebindToSigned<D> di;
    const RebindToUnsigned<D> du;
    const V a = MinOrSecond(Abs(x), Set(d, 38.6));
    const V v = Fma(a, Set(d, 3.2), Set(d, 0.5));
    const auto i = BitCast(di, ShiftRight<53>(BitCast(du, v)));
    const V t = Sub(a, LookupMod<4>(d, kTableF64[0], i));
    const V z = Div(t, Add(a, Set(d, 3.0)));
    const V z2 = Mul(z, z);
    const V p = TablePolynomialInSquares<2, 17>(d, kTableF64, z, z2, i);
    const V b = Mul(a, Set(d, -0.5));
    const V at = MinNum(Mul(a, Set(d, 0x1p+63)), LookupMod<4>(d, kTableF64[1], i));
    const V w = Mul(p, t);
    // exp(-a^2 / 2) = 2^k (e + tail).
    const V hi = Sub(Fma(a, b, Set(d, 6144.0)), Set(d, 6144.0));
    const V lo = Fms(a, b, hi);
    const V shifted = Fma(hi, Set(d, 0x1.71547652b82fep+0), Set(d, 0x1.8p+52));
    const V k = Sub(shifted, Set(d, 0x1.8p+52));
    const V rh = Fnma(k, Set(d, 0x1.62e42fefa4p-1), hi);
    const V c = Fma(k, Set(d, 0x1.8432a1b0e2634p-43), lo);
    const V r = Add(rh, c);
    const V e = Add(Set(d, 1.0), rh);
    const V r2 = Mul(r, r);
    V q = Fma(r, Set(d, 0x1.af858df8a42c7p-26), Set(d, 0x1.28b10752f482ap-22));
    q = Fma(q, r2, Fma(r, Set(d, 0x1.71dddfc93df18p-19), Set(d, 0x1.a01995aaf1667p-16)));
    q = Fma(q, r2, Fma(r, Set(d, 0x1.a01a01bae2a17p-13), Set(d, 0x1.6c16c1860bca9p-10)));
    q = Fma(q, r2, Fma(r, Set(d, 0x1.111111110d63cp-7), Set(d, 0x1.555555554fdf8p-5)));
    q = Fma(q, r2, Fma(r, Set(d, 0x1.5555555555561p-3), Set(d, 0x1.000000000000cp-1)));
    const V tail = Fma(r2, q, c);
    const V y = Fma(at, e, Fma(w, e, Mul(Add(at, w), tail)));
    const V scaled = BitCast(d, Add(BitCast(du, y), ShiftLeft<52>(BitCast(du, shifted))));
    const V res = Fnma(scaled, Set(d, 0x1p-64), MaxOrSecond(x, Zero(d)));
    return IfThenElse(IsNaN(x), QuietNaN(d), CopySignToAbs(res, x));
  }
};

ISOBIT_END_TARGET

#endif  // Include guard per target.
