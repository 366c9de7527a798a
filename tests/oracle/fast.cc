// The fast half of the oracle: real values in hardware arithmetic, with the reasons why that is enough.
//
// f32, bf16 and f16: the real value is computed in double with the C library's double functions. Their inputs
// have at most 24 significant bits, so no argument is a hard case for a double function, and each result is off by
// less than 2^-42 of itself:
//   exp, log, sin, cos, tanh, erf, pow: glibc states errors below 4 ULP of double, 2^-50. sin and cos are wrong by up
//   to
//     2^17 ULP for doubles within 2^-60 of a multiple of pi/2, but no f32 comes nearer than about 2^-34;
//   gelu_erf: erfc(z) has relative condition 2*z*z, at most 220 before the result falls below half of the smallest
//     number of the dtypes, and z is off by 2^-53: 2^-45;
//   gelu: e^-2u has relative condition 2u, at most 104, and u is off by less than 2^-51: 2^-44;
//   sigmoid, silu, rsqrt: a handful of double roundings on top of exp or sqrt.
// One ULP of f32 is at least 2^-24 of the value, so a measured error is off by less than 2^-18 ULP of f32 (at most
// 16 ULP away from the value), and by far less for the half types. kNarrowUncertainty claims 2^-16.
//
// f64: the same in x87 long double where the platform has it (64 bits, glibc's long double functions, errors below
// 8 ULP of long double: 2^-8 ULP of double), the arguments of gelu's exponential and gelu_erf's erfc in 113 bits.
// Arguments of sin and cos beyond 2^20, every pow, powi and rem, and whatever is hard, goes to MPFR. kWideUncertainty
// claims 2^-6.
//
// The claims are tested against MPFR over random and structured samples (oracle_test.cc).
//
// Where the real value lies within the error of a power of two its ULP is ambiguous by a factor of two; those
// results go to MPFR, unless the candidate is so near that the error is negligible either way.
// SPDX-License-Identifier: Apache-2.0
#include <cfloat>
#include <cmath>
#include <cstdio>

#include "internal.h"
#include "oracle.h"

