// The .npy reader against files that are well formed and files that are broken in every way it names.
// SPDX-License-Identifier: Apache-2.0
#include "npy/npy.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

namespace isobit_npy {
namespace {

std::vector<unsigned char> File(int major, const std::string& header, const std::vector<unsigned char>& data,
                                int minor = 0) {
  std::vector<unsigned char> file = {
      0x93, 'N', 'U', 'M', 'P', 'Y', static_cast<unsigned char>(major), static_cast<unsigned char>(minor)};
  for (int i = 0; i < (major == 1 ? 2 : 4); ++i) {
    file.push_back(static_cast<unsigned char>(header.size() >> (8 * i)));
  }
  file.insert(file.end(), header.begin(), header.end());
  file.insert(file.end(), data.begin(), data.end());
  return file;
}

std::string Header(const std::string& descr, const std::string& order, const std::string& shape) {
  return "{'descr': '" + descr + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }    \n";
}

NpyArray Parse(const std::vector<unsigned char>& file, bool bf16 = false) {
  return ParseNpy("test.npy", file.data(), file.size(), bf16);
}

// The kind of error a file is refused with, or "accepted".
std::string Refusal(const std::vector<unsigned char>& file, bool bf16 = false) {
  try {
    Parse(file, bf16);
  } catch (const NpyError& error) {
    EXPECT_NE(std::string(error.what()).find("test.npy"), std::string::npos) << error.what();
    return NpyErrorName(error.kind);
  }
  return "accepted";
}

TEST(Npy, ReadsEveryVersionAndDtype) {
  for (const int version : {1, 2, 3}) {
    const NpyArray array = Parse(File(version, Header("<f4", "False", "(2, 3)"), std::vector<unsigned char>(24, 7)));
    EXPECT_EQ(array.dtype, ISOBIT_F32);
    EXPECT_EQ(array.elements, 6u);
    EXPECT_EQ(array.shape, (std::vector<uint64_t>{2, 3}));
    EXPECT_FALSE(array.fortran_order);
    EXPECT_EQ(array.bytes, std::vector<unsigned char>(24, 7));
  }
  EXPECT_EQ(Parse(File(1, Header("<f2", "False", "(3,)"), std::vector<unsigned char>(6))).dtype, ISOBIT_F16);
  EXPECT_EQ(Parse(File(1, Header("<f8", "False", "(3,)"), std::vector<unsigned char>(24))).dtype, ISOBIT_F64);
  EXPECT_EQ(Parse(File(1, Header("<u2", "False", "(3,)"), std::vector<unsigned char>(6)), true).dtype, ISOBIT_BF16);
}

TEST(Npy, ReadsFortranOrderAndScalars) {
  const NpyArray fortran = Parse(File(1, Header("<f8", "True", "(1, 2)"), std::vector<unsigned char>(16)));
  EXPECT_TRUE(fortran.fortran_order);
  EXPECT_EQ(fortran.elements, 2u);
  const NpyArray scalar = Parse(File(1, Header("<f4", "False", "()"), {0, 0, 128, 63}));
  EXPECT_EQ(scalar.elements, 1u);
  float value;
  std::memcpy(&value, scalar.bytes.data(), sizeof value);
  EXPECT_EQ(value, 1.0f);
  // Keys in another order, double quotes and no trailing comma are the same dictionary.
  const std::string header = "{\"shape\": (1,), \"descr\": \"<f4\", \"fortran_order\": False}\n";
  EXPECT_EQ(Parse(File(1, header, {0, 0, 0, 0})).elements, 1u);
}

TEST(Npy, RefusesEveryTruncation) {
  const std::vector<unsigned char> whole = File(2, Header("<f4", "False", "(2,)"), std::vector<unsigned char>(8));
  for (size_t size = 0; size < whole.size(); ++size) {
    const std::vector<unsigned char> part(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
    EXPECT_NE(Refusal(part), "accepted") << size << " bytes";
  }
  EXPECT_EQ(Refusal(whole), "accepted");
}

TEST(Npy, NamesWhatIsWrong) {
  const std::vector<unsigned char> four(4);
  EXPECT_EQ(Refusal({'P', 'K', 3, 4, 0, 0, 0, 0, 0, 0}), "magic");
  EXPECT_EQ(Refusal(File(4, Header("<f4", "False", "(1,)"), four)), "version");
  EXPECT_EQ(Refusal(File(1, Header("<f4", "False", "(1,)"), four, 1)), "version");
  EXPECT_EQ(Refusal(File(1, Header(">f4", "False", "(1,)"), four)), "byte order");
  for (const char* descr : {"<i4", "<c8", "|O", "<f16", "<f", "", "=f4", "<u2"}) {
    EXPECT_EQ(Refusal(File(1, Header(descr, "False", "(1,)"), four)), "dtype") << descr;
  }
  EXPECT_EQ(Refusal(File(1, "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,)}\n", four)), "dtype");
  EXPECT_EQ(Refusal(File(1, Header("<f4", "False", "(2,)"), four)), "data");
  EXPECT_EQ(Refusal(File(1, Header("<f4", "False", "()"), {1, 2, 3, 4, 5})), "data");
  EXPECT_EQ(Refusal(File(1, Header("<f4", "False", "(3, 0)"), {})), "shape");
  EXPECT_EQ(Refusal(File(1, Header("<f4", "False", "(4294967296, 4294967296, 4)"), four)), "shape");
  EXPECT_EQ(Refusal(File(1, Header("<f8", "False", "(2305843009213693952,)"), {})), "shape");
}

TEST(Npy, RefusesBrokenHeaders) {
  const std::vector<unsigned char> four(4);
  for (const char* header : {
           "",
           "{",
           "{}",
           "[]",
           "{'descr': '<f4'}",
           "{'descr': '<f4', 'fortran_order': False}",
           "{'descr': '<f4', 'fortran_order': 0, 'shape': (1,)}",
           "{'descr': '<f4', 'fortran_order': False, 'shape': 1}",
           "{'descr': '<f4', 'fortran_order': False, 'shape': (-1,)}",
           "{'descr': '<f4', 'fortran_order': False, 'shape': (1.0,)}",
           "{'descr': '<f4', 'fortran_order': False, 'shape': (1,",
           "{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,)}",
           "{'descr': '<f4', 'fortran_order': False, 'shape': (1,)} x",
           "{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (1,)}",
           "{'descr': '<f4', 'fortran_order': False, 'shape': (1,), 'color': 'red'}",
           "{'descr': '<f4, 'fortran_order': False, 'shape': (1,)}",
           "{'descr' '<f4', 'fortran_order': False, 'shape': (1,)}",
       }) {
    EXPECT_EQ(Refusal(File(1, header, four)), "header") << header;
  }
  // A zero byte is no white space.
  EXPECT_EQ(Refusal(File(1, Header("<f4", "False", "(1,)") + std::string(1, '\0'), four)), "header");
}

TEST(Npy, RefusesAFileThatIsNotThere) {
  try {
    ReadNpy("no/such/test.npy", false);
    FAIL() << "a missing file was read";
  } catch (const NpyError& error) {
    EXPECT_EQ(error.kind, NpyErrorKind::kOpen);
  }
}

}  // namespace
}  // namespace isobit_npy
