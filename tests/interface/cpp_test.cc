// The C++ interface and the DLPack views.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "isobit/dlpack.hpp"
#include "isobit/isobit.hpp"

namespace {

TEST(Cpp, KernelsTakeContiguousRanges) {
  const std::vector<double> x = {-1.5, 2.5, -0.0};
  std::array<double, 3> out{};
  ASSERT_TRUE(isobit::round(x, out).ok());
  EXPECT_EQ(out[0], -2.0);
  EXPECT_EQ(out[1], 2.0);
  EXPECT_TRUE(std::signbit(out[2]));
  float a[2] = {1.0f, 2.0f}, b[2] = {3.0f, 4.0f}, sum[2];
  ASSERT_TRUE(isobit::add(a, b, sum).ok());
  EXPECT_EQ(sum[1], 6.0f);
  ASSERT_TRUE(isobit::add(a, b, a).ok()) << "in place";
  EXPECT_EQ(a[0], 4.0f);
  const std::vector<isobit::bf16> h = {{0x3F80}, {0xBF80}};
  std::vector<isobit::bf16> n(2);
  ASSERT_TRUE(isobit::neg(h, n).ok());
  EXPECT_EQ(n[0].bits, 0xBF80);
  const std::vector<isobit::f16> g = {{0x3C00}};
  std::vector<isobit::f16> r(1);
  ASSERT_TRUE(isobit::mul_scalar(g, 2.0, r).ok());
  EXPECT_EQ(r[0].bits, 0x4000);
  ASSERT_TRUE(isobit::powi(x, 2, out).ok());
  EXPECT_EQ(out[1], 6.25);
  ASSERT_TRUE(isobit::clamp(x, -1.0, 1.0, out).ok());
  EXPECT_EQ(out[0], -1.0);
}

TEST(Cpp, RefusalsAreStatuses) {
  std::vector<float> x(3), out(2);
  const isobit::Status sizes = isobit::exp(x, out);
  EXPECT_EQ(sizes.code(), ISOBIT_ERROR_SHAPE);
  EXPECT_NE(sizes.message().find("3 elements and out has 2"), std::string::npos) << sizes.message();
  const isobit::Status binary = isobit::add(out, x, out);
  EXPECT_EQ(binary.code(), ISOBIT_ERROR_SHAPE);
  out.resize(3);
  const isobit::Status bounds = isobit::clamp(x, 2.0, 1.0, out);
  EXPECT_EQ(bounds.code(), ISOBIT_ERROR_PARAMETER);
  EXPECT_NE(bounds.message().find("min <= max"), std::string::npos) << bounds.message();
  EXPECT_FALSE(bounds);
}

TEST(Cpp, LaunchReturnsAFreshAlignedTensor) {
  const std::vector<float> a = {1, 2, 3, 4, 5, 6}, b = {6, 5, 4, 3, 2, 1};
  isobit::Tensor out;
  const auto view = isobit::TensorView::Of(a.data(), {2, 3});
  ASSERT_TRUE(isobit::Launch("add", {view, isobit::TensorView::Of(b.data(), {2, 3})}, isobit::NoParams(), &out).ok());
  EXPECT_EQ(out.shape(), (std::vector<int64_t>{2, 3}));
  EXPECT_EQ(reinterpret_cast<uintptr_t>(out.data()) % 64, 0u);
  ASSERT_NE(out.data_as<float>(), nullptr);
  EXPECT_EQ(out.data_as<double>(), nullptr);
  for (size_t i = 0; i < 6; ++i) EXPECT_EQ(out.data_as<float>()[i], 7.0f);
  // A refused launch leaves the tensor as it was.
  const void* before = out.data();
  EXPECT_EQ(isobit::Launch("add", {view}, isobit::NoParams(), &out).code(), ISOBIT_ERROR_ARITY);
  EXPECT_EQ(isobit::Launch("add", {}, isobit::NoParams(), &out).code(), ISOBIT_ERROR_ARITY);
  EXPECT_EQ(isobit::Launch("exp", {isobit::TensorView::Of(a.data(), {-1})}, isobit::NoParams(), &out).code(), ISOBIT_ERROR_SHAPE);
  EXPECT_EQ(isobit::Launch("exp", {isobit::TensorView::Of(a.data(), {int64_t{1} << 62, 4})}, isobit::NoParams(), &out).code(),
            ISOBIT_ERROR_TOO_LARGE);
  EXPECT_EQ(isobit::Launch("exp", {isobit::TensorView(ISOBIT_F32, a.data(), {2, 3}, {1})}, isobit::NoParams(), &out).code(),
            ISOBIT_ERROR_SHAPE);
  EXPECT_EQ(out.data(), before);
  isobit::Tensor empty;
  ASSERT_TRUE(isobit::Launch("exp", {isobit::TensorView::Of<float>(nullptr, {0, 5})}, isobit::NoParams(), &empty).ok());
  EXPECT_EQ(empty.size(), 0u);
}

TEST(Cpp, ContractQueries) {
  EXPECT_EQ(isobit::Bindings().size(), isobit_binding_count());
  ASSERT_EQ(isobit::Siblings("ExpElementwise", ISOBIT_F32).size(), 1u);
  EXPECT_EQ(isobit::Siblings("Affine", ISOBIT_F32).size(), 2u) << "add_scalar and mul_scalar";
  isobit_requirement need{};
  need.bounded = 1;
  need.max_ulp = 1;
  need.bitwise = 1;
  isobit::Selection selection;
  ASSERT_TRUE(isobit::Select("ExpElementwise", ISOBIT_F32, need, &selection).ok());
  EXPECT_STREQ(selection.binding->name, "isobit_exp_f32");
  EXPECT_NE(selection.why.find("taken"), std::string::npos) << selection.why;
  need.max_ulp = 0.25;
  const isobit::Status none = isobit::Select("ExpElementwise", ISOBIT_F32, need, &selection);
  EXPECT_EQ(none.code(), ISOBIT_ERROR_NO_CANDIDATE);
  EXPECT_EQ(selection.binding, nullptr);
  EXPECT_NE(selection.why.find("left, max_ulp is 1, required at most 0.25"), std::string::npos) << selection.why;
  need = isobit_requirement{};
  const isobit_params params = isobit::Affine(3.0, 0.0);
  need.params = &params;
  ASSERT_TRUE(isobit::Select("Affine", ISOBIT_F64, need, &selection).ok());
  EXPECT_STREQ(selection.binding->kernel, "mul_scalar");
}

class DLPack : public testing::Test {
 protected:
  std::vector<float> data_ = {1, 4, 9, 16};
  int64_t shape_[2] = {2, 2};
  int64_t strides_[2] = {2, 1};
  DLTensor tensor_{};
  isobit::TensorView view_;
  void SetUp() override {
    tensor_.data = data_.data();
    tensor_.device = {kDLCPU, 0};
    tensor_.ndim = 2;
    tensor_.dtype = {kDLFloat, 32, 1};
    tensor_.shape = shape_;
  }
};

TEST_F(DLPack, ViewsRun) {
  for (int64_t* strides : {static_cast<int64_t*>(nullptr), strides_}) {
    tensor_.strides = strides;
    ASSERT_TRUE(isobit::ViewOf(tensor_, &view_).ok());
    isobit::Tensor out;
    ASSERT_TRUE(isobit::Launch("sqrt", {view_}, isobit::NoParams(), &out).ok());
    EXPECT_EQ(out.data_as<float>()[3], 4.0f);
  }
}

TEST_F(DLPack, Dtypes) {
  const struct {
    uint8_t code, bits;
    isobit_dtype dtype;
  } known[] = {{kDLFloat, 16, ISOBIT_F16}, {kDLFloat, 32, ISOBIT_F32}, {kDLFloat, 64, ISOBIT_F64}, {kDLBfloat, 16, ISOBIT_BF16}};
  for (const auto& k : known) {
    tensor_.dtype = {k.code, k.bits, 1};
    ASSERT_TRUE(isobit::ViewOf(tensor_, &view_).ok());
    EXPECT_EQ(view_.dtype(), k.dtype);
  }
  const DLDataType unknown[] = {{kDLInt, 32, 1}, {kDLFloat, 8, 1}, {kDLFloat, 32, 4}, {kDLBfloat, 32, 1}};
  for (const DLDataType& dtype : unknown) {
    tensor_.dtype = dtype;
    EXPECT_EQ(isobit::ViewOf(tensor_, &view_).code(), ISOBIT_ERROR_DTYPE);
  }
}

TEST_F(DLPack, RefusesWhatIsNotInCpuMemoryOrMalformed) {
  tensor_.device.device_type = kDLCUDA;
  EXPECT_EQ(isobit::ViewOf(tensor_, &view_).code(), ISOBIT_ERROR_DEVICE);
  tensor_.device.device_type = kDLCPU;
  tensor_.ndim = -1;
  EXPECT_EQ(isobit::ViewOf(tensor_, &view_).code(), ISOBIT_ERROR_SHAPE);
  tensor_.ndim = 2;
  tensor_.shape = nullptr;
  EXPECT_EQ(isobit::ViewOf(tensor_, &view_).code(), ISOBIT_ERROR_NULL_POINTER);
}

TEST_F(DLPack, OffsetsAndStridesReachTheContractsChecks) {
  isobit::Tensor out;
  tensor_.byte_offset = 4;
  ASSERT_TRUE(isobit::ViewOf(tensor_, &view_).ok());
  isobit::Status status = isobit::Launch("sqrt", {view_}, isobit::NoParams(), &out);
  EXPECT_EQ(status.code(), ISOBIT_ERROR_LAYOUT);
  EXPECT_NE(status.message().find("starts 4 bytes"), std::string::npos) << status.message();
  tensor_.byte_offset = 0;
  strides_[0] = 1;
  strides_[1] = 2;
  tensor_.strides = strides_;
  ASSERT_TRUE(isobit::ViewOf(tensor_, &view_).ok());
  status = isobit::Launch("sqrt", {view_}, isobit::NoParams(), &out);
  EXPECT_EQ(status.code(), ISOBIT_ERROR_LAYOUT);
  EXPECT_NE(status.message().find("strided"), std::string::npos) << status.message();
}

}  // namespace
