// Numbers as text.
// SPDX-License-Identifier: Apache-2.0
#ifndef ISOBIT_SRC_FKC_NUMBER_H_
#define ISOBIT_SRC_FKC_NUMBER_H_

#include <cstdio>
#include <cstdlib>
#include <string>

namespace isobit::fkc {

// The shorter of a few decimal forms that reads back as the same finite number.
inline std::string NumberText(double value) {
  char buffer[40];
  for (const int digits : {6, 15, 17}) {
    std::snprintf(buffer, sizeof buffer, "%.*g", digits, value);
    if (std::strtod(buffer, nullptr) == value) break;
  }
  return buffer;
}

}  // namespace isobit::fkc

#endif  // ISOBIT_SRC_FKC_NUMBER_H_
