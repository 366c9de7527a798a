// The floating-point environment around a call: round to nearest even, subnormals kept, traps masked inside; the
// caller's control word and sticky flags as they were outside. Kernels are called through a pointer between the two, so
// no compiler can move their arithmetic across; the entries themselves do no floating-point arithmetic.
// SPDX-License-Identifier: Apache-2.0
#ifndef ISOBIT_DISPATCH_FP_GUARD_H_
#define ISOBIT_DISPATCH_FP_GUARD_H_

#include <cstdint>

#if !defined(__x86_64__) && !defined(__aarch64__)
#include <cfenv>
#endif

namespace isobit {
namespace dispatch {

#if defined(__x86_64__)
class FpGuard {
 public:
  // Does nothing unless it is needed: reading and writing the control word is most of a short call's time.
  explicit FpGuard(bool needed) noexcept : needed_(needed) {
    if (__builtin_expect(!needed_, 0)) return;
    asm volatile("stmxcsr %0" : "=m"(saved_)::"memory");
    Write(kDefault);  // In less time than it takes to see whether the caller's word is another.
  }
  // A word that was just stored reaches a load late: that is 3.7 of the 9.3 ns which the two instructions take one
  // after the other (Zen 3). The thread's previous word is most often the same, and in memory already.
  ~FpGuard() noexcept {
    if (__builtin_expect(!needed_, 0)) return;
#if defined(__GLIBC__)
    if (__builtin_expect(saved_ != t_word, 0)) t_word = saved_;
    Write(t_word);
#else
    Write(saved_);
#endif
  }
  FpGuard(const FpGuard&) = delete;
  FpGuard& operator=(const FpGuard&) = delete;

 private:
  static constexpr uint32_t kDefault = 0x1F80;  // All exceptions masked, to nearest, no FTZ, no DAZ.
  static void Write(const uint32_t& word) noexcept { asm volatile("ldmxcsr %0" ::"m"(word) : "memory"); }
#if defined(__GLIBC__)
  // Reached by one instruction, with no call in a shared object either: glibc keeps room for that, other C libraries
  // would refuse to load the object.
  __attribute__((tls_model("initial-exec"))) inline static thread_local uint32_t t_word = kDefault;
#endif
  const bool needed_;
  uint32_t saved_;
};
#elif defined(__aarch64__)
class FpGuard {
 public:
  explicit FpGuard(bool needed) noexcept : needed_(needed) {
    if (!needed_) return;
    asm volatile("mrs %0, fpcr" : "=r"(control_)::"memory");
    asm volatile("mrs %0, fpsr" : "=r"(status_)::"memory");
    // 0: to nearest, no flushing of any format, IEEE half precision, NaN payloads propagated, traps off.
    if (__builtin_expect(control_ != 0, 0)) asm volatile("msr fpcr, %0" ::"r"(uint64_t{0}) : "memory");
  }
  ~FpGuard() noexcept {
    if (!needed_) return;
    if (__builtin_expect(control_ != 0, 0)) asm volatile("msr fpcr, %0" ::"r"(control_) : "memory");
    asm volatile("msr fpsr, %0" ::"r"(status_) : "memory");
  }
  FpGuard(const FpGuard&) = delete;
  FpGuard& operator=(const FpGuard&) = delete;

 private:
  const bool needed_;
  uint64_t control_, status_;
};
#else
class FpGuard {
 public:
  explicit FpGuard(bool needed) noexcept : needed_(needed) {
    if (!needed_) return;
    std::feholdexcept(&saved_);
    std::fesetround(FE_TONEAREST);
  }
  ~FpGuard() noexcept {
    if (needed_) std::fesetenv(&saved_);
  }
  FpGuard(const FpGuard&) = delete;
  FpGuard& operator=(const FpGuard&) = delete;

 private:
  const bool needed_;
  std::fenv_t saved_;
};
#endif

}  // namespace dispatch
}  // namespace isobit

#endif  // ISOBIT_DISPATCH_FP_GUARD_H_
