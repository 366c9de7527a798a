// What the two evaluators of the oracle share: the results that are exact by rule.
// SPDX-License-Identifier: Apache-2.0
#ifndef ISOBIT_TESTS_ORACLE_INTERNAL_H_
#define ISOBIT_TESTS_ORACLE_INTERNAL_H_

#include "oracle.h"

namespace isobit_oracle {

// True if the result is prescribed as a bit pattern (NaN, infinity, a signed zero, a power of one); then *want
// is that pattern. False if it is the rounding of a real number that is neither zero nor prescribed.
bool Prescribed(Kernel kernel, DType dtype, uint64_t a, uint64_t b, uint64_t* want);

// gelu's constants sqrt(2/pi) and 0.044715 rounded once to the dtype.
double GeluScale(DType dtype);
double GeluCubic(DType dtype);

}  // namespace isobit_oracle

#endif  // ISOBIT_TESTS_ORACLE_INTERNAL_H_
