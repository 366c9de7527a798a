// The lane vocabulary: the only operations that kernels use. lane/scalar.h says what each one means, in plain C++ for
// one element; lane/simd-inl.h says the same over Highway for a vector. A pass is one compilation of the kernels for
// one target: the scalar pass sets ISOBIT_SCALAR_PASS and needs nothing of Highway.
//
// Every operation gives the same bits on every target for all inputs in its stated domain, with one exception: the
// sign and payload of a NaN that an arithmetic operation makes or passes on are left open, so every kernel ends in
// Canonical() unless it only touches bits.
//
// No guard here: the included files have their own, one of them once per target.
// SPDX-License-Identifier: Apache-2.0
#ifdef ISOBIT_SCALAR_PASS
#include "lane/scalar.h"
#else
#include "lane/simd-inl.h"
#endif
