// The exact half of the oracle: real values by MPFR, precision raised until the rounding is decided.
// SPDX-License-Identifier: Apache-2.0
#include <mpfr.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "internal.h"
#include "oracle.h"

namespace isobit_oracle {
namespace {

// Every evaluation below truncates (rounds toward zero), so the computed value lies in the binade of the real
// one even where that is just below a power of two, and is off by less than 2^-(precision - kLost) of itself.
// The largest loss is that of gelu_erf: an argument z = -x/sqrt(2) that is off by one part in 2^p moves erfc(z) by
// 2*z*z parts, 2^12 at the most before the result falls below the smallest double.
constexpr int kLost = 24;
constexpr mpfr_prec_t kFirstPrecision = 128;
constexpr mpfr_prec_t kLastPrecision = 4096;

// Arguments of the exponential beyond this give results far outside the range of every dtype, on both ends, so
// the exponential is taken of this instead.
constexpr double kBeyondRange = 1e5;

class Workspace {
 public:
  Workspace() {
    mpfr_set_emin(mpfr_get_emin_min());
    mpfr_set_emax(mpfr_get_emax_max());
    for (auto* v : {x, y, t, u, lo, hi}) mpfr_init2(v, kFirstPrecision);
    mpfr_init2(operand, 64);
    mpfr_init2(operand2, 64);
    mpfr_init2(rounded, 53);
  }
  ~Workspace() {
    for (auto* v : {x, y, t, u, lo, hi, operand, operand2, rounded}) mpfr_clear(v);
    mpfr_free_cache();
  }
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  void SetPrecision(mpfr_prec_t p) {
    for (auto* v : {x, y, t, u}) mpfr_set_prec(v, p);
    for (auto* v : {lo, hi}) mpfr_set_prec(v, p + 2);
  }

