// One pass of the lane test: each operation of the vocabulary as a function over arrays, compiled once for the scalar
// lane and once for each vector target. No guard: the pass decides how often it is included.
// SPDX-License-Identifier: Apache-2.0
#include "lane_ops.h"
#ifndef ISOBIT_SCALAR_PASS
#include "lane/highway.h"
#endif
#if defined(ISOBIT_SCALAR_PASS) || (HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128)
#include "lane/lane.h"

ISOBIT_BEGIN_TARGET
namespace lane_pass {

#ifdef ISOBIT_SCALAR_PASS
template <typename T>
using One = ScalarTag<T>;
template <typename T>
using Two = ScalarTag<T>;
#else
template <typename T>
using One = FullTag<T>;
template <typename T>
using Two = PairTag<FullTag<T>>;
#endif

// On single vectors, Tag being One, or on pairs of them.
template <typename T, template <typename> class Tag, class Op>
void Run(const void* a_bytes, const void* b_bytes, const void* c_bytes, void* out_bytes, size_t n) {
  const T* a = static_cast<const T*>(a_bytes);
  const T* b = static_cast<const T*>(b_bytes);
  const T* c = static_cast<const T*>(c_bytes);
  T* out = static_cast<T*>(out_bytes);
  const Tag<T> d;
  for (size_t i = 0; i < n; i += Lanes(d)) {
    StoreU(Op::Eval(d, LoadU(d, a + i), LoadU(d, b + i), LoadU(d, c + i)), d, out + i);
  }
}

// 1 where the mask is set, 0 elsewhere.
template <class D, class M>
ISOBIT_INLINE VFromD<D> Show(D d, M mask) {
  return IfThenElse(mask, Set(d, static_cast<TFromD<D>>(1)), Zero(d));
}

// An operation on a, b, c of tag d.
#define LANE_OP(name, expression)                             \
  struct name {                                               \
    template <class D, class V>                               \
    static ISOBIT_INLINE VFromD<D> Eval(D d, V a, V b, V c) { \
      (void)d;                                                \
      (void)a;                                                \
      (void)b;                                                \
      (void)c;                                                \
      return expression;                                      \
    }                                                         \
  };

LANE_OP(OpSet, Set(d, static_cast<TFromD<D>>(7)))
LANE_OP(OpZero, Zero(d))
LANE_OP(OpAdd, Add(a, b))
LANE_OP(OpSub, Sub(a, b))
LANE_OP(OpMul, Mul(a, b))
LANE_OP(OpDiv, Div(a, b))
LANE_OP(OpSqrt, Sqrt(a))
LANE_OP(OpFma, Fma(a, b, c))
LANE_OP(OpFnma, Fnma(a, b, c))
LANE_OP(OpFms, Fms(a, b, c))
// A product and a sum that must stay two roundings.
LANE_OP(OpMulThenAdd, Add(Mul(a, b), c))
LANE_OP(OpMulThenSub, Sub(Mul(a, b), c))
LANE_OP(OpSubFromMul, Sub(c, Mul(a, b)))
LANE_OP(OpAnd, And(a, b))
LANE_OP(OpOr, Or(a, b))
LANE_OP(OpXor, Xor(a, b))
LANE_OP(OpAndNot, AndNot(a, b))
LANE_OP(OpNeg, Neg(a))
LANE_OP(OpAbs, Abs(a))
LANE_OP(OpCopySign, CopySign(a, b))
LANE_OP(OpCopySignToAbs, CopySignToAbs(Abs(a), b))
LANE_OP(OpLt, Show(d, Lt(a, b)))
LANE_OP(OpGt, Show(d, Gt(a, b)))
LANE_OP(OpLe, Show(d, Le(a, b)))
LANE_OP(OpGe, Show(d, Ge(a, b)))
LANE_OP(OpEq, Show(d, Eq(a, b)))
LANE_OP(OpNotEq, Show(d, NotEq(a, b)))
LANE_OP(OpIsNaN, Show(d, IsNaN(a)))
LANE_OP(OpEitherIsNaN, Show(d, IsNaN(a, b)))
LANE_OP(OpMaskAnd, Show(d, And(Lt(a, b), Lt(b, c))))
LANE_OP(OpMaskOr, Show(d, Or(Lt(a, b), Lt(b, c))))
LANE_OP(OpMaskXor, Show(d, Xor(Lt(a, b), Lt(b, c))))
LANE_OP(OpMaskAndNot, Show(d, AndNot(Lt(a, b), Lt(b, c))))
LANE_OP(OpMaskNot, Show(d, Not(Lt(a, b))))
LANE_OP(OpIfThenElse, IfThenElse(Lt(a, b), b, c))
LANE_OP(OpIfThenElseZero, IfThenElseZero(Lt(a, b), c))
LANE_OP(OpIfThenZeroElse, IfThenZeroElse(Lt(a, b), c))
LANE_OP(OpIfNegativeThenElse, IfNegativeThenElse(a, b, c))
LANE_OP(OpMinNum, MinNum(a, b))
LANE_OP(OpMaxNum, MaxNum(a, b))
LANE_OP(OpMinOrSecond, MinOrSecond(a, b))
LANE_OP(OpMaxOrSecond, MaxOrSecond(a, b))
LANE_OP(OpRoundEven, RoundEven(a))
LANE_OP(OpFloor, Floor(a))
LANE_OP(OpCeil, Ceil(a))
LANE_OP(OpQuietNaN, QuietNaN(d))
LANE_OP(OpCanonical, Canonical(d, a))
LANE_OP(OpTruncToInt, BitCast(d, TruncToInt(RebindToSigned<D>(), a)))
LANE_OP(OpFromInt, FromInt(d, BitCast(RebindToSigned<D>(), a)))
LANE_OP(OpBitCast, BitCast(d, Add(BitCast(RebindToUnsigned<D>(), a), BitCast(RebindToUnsigned<D>(), b))))
// A mask of floats selects integers, and one of integers selects floats.
LANE_OP(OpMaskToInt, BitCast(d, IfThenElse(RebindMask(RebindToSigned<D>(), Lt(a, b)), BitCast(RebindToSigned<D>(), a),
                                           BitCast(RebindToSigned<D>(), c))))
LANE_OP(OpMaskFromInt,
        IfThenElse(RebindMask(d, Eq(BitCast(RebindToSigned<D>(), a), BitCast(RebindToSigned<D>(), b))), b, c))
// No result may depend on AnyTrue, except through work whose result every lane discards.
struct OpAnyTrue {
  template <class D, class V>
  static ISOBIT_INLINE VFromD<D> Eval(D d, V a, V b, V c) {
    const auto mask = Lt(a, b);
    if (!AnyTrue(d, mask)) return c;
    return IfThenElse(mask, Add(a, b), c);
  }
};

struct OpAllLanes {
  template <class D, class V>
  static ISOBIT_INLINE VFromD<D> Eval(D d, V a, V b, V c) {
    const auto mask = Lt(a, b);
    if (AllLanes(d, mask)) return Add(a, b);
    return IfThenElse(mask, Add(a, b), c);
  }
};

template <int kBits>
struct OpShiftLeft {
  template <class D, class V>
  static ISOBIT_INLINE VFromD<D> Eval(D, V a, V, V) {
    return ShiftLeft<kBits>(a);
  }
};
template <int kBits>
struct OpShiftRight {
  template <class D, class V>
  static ISOBIT_INLINE VFromD<D> Eval(D, V a, V, V) {
    return ShiftRight<kBits>(a);
  }
};
LANE_OP(OpShl, Shl(a, And(b, Set(d, static_cast<TFromD<D>>(sizeof(TFromD<D>) * 8 - 1)))))
LANE_OP(OpShr, Shr(a, And(b, Set(d, static_cast<TFromD<D>>(sizeof(TFromD<D>) * 8 - 1)))))
LANE_OP(OpMulWide32, MulWide32(a, b))
LANE_OP(OpMulHi32, MulHi32(a, b))
LANE_OP(OpMulLo32, MulLo32(a, b))

// ---- f32 through f64 ----
struct OneWide {
  template <class D, class V>
  ISOBIT_INLINE V operator()(D d, V v) const {
    return Fma(v, Set(d, 0x1.0000001p0), Mul(v, Set(d, 0x1p-31)));
  }
};
struct TwoWide {
  template <class D, class V>
  ISOBIT_INLINE V operator()(D d, V a, V b) const {
    return Add(Mul(a, b), Mul(a, Set(d, 0x1p-27)));
  }
};
LANE_OP(OpViaF64One, ViaF64(d, OneWide(), a))
LANE_OP(OpViaF64Two, ViaF64(d, TwoWide(), a, b))

// ---- Tables: entry i holds a value that shows which one was read ----
template <typename T, size_t kSize>
struct Table {
  alignas(64) T entries[kSize];
  constexpr Table() : entries() {
    for (size_t i = 0; i < kSize; ++i) entries[i] = static_cast<T>(1000 + 3 * static_cast<int>(i));
  }
};
template <typename T, size_t kSize>
struct TheTable {
  static constexpr Table<T, kSize> kTable{};
};
template <size_t kSize>
struct OpLookup {
  template <class D, class V>
  static ISOBIT_INLINE VFromD<D> Eval(D d, V a, V, V) {
    const RebindToSigned<D> di;
    using TI = TFromD<decltype(di)>;
    const auto index = And(BitCast(di, a), Set(di, static_cast<TI>(kSize - 1)));
    return Lookup<kSize>(d, TheTable<TFromD<D>, kSize>::kTable.entries, index);
  }
};
// The index keeps its high bits here: only the low ones may count.
template <size_t kSize>
struct OpLookupMod {
  template <class D, class V>
  static ISOBIT_INLINE VFromD<D> Eval(D d, V a, V, V) {
    const RebindToSigned<D> di;
    return LookupMod<kSize>(d, TheTable<TFromD<D>, kSize>::kTable.entries, BitCast(di, a));
  }
};
template <size_t kSize>
struct OpGather {
  template <class D, class V>
  static ISOBIT_INLINE VFromD<D> Eval(D d, V a, V, V) {
    const RebindToSigned<D> di;
    using TI = TFromD<decltype(di)>;
    const auto index = And(BitCast(di, a), Set(di, static_cast<TI>(kSize - 1)));
    return Gather(d, TheTable<TFromD<D>, kSize>::kTable.entries, index);
  }
};

// ---- Half storage: widened exactly, narrowed with one rounding ----
// x(1 + y 2^-13) and x + y as f32, canonical where NaN, rounded back: products fill the bits below the half format.
struct Blend {
  template <class D, class V>
  static ISOBIT_INLINE V Eval(D d, V x, V y) {
    return Canonical(d, Fma(Mul(x, Set(d, 0x1p-13f)), y, x));
  }
};
struct Sum {
  template <class D, class V>
  static ISOBIT_INLINE V Eval(D d, V x, V y) {
    return Canonical(d, Add(x, y));
  }
};
// x * y * 2^-20: results among and below the subnormals of both half formats.
struct Tiny {
  template <class D, class V>
  static ISOBIT_INLINE V Eval(D d, V x, V y) {
    return Canonical(d, Mul(Mul(x, Set(d, 0x1p-20f)), y));
  }
};
#ifdef ISOBIT_SCALAR_PASS
struct F16Storage {
  static float Widen(uint16_t h) { return narrow::F32FromF16(h); }
  static uint16_t Narrow(float v) { return narrow::F16FromF32(v); }
};
struct BF16Storage {
  static float Widen(uint16_t h) { return narrow::F32FromBF16(h); }
  static uint16_t Narrow(float v) { return narrow::BF16FromF32(v); }
};
template <class Storage, class Op>
void RunHalf(const void* a_bytes, const void* b_bytes, const void*, void* out_bytes, size_t n) {
  const uint16_t* a = static_cast<const uint16_t*>(a_bytes);
  const uint16_t* b = static_cast<const uint16_t*>(b_bytes);
  uint16_t* out = static_cast<uint16_t*>(out_bytes);
  for (size_t i = 0; i < n; ++i) {
    out[i] = Storage::Narrow(Op::Eval(ScalarTag<float>(), Storage::Widen(a[i]), Storage::Widen(b[i])));
  }
}
#else
template <class Storage, class Op>
void RunHalf(const void* a_bytes, const void* b_bytes, const void*, void* out_bytes, size_t n) {
  const uint16_t* a = static_cast<const uint16_t*>(a_bytes);
  const uint16_t* b = static_cast<const uint16_t*>(b_bytes);
  uint16_t* out = static_cast<uint16_t*>(out_bytes);
  const FullTag<uint16_t> dh;
  const FullTag<float> df;
  for (size_t i = 0; i < n; i += Lanes(dh)) {
    VFromD<FullTag<float>> a0, a1, b0, b1;
    Storage::Widen(df, dh, a + i, &a0, &a1);
    Storage::Widen(df, dh, b + i, &b0, &b1);
    StoreU(Storage::Narrow(df, dh, Op::Eval(df, a0, b0), Op::Eval(df, a1, b1)), dh, out + i);
  }
}
#endif

#define LANE_ROW(type, T, name, op, domain, result)                                                      \
  {name, lane_test::Type::type, lane_test::Domain::domain, lane_test::Result::result, &Run<T, One, op>}, \
      {name "_pair", lane_test::Type::type, lane_test::Domain::domain, lane_test::Result::result, &Run<T, Two, op>},
#define LANE_HALF(type, storage, op) \
  {#op, lane_test::Type::type, lane_test::Domain::kAll, lane_test::Result::kBits, &RunHalf<storage, op>},

#define LANE_FLOAT(type, T)                                                  \
  LANE_ROW(type, T, "Set", OpSet, kAll, kBits)                               \
  LANE_ROW(type, T, "Zero", OpZero, kAll, kBits)                             \
  LANE_ROW(type, T, "Add", OpAdd, kAll, kAnyNan)                             \
  LANE_ROW(type, T, "Sub", OpSub, kAll, kAnyNan)                             \
  LANE_ROW(type, T, "Mul", OpMul, kAll, kAnyNan)                             \
  LANE_ROW(type, T, "Div", OpDiv, kAll, kAnyNan)                             \
  LANE_ROW(type, T, "Sqrt", OpSqrt, kAll, kAnyNan)                           \
  LANE_ROW(type, T, "Fma", OpFma, kAll, kAnyNan)                             \
  LANE_ROW(type, T, "Fnma", OpFnma, kAll, kAnyNan)                           \
  LANE_ROW(type, T, "Fms", OpFms, kAll, kAnyNan)                             \
  LANE_ROW(type, T, "Mul_then_Add", OpMulThenAdd, kAll, kAnyNan)             \
  LANE_ROW(type, T, "Mul_then_Sub", OpMulThenSub, kAll, kAnyNan)             \
  LANE_ROW(type, T, "Sub_from_Mul", OpSubFromMul, kAll, kAnyNan)             \
  LANE_ROW(type, T, "And", OpAnd, kAll, kBits)                               \
  LANE_ROW(type, T, "Or", OpOr, kAll, kBits)                                 \
  LANE_ROW(type, T, "Xor", OpXor, kAll, kBits)                               \
  LANE_ROW(type, T, "AndNot", OpAndNot, kAll, kBits)                         \
  LANE_ROW(type, T, "Neg", OpNeg, kAll, kBits)                               \
  LANE_ROW(type, T, "Abs", OpAbs, kAll, kBits)                               \
  LANE_ROW(type, T, "CopySign", OpCopySign, kAll, kBits)                     \
  LANE_ROW(type, T, "CopySignToAbs", OpCopySignToAbs, kAll, kBits)           \
  LANE_ROW(type, T, "Lt", OpLt, kAll, kBits)                                 \
  LANE_ROW(type, T, "Gt", OpGt, kAll, kBits)                                 \
  LANE_ROW(type, T, "Le", OpLe, kAll, kBits)                                 \
  LANE_ROW(type, T, "Ge", OpGe, kAll, kBits)                                 \
  LANE_ROW(type, T, "Eq", OpEq, kAll, kBits)                                 \
  LANE_ROW(type, T, "NotEq", OpNotEq, kAll, kBits)                           \
  LANE_ROW(type, T, "IsNaN", OpIsNaN, kAll, kBits)                           \
  LANE_ROW(type, T, "IsNaN_either", OpEitherIsNaN, kAll, kBits)              \
  LANE_ROW(type, T, "mask_And", OpMaskAnd, kAll, kBits)                      \
  LANE_ROW(type, T, "mask_Or", OpMaskOr, kAll, kBits)                        \
  LANE_ROW(type, T, "mask_Xor", OpMaskXor, kAll, kBits)                      \
  LANE_ROW(type, T, "mask_AndNot", OpMaskAndNot, kAll, kBits)                \
  LANE_ROW(type, T, "mask_Not", OpMaskNot, kAll, kBits)                      \
  LANE_ROW(type, T, "RebindMask_to_int", OpMaskToInt, kAll, kBits)           \
  LANE_ROW(type, T, "RebindMask_from_int", OpMaskFromInt, kAll, kBits)       \
  LANE_ROW(type, T, "IfThenElse", OpIfThenElse, kAll, kBits)                 \
  LANE_ROW(type, T, "IfThenElseZero", OpIfThenElseZero, kAll, kBits)         \
  LANE_ROW(type, T, "IfThenZeroElse", OpIfThenZeroElse, kAll, kBits)         \
  LANE_ROW(type, T, "IfNegativeThenElse", OpIfNegativeThenElse, kAll, kBits) \
  LANE_ROW(type, T, "AnyTrue", OpAnyTrue, kAll, kBits)                       \
  LANE_ROW(type, T, "AllLanes", OpAllLanes, kAll, kBits)                     \
  LANE_ROW(type, T, "MinNum", OpMinNum, kOrdered, kBits)                     \
  LANE_ROW(type, T, "MaxNum", OpMaxNum, kOrdered, kBits)                     \
  LANE_ROW(type, T, "MinOrSecond", OpMinOrSecond, kAll, kBits)               \
  LANE_ROW(type, T, "MaxOrSecond", OpMaxOrSecond, kAll, kBits)               \
  LANE_ROW(type, T, "RoundEven", OpRoundEven, kAll, kAnyNan)                 \
  LANE_ROW(type, T, "Floor", OpFloor, kAll, kAnyNan)                         \
  LANE_ROW(type, T, "Ceil", OpCeil, kAll, kAnyNan)                           \
  LANE_ROW(type, T, "QuietNaN", OpQuietNaN, kAll, kBits)                     \
  LANE_ROW(type, T, "Canonical", OpCanonical, kAll, kBits)                   \
  LANE_ROW(type, T, "TruncToInt", OpTruncToInt, kTruncFits, kBits)           \
  LANE_ROW(type, T, "FromInt", OpFromInt, kAll, kBits)                       \
  LANE_ROW(type, T, "BitCast", OpBitCast, kAll, kBits)                       \
  LANE_ROW(type, T, "Lookup_8", OpLookup<8>, kAll, kBits)                    \
  LANE_ROW(type, T, "Lookup_16", OpLookup<16>, kAll, kBits)                  \
  LANE_ROW(type, T, "Lookup_32", OpLookup<32>, kAll, kBits)                  \
  LANE_ROW(type, T, "Lookup_64", OpLookup<64>, kAll, kBits)                  \
  LANE_ROW(type, T, "Lookup_128", OpLookup<128>, kAll, kBits)                \
  LANE_ROW(type, T, "LookupMod_4", OpLookupMod<4>, kAll, kBits)              \
  LANE_ROW(type, T, "LookupMod_8", OpLookupMod<8>, kAll, kBits)              \
  LANE_ROW(type, T, "LookupMod_16", OpLookupMod<16>, kAll, kBits)            \
  LANE_ROW(type, T, "LookupMod_32", OpLookupMod<32>, kAll, kBits)            \
  LANE_ROW(type, T, "LookupMod_64", OpLookupMod<64>, kAll, kBits)            \
  LANE_ROW(type, T, "Gather_1024", OpGather<1024>, kAll, kBits)

#define LANE_INTEGER(type, T)                                                     \
  LANE_ROW(type, T, "Set", OpSet, kAll, kBits)                                    \
  LANE_ROW(type, T, "Add", OpAdd, kAll, kBits)                                    \
  LANE_ROW(type, T, "Sub", OpSub, kAll, kBits)                                    \
  LANE_ROW(type, T, "And", OpAnd, kAll, kBits)                                    \
  LANE_ROW(type, T, "Or", OpOr, kAll, kBits)                                      \
  LANE_ROW(type, T, "Xor", OpXor, kAll, kBits)                                    \
  LANE_ROW(type, T, "AndNot", OpAndNot, kAll, kBits)                              \
  LANE_ROW(type, T, "Eq", OpEq, kAll, kBits)                                      \
  LANE_ROW(type, T, "NotEq", OpNotEq, kAll, kBits)                                \
  LANE_ROW(type, T, "Lt", OpLt, kAll, kBits)                                      \
  LANE_ROW(type, T, "Gt", OpGt, kAll, kBits)                                      \
  LANE_ROW(type, T, "IfThenElse", OpIfThenElse, kAll, kBits)                      \
  LANE_ROW(type, T, "IfThenElseZero", OpIfThenElseZero, kAll, kBits)              \
  LANE_ROW(type, T, "IfThenZeroElse", OpIfThenZeroElse, kAll, kBits)              \
  LANE_ROW(type, T, "MinNum", OpMinNum, kAll, kBits)                              \
  LANE_ROW(type, T, "MaxNum", OpMaxNum, kAll, kBits)                              \
  LANE_ROW(type, T, "ShiftLeft_1", OpShiftLeft<1>, kAll, kBits)                   \
  LANE_ROW(type, T, "ShiftLeft_7", OpShiftLeft<7>, kAll, kBits)                   \
  LANE_ROW(type, T, "ShiftLeft_top", OpShiftLeft<sizeof(T) * 8 - 1>, kAll, kBits) \
  LANE_ROW(type, T, "ShiftRight_1", OpShiftRight<1>, kAll, kBits)                 \
  LANE_ROW(type, T, "ShiftRight_7", OpShiftRight<7>, kAll, kBits)                 \
  LANE_ROW(type, T, "ShiftRight_top", OpShiftRight<sizeof(T) * 8 - 1>, kAll, kBits)

#define LANE_COUNTED_SHIFTS(type, T)           \
  LANE_ROW(type, T, "Shl", OpShl, kAll, kBits) \
  LANE_ROW(type, T, "Shr", OpShr, kAll, kBits)

constexpr lane_test::Operation kOperations[] = {
    LANE_FLOAT(kF32, float) LANE_FLOAT(kF64, double) LANE_ROW(kF32, float, "ViaF64_one", OpViaF64One, kAll, kAnyNan)
        LANE_ROW(kF32, float, "ViaF64_two", OpViaF64Two, kAll, kAnyNan) LANE_INTEGER(kI16, int16_t) LANE_INTEGER(
            kU16, uint16_t) LANE_INTEGER(kI32, int32_t) LANE_INTEGER(kU32, uint32_t) LANE_INTEGER(kI64, int64_t)
            LANE_INTEGER(kU64, uint64_t) LANE_COUNTED_SHIFTS(kI32, int32_t) LANE_COUNTED_SHIFTS(kU32, uint32_t)
                LANE_COUNTED_SHIFTS(kU64, uint64_t) LANE_ROW(kU64, uint64_t, "MulWide32", OpMulWide32, kAll, kBits)
                    LANE_ROW(kU32, uint32_t, "MulHi32", OpMulHi32, kAll, kBits)
                        LANE_ROW(kU32, uint32_t, "MulLo32", OpMulLo32, kAll, kBits) LANE_ROW(
                            kI32, int32_t, "MulLo32", OpMulLo32, kAll, kBits) LANE_HALF(kF16Storage, F16Storage, Blend)
                            LANE_HALF(kF16Storage, F16Storage, Sum) LANE_HALF(kF16Storage, F16Storage, Tiny)
                                LANE_HALF(kBF16Storage, BF16Storage, Blend) LANE_HALF(kBF16Storage, BF16Storage, Sum)
                                    LANE_HALF(kBF16Storage, BF16Storage, Tiny)};

#undef LANE_OP
#undef LANE_ROW
#undef LANE_HALF
#undef LANE_FLOAT
#undef LANE_INTEGER
#undef LANE_COUNTED_SHIFTS

}  // namespace lane_pass

lane_test::Operations LaneOperations() {
  return {lane_pass::kOperations, sizeof(lane_pass::kOperations) / sizeof(lane_pass::kOperations[0])};
}

ISOBIT_END_TARGET
#endif
