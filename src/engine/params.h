// The parameters of a call, as the engine's loops carry them, by family.
// SPDX-License-Identifier: Apache-2.0
#ifndef ISOBIT_ENGINE_PARAMS_H_
#define ISOBIT_ENGINE_PARAMS_H_

#include <cstdint>

namespace isobit {

struct NoParams {};
template <typename T>
struct AffineParams {
  T c;
};
template <typename T>
struct ClampParams {
  T lo, hi;
};
struct PowIParams {
  int32_t n;
};

}  // namespace isobit

#endif  // ISOBIT_ENGINE_PARAMS_H_
