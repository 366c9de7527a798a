// powi: x^n for a 32-bit integer n, the same for all elements; n < 0 is the reciprocal power.
//
// The bits of |n| from the top: p = p^2, and p = p x where the bit is 1. No intermediate power lies outside the range
// between x and the result, so overflow and underflow come only with the result's own.
//
// Small |n|: p in two words of T, hi + lo, that are not brought back into order: lo grows to about |n| u of hi, u half
// an ulp of 1, and what is left out to n^2 u^2, below 2^-8 ULP of the result at the largest |n| done so. The reciprocal
// takes one division and its remainder. Powers near the ends of the exponents, where lo would lose digits or 1/p leave
// T's normal numbers though p does not, are evaluated anew, for f32 in f64, for f64 as below. f32, |n| up to 2^16: in
// f64, whose exponents hold every result that f32 can tell from 0 and infinity, and its reciprocal. Each product errs
// by 2^-53, all together by |n| 2^-53: 2^-13 ULP of f32. Larger |n|: e^(n log |x|) as in pow, n being exact in f64.
//
// Worst found: f32, 47 exponents with 10^8 inputs each, of all magnitudes and with results near the ends of the
// exponents, 0.538 ULP, n = 100000, x = -0x1.ff92eep-1. f64, 10^7 inputs with as many exponents, 0.869 ULP, n = -11641,
// x = 0x1.0fa04bca32fadp+0 (0x01BEC5EC2A1AF0B4 for ...0B3). f16 and bf16: correctly rounded for all inputs with each of
// those exponents.
// SPDX-License-Identifier: Apache-2.0
#if defined(ISOBIT_KERNELS_POWI_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ISOBIT_KERNELS_POWI_H_
#undef ISOBIT_KERNELS_POWI_H_
#else
#define ISOBIT_KERNELS_POWI_H_
#endif

#include <type_traits>

#include "engine/kernel_base.h"
#include "lane/lane.h"
#include "math/double_word-inl.h"
#include "math/half_midpoint-inl.h"
#include "math/pow-inl.h"
#include "math/pow_f32-inl.h"

ISOBIT_BEGIN_TARGET

struct powi_kernel : KernelBase {
  static constexpr bool kHalf = true;
  template <typename T>
  static constexpr bool kPairs = false;  // As fast without, and the loop is compiled for many exponents.
  static constexpr bool kByExponent = true;

  template <class D, class V>
  static ISOBIT_INLINE V Eval(D d, V x, int32_t n) {
    return Power<FullFormat>(d, x, n);
  }

  // Half formats: the f32 power narrows to the right number unless its error reaches a midpoint between two neighbours
  // in the half format. There the power is evaluated in f64. For small |n| plain f32 products are near enough.
  template <class Format, class D, class V>
  static ISOBIT_INLINE V EvalHalf(D d, V x, int32_t n) {
    return Power<Format>(d, x, n);
  }

  // Deciding about n for every vector would cost more than the few multiplications.
  template <class Run>
  static ISOBIT_INLINE void ByExponent(int32_t n, const Run& run) {
#if defined(__SANITIZE_ADDRESS__)
    return run(n);  // The same bits; twenty instrumented loops a dtype take many minutes to compile.
#endif
    switch (n) {
      case 2:
        return run(2);
      case 3:
        return run(3);
      case 4:
        return run(4);
      case 5:
        return run(5);
      case 6:
        return run(6);
      case 7:
        return run(7);
      case 8:
        return run(8);
      case 9:
        return run(9);
      case 10:
        return run(10);
      case 12:
        return run(12);
      case 16:
        return run(16);
      case -1:
        return run(-1);
      case -2:
        return run(-2);
      case -3:
        return run(-3);
      case -4:
        return run(-4);
      case -5:
        return run(-5);
      case -6:
        return run(-6);
      case -8:
        return run(-8);
      default:
        return run(n);
    }
  }

