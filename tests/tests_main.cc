// The test program's main: GoogleTest's, and `--isobit-print-target` for tests that need a process of their own.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdio>
#include <cstring>

#include "isobit/isobit.h"

int main(int argc, char** argv) {
  if (argc == 2 && std::strcmp(argv[1], "--isobit-print-target") == 0) {
    std::printf("%s\n", isobit_target());
    std::printf("%s\n", isobit_target_reason());
    return 0;
  }
  ::testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
