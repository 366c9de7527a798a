// The lane operations for each vector target.
// SPDX-License-Identifier: Apache-2.0
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "lane_pass-inl.h"
#include "lane/highway_targets.h"
#include "hwy/foreach_target.h"
#include "lane_pass-inl.h"
