// The scalar target: SLEEF's functions of one element, which give the bits of its vector functions by fused operations.
// SPDX-License-Identifier: Apache-2.0
#include "providers/sleef/functions.h"

#define ISOBIT_SLEEF_F32(kernel) Sleef_finz_##kernel##f1_u10purecfma
#define ISOBIT_SLEEF_F64(kernel) Sleef_finz_##kernel##d1_u10purecfma

namespace isobit {
namespace sleef {
namespace N_SCALAR {
namespace {

template <typename Element>
struct One {
  using T = Element;
  using V = Element;
  static constexpr size_t kLanes = 1;
  static V Load(const T* from) { return *from; }
  static void Store(V v, T* to) { *to = v; }
  static V Canonical(V v) { return v != v ? static_cast<V>(__builtin_nanf("")) : v; }
};
using F32 = One<float>;
using F64 = One<double>;

}  // namespace

#include "providers/sleef/loops-inl.h"

}  // namespace N_SCALAR
}  // namespace sleef
}  // namespace isobit
