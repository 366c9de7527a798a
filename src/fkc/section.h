// One section of a contract file: its block read into the model and checked.
// SPDX-License-Identifier: Apache-2.0
#ifndef ISOBIT_SRC_FKC_SECTION_H_
#define ISOBIT_SRC_FKC_SECTION_H_

#include "fkc/document.h"
#include "fkc/problems.h"
#include "isobit/fkc.hpp"

namespace isobit::fkc {

// The contract of a section with all of its own checks done (`sound` says with what result). Checks across sections
// and files are the caller's.
Contract ReadSection(const Section& section, const std::string& file, const Provider& provider, Problems* problems);

}  // namespace isobit::fkc

#endif  // ISOBIT_SRC_FKC_SECTION_H_
