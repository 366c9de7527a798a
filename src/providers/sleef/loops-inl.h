// The loops of one target. A translation unit defines, in namespace isobit::sleef::N_<TARGET> and under its target
// attribute, the formats F32 and F64:
//   T and V: the element and the vector; kLanes; Load and Store, unaligned; Canonical: any NaN becomes the quiet one.
// It names SLEEF's functions by ISOBIT_SLEEF_F32(kernel) and ISOBIT_SLEEF_F64(kernel), then includes this file there.
// sleef.h hides what the compiler's flags do not allow, and no flag here names an instruction set, so the functions are
// declared in this file.
// SPDX-License-Identifier: Apache-2.0

#define ISOBIT_SLEEF_IMPORT_Unary(D, function) D::V function(D::V);
#define ISOBIT_SLEEF_IMPORT_Binary(D, function) D::V function(D::V, D::V);
#define ISOBIT_SLEEF_IMPORT(kernel, family)                    \
  ISOBIT_SLEEF_IMPORT_##family(F32, ISOBIT_SLEEF_F32(kernel))  \
  ISOBIT_SLEEF_IMPORT_##family(F64, ISOBIT_SLEEF_F64(kernel))
extern "C" {
ISOBIT_SLEEF_FOR_EACH_KERNEL(ISOBIT_SLEEF_IMPORT)
}

namespace {

// A remainder of 0 < n < kLanes elements, in a vector of its own whose other lanes are 1, which no function minds.
template <class D>
struct Padded {
  typename D::T lanes[D::kLanes];
  explicit Padded(const typename D::T* from, size_t n) {
    for (size_t i = 0; i < D::kLanes; ++i) lanes[i] = 1;
    __builtin_memcpy(lanes, from, n * sizeof(lanes[0]));
  }
  explicit Padded(typename D::V v) { D::Store(v, lanes); }
  void StoreTo(typename D::T* to, size_t n) const { __builtin_memcpy(to, lanes, n * sizeof(lanes[0])); }
};

template <class D, class Function>
inline void Loop(const typename D::T* x, typename D::T* out, size_t n) {
  size_t i = 0;
  for (; n - i >= D::kLanes; i += D::kLanes) D::Store(D::Canonical(Function::Call(D::Load(x + i))), out + i);
  if (i == n) return;
  const Padded<D> rest(x + i, n - i);
  Padded<D>(D::Canonical(Function::Call(D::Load(rest.lanes)))).StoreTo(out + i, n - i);
}

template <class D, class Function>
inline void Loop(const typename D::T* a, const typename D::T* b, typename D::T* out, size_t n) {
  size_t i = 0;
  for (; n - i >= D::kLanes; i += D::kLanes) {
    D::Store(D::Canonical(Function::Call(D::Load(a + i), D::Load(b + i))), out + i);
  }
  if (i == n) return;
  const Padded<D> rest_a(a + i, n - i), rest_b(b + i, n - i);
  Padded<D>(D::Canonical(Function::Call(D::Load(rest_a.lanes), D::Load(rest_b.lanes)))).StoreTo(out + i, n - i);
}

}  // namespace

#define ISOBIT_SLEEF_DEFINE_Unary(name, D, function)  \
  namespace {                                         \
  struct name##_function {                            \
    static D::V Call(D::V x) { return function(x); }  \
  };                                                  \
  }                                                   \
  void name(const D::T* x, D::T* out, size_t n) { Loop<D, name##_function>(x, out, n); }
#define ISOBIT_SLEEF_DEFINE_Binary(name, D, function)            \
  namespace {                                                    \
  struct name##_function {                                       \
    static D::V Call(D::V a, D::V b) { return function(a, b); }  \
  };                                                             \
  }                                                              \
  void name(const D::T* a, const D::T* b, D::T* out, size_t n) { Loop<D, name##_function>(a, b, out, n); }
#define ISOBIT_SLEEF_DEFINE(kernel, family)                                  \
  ISOBIT_SLEEF_DEFINE_##family(kernel##_f32, F32, ISOBIT_SLEEF_F32(kernel))  \
  ISOBIT_SLEEF_DEFINE_##family(kernel##_f64, F64, ISOBIT_SLEEF_F64(kernel))
ISOBIT_SLEEF_FOR_EACH_KERNEL(ISOBIT_SLEEF_DEFINE)
