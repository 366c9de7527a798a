// A program of a user: C++, found by find_package or taken as a subdirectory.
#include <cstdio>
#include <vector>

#include "isobit/isobit.hpp"

int main() {
  const std::vector<float> x = {0.0f, 1.0f, 2.0f};
  std::vector<float> y(x.size());
  const isobit::Status status = isobit::sqr(x, y);
  if (!status || y[2] != 4.0f) {
    std::printf("wrong: %s\n", status.message().c_str());
    return 1;
  }
  std::printf("C++ consumer of isobit %s on %s\n", isobit_version(), isobit_target_reason());
  return 0;
}