 private:
  struct FullFormat {};
  template <class Format>
  static constexpr bool kIsHalf = !std::is_same<Format, FullFormat>::value;

  // The largest |n| done in two words, and in f64 for f32.
  template <typename T>
  static constexpr uint32_t kMostTwoWords = sizeof(T) == 4 ? 1u << 8 : 1u << 10;
  static constexpr uint32_t kMostViaF64 = 1u << 16;

  static ISOBIT_INLINE uint32_t Magnitude(int32_t n) {
    return n < 0 ? 0u - static_cast<uint32_t>(n) : static_cast<uint32_t>(n);
  }

  template <class Format, class D, class V>
  static ISOBIT_INLINE V Power(D d, V x, int32_t n) {
    using T = TFromD<D>;
    const uint32_t m = Magnitude(n);
    if (m > kMostTwoWords<T>) return Large<Format>(d, x, n);
    if (n == 0) return Set(d, T{1});
    if (n == 1) return Canonical(d, x);
    if (kIsHalf<Format> && m <= kMostPlain) return PlainPower<Format>(d, x, n);
    const DoubleWord<V> p = TwoWords(d, x, m);
    DoubleWord<V> r = p;
    if (n < 0) {
      const V one = Set(d, T{1});
      r.hi = Div(one, p.hi);
      r.lo = Mul(Fnma(r.hi, p.lo, Fnma(r.hi, p.hi, one)), r.hi);
    }
    V y = DwRound(r);
    auto ordinary = IsInner<Format>(d, p.hi, n);
    if constexpr (kIsHalf<Format>) ordinary = AndNot(IsNearMidpoint<Format>(d, y, 0), ordinary);
    if (!AllLanes(d, ordinary)) y = IfThenElse(ordinary, y, Rare<Format>(d, x, n, r.hi, ordinary));
    return y;
  }

  // Where x is 0, infinite or NaN, so is the power's high part, which is then the result. Out of line: it stands in
  // many loops.
  template <class Format, class D, class V>
  static __attribute__((noinline)) V Rare(D d, V x, int32_t n, V high, MFromD<D> ordinary) {
    const V r = Canonical(d, high);
    const auto finite = IsFiniteNonzero(d, x);
    if (!AnyTrue(d, AndNot(ordinary, finite))) return r;
    return IfThenElse(finite, Large<Format>(d, x, n), r);
  }

  // Whether |p| is from 2^-116 up to but not 2^116 (f64: 2^-1006, 2^1006), by one comparison of the bits, moved so that
  // the least number's become the most negative integer's. In between, lo loses no more than 2^-9 ULP to underflow, and
  // 1/p's neither. For f16, only where the result is at least 2^-14 and so a normal number of f16.
  template <class Format, class D, class V>
  static ISOBIT_INLINE MFromD<D> IsInner(D d, V p, int32_t n) {
    const RebindToSigned<D> di;
    using TI = TFromD<decltype(di)>;
    using TU = TFromD<RebindToUnsigned<D>>;
    constexpr bool kSingle = sizeof(TI) == 4;
    constexpr bool kF16 = std::is_same<Format, F16Format>::value;
    constexpr int kMantissa = kSingle ? 23 : 52;
    constexpr int kBias = kSingle ? 127 : 1023;
    constexpr int kRange = kSingle ? 116 : 1006;
    const TU least = static_cast<TU>(kBias - (kF16 && n > 0 ? 14 : kRange)) << kMantissa;
    const TU most = static_cast<TU>(kBias + (kF16 && n < 0 ? 14 : kRange)) << kMantissa;
    constexpr TU kSign = TU{1} << (8 * sizeof(TU) - 1);
    const auto moved = Sub(BitCast(di, Abs(p)), Set(di, static_cast<TI>(least + kSign)));
    return RebindMask(d, Lt(moved, Set(di, static_cast<TI>(most - least + kSign))));
  }

