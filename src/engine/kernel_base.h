// What a kernel may say about itself. Each src/kernels/<kernel>.h defines `struct <kernel>_kernel : KernelBase` with
//   template <class D, class V> static V Eval(D d, V x)              Unary
//   template <class D, class V> static V Eval(D d, V a, V b)         Binary
//   template <class D, class V> static V Eval(D d, V x, V c)         Affine: the parameter already rounded to T
//   template <class D, class V> static V Eval(D d, V x, V lo, V hi)  Clamp
//   template <class D, class V> static V Eval(D d, V x, int32_t n)   PowI
// for D of f32 and f64, over the lane vocabulary alone. A NaN result is canonical (neg and abs excepted, and kAnyNaN).
// f16 and bf16 run Eval on f32 and round once, unless the kernel offers one of the two members below.
// SPDX-License-Identifier: Apache-2.0
#ifndef ISOBIT_ENGINE_KERNEL_BASE_H_
#define ISOBIT_ENGINE_KERNEL_BASE_H_

namespace isobit {

struct KernelBase {
  // Vectors per iteration of the main loop. Loads are grouped before stores, which helps kernels of few operations.
  static constexpr int kUnroll = 1;
  // Whether a kernel of many operations is evaluated on two vectors at once for this T: float, double, or uint16_t for
  // the two vectors of f32 that a vector of f16 or bf16 widens to. Most of the former gain 5 to 40 % (AVX2, Zen 3),
  // since their chains of operations are longer than a processor looks ahead; those that need many registers lose.
  // Where paths of Eval join, it assigns to one result and returns it once: a pair returned in several places goes
  // through memory.
  template <typename T>
  static constexpr bool kPairs = sizeof(T) != 2;
  // True if a NaN result of Eval may be any NaN: the engine makes it canonical, by one test for several vectors.
  static constexpr bool kAnyNaN = false;
  // How far ahead a loop with streaming stores prefetches its inputs. It pays where so many operations stand between
  // the loads that a processor does not look far enough ahead by itself.
  static constexpr int kPrefetchBytes = 0;
  // True if the kernel has `template <class Storage, class DU, class VU> static VU EvalBits(DU du, VU x, ...)`,
  // working on the 16-bit patterns themselves, with no widening.
  static constexpr bool kBits = false;
  // True if Eval moves bits too, with no arithmetic and no comparison of floating-point numbers. Such code, and
  // EvalBits, raises no flags and obeys no control word, so that calls go without a guard.
  static constexpr bool kBitsOnly = false;
  // True if the kernel has `template <class Storage, class D, class V> static V EvalHalf(D d, V x, ...)`, D of f32,
  // whose results round to the right half-precision number with less work than Eval, or more reliably.
  static constexpr bool kHalf = false;
  // True if the kernel (Binary) has `template <class Format, class DU, class VU> static bool CheckHalf(DU du, VU* y, VU
  // a, VU b)`, which looks at EvalHalf's results after they have been narrowed to y, may finish them, and if one of
  // them may be wrong returns false: then the whole vector is evaluated by Eval.
  static constexpr bool kCheckHalf = false;
  // True if the kernel has `template <class Run> static void ByExponent(int32_t n, const Run& run)`, which calls run(n)
  // once, with a constant for common n: the loop is then compiled for each of them.
  static constexpr bool kByExponent = false;
};

// A kernel of few operations.
struct SimpleKernel : KernelBase {
  static constexpr int kUnroll = 4;
};
// One that leaves NaN to the engine.
struct ArithmeticKernel : SimpleKernel {
  static constexpr bool kAnyNaN = true;
};

// The half formats' bit patterns.
struct F16Format {
  static constexpr unsigned kInf = 0x7C00, kNaN = 0x7E00, kOne = 0x3C00;
};
struct BF16Format {
  static constexpr unsigned kInf = 0x7F80, kNaN = 0x7FC0, kOne = 0x3F80;
};

}  // namespace isobit

#endif  // ISOBIT_ENGINE_KERNEL_BASE_H_
