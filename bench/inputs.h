// What the kernels are fed: input ranges per kernel, conversions of the half types, buffers, array sizes.
// SPDX-License-Identifier: Apache-2.0
#ifndef ISOBIT_BENCH_INPUTS_H_
#define ISOBIT_BENCH_INPUTS_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "isobit/isobit.h"
#include "peers.h"

namespace isobit_bench {

// Where the elements of one operand lie. Ranges are chosen so that no subnormal number appears by accident:
// hardware that handles those in microcode would otherwise measure itself.
struct Range {
  enum Kind {
    kUniform,       // lo..hi
    kSigned,        // magnitude in lo..hi, either sign
    kAllExponents,  // either sign, every exponent of the normal numbers equally likely
  };
  Kind kind = kUniform;
  double lo = -10;
  double hi = 10;
};

// One thing to measure: a binding, its inputs and its parameters.
struct Case {
  std::string name;  // the kernel's name, with a suffix where the inputs are not the kernel's usual ones
  const isobit_binding* binding = nullptr;
  Range a, b;
  Parameters parameters;
  bool variant = false;  // an additional case of a kernel that has its own
};

// Every binding of the library in the contracts' order, and the additional input ranges of some.
std::vector<Case> AllCases();
// The case of a kernel with its usual inputs.
Case UsualCase(const isobit_binding& binding);

uint16_t F16FromFloat(float x);   // to nearest, ties to even
uint16_t Bf16FromFloat(float x);  // to nearest, ties to even
double ToDouble(isobit_dtype dtype, const void* data, size_t index);

// n elements of the range; the first 2^20 are independent, longer arrays repeat them.
void Fill(isobit_dtype dtype, const Range& range, uint64_t seed, void* to, size_t n);

// Memory for one call: two inputs, one behind the other, and an output, each aligned to 64 bytes and touched.
// The operands start at different offsets in a page, because loads and stores that are equal modulo 4096 stall
// each other in a way that has nothing to do with a kernel.
class Buffers {
 public:
  // Room for n elements of element_size bytes an operand. The output holds half as many bytes again, for a
  // memcpy that moves the bytes of three operands.
  void Reserve(size_t n, size_t element_size);
  void* a() const { return a_; }
  void* b() const { return b_; }
  void* out() const { return out_; }

 private:
  struct Free {
    void operator()(void* p) const;
  };
  static unsigned char* Grow(std::unique_ptr<unsigned char, Free>& memory, size_t& capacity, size_t bytes);
  std::unique_ptr<unsigned char, Free> inputs_memory_, output_memory_;
  size_t inputs_capacity_ = 0, output_capacity_ = 0;
  unsigned char *a_ = nullptr, *b_ = nullptr, *out_ = nullptr;
};

// The size of the last-level cache in bytes: what Linux reports for this CPU, else 32 MiB.
size_t LastLevelCacheBytes();

// Bytes of one operand in the size "memory": twice the last-level cache, 64 MiB at least and 256 MiB at most,
// so that the operands of any kernel fit into 1 GiB.
size_t MemoryOperandBytes();

// The number of elements an operand has in the size called label: a number, "memory", or "llc", "llc*K" and
// "llc/K" for operands that together are as large as so many last-level caches. 0 if label is none of these.
size_t ElementsOfSize(const std::string& label, isobit_dtype dtype, int inputs);

}  // namespace isobit_bench

#endif  // ISOBIT_BENCH_INPUTS_H_
