// The markdown of a contract file, line by line. Only what the format uses is recognised: `---` fences of the front
// matter, `## ` headings and fenced blocks.
// SPDX-License-Identifier: Apache-2.0
#include "fkc/document.h"

#include <cstdint>
#include <string>

namespace isobit::fkc {
namespace {

std::string_view Trim(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

std::vector<std::string_view> Lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return lines;
}

// Length of the well-formed UTF-8 sequence at the start of text, or 0. Overlong forms, surrogates and values above
// U+10FFFF are not well-formed.
std::size_t Utf8Length(std::string_view text) {
  const auto byte = [&](std::size_t i) -> std::uint32_t { return static_cast<unsigned char>(text[i]); };
  const std::uint32_t lead = byte(0);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return 0;
  std::uint32_t value = lead & (0x7Fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
    value = value << 6 | (byte(i) & 0x3F);
  }
  if (length == 3 && (value < 0x800 || (value >= 0xD800 && value < 0xE000))) return 0;
  if (length == 4 && (value < 0x10000 || value > 0x10FFFF)) return 0;
  return length;
}

// Reports the first byte that is no text and says whether there was one.
bool ReportEncoding(std::string_view text, Problems* problems) {
  int line = 1, column = 1;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = Utf8Length(text.substr(i));
    if (length == 0) {
      problems->Error(Code::kEncoding, {line, column}, "the file is not UTF-8 from here on");
      return true;
    }
    const auto c = static_cast<unsigned char>(text[i]);
    if ((c < 0x20 && c != '\n' && c != '\t') || c == 0x7F) {
      problems->Error(Code::kEncoding, {line, column}, "control characters are not allowed");
      return true;
    }
    column += static_cast<int>(length);
    if (c == '\n') {
      ++line;
      column = 1;
    }
    i += length;
  }
  return false;
}

}  // namespace

std::string NormalLines(std::string_view text) {
  if (text.substr(0, 3) == "\xEF\xBB\xBF") text.remove_prefix(3);
  std::string result;
  result.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') continue;
    result += text[i];
  }
  return result;
}

Fence FenceOf(std::string_view line) {
  Fence fence;
  std::size_t indent = 0;
  while (indent < line.size() && line[indent] == ' ') ++indent;
  if (indent > 3 || indent == line.size()) return fence;
  fence.mark = line[indent];
  if (fence.mark != '`' && fence.mark != '~') return fence;
  std::size_t end = indent;
  while (end < line.size() && line[end] == fence.mark) ++end;
  fence.info = std::string(Trim(line.substr(end)));
  if (end - indent < 3) return fence;
  // ```a`b``` on one line is inline code.
  if (fence.mark == '`' && fence.info.find('`') != std::string::npos) return fence;
  fence.length = end - indent;
  return fence;
}

Document ParseDocument(std::string_view raw, Problems* problems) {
  Document document;
  if (raw.size() > kMaxFileBytes) {
    problems->Error(Code::kFileTooLarge, {1, 1},
                    "a contract file has at most " + std::to_string(kMaxFileBytes) + " bytes");
    return document;
  }
  const std::string text = NormalLines(raw);
  if (ReportEncoding(text, problems)) return document;

  const std::vector<std::string_view> lines = Lines(text);
  std::size_t i = 0;
  if (lines.empty() || lines[0] != "---") {
    problems->Error(Code::kFrontMatter, {1, 1}, "the file has to begin with front matter between '---' lines");
  } else {
    Block block;
    block.first_line = 2;
    for (i = 1; i < lines.size() && lines[i] != "---"; ++i) {
      block.text += lines[i];
      block.text += '\n';
    }
    if (i == lines.size()) {
      problems->Error(Code::kFrontMatter, {1, 1}, "the front matter is not closed by a '---' line");
      return document;
    }
    ++i;
    document.front_matter = std::move(block);
  }

  for (; i < lines.size(); ++i) {
    const std::string_view line = lines[i];
    const int number = static_cast<int>(i) + 1;
    Section* section = document.sections.empty() ? nullptr : &document.sections.back();
    const Fence open = FenceOf(line);
    if (open.length > 0) {
      Block block;
      block.first_line = number + 1;
      bool closed = false;
      for (++i; i < lines.size() && !closed; ++i) {
        const Fence close = FenceOf(lines[i]);
        closed = close.mark == open.mark && close.length >= open.length && close.info.empty();
        if (closed) break;
        block.text += lines[i];
        block.text += '\n';
      }
      problems->EnterSection(section != nullptr ? section->heading : "");
      if (!closed) {
        problems->Error(Code::kFence, {number, 1}, "the fenced block that begins here is not closed");
        if (section != nullptr) section->broken = true;
      }
      const std::string tag = open.info.substr(0, open.info.find(' '));
      if (tag == "fkc" && section == nullptr) {
        problems->Error(Code::kBlockOutsideSection, {number, 1},
                        "a block tagged fkc belongs to a section; no '## ' heading stands before it");
      } else if (tag == "fkc") {
        section->blocks.push_back(std::move(block));
      }
    } else if (line.substr(0, 3) == "## ") {
      if (document.sections.size() == kMaxSections) {
        problems->Error(Code::kFileTooLarge, {number, 1},
                        "a file has at most " + std::to_string(kMaxSections) + " sections");
        break;
      }
      Section next;
      next.heading = std::string(Trim(line.substr(3)));
      next.line = next.blurb_line = number;
      document.sections.push_back(std::move(next));
    } else if (section != nullptr && section->blurb.empty() && section->blocks.empty() && !Trim(line).empty()) {
      section->blurb = std::string(Trim(line));
      section->blurb_line = number;
    }
  }
  problems->EnterSection("");
  return document;
}

}  // namespace isobit::fkc
