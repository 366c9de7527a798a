// A reader and a writer of NumPy's .npy files (format versions 1.0, 2.0 and 3.0).
// SPDX-License-Identifier: Apache-2.0
#ifndef ISOBIT_NPY_NPY_H_
#define ISOBIT_NPY_NPY_H_

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "isobit/isobit.h"

namespace isobit_npy {

enum class NpyErrorKind {
  kOpen,       // the file cannot be opened or read
  kMagic,      // it does not begin as a .npy file does
  kVersion,    // a format version other than 1, 2 and 3
  kHeader,     // the header is cut off or is not the dictionary the format describes
  kDtype,      // a dtype without a kernel: integers, complex, structured, objects, uint16 without bf16
  kByteOrder,  // big-endian elements
  kShape,      // an element count that overflows, or an empty array
  kData,       // fewer or more data bytes than the header promises
  kWrite,      // the file cannot be written
};

// A name such as "byte order".
const char* NpyErrorName(NpyErrorKind kind);

class NpyError : public std::runtime_error {
 public:
  NpyError(NpyErrorKind error_kind, const std::string& sentence) : std::runtime_error(sentence), kind(error_kind) {}
  const NpyErrorKind kind;
};

// An array as an elementwise kernel sees it: its elements in memory order. C and Fortran order differ in the
// place of an element only, so both are contiguous.
struct NpyArray {
  isobit_dtype dtype = ISOBIT_F32;
  std::vector<uint64_t> shape;  // empty for a single number
  bool fortran_order = false;
  size_t elements = 0;
  std::vector<unsigned char> bytes;  // elements * isobit_dtype_size(dtype)
};

// Reads f16, f32 and f64, and uint16 as bfloat16 bit patterns if uint16_is_bf16. Throws NpyError.
NpyArray ReadNpy(const std::string& path, bool uint16_is_bf16);
// The same from bytes in memory; name is for the sentences of errors.
NpyArray ParseNpy(const std::string& name, const unsigned char* data, size_t size, bool uint16_is_bf16);

// Writes elements of the array's dtype, shape and order, in format version 1.0; bf16 as uint16. Throws NpyError.
void WriteNpy(const std::string& path, const NpyArray& like, const unsigned char* elements);

}  // namespace isobit_npy

#endif  // ISOBIT_NPY_NPY_H_
