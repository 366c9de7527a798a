// The loops that carry a kernel over memory, one for calls with one input and one for two, for every dtype. Tails run
// the body's code on a padded copy, so no element's bits depend on where it stands.
// SPDX-License-Identifier: Apache-2.0
#if defined(ISOBIT_ENGINE_LOOPS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ISOBIT_ENGINE_LOOPS_INL_H_
#undef ISOBIT_ENGINE_LOOPS_INL_H_
#else
#define ISOBIT_ENGINE_LOOPS_INL_H_
#endif

#include "engine/kernel_base.h"
#include "engine/params.h"
#include "engine/stream.h"
#include "lane/lane.h"

ISOBIT_BEGIN_TARGET

namespace engine {

// ---- Evaluating a kernel on vectors, parameters broadcast ----
template <class K, class D, class... V>
ISOBIT_INLINE VFromD<D> Eval(D d, NoParams, V... v) {
  return K::Eval(d, v...);
}
template <class K, class D, class V, typename T>
ISOBIT_INLINE V Eval(D d, AffineParams<T> p, V x) {
  return K::Eval(d, x, Set(d, p.c));
}
template <class K, class D, class V, typename T>
ISOBIT_INLINE V Eval(D d, ClampParams<T> p, V x) {
  return K::Eval(d, x, Set(d, p.lo), Set(d, p.hi));
}
template <class K, class D, class V>
ISOBIT_INLINE V Eval(D d, PowIParams p, V x) {
  return K::Eval(d, x, p.n);
}
template <class K, class S, class D, class... V>
ISOBIT_INLINE VFromD<D> EvalHalf(D d, NoParams, V... v) {
  return K::template EvalHalf<S>(d, v...);
}
template <class K, class S, class D, class V>
ISOBIT_INLINE V EvalHalf(D d, PowIParams p, V x) {
  return K::template EvalHalf<S>(d, x, p.n);
}
template <class K, class S, class D, class... V>
ISOBIT_INLINE VFromD<D> EvalBits(D d, NoParams, V... v) {
  return K::template EvalBits<S>(d, v...);
}
template <class K, class S, class D, class V>
ISOBIT_INLINE V EvalBits(D d, ClampParams<uint16_t> p, V x) {
  return K::template EvalBits<S>(d, x, Set(d, p.lo), Set(d, p.hi));
}
// Parameters of a half format as f32.
template <class S>
ISOBIT_INLINE NoParams WidenParams(NoParams p) {
  return p;
}
template <class S>
ISOBIT_INLINE PowIParams WidenParams(PowIParams p) {
  return p;
}
template <class S>
ISOBIT_INLINE AffineParams<float> WidenParams(AffineParams<uint16_t> p) {
  return {S::ToF32(p.c)};
}
template <class S>
ISOBIT_INLINE ClampParams<float> WidenParams(ClampParams<uint16_t> p) {
  return {S::ToF32(p.lo), S::ToF32(p.hi)};
}

template <class K, class D, class V>
ISOBIT_INLINE V WithCanonicalNaN(D d, V v) {
  if constexpr (K::kAnyNaN) return Canonical(d, v);
  return v;
}

// ---- Dtypes: how one vector of storage, or a pair of them, is computed from memory ----
template <typename Float>
struct FullDtype {
  using T = Float;
  using D = FullTag<T>;
  template <class K>
  static constexpr bool kPairs = K::template kPairs<T>;
  // Whether Raw's NaN are still to be made canonical.
  template <class K>
  static constexpr bool kAnyNaN = K::kAnyNaN;
  template <class K, class DV, class P, class... Ptr>
  static ISOBIT_INLINE VFromD<DV> Raw(DV d, P params, Ptr... p) {
    return engine::Eval<K>(d, params, LoadU(d, p)...);
  }
  template <class K, class DV, class P, class... Ptr>
  static ISOBIT_INLINE VFromD<DV> Compute(DV d, P params, Ptr... p) {
    return WithCanonicalNaN<K>(d, Raw<K>(d, params, p...));
  }
};
template <class S, class Format>
struct HalfDtype {
  using T = uint16_t;
  using D = FullTag<uint16_t>;
  using DF = FullTag<float>;
  // One vector of storage is two of f32 already: these may be evaluated as a pair, but no more.
  template <class K>
  static constexpr bool kPairs = false;
  template <class K>
  static constexpr bool kAnyNaN = false;
  template <class K, class P, class... Ptr>
  static ISOBIT_INLINE VFromD<D> Raw(D d, P params, Ptr... p) {
    return Compute<K>(d, params, p...);
  }
  template <class K, class P, class... Ptr>
  static ISOBIT_INLINE VFromD<D> Compute(D d, P params, Ptr... p) {
    if constexpr (K::kBits) {
      return engine::EvalBits<K, Format>(d, params, LoadU(d, p)...);
    } else {
      const DF df;
      const auto wide = WidenParams<S>(params);
      const auto r = Both<K, K::kHalf>(wide, Widen(d, p)...);
      VFromD<D> y = S::Narrow(df, d, r.first, r.second);
      if constexpr (K::kCheckHalf) {
        if (HWY_UNLIKELY(!K::template CheckHalf<Format>(d, &y, LoadU(d, p)...))) {
          const auto again = Both<K, false>(wide, Widen(d, p)...);
          y = S::Narrow(df, d, again.first, again.second);
        }
      }
      return y;
    }
  }

