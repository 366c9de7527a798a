// The scalar reference path's loops: the kernel's maths over the scalar lane, one element after the other.
// SPDX-License-Identifier: Apache-2.0
#ifndef ISOBIT_ENGINE_SCALAR_LOOPS_H_
#define ISOBIT_ENGINE_SCALAR_LOOPS_H_

#include "engine/kernel_base.h"
#include "engine/params.h"
#include "lane/lane.h"

namespace isobit {
namespace N_SCALAR {
namespace engine {

struct F16Scalar {
  using Format = F16Format;
  static float Widen(uint16_t h) { return narrow::F32FromF16(h); }
  static uint16_t Narrow(float v) { return narrow::F16FromF32(v); }
};
struct BF16Scalar {
  using Format = BF16Format;
  static float Widen(uint16_t h) { return narrow::F32FromBF16(h); }
  static uint16_t Narrow(float v) { return narrow::BF16FromF32(v); }
};

// Calls f with the parameters appended to the operands.
template <class F, class... V>
auto WithParams(const F& f, NoParams, V... v) {
  return f(v...);
}
template <class F, typename T>
auto WithParams(const F& f, AffineParams<T> p, T x) {
  return f(x, p.c);
}
template <class F, typename T>
auto WithParams(const F& f, ClampParams<T> p, T x) {
  return f(x, p.lo, p.hi);
}
template <class F, typename T>
auto WithParams(const F& f, PowIParams p, T x) {
  return f(x, p.n);
}

template <class K, typename T>
T WithCanonicalNaN(T v) {
  if constexpr (K::kAnyNaN) return Canonical(ScalarTag<T>(), v);
  return v;
}

template <typename Float>
struct FullDtype {
  using T = Float;
  template <class K>
  struct Compute {
    template <class... Args>
    T operator()(Args... args) const {
      return WithCanonicalNaN<K>(K::Eval(ScalarTag<T>(), args...));
    }
  };
};
template <class S>
struct HalfDtype {
  using T = uint16_t;
  static float Wide(uint16_t h) { return S::Widen(h); }
  static int32_t Wide(int32_t exponent) { return exponent; }
  template <class K>
  struct Compute {
    template <class... Args>
    T operator()(Args... args) const {
      if constexpr (K::kBits) {
        return K::template EvalBits<typename S::Format>(ScalarTag<uint16_t>(), args...);
      } else if constexpr (K::kCheckHalf) {
        T y = S::Narrow(K::template EvalHalf<typename S::Format>(ScalarTag<float>(), Wide(args)...));
        if (!K::template CheckHalf<typename S::Format>(ScalarTag<uint16_t>(), &y, args...)) {
          y = S::Narrow(K::Eval(ScalarTag<float>(), Wide(args)...));
        }
        return y;
      } else if constexpr (K::kHalf) {
        return S::Narrow(K::template EvalHalf<typename S::Format>(ScalarTag<float>(), Wide(args)...));
      } else {
        return S::Narrow(WithCanonicalNaN<K>(K::Eval(ScalarTag<float>(), Wide(args)...)));
      }
    }
  };
};
using f32_dtype = FullDtype<float>;
using f64_dtype = FullDtype<double>;
using f16_dtype = HalfDtype<F16Scalar>;
using bf16_dtype = HalfDtype<BF16Scalar>;

template <class Dtype, class K, class P, typename T, class... Ptr>
void Loop(T* out, size_t n, P params, Ptr... in) {
  const typename Dtype::template Compute<K> compute{};
  for (size_t i = 0; i < n; ++i) out[i] = WithParams(compute, params, in[i]...);
}

}  // namespace engine
}  // namespace N_SCALAR
}  // namespace isobit

#endif  // ISOBIT_ENGINE_SCALAR_LOOPS_H_
