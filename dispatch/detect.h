// From cpu_features' structs to Features: pure, so that tests can fake a CPU.
// SPDX-License-Identifier: Apache-2.0
#ifndef ISOBIT_DISPATCH_DETECT_H_
#define ISOBIT_DISPATCH_DETECT_H_

#include "cpu_features_macros.h"
#include "dispatch/target.h"
#if defined(CPU_FEATURES_ARCH_X86)
#include "cpuinfo_x86.h"
#elif defined(CPU_FEATURES_ARCH_AARCH64)
#include "cpuinfo_aarch64.h"
#endif

namespace isobit {
namespace dispatch {

#if defined(CPU_FEATURES_ARCH_X86)
// cpu_features reports AVX and AVX-512 features only if XGETBV says that the operating system saves their registers. Its
// bits are signed one-bit fields, so a feature that is present reads as -1.
inline Features FeaturesFromX86(const cpu_features::X86Features& f) noexcept {
  Features r{};
  r.sse4_2 = f.sse4_2 != 0;
  r.avx2 = f.avx2 != 0;
  // FMA3, F16C and the BMI sets are VEX encoded, and cpu_features does not tie all of them to the saved registers:
  // without AVX they cannot be used.
  r.fma3 = f.fma3 != 0 && f.avx != 0;
  r.f16c = f.f16c != 0 && f.avx != 0;
  r.bmi1 = f.bmi1 != 0;
  r.bmi2 = f.bmi2 != 0;
  r.avx512f = f.avx512f != 0;
  r.avx512cd = f.avx512cd != 0;
  r.avx512vl = f.avx512vl != 0;
  r.avx512dq = f.avx512dq != 0;
  r.avx512bw = f.avx512bw != 0;
  return r;
}
#elif defined(CPU_FEATURES_ARCH_AARCH64)
inline Features FeaturesFromAarch64(const cpu_features::Aarch64Features& f) noexcept {
  Features r{};
  r.asimd = f.asimd != 0;
  return r;
}
#endif

}  // namespace dispatch
}  // namespace isobit

#endif  // ISOBIT_DISPATCH_DETECT_H_