  // ---- One word, for half formats ----
  // x^m by products rounded to f32.
  static constexpr uint32_t kMostPlain = 16;
  template <class Format, class D, class V>
  static ISOBIT_INLINE V PlainPower(D d, V x, int32_t n) {
    using T = TFromD<D>;
    constexpr bool kF16 = std::is_same<Format, F16Format>::value;
    const uint32_t m = Magnitude(n);
    const V p = Plain(x, m);
    V y = p;
    if (n < 0) y = Div(Set(d, T{1}), p);
    // Products of few digits are exact, and then often midpoints. Otherwise the last rounding errs by half a unit of
    // f32, and each before it by one at most: so the error is below this number and a half.
    static constexpr Roundings<Format> kRoundings;
    const int32_t units = kRoundings.of[m] + (n < 0 ? 1 : 0) - 1;
    if (kF16 && units == 0 && !AnyTrue(d, MayBeMidpoint<Format>(d, y))) return y;
    // f16's exponents lie so far inside f32's that what leaves those is 0 or infinity in f16. Its normal numbers
    // remain.
    auto ordinary = kF16 ? Ge(Abs(y), Set(d, T(0x1p-14))) : IsInner<Format>(d, p, n);
    if (units >= 0) ordinary = AndNot(IsNearMidpoint<Format>(d, y, units), ordinary);
    if (!AllLanes(d, ordinary)) y = IfThenElse(ordinary, y, Rare<Format>(d, x, n, y, ordinary));
    return y;
  }
  template <class V>
  static ISOBIT_INLINE V Plain(V x, uint32_t m) {
    V p = x;
    for (uint32_t bit = SecondBit(m); bit != 0; bit >>= 1) {
      p = Mul(p, p);
      if ((m & bit) != 0) p = Mul(p, x);
    }
    return p;
  }

  // How many roundings x^m bears: a square doubles those of its root and adds one, unless x has so few digits that none
  // is lost.
  template <class Format>
  static constexpr int32_t PlainRoundings(uint32_t m) {
    constexpr uint32_t kDigits = std::is_same<Format, F16Format>::value ? 11 : 8;
    if (m * kDigits <= 24) return 0;
    return m % 2 == 0 ? 2 * PlainRoundings<Format>(m / 2) + 1 : PlainRoundings<Format>(m - 1) + 1;
  }
  template <class Format>
  struct Roundings {
    int32_t of[kMostPlain + 1] = {};
    constexpr Roundings() {
      for (uint32_t m = 1; m <= kMostPlain; ++m) of[m] = PlainRoundings<Format>(m);
    }
  };

  // ---- Two words ----
  template <class V>
  static ISOBIT_INLINE DoubleWord<V> Square(DoubleWord<V> p) {
    const DoubleWord<V> s = TwoProd(p.hi, p.hi);
    return {s.hi, Fma(Add(p.hi, p.hi), p.lo, s.lo)};
  }
  template <class V>
  static ISOBIT_INLINE DoubleWord<V> Times(DoubleWord<V> p, V x) {
    const DoubleWord<V> s = TwoProd(p.hi, x);
    return {s.hi, Fma(p.lo, x, s.lo)};
  }
  template <uint32_t kM, class D, class V>
  static ISOBIT_INLINE DoubleWord<V> Chain(D d, V x) {
    if constexpr (kM == 1) {
      return {x, Zero(d)};
    } else if constexpr (kM == 2) {
      return TwoProd(x, x);
    } else if constexpr (kM % 2 == 0) {
      return Square(Chain<kM / 2>(d, x));
    } else {
      return Times(Chain<kM - 1>(d, x), x);
    }
  }
  // x^m. The common m are written out: a loop's branches would cost more than its multiplications.
  template <class D, class V>
  static ISOBIT_INLINE DoubleWord<V> TwoWords(D d, V x, uint32_t m) {
    switch (m) {
      case 1:
        return Chain<1>(d, x);
      case 2:
        return Chain<2>(d, x);
      case 3:
        return Chain<3>(d, x);
      case 4:
        return Chain<4>(d, x);
      case 5:
        return Chain<5>(d, x);
      case 6:
        return Chain<6>(d, x);
      case 7:
        return Chain<7>(d, x);
      case 8:
        return Chain<8>(d, x);
      case 9:
        return Chain<9>(d, x);
      case 10:
        return Chain<10>(d, x);
      case 11:
        return Chain<11>(d, x);
      case 12:
        return Chain<12>(d, x);
      case 13:
        return Chain<13>(d, x);
      case 14:
        return Chain<14>(d, x);
      case 15:
        return Chain<15>(d, x);
      case 16:
        return Chain<16>(d, x);
      default:
        break;
    }
    DoubleWord<V> p{x, Zero(d)};
    for (uint32_t bit = SecondBit(m); bit != 0; bit >>= 1) {
      p = Square(p);
      if ((m & bit) != 0) p = Times(p, x);
    }
    return p;
  }
  // The highest bit of m below its leading one.
  static ISOBIT_INLINE uint32_t SecondBit(uint32_t m) { return (0x80000000u >> __builtin_clz(m)) >> 1; }

