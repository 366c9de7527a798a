// The Highway targets that this library compiles: AVX2, AVX-512 (AVX3) and NEON. Highway's scalar fallbacks stay
// enabled because one of them is always its baseline on x86; nothing is compiled for them.
// SPDX-License-Identifier: Apache-2.0
#ifndef ISOBIT_LANE_HIGHWAY_TARGETS_H_
#define ISOBIT_LANE_HIGHWAY_TARGETS_H_

#define HWY_DISABLED_TARGETS (~(HWY_SCALAR | HWY_EMU128 | HWY_AVX2 | HWY_AVX3 | HWY_NEON))
// No kernel uses AES or carry-less products, so no target has to have them.
#define HWY_DISABLE_PCLMUL_AES
#include "hwy/detect_targets.h"

#endif  // ISOBIT_LANE_HIGHWAY_TARGETS_H_
