// The markdown of a contract file: front matter, sections, blurbs, blocks.
// SPDX-License-Identifier: Apache-2.0
#ifndef ISOBIT_SRC_FKC_DOCUMENT_H_
#define ISOBIT_SRC_FKC_DOCUMENT_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fkc/problems.h"

namespace isobit::fkc {

struct Block {
  std::string text;    // the lines between the fences, each ended by LF
  int first_line = 1;  // of the text
};

struct Section {
  std::string heading;
  int line = 1;
  std::string blurb;  // "" if there is none before the block
  int blurb_line = 1;
  std::vector<Block> blocks;
  bool broken = false;  // an error inside it was reported already
};

struct Document {
  std::optional<Block> front_matter;
  std::vector<Section> sections;
};

// The text with LF line ends and without a byte-order mark.
std::string NormalLines(std::string_view text);

struct Fence {
  char mark = '`';
  std::size_t length = 0;  // 0: the line is no fence
  std::string info;        // what follows the marks, without blanks around it
};
Fence FenceOf(std::string_view line);

// Splits a file and reports what is wrong with its bytes and its markdown. A file that is not UTF-8 gives an empty
// document.
Document ParseDocument(std::string_view text, Problems* problems);

}  // namespace isobit::fkc

#endif  // ISOBIT_SRC_FKC_DOCUMENT_H_
