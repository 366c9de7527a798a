// The numerical oracle of the test suite: what each of the 14 kernels with a ULP bound has to return.
//
// For a kernel, a dtype and an input it gives the correctly rounded result and the error of a candidate in ULP,
// both from MPFR evaluations whose precision is raised until the answer is decided. It shares no code and no
// constant with the library under test. A second evaluator in hardware floating point makes exhaustive runs
// affordable: it is only used where its own error bound cannot change the answer (see fast.cc).
//
// Values travel as bit patterns in the low bits of a uint64_t, for every dtype. The second operand `b` is the
// bit pattern of the divisor or exponent for rem and pow, the sign-extended int32 for powi (Exponent(n)), and
// is ignored by the unary kernels.
//
// Link with: isobit_oracle, mpfr, gmp. Everything here may be called from several threads at once.
// SPDX-License-Identifier: Apache-2.0
#ifndef ISOBIT_TESTS_ORACLE_ORACLE_H_
#define ISOBIT_TESTS_ORACLE_ORACLE_H_

#include <cstdint>
#include <cstring>
#include <limits>
#include <string>

namespace isobit_oracle {

enum class DType { kF32, kF64, kBF16, kF16 };  // the order of isobit_dtype

enum class Kernel { kExp, kLog, kSin, kCos, kTanh, kErf, kGeluErf, kSigmoid, kSilu, kGelu, kRsqrt, kPowi, kRem, kPow };
inline constexpr int kKernelCount = 14;

// Names as in the contracts ("gelu_erf", "bf16"). The Find functions return false for an unknown name.
const char* Name(Kernel kernel);
const char* Name(DType dtype);
bool FindKernel(const char* name, Kernel* kernel);
bool FindDType(const char* name, DType* dtype);

// The largest error the contract allows, in ULP.
double Bound(Kernel kernel);
// 1, or 2 for rem and pow. powi counts as 1: its exponent is a parameter.
int Arity(Kernel kernel);

// The shape of a binary interchange format: precision with the hidden bit, exponents of the smallest and the
// largest normal binade, width in bits.
struct Format {
  int precision;
  int emin;
  int emax;
  int bits;
};
const Format& FormatOf(DType dtype);

// The value of a bit pattern; exact, since every dtype's numbers are doubles.
double Decode(DType dtype, uint64_t bits);
// The bit pattern of a double that is a number of the dtype, an infinity, or a NaN (canonical NaN).
uint64_t EncodeExact(DType dtype, double value);
// The nearest bit pattern, ties to even, one rounding.
uint64_t RoundToNearest(DType dtype, double value);
uint64_t CanonicalNaN(DType dtype);
bool IsNaN(DType dtype, uint64_t bits);
inline uint64_t Exponent(int32_t n) { return static_cast<uint64_t>(static_cast<int64_t>(n)); }

// The correctly rounded result (nearest, ties to even, subnormals included), special values as specified.
uint64_t Want(Kernel kernel, DType dtype, uint64_t a, uint64_t b = 0);

// The error of `got` in ULP: |got - y| / ulp(y) for the real value y, ulp(y) being the spacing of the dtype in
// y's binade. An infinity counts as the power of two next above the largest finite number, and as exact once
// y has reached that power. +infinity (the double) stands for a result that no tolerance excuses: a special value
// or a sign that is wrong, a NaN for a number, a NaN that is not canonical.
double Ulp(Kernel kernel, DType dtype, uint64_t a, uint64_t b, uint64_t got);

// The same to within FastUncertainty(), by hardware arithmetic where that suffices and by MPFR elsewhere.
double FastUlp(Kernel kernel, DType dtype, uint64_t a, uint64_t b, uint64_t got);
// Largest absolute error of FastUlp, in ULP, for results up to 16 ULP off.
double FastUncertainty(DType dtype);

// Collects candidates and keeps the largest error. Errors within reach of deciding a question (is the bound
// kept, is the result correctly rounded) are measured again with MPFR. One per thread; Merge joins them.
class Survey {
 public:
  Survey(Kernel kernel, DType dtype);
  Survey(Kernel kernel, DType dtype, double bound);

  void Add(uint64_t a, uint64_t b, uint64_t got);
  void Merge(const Survey& other);

  uint64_t count() const { return count_; }
  uint64_t misrounded() const { return misrounded_; }
  uint64_t failures() const { return failures_; }  // errors above the bound
  double max_ulp() const { return max_ulp_; }
  uint64_t worst_a() const { return worst_a_; }
  uint64_t worst_b() const { return worst_b_; }
  uint64_t worst_got() const { return worst_got_; }
  // "exp f32: max 0.508 ULP over 4294967296 inputs, worst x=0x... got 0x... want 0x..., misrounded 12, beyond 1 ULP: 0"
  std::string Report() const;

