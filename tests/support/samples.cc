// Deterministic input sets, the same on every machine.
// SPDX-License-Identifier: Apache-2.0
#include "support/samples.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <limits>

namespace isobit_test {
namespace {

constexpr uint64_t kWeyl = 0x9E3779B97F4A7C15u;  // 2^64 divided by the golden ratio, made odd

uint64_t DoubleBits(double value) {
  uint64_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

// Where elementary functions overflow, underflow, saturate or switch formulas, and constants of their
// reductions. The exact values do not matter: neighbours are added.
constexpr std::array<double, 64> kThresholds = {
    0.1,           0.125,         0.25,          0.3333333333333333,
    0.34657359028, 0.5,           0.55,          0.625,
    0.69314718056, 0.70710678119, 0.75,          0.785398163397448,
    0.84375,       1.0986122887,  1.25,          1.41421356237310,
    1.5,           1.570796326794897, 2.0,       2.356194490192345,
    2.5,           2.71828182846, 3.0,           3.14159265358979,
    3.5,           3.832506856900,  3.9192059040, 4.712388980384690,
    5.0,           5.75,          5.863584748,   6.0,
    6.28318530718, 7.0,           8.0,           8.66433975,
    9.010913,      10.0,          11.0898663,    13.0,
    14.1711988,    16.635532,     17.32867951,   18.7149738751,
    19.06154746,   20.0,          26.5432582,    27.2260170,
    37.5193793,    38.4674056,    64.0,          87.3365448,
    88.7228391,    92.0,          100.0,         103.972077,
    127.5,         708.396418532, 709.782712893, 745.133219102,
    1000.0,        65504.0,       105615.0,      1073741824.5};

std::vector<uint64_t> MakeSpecialValues(isobit_dtype dtype) {
  const Format f = FormatOf(dtype);
  std::vector<uint64_t> positive = {
      0,
      1,
      2,
      3,
      (uint64_t{1} << (f.mantissa_bits - 1)),
      (uint64_t{1} << f.mantissa_bits) - 1,
      (uint64_t{1} << f.mantissa_bits),
      (uint64_t{1} << f.mantissa_bits) + 1,
      (uint64_t{2} << f.mantissa_bits),
      f.infinity() - 2,
      f.infinity() - 1,
      f.infinity(),
      f.infinity() + 1,
      f.quiet_nan(),
      f.quiet_nan() + 1,
      f.sign() - 1,
  };
  const auto with_neighbours = [&positive](uint64_t bits) {
    positive.push_back(bits - 1);
    positive.push_back(bits);
    positive.push_back(bits + 1);
  };
  const int m = f.mantissa_bits;
  for (int exponent : {-2 * m, -m - 2, -m - 1, -m, -m / 2, -2, -1, 0, 1, 2, 3, m / 2, m - 1, m, m + 1, m + 2, 31, 32,
                       63, 64, f.bias() - 1, f.bias(), 2 - f.bias(), f.bias() / 2, -f.bias() / 2}) {
    const int biased = exponent + f.bias();
    if (biased > 0 && biased < 2 * f.bias() + 1) with_neighbours(static_cast<uint64_t>(biased) << m);
  }
  // Half-integers and odd integers next to the end of the integers' range.
  for (int back = 1; back <= 3; ++back) {
    const uint64_t power = static_cast<uint64_t>(f.bias() + m - back) << m;
    with_neighbours(power + (uint64_t{1} << (back - 1)));
    with_neighbours(power + (uint64_t{3} << (back - 1)));
  }
  for (double threshold : kThresholds) with_neighbours(TruncateToFormat(f, threshold));
  std::vector<uint64_t> values;
  for (uint64_t bits : positive) {
    values.push_back(bits & f.mask());
    values.push_back((bits ^ f.sign()) & f.mask());
  }
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

std::vector<uint64_t> MakeFewSpecialValues(isobit_dtype dtype) {
  const Format f = FormatOf(dtype);
  std::vector<uint64_t> positive = {0,
                                    1,
                                    (uint64_t{1} << f.mantissa_bits) - 1,
                                    uint64_t{1} << f.mantissa_bits,
                                    f.infinity() - 1,
                                    f.infinity(),
                                    f.infinity() + 1,
                                    f.quiet_nan() + 3,
                                    f.one() - 1,
                                    f.one(),
                                    f.one() + 1};
  for (double value : {0.3, 0.5, 1.5, 2.0, 2.5, 3.0, 7.75, 10.0, 100.25, 1000.0, 60000.0}) {
    positive.push_back(TruncateToFormat(f, value));
  }
  std::vector<uint64_t> values;
  for (uint64_t bits : positive) {
    values.push_back(bits);
    values.push_back(bits ^ f.sign());
  }
  return values;
}

// A value uniform in ±128: the product and the sum are exact or rounded once, the same everywhere.
uint64_t UniformSample(const Format& f, uint64_t random) {
  const double unit = static_cast<double>(random >> 11) * 0x1p-53;
  return TruncateToFormat(f, unit * 256.0 - 128.0);
}

// 1 plus or minus a number of ulps whose size is spread over all orders of magnitude.
uint64_t NearOneSample(const Format& f, uint64_t random) {
  const int bits = static_cast<int>((random & 0xFFFF) % static_cast<unsigned>(f.mantissa_bits));
  const uint64_t offset = Mix(random) >> (63 - bits);
  return (random & 0x10000) != 0 ? f.one() + offset : f.one() - offset;
}

uint64_t SmallIntegerSample(const Format& f, uint64_t random) {
  const double half_integer = static_cast<double>(static_cast<int>(random % 161) - 80) * 0.5;
  return TruncateToFormat(f, half_integer);
}

// A number with this biased exponent (kept in the finite range) and random sign and mantissa.
uint64_t WithExponent(const Format& f, int biased, uint64_t random) {
  const int kept = std::max(0, std::min(biased, 2 * f.bias()));
  const uint64_t mantissa = random & ((uint64_t{1} << f.mantissa_bits) - 1);
  return (static_cast<uint64_t>(kept) << f.mantissa_bits) | mantissa | ((random >> 63) != 0 ? f.sign() : 0);
}

uint64_t MixtureSample(isobit_dtype dtype, uint64_t seed, uint64_t index) {
  const Format f = FormatOf(dtype);
  const uint64_t random = Mix(seed * kWeyl + index);
  const std::vector<uint64_t>& special = SpecialValues(dtype);
  switch (index % 8) {
    case 4:
    case 5:
      return UniformSample(f, random);
    case 6:
      return NearOneSample(f, random) | ((random >> 40 & 1) != 0 ? f.sign() : 0);
    case 7: {
      const uint64_t offset = (random >> 48) % 129;
      return (special[random % special.size()] + offset - 64) & f.mask();
    }
    default: {
      // A Weyl sequence visits the exponents evenly; the lower half of the mantissa is random.
      const uint64_t even = ((index + Mix(seed)) * kWeyl) >> (64 - f.width());
      return even ^ (random & ((uint64_t{1} << (f.mantissa_bits / 2)) - 1));
    }
  }
}

}  // namespace

std::string ToString(const Params& params) {
  char text[160];
  std::snprintf(text, sizeof text, "c=%a min=%a max=%a exp=%ld", params.c, params.lo, params.hi,
                static_cast<long>(params.exp));
  return text;
}

Format FormatOf(isobit_dtype dtype) {
  switch (dtype) {
    case ISOBIT_F64:
      return {11, 52};
    case ISOBIT_BF16:
      return {8, 7};
    case ISOBIT_F16:
      return {5, 10};
    case ISOBIT_F32:
    default:
      return {8, 23};
  }
}

uint64_t LoadBits(isobit_dtype dtype, const void* array, size_t index) {
  const size_t size = isobit_dtype_size(dtype);
  const unsigned char* at = static_cast<const unsigned char*>(array) + index * size;
  if (size == 2) {
    uint16_t bits;
    std::memcpy(&bits, at, sizeof bits);
    return bits;
  }
  if (size == 4) {
    uint32_t bits;
    std::memcpy(&bits, at, sizeof bits);
    return bits;
  }
  uint64_t bits;
  std::memcpy(&bits, at, sizeof bits);
  return bits;
}

void StoreBits(isobit_dtype dtype, void* array, size_t index, uint64_t bits) {
  const size_t size = isobit_dtype_size(dtype);
  unsigned char* at = static_cast<unsigned char*>(array) + index * size;
  if (size == 2) {
    const uint16_t narrow = static_cast<uint16_t>(bits);
    std::memcpy(at, &narrow, sizeof narrow);
  } else if (size == 4) {
    const uint32_t narrow = static_cast<uint32_t>(bits);
    std::memcpy(at, &narrow, sizeof narrow);
  } else {
    std::memcpy(at, &bits, sizeof bits);
  }
}

uint64_t Mix(uint64_t value) {
  value ^= value >> 32;
  value *= 0xD6E8FEB86659FD93u;
  value ^= value >> 32;
  value *= 0xD6E8FEB86659FD93u;
  value ^= value >> 32;
  return value;
}

uint64_t TruncateToFormat(const Format& f, double value) {
  const uint64_t bits = DoubleBits(value);
  const uint64_t sign = (bits >> 63) != 0 ? f.sign() : 0;
  const int exponent = static_cast<int>(bits >> 52 & 0x7FF) - 1023;
  const uint64_t mantissa = bits & ((uint64_t{1} << 52) - 1);
  if ((bits << 1) == 0) return sign;
  const int biased = exponent + f.bias();
  if (biased >= 2 * f.bias() + 1) return sign | (f.infinity() - 1);
  const int drop = 52 - f.mantissa_bits;
  if (biased > 0) return sign | (static_cast<uint64_t>(biased) << f.mantissa_bits) | (mantissa >> drop);
  const int shift = drop + 1 - biased;
  return shift > 63 ? sign : sign | ((mantissa | (uint64_t{1} << 52)) >> shift);
}

const std::vector<uint64_t>& SpecialValues(isobit_dtype dtype) {
  static const std::array<std::vector<uint64_t>, 4> values = {
      MakeSpecialValues(ISOBIT_F32), MakeSpecialValues(ISOBIT_F64), MakeSpecialValues(ISOBIT_BF16),
      MakeSpecialValues(ISOBIT_F16)};
  return values[static_cast<size_t>(dtype)];
}

const std::vector<uint64_t>& FewSpecialValues(isobit_dtype dtype) {
  static const std::array<std::vector<uint64_t>, 4> values = {
      MakeFewSpecialValues(ISOBIT_F32), MakeFewSpecialValues(ISOBIT_F64), MakeFewSpecialValues(ISOBIT_BF16),
      MakeFewSpecialValues(ISOBIT_F16)};
  return values[static_cast<size_t>(dtype)];
}

uint64_t UnarySample(isobit_dtype dtype, uint64_t seed, uint64_t index) {
  if (isobit_dtype_size(dtype) == 2) {
    if (index < 65536) return index;
  } else {
    const std::vector<uint64_t>& special = SpecialValues(dtype);
    if (index < special.size()) return special[index];
  }
  return MixtureSample(dtype, seed, index);
}

void FillUnary(isobit_dtype dtype, uint64_t seed, uint64_t first, size_t n, void* out) {
  for (size_t i = 0; i < n; ++i) StoreBits(dtype, out, i, UnarySample(dtype, seed, first + i));
}

void PairSample(isobit_dtype dtype, uint64_t seed, uint64_t index, uint64_t* a, uint64_t* b) {
  const std::vector<uint64_t>& special = SpecialValues(dtype);
  const uint64_t count = special.size();
  if (index < count * count) {
    *a = special[index / count];
    *b = special[index % count];
    return;
  }
  const Format f = FormatOf(dtype);
  const uint64_t random = Mix(seed * kWeyl + 2 * index);
  const uint64_t other = Mix(seed * kWeyl + 2 * index + 1);
  switch (index % 8) {
    case 0:
    case 1:
      *a = MixtureSample(dtype, seed, random >> 8);
      *b = MixtureSample(dtype, seed + 1, other >> 8);
      break;
    case 2:
      *a = random & f.mask();
      *b = other & f.mask();
      break;
    case 3:
      *a = MixtureSample(dtype, seed, random >> 8);
      *b = (*a + other % 9 - 4) & f.mask();
      break;
    case 4:
      *a = UniformSample(f, random);
      *b = UniformSample(f, other);
      break;
    case 5: {
      // (1 + k ulp)^b is finite and unlike 1 where b is around 2^mantissa_bits / k.
      *a = NearOneSample(f, random);
      const int spread = static_cast<int>(other % static_cast<unsigned>(f.mantissa_bits + 12));
      *b = WithExponent(f, f.bias() + spread, Mix(other));
      break;
    }
    case 6:
      *a = random & f.mask();
      *b = SmallIntegerSample(f, other);
      break;
    default: {
      // Quotients from below 1 up to far beyond the format's precision.
      const int exponent = static_cast<int>((random >> 16) % static_cast<unsigned>(2 * f.bias()));
      const int quotient = static_cast<int>((other >> 16) % static_cast<unsigned>(2 * f.mantissa_bits));
      *b = WithExponent(f, exponent, Mix(random));
      *a = WithExponent(f, exponent + quotient, Mix(other));
      break;
    }
  }
}

void FillPairs(isobit_dtype dtype, uint64_t seed, uint64_t first, size_t n, void* a, void* b) {
  for (size_t i = 0; i < n; ++i) {
    uint64_t x;
    uint64_t y;
    PairSample(dtype, seed, first + i, &x, &y);
    StoreBits(dtype, a, i, x);
    StoreBits(dtype, b, i, y);
  }
}

std::vector<Params> ParameterSets(const isobit_binding& binding) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  std::vector<Params> sets;
  switch (binding.family) {
    case ISOBIT_AFFINE:
      for (double c : {0.0, -0.0, 1.0, -1.0, 0.1, -3.25, 1000.0, 65519.99, 65520.0, 0x1p-24, 0x1p-25, 0x1.000001p-25,
                       0x1.ffcp-15, 0x1p-149, 0x1p-150, 0x1.8p-150, 0x1.fffffefffffffp127, 0x1.ffffffp127, 1e300,
                       -1e300, 0x1p-1074, 1e-310, kInfinity, -kInfinity, std::numeric_limits<double>::quiet_NaN(),
                       // Ties of f16, bf16 and f32 with a bit far below, which rounding twice would lose.
                       0x1.0020000000001p0, 0x1.0060000000001p0, 0x1.0100000000001p0, 0x1.0300000000001p0,
                       0x1.0000010000001p0, 0x1.002p0, 0x1.01p0, 0x1.000001p0, 0x1.002000002p0}) {
        Params params;
        params.c = c;
        sets.push_back(params);
      }
      break;
    case ISOBIT_CLAMP: {
      const double pairs[][2] = {{-1.0, 1.0},
                                 {0.0, 0.0},
                                 {-0.0, 0.0},
                                 {0.0, -0.0},
                                 {-0.0, -0.0},
                                 {-kInfinity, kInfinity},
                                 {kInfinity, kInfinity},
                                 {-kInfinity, -kInfinity},
                                 {0.1, 0.2},
                                 {-1e300, 1e300},
                                 {0x1p-1074, 0x1p-1073},
                                 {-0x1p-140, 0x1p-140},
                                 {-0x1p-24, 0x1.8p-24},
                                 {1.0, kInfinity},
                                 {-kInfinity, 1.0},
                                 {0x1.0020000000001p0, 0x1.0060000000001p0},
                                 {-128.0, 65519.99}};
      for (const auto& pair : pairs) {
        Params params;
        params.lo = pair[0];
        params.hi = pair[1];
        sets.push_back(params);
      }
      break;
    }
    case ISOBIT_POWI:
      for (int32_t exp : {0, 1, -1, 2, -2, 3, -3, 4, 5, 7, -7, 10, 15, 16, 31, -31, 33, 64, -64, 100, 127, -149, 255,
                          1000, -1000, 1023, -1074, 4095, 65535, -65536, 16777216, 16777217, -16777217, 1073741824,
                          -1073741823, std::numeric_limits<int32_t>::max(), std::numeric_limits<int32_t>::max() - 1,
                          std::numeric_limits<int32_t>::min(), std::numeric_limits<int32_t>::min() + 1}) {
        Params params;
        params.exp = exp;
        sets.push_back(params);
      }
      break;
    case ISOBIT_UNARY:
    case ISOBIT_BINARY:
    default:
      sets.emplace_back();
      break;
  }
  return sets;
}

namespace {

template <class T>
isobit_status CallTyped(const isobit_binding& binding, isobit_function function, const void* x_void,
                        const void* y_void, void* out_void, size_t n, const Params& params) {
  const T* x = static_cast<const T*>(x_void);
  const T* y = static_cast<const T*>(y_void);
  T* out = static_cast<T*>(out_void);
  switch (binding.family) {
    case ISOBIT_UNARY:
      return reinterpret_cast<isobit_status (*)(const T*, T*, size_t)>(function)(x, out, n);
    case ISOBIT_BINARY:
      return reinterpret_cast<isobit_status (*)(const T*, const T*, T*, size_t)>(function)(x, y, out, n);
    case ISOBIT_AFFINE:
      return reinterpret_cast<isobit_status (*)(const T*, double, T*, size_t)>(function)(x, params.c, out, n);
    case ISOBIT_CLAMP:
      return reinterpret_cast<isobit_status (*)(const T*, double, double, T*, size_t)>(function)(
          x, params.lo, params.hi, out, n);
    case ISOBIT_POWI:
      return reinterpret_cast<isobit_status (*)(const T*, int32_t, T*, size_t)>(function)(x, params.exp, out, n);
  }
  return ISOBIT_ERROR_UNKNOWN_KERNEL;
}

}  // namespace

isobit_status CallFunction(const isobit_binding& binding, isobit_function function, const void* x, const void* y,
                           void* out, size_t n, const Params& params) {
  if (function == nullptr) return ISOBIT_ERROR_UNKNOWN_KERNEL;
  switch (binding.dtype) {
    case ISOBIT_F32:
      return CallTyped<float>(binding, function, x, y, out, n, params);
    case ISOBIT_F64:
      return CallTyped<double>(binding, function, x, y, out, n, params);
    case ISOBIT_BF16:
    case ISOBIT_F16:
      return CallTyped<uint16_t>(binding, function, x, y, out, n, params);
  }
  return ISOBIT_ERROR_DTYPE;
}

}  // namespace isobit_test
