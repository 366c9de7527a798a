// Validated launch: every refusal with its status and a sentence that names the operand, the rule and the values, and
// nothing written; every accepted form with the bits of the typed entry.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "isobit/isobit.h"

namespace {

constexpr float kUntouched = 12345.0f;

// A binary call on f32 of shape [2, 3] that is right; a case changes one thing.
struct Call {
  std::vector<float> a = std::vector<float>(64, 1.0f), b = std::vector<float>(64, 2.0f);
  std::vector<float> out = std::vector<float>(64, kUntouched);
  int64_t shape[3] = {2, 3, 1};
  int64_t other_shape[3] = {2, 4, 1};
  int64_t strides[3] = {3, 1, 1};
  std::string name = "isobit_add_f32";
  isobit_tensor inputs[3];
  size_t input_count = 2;
  isobit_tensor output;
  isobit_params params{};
  const isobit_params* params_at = nullptr;
  const isobit_tensor* inputs_at = inputs;
  const isobit_tensor* output_at = &output;

  Call() {
    inputs[0] = {ISOBIT_F32, 2, a.data(), shape, nullptr, 0};
    inputs[1] = {ISOBIT_F32, 2, b.data(), shape, nullptr, 0};
    inputs[2] = inputs[0];
    output = {ISOBIT_F32, 2, out.data(), shape, nullptr, 0};
  }
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;
  void Unary(const char* kernel) {
    name = kernel;
    input_count = 1;
  }
  isobit_status Run() { return isobit_launch(name.c_str(), inputs_at, input_count, params_at, output_at); }
};

struct Refusal {
  const char* name;
  isobit_status status;
  std::vector<const char*> words;  // in the sentence
  std::function<void(Call&)> change;
};

const Refusal kRefusals[] = {
    {"unknown_kernel", ISOBIT_ERROR_UNKNOWN_KERNEL, {"isobit_launch", "'softmax'"}, [](Call& c) { c.name = "softmax"; }},
    {"unknown_entry_point",
     ISOBIT_ERROR_UNKNOWN_KERNEL,
     {"'isobit_add_f8'"},
     [](Call& c) { c.name = "isobit_add_f8"; }},
    {"kernel_name_with_unknown_dtype",
     ISOBIT_ERROR_DTYPE,
     {"add", "number 77"},
     [](Call& c) {
       c.name = "add";
       c.inputs[0].dtype = static_cast<isobit_dtype>(77);
     }},
    {"kernel_name_without_inputs",
     ISOBIT_ERROR_ARITY,
     {"add", "no inputs"},
     [](Call& c) {
       c.name = "add";
       c.input_count = 0;
     }},
    {"too_few_inputs", ISOBIT_ERROR_ARITY, {"isobit_add_f32", "1 inputs", "expected 2"}, [](Call& c) { c.input_count = 1; }},
    {"too_many_inputs", ISOBIT_ERROR_ARITY, {"3 inputs", "expected 2"}, [](Call& c) { c.input_count = 3; }},
    {"null_inputs", ISOBIT_ERROR_NULL_POINTER, {"list of inputs", "null"}, [](Call& c) { c.inputs_at = nullptr; }},
    {"null_output", ISOBIT_ERROR_NULL_POINTER, {"output", "null"}, [](Call& c) { c.output_at = nullptr; }},
    {"unlike_dtypes", ISOBIT_ERROR_DTYPE, {"b has dtype f16", "expected f32"}, [](Call& c) { c.inputs[1].dtype = ISOBIT_F16; }},
    {"unknown_dtype",
     ISOBIT_ERROR_DTYPE,
     {"b has the unknown dtype number 9"},
     [](Call& c) { c.inputs[1].dtype = static_cast<isobit_dtype>(9); }},
    {"output_dtype", ISOBIT_ERROR_DTYPE, {"out has dtype f64", "expected f32"}, [](Call& c) { c.output.dtype = ISOBIT_F64; }},
    {"dtype_of_the_entry_point", ISOBIT_ERROR_DTYPE, {"a has dtype f32", "expected f64"}, [](Call& c) { c.name = "isobit_add_f64"; }},
    {"unequal_shapes",
     ISOBIT_ERROR_SHAPE,
     {"a has shape [2, 3]", "b has shape [2, 4]", "nothing is broadcast"},
     [](Call& c) { c.inputs[1].shape = c.other_shape; }},
    {"unequal_ranks",
     ISOBIT_ERROR_SHAPE,
     {"a has shape [2, 3]", "b has shape [2, 3, 1]"},
     [](Call& c) { c.inputs[1].rank = 3; }},
    {"scalar_is_not_broadcast", ISOBIT_ERROR_SHAPE, {"b has shape []"}, [](Call& c) { c.inputs[1].rank = 0; }},
    {"output_shape",
     ISOBIT_ERROR_SHAPE,
     {"out has shape [2, 4]"},
     [](Call& c) { c.output.shape = c.other_shape; }},
    {"negative_length",
     ISOBIT_ERROR_SHAPE,
     {"a has length -3 on axis 1"},
     [](Call& c) { c.shape[1] = -3; }},
    {"negative_rank", ISOBIT_ERROR_SHAPE, {"a has rank -1"}, [](Call& c) { c.inputs[0].rank = -1; }},
    {"enormous_rank", ISOBIT_ERROR_SHAPE, {"a has rank 2000000000"}, [](Call& c) { c.inputs[0].rank = 2000000000; }},
    {"null_shape", ISOBIT_ERROR_NULL_POINTER, {"a has rank 2", "null shape"}, [](Call& c) { c.inputs[0].shape = nullptr; }},
    {"strided",
     ISOBIT_ERROR_LAYOUT,
     {"a is strided", "axis 1", "stride 2", "expected 1"},
     [](Call& c) {
       c.strides[1] = 2;
       c.inputs[0].strides = c.strides;
     }},
    {"padded_rows",
     ISOBIT_ERROR_LAYOUT,
     {"a is strided", "axis 0", "stride 8", "expected 3"},
     [](Call& c) {
       c.strides[0] = 8;
       c.inputs[0].strides = c.strides;
     }},
    {"column_major",
     ISOBIT_ERROR_LAYOUT,
     {"b is strided", "axis 1", "stride 2", "expected 1"},
     [](Call& c) {
       c.strides[0] = 1;
       c.strides[1] = 2;
       c.inputs[1].strides = c.strides;
     }},
    {"broadcast",
     ISOBIT_ERROR_LAYOUT,
     {"b is broadcast (stride 0)", "axis 0", "expected 3"},
     [](Call& c) {
       c.strides[0] = 0;
       c.inputs[1].strides = c.strides;
     }},
    {"reversed",
     ISOBIT_ERROR_LAYOUT,
     {"a is reversed", "axis 1", "stride -1"},
     [](Call& c) {
       c.strides[1] = -1;
       c.inputs[0].strides = c.strides;
     }},
    {"output_strided",
     ISOBIT_ERROR_LAYOUT,
     {"out is strided"},
     [](Call& c) {
       c.strides[0] = 4;
       c.output.strides = c.strides;
     }},
    {"offset", ISOBIT_ERROR_LAYOUT, {"b starts 8 bytes into its data", "expected offset 0"}, [](Call& c) { c.inputs[1].byte_offset = 8; }},
    {"misaligned",
     ISOBIT_ERROR_MISALIGNED,
     {"a has data at", "multiple of the element size 4"},
     [](Call& c) { c.inputs[0].data = reinterpret_cast<char*>(c.a.data()) + 1; }},
    {"null_data", ISOBIT_ERROR_NULL_POINTER, {"b has null data", "6 elements"}, [](Call& c) { c.inputs[1].data = nullptr; }},
    {"null_output_data", ISOBIT_ERROR_NULL_POINTER, {"out has null data"}, [](Call& c) { c.output.data = nullptr; }},
    {"in_place", ISOBIT_ERROR_OVERLAP, {"shares memory with a", "no in-place form"}, [](Call& c) { c.inputs[0].data = c.out.data(); }},
    {"overlap", ISOBIT_ERROR_OVERLAP, {"shares memory with b", "24 bytes"}, [](Call& c) { c.inputs[1].data = c.out.data() + 5; }},
    {"element_count_overflows",
     ISOBIT_ERROR_TOO_LARGE,
     {"a of shape [4611686018427387904, 4]"},
     [](Call& c) {
       c.shape[0] = int64_t{1} << 62;
       c.shape[1] = 4;
     }},
    {"byte_count_overflows",
     ISOBIT_ERROR_TOO_LARGE,
     {"more elements than the address space holds"},
     [](Call& c) {
       c.shape[0] = int64_t{1} << 61;
       c.shape[1] = 1;
     }},
    {"parameters_where_none_are_taken",
     ISOBIT_ERROR_PARAMETER,
     {"variant Clamp", "expected None"},
     [](Call& c) {
       c.params.variant = ISOBIT_PARAMS_CLAMP;
       c.params_at = &c.params;
     }},
    {"parameters_missing", ISOBIT_ERROR_PARAMETER, {"variant None", "expected PowI"}, [](Call& c) { c.Unary("isobit_powi_f32"); }},
    {"unknown_variant",
     ISOBIT_ERROR_PARAMETER,
     {"variant unknown", "expected Affine"},
     [](Call& c) {
       c.Unary("isobit_add_scalar_f32");
       c.params.variant = static_cast<isobit_op_params>(44);
       c.params_at = &c.params;
     }},
    {"add_scalar_multiplies",
     ISOBIT_ERROR_PARAMETER,
     {"mul is 2", "expected exactly 1"},
     [](Call& c) {
       c.Unary("isobit_add_scalar_f32");
       c.params.variant = ISOBIT_PARAMS_AFFINE;
       c.params.mul = 2;
       c.params_at = &c.params;
     }},
    {"mul_scalar_adds",
     ISOBIT_ERROR_PARAMETER,
     {"add is 1", "expected 0"},
     [](Call& c) {
       c.Unary("isobit_mul_scalar_f32");
       c.params.variant = ISOBIT_PARAMS_AFFINE;
       c.params.add = 1;
       c.params_at = &c.params;
     }},
    {"clamp_bounds_crossed",
     ISOBIT_ERROR_PARAMETER,
     {"min is 2", "max is 1", "min <= max"},
     [](Call& c) {
       c.Unary("isobit_clamp_f32");
       c.params.variant = ISOBIT_PARAMS_CLAMP;
       c.params.min = 2;
       c.params.max = 1;
       c.params_at = &c.params;
     }},
    {"clamp_min_nan",
     ISOBIT_ERROR_PARAMETER,
     {"min is NaN"},
     [](Call& c) {
       c.Unary("isobit_clamp_f32");
       c.params.variant = ISOBIT_PARAMS_CLAMP;
       c.params.min = std::numeric_limits<double>::quiet_NaN();
       c.params_at = &c.params;
     }},
    {"clamp_max_nan",
     ISOBIT_ERROR_PARAMETER,
     {"max is NaN"},
     [](Call& c) {
       c.Unary("isobit_clamp_f32");
       c.params.variant = ISOBIT_PARAMS_CLAMP;
       c.params.max = std::numeric_limits<double>::quiet_NaN();
       c.params_at = &c.params;
     }},
};

class Refusals : public testing::TestWithParam<Refusal> {};

TEST_P(Refusals, NamesTheRuleAndWritesNothing) {
  Call call;
  GetParam().change(call);
  EXPECT_EQ(call.Run(), GetParam().status) << isobit_last_error();
  const std::string sentence = isobit_last_error();
  for (const char* word : GetParam().words) EXPECT_NE(sentence.find(word), std::string::npos) << sentence;
  for (const float v : call.out) EXPECT_EQ(v, kUntouched);
  // The table of refusals, for a reader of the log.
  std::printf("%-34s %-28s %s\n", GetParam().name, isobit_status_string(GetParam().status), sentence.c_str());
}
INSTANTIATE_TEST_SUITE_P(Launch, Refusals, testing::ValuesIn(kRefusals),
                         [](const testing::TestParamInfo<Refusal>& test) { return test.param.name; });

TEST(Launch, RunsByEntryPointAndByKernelName) {
  for (const char* name : {"isobit_add_f32", "add"}) {
    Call call;
    call.name = name;
    ASSERT_EQ(call.Run(), ISOBIT_OK) << isobit_last_error();
    for (int i = 0; i < 6; ++i) EXPECT_EQ(call.out[static_cast<size_t>(i)], 3.0f);
    EXPECT_EQ(call.out[6], kUntouched);
  }
}

TEST(Launch, RankZeroIsOneElement) {
  Call call;
  call.inputs[0].rank = call.inputs[1].rank = call.output.rank = 0;
  call.inputs[0].shape = call.inputs[1].shape = call.output.shape = nullptr;
  ASSERT_EQ(call.Run(), ISOBIT_OK) << isobit_last_error();
  EXPECT_EQ(call.out[0], 3.0f);
  EXPECT_EQ(call.out[1], kUntouched);
}

TEST(Launch, ZeroSizeShapesNeedNoData) {
  Call call;
  call.shape[0] = 0;
  call.shape[1] = std::numeric_limits<int64_t>::max();  // Times zero elements.
  call.strides[0] = -7;
  call.inputs[0].strides = call.strides;
  call.inputs[0].data = call.inputs[1].data = call.output.data = nullptr;
  EXPECT_EQ(call.Run(), ISOBIT_OK) << isobit_last_error();
}

TEST(Launch, AnAxisOfLengthOneMayHaveAnyStride) {
  Call call;
  call.shape[0] = 1;
  call.shape[1] = 6;
  int64_t strides[2] = {-99, 1};
  call.inputs[0].strides = strides;
  ASSERT_EQ(call.Run(), ISOBIT_OK) << isobit_last_error();
  EXPECT_EQ(call.out[5], 3.0f);
}

TEST(Launch, ContiguousStridesAreAccepted) {
  Call call;
  call.inputs[0].strides = call.inputs[1].strides = call.output.strides = call.strides;
  ASSERT_EQ(call.Run(), ISOBIT_OK) << isobit_last_error();
  EXPECT_EQ(call.out[5], 3.0f);
}

TEST(Launch, PassesTheParameters) {
  Call call;
  call.params_at = &call.params;
  call.a[0] = 5.0f;
  call.Unary("add_scalar");
  call.params.variant = ISOBIT_PARAMS_AFFINE;
  call.params.mul = 1.0;
  call.params.add = 0.5;
  ASSERT_EQ(call.Run(), ISOBIT_OK) << isobit_last_error();
  EXPECT_EQ(call.out[0], 5.5f);
  call.Unary("mul_scalar");
  call.params.mul = -2.0;
  call.params.add = -0.0;
  ASSERT_EQ(call.Run(), ISOBIT_OK) << isobit_last_error();
  EXPECT_EQ(call.out[0], -10.0f);
  call.Unary("clamp");
  call.params.variant = ISOBIT_PARAMS_CLAMP;
  call.params.min = 2.0;
  call.params.max = 3.0;
  ASSERT_EQ(call.Run(), ISOBIT_OK) << isobit_last_error();
  EXPECT_EQ(call.out[0], 3.0f);
  EXPECT_EQ(call.out[1], 2.0f);
  call.Unary("powi");
  call.params.variant = ISOBIT_PARAMS_POWI;
  call.params.exp = -1;
  ASSERT_EQ(call.Run(), ISOBIT_OK) << isobit_last_error();
  EXPECT_EQ(call.out[0], 0.2f);
}

TEST(Launch, RefusesABindingThatIsNotOfThisProgram) {
  Call call;
  const isobit_binding copy = *isobit_find_binding("isobit_add_f32");
  EXPECT_EQ(isobit_launch_binding(&copy, call.inputs, 2, nullptr, &call.output), ISOBIT_ERROR_UNKNOWN_KERNEL);
  EXPECT_EQ(isobit_launch_binding(nullptr, call.inputs, 2, nullptr, &call.output), ISOBIT_ERROR_NULL_POINTER);
  EXPECT_EQ(isobit_launch(nullptr, call.inputs, 2, nullptr, &call.output), ISOBIT_ERROR_NULL_POINTER);
}

// Every binding launches, and gives the bits of its typed entry.
TEST(Launch, EveryBinding) {
  std::vector<uint64_t> a(1000), b(1000), out(1000), expected(1000);
  for (size_t i = 0; i < a.size(); ++i) {
    a[i] = 0x3FF0000000000000u + i * 0x9E3779B97F4A7C15u % (uint64_t{1} << 52);
    b[i] = 0x4000000000000000u + i * 0xD1B54A32D192ED03u % (uint64_t{1} << 51);
  }
  int64_t shape[2] = {10, 7};
  for (size_t i = 0; i < isobit_binding_count(); ++i) {
    const isobit_binding& binding = *isobit_binding_at(i);
    const isobit_tensor inputs[2] = {{binding.dtype, 2, a.data(), shape, nullptr, 0},
                                     {binding.dtype, 2, b.data(), shape, nullptr, 0}};
    const isobit_tensor output = {binding.dtype, 2, out.data(), shape, nullptr, 0};
    isobit_params params{};
    params.mul = 1.0;
    if (binding.family == ISOBIT_AFFINE) params.variant = ISOBIT_PARAMS_AFFINE;
    if (binding.family == ISOBIT_CLAMP) params.variant = ISOBIT_PARAMS_CLAMP;
    if (binding.family == ISOBIT_POWI) params.variant = ISOBIT_PARAMS_POWI;
    out.assign(out.size(), 1);
    expected.assign(expected.size(), 1);
    ASSERT_EQ(isobit_launch(binding.name, inputs, static_cast<size_t>(binding.inputs), &params, &output), ISOBIT_OK)
        << isobit_last_error();
    const isobit_function f = isobit_resolve(binding.name);
    isobit_status status = ISOBIT_OK;
    switch (binding.family) {
      case ISOBIT_UNARY:
        status = reinterpret_cast<isobit_status (*)(const void*, void*, size_t)>(f)(a.data(), expected.data(), 70);
        break;
      case ISOBIT_BINARY:
        status = reinterpret_cast<isobit_status (*)(const void*, const void*, void*, size_t)>(f)(a.data(), b.data(),
                                                                                                expected.data(), 70);
        break;
      case ISOBIT_AFFINE:
        status = reinterpret_cast<isobit_status (*)(const void*, double, void*, size_t)>(f)(
            a.data(), std::string(binding.kernel) == "add_scalar" ? 0.0 : 1.0, expected.data(), 70);
        break;
      case ISOBIT_CLAMP:
        status = reinterpret_cast<isobit_status (*)(const void*, double, double, void*, size_t)>(f)(a.data(), 0.0, 0.0,
                                                                                                   expected.data(), 70);
        break;
      case ISOBIT_POWI:
        status = reinterpret_cast<isobit_status (*)(const void*, int32_t, void*, size_t)>(f)(a.data(), 0, expected.data(), 70);
        break;
    }
    ASSERT_EQ(status, ISOBIT_OK);
    EXPECT_EQ(out, expected) << binding.name;
  }
}

}  // namespace
