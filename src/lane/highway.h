// Highway, restricted to the targets of this library.
// SPDX-License-Identifier: Apache-2.0
#include "lane/highway_targets.h"
#include "hwy/cache_control.h"
#include "hwy/highway.h"