  // ---- Other evaluations ----
  template <class Format, class D, class V>
  static ISOBIT_INLINE V Large(D d, V x, int32_t n) {
    using T = TFromD<D>;
    if constexpr (sizeof(T) == 8) {
      return Finish(d, x, n, PowMagnitude(d, x, Set(d, static_cast<double>(n))));
    } else {
      // 16 digits leave every half format, its subnormal numbers too, at least two to round.
      constexpr int kOddDigits = kIsHalf<Format> ? 16 : 0;
      if (Magnitude(n) <= kMostViaF64) return Canonical(d, ViaF64(d, Products<kOddDigits>{n}, x));
      const V base = IfThenElse(IsFiniteNonzero(d, x), Abs(x), Set(d, 1.0f));
      return Finish(d, x, n, ViaF64(d, Logarithm<kOddDigits>{n}, base));
    }
  }
  template <int kOddDigits>
  struct Products {
    int32_t n;
    template <class D, class V>
    ISOBIT_INLINE V operator()(D d, V x) const {
      const uint32_t m = Magnitude(n);
      V p = x;
      for (uint32_t bit = SecondBit(m); bit != 0; bit >>= 1) {
        p = Mul(p, p);
        if ((m & bit) != 0) p = Mul(p, x);
      }
      if (n < 0) p = Div(Set(d, 1.0), p);
      return RoundToOdd<kOddDigits>(d, p);
    }
  };
  template <int kOddDigits>
  struct Logarithm {
    int32_t n;
    template <class D, class V>
    ISOBIT_INLINE V operator()(D d, V x) const {
      return RoundToOdd<kOddDigits>(d, PowViaF64()(d, x, Set(d, static_cast<double>(n))));
    }
  };

  template <class D, class V>
  static ISOBIT_INLINE MFromD<D> IsFiniteNonzero(D d, V x) {
    const V magnitude = Abs(x);
    return And(Gt(magnitude, Zero(d)), Lt(magnitude, Set(d, static_cast<TFromD<D>>(__builtin_inf()))));
  }

  // x^n, r being |x|^n where x is finite and not 0.
  template <class D, class V>
  static ISOBIT_INLINE V Finish(D d, V x, int32_t n, V r) {
    const V magnitude = Abs(x);
    // 0, infinity and NaN to any positive power are themselves.
    const V ends = n < 0 ? Div(Set(d, TFromD<D>(1)), magnitude) : magnitude;
    r = IfThenElse(IsFiniteNonzero(d, x), r, ends);
    if ((n & 1) != 0) r = CopySign(r, x);
    return Canonical(d, r);
  }
};

ISOBIT_END_TARGET

#endif  // Include guard per target.