namespace isobit_oracle {
namespace {

constexpr double kNarrowUncertainty = 0x1p-16;
constexpr double kWideUncertainty = 0x1p-6;
constexpr double kWrong = std::numeric_limits<double>::infinity();

double LogisticDouble(double x) {
  if (x >= 0) return 1 / (1 + std::exp(-x));
  const double e = std::exp(x);
  return e / (1 + e);
}

// rem of two nonzero numbers with significands of at most 24 bits; zero results come without their sign. The
// remainder of the integers is exact; std::fmod is too, but takes a step for every bit of the quotient.
double NarrowRem(double a, double b) {
  const double x = std::fabs(a), y = std::fabs(b);
  double r = x;
  if (x >= y) {
    const uint64_t xb = Bits(x), yb = Bits(y);
    const int shift = static_cast<int>(xb >> 52) - static_cast<int>(yb >> 52);
    const uint64_t one = uint64_t{1} << 52;
    const uint64_t xm = ((xb & (one - 1)) | one) >> 29, ym = ((yb & (one - 1)) | one) >> 29;
    // xm * 2^shift mod ym, by squaring: every factor stays below 2^24.
    uint64_t power = 1 % ym;
    for (int bit = 8; bit >= 0; --bit) {
      power = power * power % ym;
      if ((shift >> bit & 1) != 0) power = power * 2 % ym;
    }
    const uint64_t remainder = xm % ym * power % ym;
    r = static_cast<double>(remainder) * DoubleOf((yb & ~(one - 1)) - (uint64_t{23} << 52));
  }
  r = std::copysign(r, a);
  return r == 0 || std::signbit(a) == std::signbit(b) ? r : r + b;
}

double NarrowReal(Kernel kernel, DType dtype, double x, double y) {
  switch (kernel) {
    case Kernel::kExp:
      return std::exp(x);
    case Kernel::kLog:
      return std::log(x);
    case Kernel::kSin:
      return std::sin(x);
    case Kernel::kCos:
      return std::cos(x);
    case Kernel::kTanh:
      return std::tanh(x);
    case Kernel::kErf:
      return std::erf(x);
    case Kernel::kGeluErf:
      return x < 0 ? 0.5 * x * std::erfc(-x * 0x1.6a09e667f3bcdp-1)
                   : 0.5 * x * (1 + std::erf(x * 0x1.6a09e667f3bcdp-1));
    case Kernel::kSigmoid:
      return LogisticDouble(x);
    case Kernel::kSilu:
      return x * LogisticDouble(x);
    case Kernel::kGelu:
      return x * LogisticDouble(2 * GeluScale(dtype) * (x + GeluCubic(dtype) * x * x * x));
    case Kernel::kRsqrt:
      return 1 / std::sqrt(x);
    case Kernel::kPowi:
    case Kernel::kPow:
      return std::pow(x, y);
    case Kernel::kRem:
      return NarrowRem(x, y);
  }
  return 0;
}

long double LogisticLong(long double x) {
  if (x >= 0) return 1 / (1 + std::exp(-x));
  const long double e = std::exp(x);
  return e / (1 + e);
}

#if LDBL_MANT_DIG == 64
// A quadruple value as a long double and what is left of it.
struct Split {
  long double hi, lo;
};
Split SplitQuad(__float128 value) {
  const long double hi = static_cast<long double>(value);
  return {hi, static_cast<long double>(value - hi)};
}

// x*Phi(x) = x*erfc(z)/2, z = -x/sqrt(2) to 113 bits: its low part moves erfc(z) by -lo * 2/sqrt(pi) * e^-z^2.
long double GeluErfLong(double x) {
  constexpr __float128 kHalfSqrt2 =
      static_cast<__float128>(0x1.6a09e667f3bcdp-1) + static_cast<__float128>(-0x1.bdd3413b26456p-55);
  const Split z = SplitQuad(-kHalfSqrt2 * x);
  const long double slope = 0x1.20dd750429b6d11ap0L * std::exp(-z.hi * z.hi);
  return 0.5L * x * (std::erfc(z.hi) - z.lo * slope);
}

// x/(1 + e^-2u), the argument to 113 bits: its low part moves the exponential by that much of itself.
long double GeluLong(double x) {
  const __float128 wide = x;
  const __float128 cubic = GeluCubic(DType::kF64), scale = 2 * GeluScale(DType::kF64);
  Split u = SplitQuad(scale * (wide + cubic * wide * wide * wide));
  if (std::fabs(u.hi) > 1e4L) u.lo = 0;  // the exponential is far outside the range of f64
  if (u.hi >= 0) return x / (1 + std::exp(-u.hi) * (1 - u.lo));
  const long double e = std::exp(u.hi) * (1 + u.lo);
  return x * (e / (1 + e));
}
#endif

// False where long double cannot be trusted to the claim.
bool WideReal(Kernel kernel, double x, long double* real) {
#if LDBL_MANT_DIG == 64
  switch (kernel) {
    case Kernel::kGeluErf:
      return *real = GeluErfLong(x), true;
    case Kernel::kGelu:
      return *real = GeluLong(x), true;
    case Kernel::kExp:
      return *real = std::exp(static_cast<long double>(x)), true;
    case Kernel::kLog:
      return *real = std::log(static_cast<long double>(x)), true;
    case Kernel::kSin:
      return *real = std::sin(static_cast<long double>(x)), std::fabs(x) < 0x1p20 && std::fabs(*real) > 0x1p-20L;
    case Kernel::kCos:
      return *real = std::cos(static_cast<long double>(x)), std::fabs(x) < 0x1p20 && std::fabs(*real) > 0x1p-20L;
    case Kernel::kTanh:
      return *real = std::tanh(static_cast<long double>(x)), true;
    case Kernel::kErf:
      return *real = std::erf(static_cast<long double>(x)), true;
    case Kernel::kSigmoid:
      return *real = LogisticLong(x), true;
    case Kernel::kSilu:
      return *real = x * LogisticLong(x), true;
    case Kernel::kRsqrt:
      return *real = 1 / std::sqrt(static_cast<long double>(x)), true;
    default:
      return false;
  }
#else
  (void)kernel, (void)x, (void)real;
  return false;
#endif
}

// The distance of `got` from the real value, in ULP, given an approximation of it; both by magnitude. Negative if it
// takes a better approximation to tell: next to a power of two, where the spacing changes by a factor of two, unless
// the distance is negligible even in units of the smaller spacing.
double NarrowDistance(double size, double got, const Format& f) {
  constexpr uint64_t kFraction = (uint64_t{1} << 52) - 1;
  constexpr uint64_t kDoubt = uint64_t{1} << 12;  // 2^-40 of the value
  const uint64_t bits = Bits(size);
  int exponent = static_cast<int>(bits >> 52) - 1023;
  bool ambiguous = (bits & kFraction) > kFraction - kDoubt;
  if ((bits & kFraction) < kDoubt) {
    ambiguous = true;
    --exponent;
  }
  if (exponent > f.emax) {
    if (std::isinf(got)) return 0;
    exponent = f.emax;
  }
  if (exponent < f.emin) {
    exponent = f.emin;
    ambiguous = false;
  }
  if (std::isinf(got)) got = DoubleOf(static_cast<uint64_t>(f.emax + 1 + 1023) << 52);
  const double ulp = std::fabs(got - size) * DoubleOf(static_cast<uint64_t>(f.precision - 1 - exponent + 1023) << 52);
  if (ambiguous && ulp > kNarrowUncertainty) return -1;
  return ulp;
}

// The same for f64, the value being off by 2^-58 of itself at the most.
double WideDistance(long double size, double got, const Format& f) {
  constexpr long double kDoubt = 0x1p-58L;
  if (size == 0) return got == 0 ? 0 : -1;
  int exponent;
  const long double fraction = std::frexp(size, &exponent);  // in [1/2, 1): the binade is one lower
  --exponent;
  bool ambiguous = fraction > 1 - kDoubt;
  if (fraction < 0.5L * (1 + kDoubt)) {
    ambiguous = true;
    --exponent;
  }
  if (exponent > f.emax) {
    if (std::isinf(got)) return 0;
    exponent = f.emax;
  }
  if (exponent < f.emin) {
    exponent = f.emin;
    ambiguous = false;
  }
  const long double candidate = std::isinf(got) ? std::ldexp(1.0L, f.emax + 1) : static_cast<long double>(got);
  const double ulp = static_cast<double>(std::ldexp(std::fabs(candidate - size), f.precision - 1 - exponent));
  if (ambiguous && ulp > kWideUncertainty) return -1;
  return ulp;
}

// FastUlp without the detour to MPFR: negative if MPFR has to measure.
double Attempt(Kernel kernel, DType dtype, uint64_t a, uint64_t b, uint64_t got_bits) {
  const double got = Decode(dtype, got_bits);
  const double x = Decode(dtype, a);
  const Format& f = FormatOf(dtype);
  if (kernel == Kernel::kRem && dtype != DType::kF64) {
    const double y = Decode(dtype, b);
    if (std::isfinite(x) && std::isfinite(y) && x != 0 && y != 0 && !std::isnan(got)) {
      const double real = NarrowRem(x, y);
      if (std::signbit(got) != std::signbit(y)) return kWrong;
      if (real == 0) return got == 0 ? 0 : kWrong;
      return NarrowDistance(std::fabs(real), std::fabs(got), f);
    }
  }
  uint64_t want;
  if (Prescribed(kernel, dtype, a, b, &want)) return got_bits == want ? 0 : kWrong;
  if (std::isnan(got)) return kWrong;
  if (dtype != DType::kF64) {
    const double y = kernel == Kernel::kPowi ? static_cast<double>(static_cast<int64_t>(b)) : Decode(dtype, b);
    const double real = NarrowReal(kernel, dtype, x, y);
    if (std::signbit(real) != std::signbit(got)) return kWrong;
    if (std::isinf(real)) return std::isinf(got) ? 0 : -1;
    return NarrowDistance(std::fabs(real), std::fabs(got), f);
  }
  if (kernel == Kernel::kRem) {
    const double y = DoubleOf(b);
    const double r = std::fmod(x, y);
    return std::signbit(r) == std::signbit(y) && r == got ? 0 : -1;  // fmod is exact
  }
  long double real;
  if (!WideReal(kernel, x, &real)) return -1;
  if (std::signbit(real) != std::signbit(got)) return kWrong;
  if (std::isinf(real)) return std::isinf(got) ? 0 : -1;
  return WideDistance(std::fabs(real), std::fabs(got), f);
}

}  // namespace

double FastUncertainty(DType dtype) { return dtype == DType::kF64 ? kWideUncertainty : kNarrowUncertainty; }

double FastUlp(Kernel kernel, DType dtype, uint64_t a, uint64_t b, uint64_t got) {
  const double ulp = Attempt(kernel, dtype, a, b, got);
  return ulp >= 0 ? ulp : Ulp(kernel, dtype, a, b, got);
}

Survey::Survey(Kernel kernel, DType dtype) : Survey(kernel, dtype, Bound(kernel)) {}

Survey::Survey(Kernel kernel, DType dtype, double bound)
    : kernel_(kernel), dtype_(dtype), bound_(bound), uncertainty_(FastUncertainty(dtype)) {}

void Survey::Add(uint64_t a, uint64_t b, uint64_t got) {
  ++count_;
  double ulp = Attempt(kernel_, dtype_, a, b, got);
  const bool near_bound = std::fabs(ulp - bound_) <= uncertainty_;
  // A new maximum is measured again, once for each height of the approximation.
  const bool record = ulp > fast_max_;
  if (record) fast_max_ = ulp;
  if (ulp < 0 || near_bound || (record && ulp != kWrong)) {
    ulp = Ulp(kernel_, dtype_, a, b, got);
  }
  if (ulp > bound_) ++failures_;
  if (ulp > 0.5 + uncertainty_) {
    ++misrounded_;
  } else if (ulp >= 0.5 - uncertainty_) {
    misrounded_ += Want(kernel_, dtype_, a, b) != got;
  }
  if (ulp > max_ulp_) {
    max_ulp_ = ulp;
    worst_a_ = a;
    worst_b_ = b;
    worst_got_ = got;
  }
}

void Survey::Merge(const Survey& other) {
  count_ += other.count_;
  misrounded_ += other.misrounded_;
  failures_ += other.failures_;
  if (other.max_ulp_ > max_ulp_) {
    max_ulp_ = other.max_ulp_;
    worst_a_ = other.worst_a_;
    worst_b_ = other.worst_b_;
    worst_got_ = other.worst_got_;
  }
}

std::string Survey::Report() const {
  const int digits = FormatOf(dtype_).bits / 4;
  char text[512];
  int used = std::snprintf(text, sizeof text, "%s %s: max %.6g ULP over %llu inputs, worst x=0x%0*llX", Name(kernel_),
                           Name(dtype_), max_ulp_, static_cast<unsigned long long>(count_), digits,
                           static_cast<unsigned long long>(worst_a_));
  if (Arity(kernel_) == 2) {
    used += std::snprintf(text + used, sizeof text - static_cast<size_t>(used), " b=0x%0*llX", digits,
                          static_cast<unsigned long long>(worst_b_));
  } else if (kernel_ == Kernel::kPowi) {
    used += std::snprintf(text + used, sizeof text - static_cast<size_t>(used), " n=%lld",
                          static_cast<long long>(worst_b_));
  }
  const uint64_t want = count_ != 0 ? Want(kernel_, dtype_, worst_a_, worst_b_) : 0;
  std::snprintf(text + used, sizeof text - static_cast<size_t>(used),
                " (%.9g) got 0x%0*llX want 0x%0*llX, misrounded %llu, beyond %g ULP: %llu", Decode(dtype_, worst_a_),
                digits, static_cast<unsigned long long>(worst_got_), digits, static_cast<unsigned long long>(want),
                static_cast<unsigned long long>(misrounded_), bound_, static_cast<unsigned long long>(failures_));
  return text;
}

}  // namespace isobit_oracle
