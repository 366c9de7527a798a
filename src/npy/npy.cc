// The reader and writer of NumPy's .npy files.
//
// The format, as numpy.lib.format describes it: the bytes \x93NUMPY, a major and a minor version, the header's
// length (2 bytes in version 1, 4 bytes in 2 and 3, little-endian), then a Python dictionary literal with the
// keys descr, fortran_order and shape, padded with spaces and a newline, then the elements.
// SPDX-License-Identifier: Apache-2.0
#include "npy/npy.h"

#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>

namespace isobit_npy {
namespace {

constexpr char kMagic[] = "\x93NUMPY";
constexpr size_t kMagicSize = 6;

// The part of Python's literals that a header may hold.
class HeaderParser {
 public:
  HeaderParser(const std::string& name, const std::string& text) : name_(name), text_(text) {}

  void Parse(std::string& descr, bool& fortran_order, std::vector<uint64_t>& shape) {
    bool have_descr = false, have_order = false, have_shape = false;
    Expect('{');
    while (!Accept('}')) {
      const std::string key = String();
      Expect(':');
      if (key == "descr" && !have_descr) {
        have_descr = true;
        if (Peek() != '\'' && Peek() != '"') {
          throw NpyError(NpyErrorKind::kDtype,
                         name_ + ": a structured dtype; expected f16, f32, f64 or uint16 elements");
        }
        descr = String();
      } else if (key == "fortran_order" && !have_order) {
        have_order = true;
        fortran_order = Boolean();
      } else if (key == "shape" && !have_shape) {
        have_shape = true;
        shape = Tuple();
      } else {
        Fail("an unexpected or repeated key '" + key + "'");
      }
      if (!Accept(',')) {
        Expect('}');
        break;
      }
    }
    Peek();
    if (position_ != text_.size()) Fail("text after the dictionary");
    if (!have_descr || !have_order || !have_shape) Fail("one of descr, fortran_order, shape is missing");
  }

 private:
  [[noreturn]] void Fail(const std::string& what) const {
    throw NpyError(NpyErrorKind::kHeader, name_ + ": bad header at byte " + std::to_string(position_) + ": " + what);
  }
  char Peek() {
    while (position_ < text_.size() && std::strchr(" \t\r\n", text_[position_]) && text_[position_] != '\0') {
      ++position_;
    }
    return position_ < text_.size() ? text_[position_] : '\0';
  }
  bool Accept(char c) {
    if (Peek() != c) return false;
    ++position_;
    return true;
  }
  void Expect(char c) {
    if (!Accept(c)) Fail(std::string("expected '") + c + "'");
  }
  std::string String() {
    const char quote = Peek();
    if (quote != '\'' && quote != '"') Fail("expected a quoted string");
    const size_t end = text_.find(quote, position_ + 1);
    if (end == std::string::npos) Fail("a string without an end");
    const std::string value = text_.substr(position_ + 1, end - position_ - 1);
    position_ = end + 1;
    return value;
  }
  bool Boolean() {
    Peek();
    for (const char* word : {"True", "False"}) {
      if (text_.compare(position_, std::strlen(word), word) == 0) {
        position_ += std::strlen(word);
        return word[0] == 'T';
      }
    }
    Fail("expected True or False");
  }
  std::vector<uint64_t> Tuple() {
    std::vector<uint64_t> values;
    Expect('(');
    while (!Accept(')')) {
      values.push_back(Number());
      if (!Accept(',')) {
        Expect(')');
        break;
      }
    }
    return values;
  }
  uint64_t Number() {
    uint64_t value = 0;
    if (Peek() < '0' || Peek() > '9') Fail("expected a dimension");
    while (position_ < text_.size() && text_[position_] >= '0' && text_[position_] <= '9') {
      const auto digit = static_cast<uint64_t>(text_[position_] - '0');
      if (value > (std::numeric_limits<uint64_t>::max() - digit) / 10) Fail("a dimension beyond 64 bits");
      value = value * 10 + digit;
      ++position_;
    }
    return value;
  }

