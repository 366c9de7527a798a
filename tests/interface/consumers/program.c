/* A program of a user: C99, found by pkg-config. */
#include <stdio.h>

#include "isobit/isobit.h"

int main(void) {
  const float x[3] = {0.0f, 1.0f, 2.0f};
  float y[3];
  if (isobit_sqr_f32(x, y, 3) != ISOBIT_OK || y[2] != 4.0f) {
    printf("wrong: %s\n", isobit_last_error());
    return 1;
  }
  if (isobit_sqr_f32(x, NULL, 3) != ISOBIT_ERROR_NULL_POINTER) return 1;
  printf("C99 consumer of isobit %s on %s: %s\n", isobit_version(), isobit_target(), isobit_last_error());
  return 0;
}
