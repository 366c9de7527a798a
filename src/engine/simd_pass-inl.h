// One pass: the unit's kernel for the target that Highway is at. Its scalar fallbacks are passed over, since the scalar
// path is this library's own.
// SPDX-License-Identifier: Apache-2.0
#include "lane/highway.h"
#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
#include "engine/loops-inl.h"
#include ISOBIT_UNIT_FILE
#include "engine/entries.h"
#endif