 private:
  Kernel kernel_;
  DType dtype_;
  double bound_;
  double uncertainty_;
  uint64_t count_ = 0;
  uint64_t misrounded_ = 0;
  uint64_t failures_ = 0;
  double max_ulp_ = -1;
  double fast_max_ = -1;
  uint64_t worst_a_ = 0;
  uint64_t worst_b_ = 0;
  uint64_t worst_got_ = 0;
};

// ---- Shorthand for scratch programs ------------------------------------------------------------------------
// UlpError("exp", x, got), UlpError("pow", a, b, got), UlpErrorPowi(x, n, got); Correct("exp", x) likewise.
// f16 and bf16 take bit patterns: UlpErrorF16("exp", x, got), UlpErrorBF16("pow", a, b, got). An unknown kernel
// name aborts.
Kernel KernelOrDie(const char* name);

inline uint64_t Bits(float x) {
  uint32_t u;
  std::memcpy(&u, &x, sizeof u);
  return u;
}
inline uint64_t Bits(double x) {
  uint64_t u;
  std::memcpy(&u, &x, sizeof u);
  return u;
}
inline float FloatOf(uint64_t bits) {
  const uint32_t u = static_cast<uint32_t>(bits);
  float x;
  std::memcpy(&x, &u, sizeof x);
  return x;
}
inline double DoubleOf(uint64_t bits) {
  double x;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}

inline double UlpError(const char* kernel, float x, float got) {
  return Ulp(KernelOrDie(kernel), DType::kF32, Bits(x), 0, Bits(got));
}
inline double UlpError(const char* kernel, double x, double got) {
  return Ulp(KernelOrDie(kernel), DType::kF64, Bits(x), 0, Bits(got));
}
inline double UlpError(const char* kernel, float a, float b, float got) {
  return Ulp(KernelOrDie(kernel), DType::kF32, Bits(a), Bits(b), Bits(got));
}
inline double UlpError(const char* kernel, double a, double b, double got) {
  return Ulp(KernelOrDie(kernel), DType::kF64, Bits(a), Bits(b), Bits(got));
}
inline double UlpErrorPowi(float x, int32_t n, float got) {
  return Ulp(Kernel::kPowi, DType::kF32, Bits(x), Exponent(n), Bits(got));
}
inline double UlpErrorPowi(double x, int32_t n, double got) {
  return Ulp(Kernel::kPowi, DType::kF64, Bits(x), Exponent(n), Bits(got));
}
inline double UlpErrorF16(const char* kernel, uint16_t x, uint16_t got) {
  return Ulp(KernelOrDie(kernel), DType::kF16, x, 0, got);
}
inline double UlpErrorF16(const char* kernel, uint16_t a, uint16_t b, uint16_t got) {
  return Ulp(KernelOrDie(kernel), DType::kF16, a, b, got);
}
inline double UlpErrorBF16(const char* kernel, uint16_t x, uint16_t got) {
  return Ulp(KernelOrDie(kernel), DType::kBF16, x, 0, got);
}
inline double UlpErrorBF16(const char* kernel, uint16_t a, uint16_t b, uint16_t got) {
  return Ulp(KernelOrDie(kernel), DType::kBF16, a, b, got);
}
inline float Correct(const char* kernel, float x) { return FloatOf(Want(KernelOrDie(kernel), DType::kF32, Bits(x))); }
inline double Correct(const char* kernel, double x) {
  return DoubleOf(Want(KernelOrDie(kernel), DType::kF64, Bits(x)));
}
inline float Correct(const char* kernel, float a, float b) {
  return FloatOf(Want(KernelOrDie(kernel), DType::kF32, Bits(a), Bits(b)));
}
inline double Correct(const char* kernel, double a, double b) {
  return DoubleOf(Want(KernelOrDie(kernel), DType::kF64, Bits(a), Bits(b)));
}
inline float CorrectPowi(float x, int32_t n) { return FloatOf(Want(Kernel::kPowi, DType::kF32, Bits(x), Exponent(n))); }
inline double CorrectPowi(double x, int32_t n) {
  return DoubleOf(Want(Kernel::kPowi, DType::kF64, Bits(x), Exponent(n)));
}

}  // namespace isobit_oracle

#endif  // ISOBIT_TESTS_ORACLE_ORACLE_H_
