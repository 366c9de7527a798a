// Runs an implementation over many inputs and measures it with the oracle: exhaustively, or over samples built
// to hit what goes wrong in such kernels. For the accuracy tests, the probe and scratch programs alike:
//
//   auto exp = [](const void* x, const void*, void* out, size_t n, int32_t) { ...typed arrays... };
//   std::puts(SweepAll(Kernel::kExp, DType::kF32, exp).Report().c_str());
// SPDX-License-Identifier: Apache-2.0
#ifndef ISOBIT_TESTS_ORACLE_SWEEP_H_
#define ISOBIT_TESTS_ORACLE_SWEEP_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <random>
#include <vector>

#include "oracle.h"

namespace isobit_oracle {

// An implementation under test: n elements of the kernel's dtype from a (and b, for rem and pow) to out. `exponent`
// is powi's parameter. Called from several threads at once.
using Implementation = std::function<void(const void* a, const void* b, void* out, size_t n, int32_t exponent)>;

// One batch of inputs: bit patterns, one per element; exponent for powi.
struct Batch {
  std::vector<uint64_t> a;
  std::vector<uint64_t> b;
  int32_t exponent = 0;
};

// Runs one batch and adds every element to the survey.
void Measure(const Implementation& implementation, Kernel kernel, DType dtype, const Batch& batch, Survey* survey);

// The exponents that powi is tested with: small ones, both neighbours of powers of two, where a conversion to float
// loses bits, and both ends of the range.
const std::vector<int32_t>& HardExponents();

// The inputs at which a kernel's result changes class: overflows, turns subnormal, vanishes, saturates at 1 or 1/2,
// becomes the input itself. Of two neighbours with unlike results the one farther from zero.
std::vector<uint64_t> Thresholds(Kernel kernel, DType dtype, int32_t exponent = 0);

// Inputs at which something changes: zeros, infinities, NaNs, the ends of the subnormal and the normal range, every
// power of two, the thresholds, small multiples of the constants that argument reductions split at; each with `radius`
// neighbours on both sides. For powi the exponent matters.
std::vector<uint64_t> Landmarks(Kernel kernel, DType dtype, int radius, int32_t exponent = 0);

// Every pair of special values and of a small set of ordinary ones, for rem and pow.
Batch SpecialPairs(DType dtype);

// Endless random inputs: uniform over the kernel's working range, log-uniform over all exponents, near landmarks,
// random bit patterns; for pow also results spread over the whole output range, bases near 1 with huge
// exponents, integer exponents; for rem also quotients of every size and dividends near multiples of the divisor.
class Sampler {
 public:
  Sampler(Kernel kernel, DType dtype, uint64_t seed);
  // The next n inputs. For powi the exponent goes through HardExponents() and random ones, one per batch.
  void Next(size_t n, Batch* batch);
  void Reseed(uint64_t seed) { random_.seed(seed); }

 private:
  uint64_t Unary();
  void Pair(uint64_t* a, uint64_t* b);
  double Uniform(double lo, double hi);
  uint64_t AnyBits();
  double LogUniform();

  Kernel kernel_;
  DType dtype_;
  std::mt19937_64 random_;
  std::vector<uint64_t> landmarks_;
  int32_t exponent_ = 1;
};

// All inputs of a unary kernel, or of powi with one exponent, or all 2^32 pairs of a half type, over `threads` threads
// (0: one per CPU). A stride above 1 takes one input of each stretch of that length.
Survey SweepAll(Kernel kernel, DType dtype, const Implementation& implementation, int32_t exponent = 0, int threads = 0,
                uint64_t stride = 1);

// Every stride-th bit pattern from `from` to `to` of a unary kernel, or of powi with one exponent.
Survey SweepRange(Kernel kernel, DType dtype, const Implementation& implementation, uint64_t from, uint64_t to,
                  uint64_t stride = 1, int32_t exponent = 0, int threads = 0);

// n random inputs of the Sampler, over `threads` threads.
Survey SweepRandom(Kernel kernel, DType dtype, const Implementation& implementation, uint64_t n, uint64_t seed = 1,
                   int threads = 0);

}  // namespace isobit_oracle

#endif  // ISOBIT_TESTS_ORACLE_SWEEP_H_