  const std::string& name_;
  const std::string& text_;
  size_t position_ = 0;
};

isobit_dtype DtypeOf(const std::string& name, const std::string& descr, bool uint16_is_bf16) {
  if (descr.size() == 3) {
    const std::string type = descr.substr(1);
    const bool known = type == "f2" || type == "f4" || type == "f8" || (type == "u2" && uint16_is_bf16);
    if (known && descr[0] == '>') {
      throw NpyError(NpyErrorKind::kByteOrder,
                     name + ": big-endian elements ('" + descr + "'); expected little-endian");
    }
    if (known && descr[0] == '<') {
      return type == "f2" ? ISOBIT_F16 : type == "f4" ? ISOBIT_F32 : type == "f8" ? ISOBIT_F64 : ISOBIT_BF16;
    }
    if (type == "u2") {
      throw NpyError(NpyErrorKind::kDtype, name + ": uint16 elements; say --bf16 if they are bfloat16 patterns");
    }
  }
  throw NpyError(NpyErrorKind::kDtype,
                 name + ": dtype '" + descr + "'; expected '<f2', '<f4', '<f8', or '<u2' with --bf16");
}

}  // namespace

const char* NpyErrorName(NpyErrorKind kind) {
  switch (kind) {
    case NpyErrorKind::kOpen:
      return "open";
    case NpyErrorKind::kMagic:
      return "magic";
    case NpyErrorKind::kVersion:
      return "version";
    case NpyErrorKind::kHeader:
      return "header";
    case NpyErrorKind::kDtype:
      return "dtype";
    case NpyErrorKind::kByteOrder:
      return "byte order";
    case NpyErrorKind::kShape:
      return "shape";
    case NpyErrorKind::kData:
      return "data";
    case NpyErrorKind::kWrite:
      return "write";
  }
  return "unknown";
}

NpyArray ParseNpy(const std::string& name, const unsigned char* data, size_t size, bool uint16_is_bf16) {
  if (size < kMagicSize + 2 || std::memcmp(data, kMagic, kMagicSize) != 0) {
    throw NpyError(NpyErrorKind::kMagic, name + ": not a .npy file");
  }
  const unsigned major = data[kMagicSize], minor = data[kMagicSize + 1];
  if (major < 1 || major > 3 || minor != 0) {
    throw NpyError(NpyErrorKind::kVersion, name + ": format version " + std::to_string(major) + "." +
                                               std::to_string(minor) + "; expected 1.0, 2.0 or 3.0");
  }
  const size_t length_bytes = major == 1 ? 2 : 4;
  size_t position = kMagicSize + 2;
  if (size - position < length_bytes) {
    throw NpyError(NpyErrorKind::kHeader, name + ": the file ends inside the header's length");
  }
  size_t header_size = 0;
  for (size_t i = 0; i < length_bytes; ++i) header_size |= static_cast<size_t>(data[position + i]) << (8 * i);
  position += length_bytes;
  if (size - position < header_size) {
    throw NpyError(NpyErrorKind::kHeader, name + ": the file ends inside the header");
  }
  const std::string header(reinterpret_cast<const char*>(data + position), header_size);
  position += header_size;

  NpyArray array;
  std::string descr;
  HeaderParser(name, header).Parse(descr, array.fortran_order, array.shape);
  array.dtype = DtypeOf(name, descr, uint16_is_bf16);

  uint64_t elements = 1;
  const size_t element_size = isobit_dtype_size(array.dtype);
  bool empty = false;
  for (const uint64_t dimension : array.shape) empty = empty || dimension == 0;
  if (empty) throw NpyError(NpyErrorKind::kShape, name + ": an empty array; expected at least one element");
  for (const uint64_t dimension : array.shape) {
    if (elements > std::numeric_limits<size_t>::max() / element_size / dimension) {
      throw NpyError(NpyErrorKind::kShape, name + ": the shape has more elements than memory can hold");
    }
    elements *= dimension;
  }
  array.elements = static_cast<size_t>(elements);
  const size_t expected = array.elements * element_size;
  if (size - position != expected) {
    throw NpyError(NpyErrorKind::kData, name + ": " + std::to_string(size - position) +
                                            " data bytes; the shape needs " + std::to_string(expected));
  }
  array.bytes.assign(data + position, data + size);
  return array;
}

NpyArray ReadNpy(const std::string& path, bool uint16_is_bf16) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw NpyError(NpyErrorKind::kOpen, path + ": cannot be opened");
  const std::vector<char> content((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (file.bad()) throw NpyError(NpyErrorKind::kOpen, path + ": cannot be read");
  return ParseNpy(path, reinterpret_cast<const unsigned char*>(content.data()), content.size(), uint16_is_bf16);
}

void WriteNpy(const std::string& path, const NpyArray& like, const unsigned char* elements) {
  const char* descr = like.dtype == ISOBIT_F32   ? "<f4"
                      : like.dtype == ISOBIT_F64 ? "<f8"
                      : like.dtype == ISOBIT_F16 ? "<f2"
                                                 : "<u2";
  std::string shape;
  for (const uint64_t dimension : like.shape) shape += std::to_string(dimension) + ", ";
  // One axis keeps its comma, which makes it a tuple.
  if (like.shape.size() > 1) shape.resize(shape.size() - 2);
  std::string header = std::string("{'descr': '") + descr +
                       "', 'fortran_order': " + (like.fortran_order ? "True" : "False") + ", 'shape': (" + shape + "), }";
  // The elements start at a multiple of 64 bytes.
  const size_t preamble = kMagicSize + 4;
  header.append(63 - (preamble + header.size()) % 64, ' ');
  header += '\n';
  if (header.size() > 0xFFFF) throw NpyError(NpyErrorKind::kShape, path + ": the shape is too long for the format");
  std::ofstream file(path, std::ios::binary);
  file.write(kMagic, kMagicSize);
  const char lengths[4] = {1, 0, static_cast<char>(header.size() & 0xFF), static_cast<char>(header.size() >> 8)};
  file.write(lengths, sizeof(lengths));
  file << header;
  file.write(reinterpret_cast<const char*>(elements),
             static_cast<std::streamsize>(like.elements * isobit_dtype_size(like.dtype)));
  file.close();
  if (!file) throw NpyError(NpyErrorKind::kWrite, path + ": cannot be written");
}

}  // namespace isobit_npy
