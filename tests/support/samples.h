// Deterministic input sets, the same on every machine: the tests and isobit_verify draw from them.
// SPDX-License-Identifier: Apache-2.0
#ifndef ISOBIT_TESTS_SUPPORT_SAMPLES_H_
#define ISOBIT_TESTS_SUPPORT_SAMPLES_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "isobit/isobit.h"

namespace isobit_test {

// The scalar parameters of a call; a family reads its own and ignores the rest.
struct Params {
  double c = 0;
  double lo = 0;
  double hi = 0;
  int32_t exp = 0;
};
std::string ToString(const Params& params);

// The layout of a dtype's bit pattern: sign, exponent_bits, mantissa_bits from the top.
struct Format {
  int exponent_bits;
  int mantissa_bits;

  int width() const { return 1 + exponent_bits + mantissa_bits; }
  int bias() const { return (1 << (exponent_bits - 1)) - 1; }
  uint64_t sign() const { return uint64_t{1} << (width() - 1); }
  uint64_t infinity() const { return ((uint64_t{1} << exponent_bits) - 1) << mantissa_bits; }
  uint64_t quiet_nan() const { return infinity() | (uint64_t{1} << (mantissa_bits - 1)); }
  uint64_t one() const { return static_cast<uint64_t>(bias()) << mantissa_bits; }
  uint64_t mask() const { return sign() | (sign() - 1); }
  bool IsNan(uint64_t bits) const { return (bits & ~sign()) > infinity(); }
};
Format FormatOf(isobit_dtype dtype);

// Element access by bit pattern in an array of the given dtype.
uint64_t LoadBits(isobit_dtype dtype, const void* array, size_t index);
void StoreBits(isobit_dtype dtype, void* array, size_t index, uint64_t bits);

// A bijective mix of 64 bits, the source of all randomness here.
uint64_t Mix(uint64_t value);

// The double with this bit pattern's value truncated toward zero to the format; overflow gives the largest
// finite number. It uses integer operations alone.
uint64_t TruncateToFormat(const Format& format, double value);

// Zeros, subnormals, infinities, quiet and signalling NaNs, powers of two, integers and half-integers, the
// thresholds of the elementary functions, each with both signs and most with both neighbours.
const std::vector<uint64_t>& SpecialValues(isobit_dtype dtype);
// About 40 of them, for cross products.
const std::vector<uint64_t>& FewSpecialValues(isobit_dtype dtype);

// Input `index` of the structured sequence with this seed: first the special values, then a mixture of bit
// patterns spread evenly over all exponents, values uniform in ±128, values near ±1 and neighbours of special
// values. For f16 and bf16 the first 65536 inputs are all bit patterns in order.
uint64_t UnarySample(isobit_dtype dtype, uint64_t seed, uint64_t index);
void FillUnary(isobit_dtype dtype, uint64_t seed, uint64_t first, size_t n, void* out);

// Pair `index`: first the cross product of the special values, then independent samples, random bit patterns,
// near-equal operands, bases near 1 with huge exponents, small integer exponents and huge quotients.
void PairSample(isobit_dtype dtype, uint64_t seed, uint64_t index, uint64_t* a, uint64_t* b);
void FillPairs(isobit_dtype dtype, uint64_t seed, uint64_t first, size_t n, void* a, void* b);

// Parameter values worth a sweep of their own: hard exponents for powi, double-rounding hazards for the f64
// parameters that a kernel narrows to T, equal and infinite clamp bounds. One empty set for other families.
std::vector<Params> ParameterSets(const isobit_binding& binding);

// Calls a function of the binding's type, such as isobit_resolve's answer. `y` is the second input of two.
isobit_status CallFunction(const isobit_binding& binding, isobit_function function, const void* x, const void* y,
                           void* out, size_t n, const Params& params);

}  // namespace isobit_test

#endif  // ISOBIT_TESTS_SUPPORT_SAMPLES_H_
