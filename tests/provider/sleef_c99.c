/* The provider's header is plain C99, and a C program links with the two archives and SLEEF.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <isobit/sleef.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  const double a[3] = {2.0, 0.25, -3.0};
  const double b[3] = {10.0, 0.5, 3.0};
  double out[3] = {0.0, 0.0, 0.0};
  const isobit_status status = isobit_sleef_register();
  const isobit_provider *provider = isobit_sleef_provider();
  if (status != ISOBIT_OK) {
    fprintf(stderr, "sleef_c99: %s\n", isobit_last_error());
    return 1;
  }
  if (provider->count != 14 || strcmp(provider->name, "isobit-sleef") != 0 ||
      isobit_find_binding("isobit_sleef_pow_f64") == NULL) {
    fprintf(stderr, "sleef_c99: the provider is not the one of this archive\n");
    return 1;
  }
  if (isobit_sleef_pow_f64(a, b, out, 3) != ISOBIT_OK || out[0] != 1024.0 || out[1] != 0.5 || out[2] != -27.0) {
    fprintf(stderr, "sleef_c99: pow gave %g, %g, %g\n", out[0], out[1], out[2]);
    return 1;
  }
  puts("sleef_c99: the provider works from C");
  return 0;
}
