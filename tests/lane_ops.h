// The table of lane operations that each pass fills and the lane test compares.
// SPDX-License-Identifier: Apache-2.0
#ifndef ISOBIT_TESTS_LANE_OPS_H_
#define ISOBIT_TESTS_LANE_OPS_H_

#include <cstddef>

namespace isobit {
namespace lane_test {

enum class Type { kF32, kF64, kI16, kU16, kI32, kU32, kI64, kU64, kF16Storage, kBF16Storage };

// For which inputs an operation promises its bits.
enum class Domain {
  kAll,
  kTruncFits,  // the truncated value is representable
  kOrdered,    // no NaN, no two zeros of unlike sign
};

// How results are compared: a NaN that arithmetic makes has an open sign and payload.
enum class Result { kBits, kAnyNan };

struct Operation {
  const char* name;
  Type type;
  Domain domain;
  Result result;
  // Every operand and the result are arrays of n elements of the type's size; n is a multiple of 64.
  void (*run)(const void* a, const void* b, const void* c, void* out, size_t n);
};

struct Operations {
  const Operation* first;
  size_t count;
};

}  // namespace lane_test

// One definition a pass.
namespace N_SCALAR {
lane_test::Operations LaneOperations();
}
#if defined(__x86_64__)
namespace N_AVX2 {
lane_test::Operations LaneOperations();
}
namespace N_AVX3 {
lane_test::Operations LaneOperations();
}
#elif defined(__aarch64__)
namespace N_NEON {
lane_test::Operations LaneOperations();
}
#endif

}  // namespace isobit

#endif  // ISOBIT_TESTS_LANE_OPS_H_
