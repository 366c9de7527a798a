// Reads tests/data: see data.h.
// SPDX-License-Identifier: Apache-2.0
#include "data.h"

#include <zstd.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <sstream>
#include <stdexcept>

#ifndef ISOBIT_TEST_DATA_FOLDER
#error "ISOBIT_TEST_DATA_FOLDER must name tests/data"
#endif

namespace isobit_oracle {
namespace {

[[noreturn]] void Fail(const std::string& file, const std::string& reason) {
  throw std::runtime_error(file + ": " + reason);
}

std::string ReadFile(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) Fail(path, "cannot be read");
  return std::string(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
}

std::vector<uint8_t> Decompress(const std::string& path) {
  const std::string packed = ReadFile(path);
  const std::unique_ptr<ZSTD_DStream, size_t (*)(ZSTD_DStream*)> stream(ZSTD_createDStream(), ZSTD_freeDStream);
  std::vector<uint8_t> all, block(ZSTD_DStreamOutSize());
  ZSTD_inBuffer in = {packed.data(), packed.size(), 0};
  size_t left = 1;
  while (left != 0) {
    ZSTD_outBuffer out = {block.data(), block.size(), 0};
    left = ZSTD_decompressStream(stream.get(), &out, &in);
    if (ZSTD_isError(left) != 0) Fail(path, ZSTD_getErrorName(left));
    if (left != 0 && out.pos == 0 && in.pos == in.size) Fail(path, "ends early");
    all.insert(all.end(), block.begin(), block.begin() + static_cast<std::ptrdiff_t>(out.pos));
  }
  return all;
}

std::vector<std::vector<std::string>> ReadTable(const std::string& path, size_t columns) {
  std::istringstream text(ReadFile(path));
  std::vector<std::vector<std::string>> rows;
  std::string line;
  std::getline(text, line);  // the heading
  while (std::getline(text, line)) {
    std::vector<std::string> row(1);
    for (const char c : line) {
      if (c == '\t') {
        row.emplace_back();
      } else {
        row.back() += c;
      }
    }
    if (row.size() != columns) Fail(path, "a row has " + std::to_string(row.size()) + " columns: " + line);
    rows.push_back(row);
  }
  return rows;
}

DType DTypeOrFail(const std::string& file, const std::string& name) {
  DType dtype;
  if (!FindDType(name.c_str(), &dtype)) Fail(file, "unknown dtype " + name);
  return dtype;
}

// Takes `count` elements of `width` bytes off the front of a byte sequence and undoes the filter.
std::vector<uint64_t> Unpack(const std::string& file, const std::vector<uint8_t>& bytes, size_t* offset, size_t count,
                             size_t width, const std::string& filter) {
  if (bytes.size() - *offset < count * width) Fail(file, "is shorter than its index says");
  const uint8_t* p = bytes.data() + *offset;
  *offset += count * width;
  std::vector<uint64_t> values(count, 0);
  for (size_t i = 0; i < count; ++i) {
    for (size_t byte = 0; byte < width; ++byte) {
      const uint64_t v = filter == "raw" ? p[i * width + byte] : p[byte * count + i];
      values[i] |= v << (8 * byte);
    }
  }
  if (filter == "delta") {
    const uint64_t mask = width == 8 ? ~uint64_t{0} : (uint64_t{1} << (8 * width)) - 1;
    for (size_t i = 1; i < count; ++i) values[i] = (values[i] + values[i - 1]) & mask;
  } else if (filter != "raw" && filter != "planes") {
    Fail(file, "unknown filter " + filter);
  }
  return values;
}

}  // namespace

std::string DataFolder() {
  const char* folder = std::getenv("ISOBIT_TEST_DATA");
  return folder != nullptr && *folder != '\0' ? folder : ISOBIT_TEST_DATA_FOLDER;
}

std::vector<GoldenFile> LoadGolden() {
  const std::string folder = DataFolder() + "/golden/";
  std::vector<GoldenFile> files;
  std::vector<uint8_t> bytes;
  size_t offset = 0;
  for (const auto& row : ReadTable(folder + "index.tsv", 6)) {
    const std::string name = row[0].substr(0, row[0].rfind('.'));
    if (files.empty() || files.back().name != name) {
      if (offset != bytes.size()) Fail(files.back().name, "is longer than its index says");
      GoldenFile file;
      file.name = name;
      file.family = name.substr(0, name.rfind('_'));
      file.dtype = DTypeOrFail(folder + "index.tsv", row[2]);
      files.push_back(file);
      bytes = Decompress(folder + row[0]);
      offset = 0;
    }
    GoldenSection section;
    section.name = row[3];
    std::istringstream parameters(row[5] == "-" ? "" : row[5]);
    for (std::string item; parameters >> item;) {
      const size_t equals = item.find('=');
      section.parameters[item.substr(0, equals)] = std::strtod(item.c_str() + equals + 1, nullptr);
    }
    const size_t width = static_cast<size_t>(FormatOf(files.back().dtype).bits / 8);
    section.values = Unpack(row[0], bytes, &offset, std::stoul(row[4]), width, row[1]);
    files.back().sections.push_back(std::move(section));
  }
  return files;
}

namespace {

HardSet DescribedBy(const std::vector<std::string>& row) {
  HardSet set;
  set.origin = row[0];
  set.kernel = row[1];
  set.dtype = DTypeOrFail("hard/index.tsv", row[2]);
  return set;
}

}  // namespace

std::vector<HardSet> ListHard() {
  std::vector<HardSet> sets;
  for (const auto& row : ReadTable(DataFolder() + "/hard/index.tsv", 5)) sets.push_back(DescribedBy(row));
  return sets;
}

std::vector<HardSet> LoadHard() {
  const std::string folder = DataFolder() + "/hard/";
  const std::vector<uint8_t> bytes = Decompress(folder + "hard.zst");
  std::vector<HardSet> sets;
  size_t offset = 0;
  for (const auto& row : ReadTable(folder + "index.tsv", 5)) {
    HardSet set = DescribedBy(row);
    const size_t width = static_cast<size_t>(FormatOf(set.dtype).bits / 8);
    std::istringstream columns(row[4]);
    for (std::string column; columns >> column;) {
      std::vector<uint64_t> values =
          Unpack(folder + "hard.zst", bytes, &offset, std::stoul(row[3]), column == "n" ? 8 : width, "delta");
      if (column == "x") {
        set.x = std::move(values);
      } else if (column == "b" || column == "n") {
        set.b = std::move(values);
      } else if (column == "want") {
        set.want = std::move(values);
      } else if (column == "tolerance") {
        set.tolerance = std::move(values);
      } else {
        Fail(folder + "index.tsv", "unknown column " + column);
      }
    }
    sets.push_back(std::move(set));
  }
  if (offset != bytes.size()) Fail(folder + "hard.zst", "is longer than its index says");
  return sets;
}

std::vector<FieldCase> LoadFieldCases() {
  std::vector<FieldCase> cases;
  for (const auto& row : ReadTable(DataFolder() + "/field/cases.tsv", 7)) {
    cases.push_back({row[0], row[1], row[2], row[3], row[4], row[5], row[6]});
  }
  return cases;
}

std::vector<WorstInput> LoadWorst() {
  const std::string path = DataFolder() + "/worst.tsv";
  std::vector<WorstInput> all;
  for (const auto& row : ReadTable(path, 5)) {
    WorstInput worst;
    if (!FindKernel(row[0].c_str(), &worst.kernel)) Fail(path, "unknown kernel " + row[0]);
    worst.dtype = DTypeOrFail(path, row[1]);
    worst.x = std::stoull(row[2], nullptr, 16);
    worst.b = row[3] == "-"                   ? 0
              : worst.kernel == Kernel::kPowi ? Exponent(static_cast<int32_t>(std::stol(row[3])))
                                              : std::stoull(row[3], nullptr, 16);
    worst.ulp = std::strtod(row[4].c_str(), nullptr);
    all.push_back(worst);
  }
  return all;
}

}  // namespace isobit_oracle
