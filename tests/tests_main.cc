// The test program's main: GoogleTest's, and `--isobit-print-target` for tests that need a process of their own.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdio>
#include <cstring>

#include "isobit/isobit.h"

int main(int argc, char** argv) {
  if (argc == 2 && std::strcmp(argv[1], "--isobit-print-target") == 0) {
    // One line each: the target and its reason, what a call says with it, going back to the choice of first use,
    // and what a call says after a target is forced.
    // A line of its own comes first, since what the first use may print is no part of the answer.
    const char* const target = isobit_target();
    std::printf("\nisobit-answer\n%s\n%s\n", target, isobit_target_reason());
    const float x = 2.0f;
    float out = 0.0f;
    const isobit_status call = isobit_sqr_f32(&x, &out, 1);
    std::printf("%d\n%s\n", static_cast<int>(call), call == ISOBIT_OK ? "" : isobit_last_error());
    std::printf("%d\n", static_cast<int>(isobit_set_target(nullptr)));
    if (isobit_set_target("scalar") != ISOBIT_OK) return 1;
    std::printf("%d\n%s\n", static_cast<int>(isobit_sqr_f32(&x, &out, 1)), isobit_target());
    return 0;
  }
  ::testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
