// The target attribute for every function between the two macros, since no compiler flag names an instruction set.
// SPDX-License-Identifier: Apache-2.0
#ifndef ISOBIT_PROVIDERS_SLEEF_ATTRIBUTE_H_
#define ISOBIT_PROVIDERS_SLEEF_ATTRIBUTE_H_

#define ISOBIT_SLEEF_PRAGMA(text) _Pragma(#text)
#if defined(__clang__)
#define ISOBIT_SLEEF_BEGIN_ATTRIBUTE(features) \
  ISOBIT_SLEEF_PRAGMA(clang attribute push(__attribute__((target(features))), apply_to = function))
#define ISOBIT_SLEEF_END_ATTRIBUTE ISOBIT_SLEEF_PRAGMA(clang attribute pop)
#else
#define ISOBIT_SLEEF_BEGIN_ATTRIBUTE(features) \
  ISOBIT_SLEEF_PRAGMA(GCC push_options) ISOBIT_SLEEF_PRAGMA(GCC target features)
#define ISOBIT_SLEEF_END_ATTRIBUTE ISOBIT_SLEEF_PRAGMA(GCC pop_options)
#endif

#endif  // ISOBIT_PROVIDERS_SLEEF_ATTRIBUTE_H_
