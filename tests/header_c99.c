/* The public header is plain C99, and a C program links with the library, libm and libstdc++ alone.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <isobit/isobit.h>
#include <stdio.h>
#include <string.h>

static int failures = 0;

static void expect(int holds, const char *what) {
  if (!holds) {
    ++failures;
    fprintf(stderr, "header_c99: %s\n", what);
  }
}

int main(void) {
  const float a[5] = {1.0f, -2.0f, 0.5f, 4.0f, -0.0f};
  const double b[3] = {1.0, 2.5, -9.0};
  const isobit_bf16 c[2] = {0x3F80, 0xC000};
  const isobit_f16 h[2] = {0x3C00, 0xC000};
  float out[5];
  double wide[3];
  isobit_bf16 brain[2];
  isobit_f16 half[2];
  isobit_unary_f32 negate;

  expect(strcmp(isobit_version(), ISOBIT_VERSION_STRING) == 0, "the version is the header's");
  expect(isobit_neg_f32(a, out, 5) == ISOBIT_OK && out[0] == -1.0f && out[3] == -4.0f, "neg f32");
  expect(isobit_add_f32(a, a, out, 5) == ISOBIT_OK && out[1] == -4.0f, "add f32");
  expect(isobit_mul_scalar_f64(b, 2.0, wide, 3) == ISOBIT_OK && wide[1] == 5.0, "mul_scalar f64");
  expect(isobit_clamp_f64(b, -1.0, 2.0, wide, 3) == ISOBIT_OK && wide[1] == 2.0 && wide[2] == -1.0, "clamp f64");
  expect(isobit_powi_f64(b, 2, wide, 3) == ISOBIT_OK && wide[2] == 81.0, "powi f64");
  expect(isobit_abs_bf16(c, brain, 2) == ISOBIT_OK && brain[1] == 0x4000, "abs bf16");
  expect(isobit_add_f16(h, h, half, 2) == ISOBIT_OK && half[0] == 0x4000, "add f16");
  expect(isobit_clamp_f32(a, 1.0, -1.0, out, 5) == ISOBIT_ERROR_PARAMETER, "clamp with min > max is refused");
  expect(isobit_last_error()[0] != '\0', "a refusal has a sentence");
  negate = (isobit_unary_f32)isobit_resolve("isobit_neg_f32");
  expect(negate != NULL && negate(a, out, 1) == ISOBIT_OK && out[0] == -1.0f, "a resolved entry point");
  if (failures == 0) puts("header_c99: the C interface works from C");
  return failures == 0 ? 0 : 1;
}