 private:
  using Vectors = VFromD<PairTag<DF>>;
  static ISOBIT_INLINE Vectors Widen(D d, const uint16_t* p) {
    Vectors v;
    S::Widen(DF(), d, p, &v.first, &v.second);
    return v;
  }
  template <class K, bool kHalf, class P, class... V>
  static ISOBIT_INLINE Vectors Both(P params, V... v) {
    if constexpr (K::template kPairs<T>) {
      return One<K, kHalf>(PairTag<DF>(), params, v...);
    } else {
      return {One<K, kHalf>(DF(), params, v.first...), One<K, kHalf>(DF(), params, v.second...)};
    }
  }
  template <class K, bool kHalf, class DV, class P, class... V>
  static ISOBIT_INLINE VFromD<DV> One(DV d, P params, V... v) {
    if constexpr (kHalf) {
      return engine::EvalHalf<K, Format>(d, params, v...);
    } else {
      return WithCanonicalNaN<K>(d, engine::Eval<K>(d, params, v...));
    }
  }
};
using f32_dtype = FullDtype<float>;
using f64_dtype = FullDtype<double>;
using f16_dtype = HalfDtype<F16Storage, F16Format>;
using bf16_dtype = HalfDtype<BF16Storage, BF16Format>;

// Copies n < 64 / sizeof(T) elements.
template <typename T>
ISOBIT_INLINE void CopyFew(T* to, const T* from, size_t n) {
  for (size_t i = 0; i < n; ++i) to[i] = from[i];
}

// Copies the n elements of a tail to the next buffer of a whole vector and fills the rest with the first of them, so
// that the padding takes no path that the tail itself does not take.
template <class D, typename T = TFromD<D>>
ISOBIT_INLINE const T* Pad(D d, T** next, const T* from, size_t n) {
  T* const buffer = *next;
  *next += 64 / sizeof(T);
  StoreU(Set(d, *from), d, buffer);
  CopyFew(buffer, from, n);
  return buffer;
}

// The last n elements, fewer than a vector's, by way of buffers. Out of line for kernels of few operations, so that
// calls without a tail do not pay for its stack frame.
template <class Dtype, class K, class P, typename T, class... Ptr>
HWY_NOINLINE void Tail(T* out, size_t n, P params, Ptr... in) {
  const typename Dtype::D d;
  alignas(64) T buffers[sizeof...(Ptr)][64 / sizeof(T)];
  alignas(64) T result[64 / sizeof(T)];
  T* next = buffers[0];
  StoreU(Dtype::template Compute<K>(d, params, Pad(d, &next, in, n)...), d, result);
  CopyFew(out, result, n);
}

// to[i] = K(in[i]...) for one of d's vectors.
template <class Dtype, class K, class D, class P, typename T, class... Ptr>
ISOBIT_INLINE void Step(D d, T* to, bool stream, P params, Ptr... in) {
  const auto r = Dtype::template Compute<K>(d, params, in...);
  if (HWY_UNLIKELY(stream)) {
    StreamAligned(r, d, to);
  } else {
    StoreU(r, d, to);
  }
}

// to[i] = K(in[i]...) for `count` > 0 whole vectors.
template <class Dtype, class K, class P, typename T, class... Ptr>
ISOBIT_INLINE void Run(T* to, size_t count, bool stream, P params, Ptr... in) {
  const typename Dtype::D d;
  const size_t N = Lanes(d);
  if constexpr (Dtype::template kPairs<K>) {
    const PairTag<typename Dtype::D> pair;
    for (; count >= 2; count -= 2) {
      Step<Dtype, K>(pair, to, stream, params, in...);
      (..., (in += 2 * N));
      to += 2 * N;
    }
    if (count == 0) return;
  }
  do {
    Step<Dtype, K>(d, to, stream, params, in...);
    (..., (in += N));
    to += N;
  } while (--count != 0);
}

// The same for an exponent that the kernel may pass as a constant.
template <class Dtype, class K, typename T>
struct RunWithExponent {
  T* to;
  size_t count;
  bool stream;
  const T* in;
  ISOBIT_INLINE void operator()(int32_t n) const { Run<Dtype, K>(to, count, stream, PowIParams{n}, in); }
};

// out[i] = K(in[i]...) for i < n. Each input is either `out` itself or does not overlap it.
template <class Dtype, class K, class P, typename T, class... Ptr>
ISOBIT_INLINE void Loop(T* out, size_t n, P params, Ptr... in) {
  using D = typename Dtype::D;
  const D d;
  const size_t N = Lanes(d);
  // Streaming pays when the data exceeds the caches, and never in place: there the lines are in the cache anyway.
  const bool stream = HWY_UNLIKELY(n * sizeof(T) > g_stream_bytes) && (... && (in != out));
  // A streamed output starts with one unaligned vector and goes on from the next boundary of a vector: what overlaps is
  // computed twice, to the same bits.
  const size_t head = (N * sizeof(T) - reinterpret_cast<uintptr_t>(out) % (N * sizeof(T))) / sizeof(T);
  size_t i = 0;
  if constexpr (K::kUnroll > 1) {
    if (stream) {
      StoreU(Dtype::template Compute<K>(d, params, in...), d, out);
      for (i = head; n - i >= 4 * N; i += 4 * N) {
        if constexpr (K::kPrefetchBytes != 0) {
          for (size_t line = 0; line < 4 * N * sizeof(T); line += 64) {
            (..., Prefetch(reinterpret_cast<const char*>(in + i) + K::kPrefetchBytes + line));
          }
        }
        const auto r0 = Dtype::template Compute<K>(d, params, (in + i)...);
        const auto r1 = Dtype::template Compute<K>(d, params, (in + i + N)...);
        const auto r2 = Dtype::template Compute<K>(d, params, (in + i + 2 * N)...);
        const auto r3 = Dtype::template Compute<K>(d, params, (in + i + 3 * N)...);
        StreamAligned(r0, d, out + i);
        StreamAligned(r1, d, out + i + N);
        StreamAligned(r2, d, out + i + 2 * N);
        StreamAligned(r3, d, out + i + 3 * N);
      }
      StreamFence();
    }
    size_t left = n - i;
    out += i;
    (..., (in += i));
    // The code of short calls stands in line, since each jump is a tenth of their time.
    if (HWY_UNLIKELY(left >= 4 * N)) {
      do {
        auto r0 = Dtype::template Raw<K>(d, params, in...);
        auto r1 = Dtype::template Raw<K>(d, params, (in + N)...);
        auto r2 = Dtype::template Raw<K>(d, params, (in + 2 * N)...);
        auto r3 = Dtype::template Raw<K>(d, params, (in + 3 * N)...);
        if constexpr (Dtype::template kAnyNaN<K>) {
          if (HWY_UNLIKELY(AnyTrue(d, Or(IsNaN(r0, r1), IsNaN(r2, r3))))) {
            r0 = Canonical(d, r0);
            r1 = Canonical(d, r1);
            r2 = Canonical(d, r2);
            r3 = Canonical(d, r3);
          }
        }
        StoreU(r0, d, out);
        StoreU(r1, d, out + N);
        StoreU(r2, d, out + 2 * N);
        StoreU(r3, d, out + 3 * N);
        out += 4 * N;
        (..., (in += 4 * N));
        left -= 4 * N;
      } while (HWY_LIKELY(left >= 4 * N));
    }
    if (HWY_LIKELY(left >= 2 * N)) {
      const auto r0 = Dtype::template Compute<K>(d, params, in...);
      const auto r1 = Dtype::template Compute<K>(d, params, (in + N)...);
      StoreU(r0, d, out);
      StoreU(r1, d, out + N);
      out += 2 * N;
      (..., (in += 2 * N));
      left -= 2 * N;
    }
    if (left >= N) {
      StoreU(Dtype::template Compute<K>(d, params, in...), d, out);
      out += N;
      (..., (in += N));
      left -= N;
    }
    if (HWY_UNLIKELY(left != 0)) Tail<Dtype, K>(out, left, params, in...);
  } else {
    // A large kernel's code stands here once, in a loop of whole vectors with no other work in it. It runs over the
    // memory and, one round each, over padded copies of what lies before a streamed output's first boundary of a vector
    // and of the tail.
    alignas(64) T buffers[sizeof...(Ptr)][64 / sizeof(T)];
    alignas(64) T result[64 / sizeof(T)];
    size_t few = stream ? head % N : 0;
    while (i < n) {
      if (few == 0 && n - i < N) few = n - i;
      size_t count = few != 0 ? 1 : (n - i) / N;
      T* next = buffers[0];
      T* const to = few != 0 ? result : out + i;
      const bool streamed = stream && few == 0;
      if constexpr (K::kByExponent) {
        K::ByExponent(params.n, RunWithExponent<Dtype, K, T>{to, count, streamed,
                                                             (few != 0 ? Pad(d, &next, in + i, few) : in + i)...});
      } else {
        Run<Dtype, K>(to, count, streamed, params, (few != 0 ? Pad(d, &next, in + i, few) : in + i)...);
      }
      CopyFew(out + i, result, few);
      i += few != 0 ? few : count * N;
      few = 0;
    }
    if (stream) StreamFence();
  }
}

}  // namespace engine

ISOBIT_END_TARGET

#endif  // Include guard per target.
