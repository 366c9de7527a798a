// A C++ program as a user writes it: the public headers alone.
// SPDX-License-Identifier: Apache-2.0
#include <isobit/isobit.h>

#include <cstdio>
#include <vector>
#if __has_include(<isobit/isobit.hpp>)
#include <isobit/isobit.hpp>
#endif

int main() {
  const std::vector<float> x = {4.0f, 9.0f, 2.25f};
  std::vector<float> out(x.size());
  if (isobit_sqrt_f32(x.data(), out.data(), x.size()) != ISOBIT_OK) return 1;
  if (out != std::vector<float>{2.0f, 3.0f, 1.5f}) return 1;
  std::printf("consumer: %s on %s, %s\n", isobit_version(), isobit_target(), isobit_target_reason());
  return 0;
}
