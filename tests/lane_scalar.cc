// The lane operations on the scalar lane.
// SPDX-License-Identifier: Apache-2.0
#define ISOBIT_SCALAR_PASS
#include "lane_pass-inl.h"
