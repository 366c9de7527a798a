// Formats, names and the prescribed results: everything of the oracle that needs no real arithmetic.
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "internal.h"
#include "oracle.h"

namespace isobit_oracle {
namespace {

constexpr const char* kKernelNames[kKernelCount] = {"exp",     "log",  "sin",  "cos",   "tanh", "erf", "gelu_erf",
                                                    "sigmoid", "silu", "gelu", "rsqrt", "powi", "rem", "pow"};
constexpr double kBounds[kKernelCount] = {1, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1, 2, 1, 2};
constexpr const char* kDTypeNames[4] = {"f32", "f64", "bf16", "f16"};
constexpr Format kFormats[4] = {{24, -126, 127, 32}, {53, -1022, 1023, 64}, {8, -126, 127, 16}, {11, -14, 15, 16}};

bool IsOddInteger(double x) { return std::fabs(x) < 0x1p53 && std::fmod(x, 2.0) != 0 && std::trunc(x) == x; }

// C Annex F.10.4.4 in the order that decides; false where the power is an ordinary real number.
bool PrescribedPower(double x, double y, double* want) {
  constexpr double kInf = std::numeric_limits<double>::infinity();
  if (y == 0 || x == 1) return *want = 1, true;
  if (std::isnan(x) || std::isnan(y)) return *want = std::numeric_limits<double>::quiet_NaN(), true;
  const bool odd = IsOddInteger(y);
  if (x == 0) {
    const double magnitude = y < 0 ? kInf : 0;
    return *want = odd ? std::copysign(magnitude, x) : magnitude, true;
  }
  if (std::isinf(y)) {
    const double size = std::fabs(x);
    return *want = size == 1 ? 1 : (size > 1) == (y > 0) ? kInf : 0, true;
  }
  if (std::isinf(x)) {
    const double magnitude = y < 0 ? 0 : kInf;
    return *want = x < 0 && odd ? -magnitude : magnitude, true;
  }
  if (x < 0 && std::trunc(y) != y) return *want = std::numeric_limits<double>::quiet_NaN(), true;
  if (x == -1) return *want = odd ? -1 : 1, true;
  return false;
}

}  // namespace

const char* Name(Kernel kernel) { return kKernelNames[static_cast<int>(kernel)]; }
const char* Name(DType dtype) { return kDTypeNames[static_cast<int>(dtype)]; }
double Bound(Kernel kernel) { return kBounds[static_cast<int>(kernel)]; }
int Arity(Kernel kernel) { return kernel == Kernel::kRem || kernel == Kernel::kPow ? 2 : 1; }
const Format& FormatOf(DType dtype) { return kFormats[static_cast<int>(dtype)]; }

bool FindKernel(const char* name, Kernel* kernel) {
  for (int i = 0; i < kKernelCount; ++i) {
    if (std::strcmp(name, kKernelNames[i]) == 0) return *kernel = static_cast<Kernel>(i), true;
  }
  return false;
}

bool FindDType(const char* name, DType* dtype) {
  for (int i = 0; i < 4; ++i) {
    if (std::strcmp(name, kDTypeNames[i]) == 0) return *dtype = static_cast<DType>(i), true;
  }
  return false;
}

Kernel KernelOrDie(const char* name) {
  Kernel kernel;
  if (FindKernel(name, &kernel)) return kernel;
  std::fprintf(stderr, "oracle: no kernel is called \"%s\"\n", name);
  std::abort();
}

double Decode(DType dtype, uint64_t bits) {
  if (dtype == DType::kF64) return DoubleOf(bits);
  if (dtype == DType::kF32) return static_cast<double>(FloatOf(bits));
  if (dtype == DType::kBF16) return static_cast<double>(FloatOf(bits << 16));
  const uint64_t sign = bits >> 15 & 1, exponent = bits >> 10 & 31, fraction = bits & 1023;
  double magnitude;
  if (exponent == 31) {
    magnitude = fraction != 0 ? std::numeric_limits<double>::quiet_NaN() : std::numeric_limits<double>::infinity();
  } else if (exponent == 0) {
    magnitude = static_cast<double>(fraction) * 0x1p-24;
  } else {
    magnitude = DoubleOf((exponent + 1008) << 52 | fraction << 42);
  }
  return sign != 0 ? -magnitude : magnitude;
}

uint64_t CanonicalNaN(DType dtype) {
  constexpr uint64_t kNaN[4] = {0x7FC00000, 0x7FF8000000000000, 0x7FC0, 0x7E00};
  return kNaN[static_cast<int>(dtype)];
}

bool IsNaN(DType dtype, uint64_t bits) {
  const Format& f = FormatOf(dtype);
  const uint64_t magnitude = bits & ((uint64_t{1} << (f.bits - 1)) - 1);
  const uint64_t infinity = static_cast<uint64_t>(f.emax * 2 + 1) << (f.precision - 1);
  return magnitude > infinity;
}

uint64_t RoundToNearest(DType dtype, double value) {
  if (std::isnan(value)) return CanonicalNaN(dtype);
  const uint64_t bits = Bits(value);
  if (dtype == DType::kF64) return bits;
  const Format& f = FormatOf(dtype);
  const uint64_t sign = (bits >> 63) << (f.bits - 1);
  const uint64_t infinity = static_cast<uint64_t>(f.emax * 2 + 1) << (f.precision - 1);
  const int field = static_cast<int>(bits >> 52 & 2047);
  if (field == 2047) return sign | infinity;
  if (field == 0) return sign;  // a subnormal double lies far below half of any narrower format's smallest number
  const uint64_t significand = (bits & ((uint64_t{1} << 52) - 1)) | uint64_t{1} << 52;
  const int exponent = field - 1023;
  // Bits of the significand that the format cannot hold, more of them below its smallest normal number.
  int drop = 53 - f.precision;
  if (exponent < f.emin) drop += f.emin - exponent;
  if (drop > 54) return sign;  // below half of the smallest number
  uint64_t kept = significand >> drop;
  const uint64_t rest = significand & ((uint64_t{1} << drop) - 1);
  const uint64_t half = uint64_t{1} << (drop - 1);
  if (rest > half || (rest == half && (kept & 1) != 0)) ++kept;
  // A significand that overflows into the next binade carries into the exponent field by itself.
  const uint64_t biased = exponent < f.emin ? 0 : static_cast<uint64_t>(exponent + f.emax - 1) << (f.precision - 1);
  const uint64_t magnitude = biased + kept;
  return sign | (magnitude < infinity ? magnitude : infinity);
}

uint64_t EncodeExact(DType dtype, double value) { return RoundToNearest(dtype, value); }

bool Prescribed(Kernel kernel, DType dtype, uint64_t a, uint64_t b, uint64_t* want) {
  constexpr double kInf = std::numeric_limits<double>::infinity();
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  const double x = Decode(dtype, a);
  const auto give = [&](double value) {
    *want = EncodeExact(dtype, value);
    return true;
  };
  if (kernel == Kernel::kPow || kernel == Kernel::kPowi) {
    const double y = kernel == Kernel::kPow ? Decode(dtype, b) : static_cast<double>(static_cast<int64_t>(b));
    double value;
    return PrescribedPower(x, y, &value) && give(value);
  }
  if (kernel == Kernel::kRem) {
    const double y = Decode(dtype, b);
    if (std::isnan(x) || std::isnan(y) || y == 0 || std::isinf(x)) return give(kNaN);
    if (x == 0) return give(std::copysign(0.0, y));
    if (std::isinf(y)) return give(std::signbit(x) == std::signbit(y) ? x : y);
    return std::fmod(x, y) == 0 && give(std::copysign(0.0, y));
  }
  if (std::isnan(x)) return give(kNaN);
  switch (kernel) {
    case Kernel::kExp:
      if (std::isinf(x)) return give(x > 0 ? kInf : 0);
      return x == 0 && give(1);
    case Kernel::kLog:
      if (x == 0) return give(-kInf);
      if (x < 0) return give(kNaN);
      if (x == kInf) return give(kInf);
      return x == 1 && give(0);
    case Kernel::kSin:
      if (std::isinf(x)) return give(kNaN);
      return x == 0 && give(x);
    case Kernel::kCos:
      if (std::isinf(x)) return give(kNaN);
      return x == 0 && give(1);
    case Kernel::kTanh:
    case Kernel::kErf:
      if (std::isinf(x)) return give(x > 0 ? 1 : -1);
      return x == 0 && give(x);
    case Kernel::kSigmoid:
      return std::isinf(x) && give(x > 0 ? 1 : 0);
    case Kernel::kSilu:
    case Kernel::kGelu:
    case Kernel::kGeluErf:
      if (std::isinf(x)) return give(x > 0 ? x : -0.0);
      return x == 0 && give(x);
    case Kernel::kRsqrt:
      if (x == 0) return give(std::copysign(kInf, x));
      if (x < 0) return give(kNaN);
      return x == kInf && give(0);
    default:
      return false;
  }
}

}  // namespace isobit_oracle