  mpfr_t x, y, t, u, lo, hi, operand, operand2, rounded;
};

Workspace& Local() {
  thread_local Workspace workspace;
  return workspace;
}

// out = 1/(1+e^-v), rounded down. v is clamped to the range where the result can be told from 0 and 1.
void Sigmoid(mpfr_t out, mpfr_t v, mpfr_t scratch) {
  if (mpfr_cmp_d(v, kBeyondRange) > 0) mpfr_set_d(v, kBeyondRange, MPFR_RNDN);
  if (mpfr_cmp_d(v, -kBeyondRange) < 0) mpfr_set_d(v, -kBeyondRange, MPFR_RNDN);
  mpfr_neg(scratch, v, MPFR_RNDN);
  mpfr_exp(scratch, scratch, MPFR_RNDU);
  mpfr_add_ui(scratch, scratch, 1, MPFR_RNDU);
  mpfr_ui_div(out, 1, scratch, MPFR_RNDD);
}

// w.y = the real value at the precision of w.y, truncated. True if it is exact.
bool Evaluate(Kernel kernel, DType dtype, uint64_t a, uint64_t b, Workspace& w) {
  constexpr mpfr_rnd_t kZ = MPFR_RNDZ;
  const double x = Decode(dtype, a);
  mpfr_set_d(w.operand, x, MPFR_RNDN);
  switch (kernel) {
    case Kernel::kExp:
      mpfr_set_d(w.operand, std::max(-kBeyondRange, std::min(kBeyondRange, x)), MPFR_RNDN);
      return mpfr_exp(w.y, w.operand, kZ) == 0;
    case Kernel::kLog:
      return mpfr_log(w.y, w.operand, kZ) == 0;
    case Kernel::kSin:
      return mpfr_sin(w.y, w.operand, kZ) == 0;
    case Kernel::kCos:
      return mpfr_cos(w.y, w.operand, kZ) == 0;
    case Kernel::kTanh:
      return mpfr_tanh(w.y, w.operand, kZ) == 0;
    case Kernel::kErf:
      return mpfr_erf(w.y, w.operand, kZ) == 0;
    case Kernel::kRsqrt:
      return mpfr_rec_sqrt(w.y, w.operand, kZ) == 0;
    case Kernel::kSigmoid:
      mpfr_set(w.x, w.operand, MPFR_RNDN);
      Sigmoid(w.y, w.x, w.t);
      return false;
    case Kernel::kSilu:
      mpfr_set(w.x, w.operand, MPFR_RNDN);
      Sigmoid(w.y, w.x, w.t);
      mpfr_mul(w.y, w.y, w.operand, kZ);
      return false;
    case Kernel::kGelu:
      // 0.5*x*(1+tanh(u)) = x/(1+e^-2u) with u = c*(x + k*x^3), c and k being numbers of the dtype. x + k*x^3 has no
      // cancellation; e^-2u loses as many bits as its exponent has, 17 at the clamp.
      mpfr_set(w.x, w.operand, MPFR_RNDN);
      mpfr_sqr(w.t, w.x, MPFR_RNDN);
      mpfr_mul_d(w.t, w.t, GeluCubic(dtype), MPFR_RNDN);
      mpfr_add_ui(w.t, w.t, 1, MPFR_RNDN);
      mpfr_mul(w.t, w.t, w.x, MPFR_RNDN);
      mpfr_mul_d(w.x, w.t, 2 * GeluScale(dtype), MPFR_RNDN);
      Sigmoid(w.y, w.x, w.t);
      mpfr_mul(w.y, w.y, w.operand, kZ);
      return false;
    case Kernel::kGeluErf:
      // x*Phi(x) = x*erfc(-x/sqrt(2))/2; below -100 the value is far beneath the smallest double, so -100 stands in
      // for Phi's argument there.
      mpfr_set_d(w.x, std::max(-100.0, x), MPFR_RNDN);
      mpfr_sqrt_ui(w.t, 2, MPFR_RNDN);
      mpfr_div(w.t, w.x, w.t, MPFR_RNDN);
      mpfr_neg(w.t, w.t, MPFR_RNDN);
      mpfr_erfc(w.y, w.t, kZ);
      mpfr_mul(w.y, w.y, w.operand, kZ);
      mpfr_div_2ui(w.y, w.y, 1, kZ);
      return false;
    case Kernel::kPowi:
      return mpfr_pow_si(w.y, w.operand, static_cast<long>(static_cast<int64_t>(b)), kZ) == 0;
    case Kernel::kPow:
      mpfr_set_d(w.operand2, Decode(dtype, b), MPFR_RNDN);
      return mpfr_pow(w.y, w.operand, w.operand2, kZ) == 0;
    case Kernel::kRem: {
      // The remainder of the truncated quotient is exact; the floored one differs from it by b when the signs are
      // unlike. Their sum spans at most the whole exponent range, so this precision makes it exact too.
      const double r = std::fmod(x, Decode(dtype, b));
      mpfr_set_prec(w.y, 2304);
      mpfr_set_d(w.y, r, MPFR_RNDN);
      if (std::signbit(r) != std::signbit(Decode(dtype, b))) mpfr_add_d(w.y, w.y, Decode(dtype, b), MPFR_RNDN);
      return true;
    }
  }
  std::abort();
}

// A nonzero v rounded once to the format, as a double.
double Round(mpfr_t v, const Format& f, mpfr_t scratch) {
  const double sign = mpfr_sgn(v) < 0 ? -1 : 1;
  if (mpfr_zero_p(v)) return std::copysign(0.0, mpfr_signbit(v) ? -1.0 : 1.0);
  if (mpfr_inf_p(v)) return sign * std::numeric_limits<double>::infinity();
  const mpfr_exp_t exponent = mpfr_get_exp(v) - 1;  // v = m * 2^exponent, 1 <= |m| < 2
  if (exponent > f.emax) return sign * std::numeric_limits<double>::infinity();
  const mpfr_exp_t keep = exponent >= f.emin ? f.precision : f.precision - (f.emin - exponent);
  if (keep < 0) return sign * 0.0;
  if (keep == 0) {  // at least half of the smallest number: exactly half goes to the even zero
    const double smallest = std::ldexp(1.0, f.emin - f.precision + 1);
    mpfr_set_ui_2exp(scratch, 1, exponent, MPFR_RNDN);
    const bool is_half = mpfr_cmpabs(v, scratch) == 0;
    return sign * (is_half ? 0.0 : smallest);
  }
  mpfr_set_prec(scratch, keep);
  mpfr_set(scratch, v, MPFR_RNDN);
  if (mpfr_get_exp(scratch) - 1 > f.emax) return sign * std::numeric_limits<double>::infinity();
  return mpfr_get_d(scratch, MPFR_RNDN);
}

double UlpOf(mpfr_t y, const Format& f, double got, mpfr_t scratch) {
  constexpr double kWrong = std::numeric_limits<double>::infinity();
  if (std::isnan(got) || std::signbit(got) != (mpfr_signbit(y) != 0)) return kWrong;
  if (mpfr_inf_p(y)) return std::isinf(got) ? 0 : kWrong;
  mpfr_exp_t exponent = mpfr_zero_p(y) ? f.emin : mpfr_get_exp(y) - 1;
  if (exponent > f.emax) {
    if (std::isinf(got)) return 0;
    exponent = f.emax;
  }
  exponent = std::max<mpfr_exp_t>(exponent, f.emin);
  mpfr_set_prec(scratch, mpfr_get_prec(y) + 64);
  mpfr_abs(scratch, y, MPFR_RNDN);
  if (std::isinf(got)) {
    // 2^(emax + 1), which is no double for f64: taken away in two halves.
    const double half = std::ldexp(1.0, f.emax);
    mpfr_sub_d(scratch, scratch, half, MPFR_RNDN);
    mpfr_sub_d(scratch, scratch, half, MPFR_RNDN);
  } else {
    mpfr_sub_d(scratch, scratch, std::fabs(got), MPFR_RNDN);
  }
  mpfr_mul_2si(scratch, scratch, static_cast<long>(f.precision - 1 - exponent), MPFR_RNDN);
  return std::fabs(mpfr_get_d(scratch, MPFR_RNDN));
}

}  // namespace

double GeluScale(DType dtype) {
  static const struct Table {
    double value[4];
    Table() {
      Workspace w;  // not the thread's own, which may be in the middle of an evaluation
      w.SetPrecision(256);
      mpfr_const_pi(w.x, MPFR_RNDN);
      mpfr_ui_div(w.x, 2, w.x, MPFR_RNDN);
      mpfr_sqrt(w.x, w.x, MPFR_RNDN);
      for (int i = 0; i < 4; ++i) value[i] = Round(w.x, FormatOf(static_cast<DType>(i)), w.rounded);
    }
  } table;
  return table.value[static_cast<int>(dtype)];
}

double GeluCubic(DType dtype) {
  static const struct Table {
    double value[4];
    Table() {
      Workspace w;  // not the thread's own, which may be in the middle of an evaluation
      w.SetPrecision(256);
      mpfr_set_str(w.x, "0.044715", 10, MPFR_RNDN);
      for (int i = 0; i < 4; ++i) value[i] = Round(w.x, FormatOf(static_cast<DType>(i)), w.rounded);
    }
  } table;
  return table.value[static_cast<int>(dtype)];
}

uint64_t Want(Kernel kernel, DType dtype, uint64_t a, uint64_t b) {
  uint64_t want;
  if (Prescribed(kernel, dtype, a, b, &want)) return want;
  const Format& f = FormatOf(dtype);
  Workspace& w = Local();
  for (mpfr_prec_t p = kFirstPrecision;; p *= 2) {
    w.SetPrecision(p);
    const bool exact = Evaluate(kernel, dtype, a, b, w);
    if (exact || p >= kLastPrecision || !mpfr_regular_p(w.y)) return EncodeExact(dtype, Round(w.y, f, w.rounded));
    mpfr_set_ui_2exp(w.t, 1, mpfr_get_exp(w.y) - (p - kLost), MPFR_RNDN);
    mpfr_sub(w.lo, w.y, w.t, MPFR_RNDN);
    mpfr_add(w.hi, w.y, w.t, MPFR_RNDN);
    const uint64_t lo = EncodeExact(dtype, Round(w.lo, f, w.rounded));
    const uint64_t hi = EncodeExact(dtype, Round(w.hi, f, w.rounded));
    if (lo == hi) return lo;
  }
}

double Ulp(Kernel kernel, DType dtype, uint64_t a, uint64_t b, uint64_t got) {
  constexpr double kWrong = std::numeric_limits<double>::infinity();
  uint64_t want;
  if (Prescribed(kernel, dtype, a, b, &want)) return got == want ? 0 : kWrong;
  if (IsNaN(dtype, got)) return kWrong;
  Workspace& w = Local();
  w.SetPrecision(kFirstPrecision);
  Evaluate(kernel, dtype, a, b, w);
  return UlpOf(w.y, FormatOf(dtype), Decode(dtype, got), w.lo);
}

}  // namespace isobit_oracle
