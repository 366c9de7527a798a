// Asks cpu_features about this machine. The one object that refers to that library: the build links the two into one
// relocatable object with nothing but namespace isobit visible.
// SPDX-License-Identifier: Apache-2.0
#include "dispatch/detect.h"

#include <unistd.h>
#if defined(__aarch64__)
#include <asm/hwcap.h>
#include <sys/auxv.h>
#endif

#include <initializer_list>

namespace isobit {
namespace dispatch {

Features DetectFeatures() noexcept {
#if defined(CPU_FEATURES_ARCH_X86)
  return FeaturesFromX86(cpu_features::GetX86Info().features);
#elif defined(CPU_FEATURES_ARCH_AARCH64)
  // GetAarch64Info() of cpu_features 0.7.0 prints to standard output, which a library may not do; the kernel's own word is
  // put into the same struct.
  cpu_features::Aarch64Features features{};
  features.asimd = (getauxval(AT_HWCAP) & HWCAP_ASIMD) != 0 ? -1 : 0;
  return FeaturesFromAarch64(features);
#else
  return Features{};
#endif
}

// The processor's own word counts: on AMD's processors of several dies, sysconf gives the sum over all dies, of which a
// thread has one.
size_t LastLevelCacheBytes() noexcept {
  size_t largest = 0;
#if defined(CPU_FEATURES_ARCH_X86)
  const cpu_features::CacheInfo info = cpu_features::GetX86CacheInfo();
  for (int i = 0; i < info.size; ++i) {
    const cpu_features::CacheLevelInfo& level = info.levels[i];
    const bool data = level.cache_type == cpu_features::CPU_FEATURE_CACHE_DATA ||
                      level.cache_type == cpu_features::CPU_FEATURE_CACHE_UNIFIED;
    if (data && level.cache_size > 0 && static_cast<size_t>(level.cache_size) > largest) {
      largest = static_cast<size_t>(level.cache_size);
    }
  }
  if (largest > 0) return largest;
#endif
#if defined(_SC_LEVEL3_CACHE_SIZE)
  for (const int name : {_SC_LEVEL2_CACHE_SIZE, _SC_LEVEL3_CACHE_SIZE, _SC_LEVEL4_CACHE_SIZE}) {
    const long bytes = sysconf(name);
    if (bytes > 0 && static_cast<size_t>(bytes) > largest) largest = static_cast<size_t>(bytes);
  }
#endif
  return largest;
}

}  // namespace dispatch
}  // namespace isobit
