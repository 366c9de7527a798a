// Two vectors as one: the lane vocabulary over pairs, each operation done for the first vector and then for the second.
// A kernel evaluated on a pair runs two independent chains of operations side by side, which a processor overlaps
// further than one chain after another; it branches once for both, to a rare path that leaves ordinary lanes their
// bits.
// SPDX-License-Identifier: Apache-2.0
#if defined(ISOBIT_LANE_PAIR_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ISOBIT_LANE_PAIR_INL_H_
#undef ISOBIT_LANE_PAIR_INL_H_
#else
#define ISOBIT_LANE_PAIR_INL_H_
#endif

ISOBIT_BEGIN_TARGET

// ---- Arithmetic, bits, comparisons ----
#define ISOBIT_PAIR_1(op)               \
  template <class V>                    \
  ISOBIT_INLINE Pair<V> op(Pair<V> a) { \
    return {op(a.first), op(a.second)}; \
  }
#define ISOBIT_PAIR_2(op)                                  \
  template <class V>                                       \
  ISOBIT_INLINE Pair<V> op(Pair<V> a, Pair<V> b) {         \
    return {op(a.first, b.first), op(a.second, b.second)}; \
  }
#define ISOBIT_PAIR_3(op)                                                     \
  template <class V>                                                          \
  ISOBIT_INLINE Pair<V> op(Pair<V> a, Pair<V> b, Pair<V> c) {                 \
    return {op(a.first, b.first, c.first), op(a.second, b.second, c.second)}; \
  }
#define ISOBIT_PAIR_SHIFT(op)                         \
  template <int kBits, class V>                       \
  ISOBIT_INLINE Pair<V> op(Pair<V> a) {               \
    return {op<kBits>(a.first), op<kBits>(a.second)}; \
  }
#define ISOBIT_PAIR_COMPARE(op)                                                           \
  template <class V>                                                                      \
  ISOBIT_INLINE auto op(Pair<V> a, Pair<V> b)->PairMask<decltype(op(a.first, b.first))> { \
    return {op(a.first, b.first), op(a.second, b.second)};                                \
  }
#define ISOBIT_PAIR_MASK(op)                                   \
  template <class M>                                           \
  ISOBIT_INLINE PairMask<M> op(PairMask<M> a, PairMask<M> b) { \
    return {op(a.first, b.first), op(a.second, b.second)};     \
  }
ISOBIT_PAIR_1(Sqrt)
ISOBIT_PAIR_1(Abs)
ISOBIT_PAIR_1(Neg)
ISOBIT_PAIR_1(Not)
ISOBIT_PAIR_1(RoundEven)
ISOBIT_PAIR_1(Floor)
ISOBIT_PAIR_1(Ceil)
ISOBIT_PAIR_2(Add)
ISOBIT_PAIR_2(Sub)
ISOBIT_PAIR_2(Mul)
ISOBIT_PAIR_2(Div)
ISOBIT_PAIR_2(And)
ISOBIT_PAIR_2(Or)
ISOBIT_PAIR_2(Xor)
ISOBIT_PAIR_2(AndNot)
ISOBIT_PAIR_2(CopySign)
ISOBIT_PAIR_2(CopySignToAbs)
ISOBIT_PAIR_2(MinNum)
ISOBIT_PAIR_2(MaxNum)
ISOBIT_PAIR_2(MinOrSecond)
ISOBIT_PAIR_2(MaxOrSecond)
ISOBIT_PAIR_2(Shl)
ISOBIT_PAIR_2(Shr)
ISOBIT_PAIR_2(MulWide32)
ISOBIT_PAIR_2(MulHi32)
ISOBIT_PAIR_2(MulLo32)
ISOBIT_PAIR_3(Fma)
ISOBIT_PAIR_3(Fnma)
ISOBIT_PAIR_3(Fms)
ISOBIT_PAIR_3(IfNegativeThenElse)
ISOBIT_PAIR_SHIFT(ShiftLeft)
ISOBIT_PAIR_SHIFT(ShiftRight)
ISOBIT_PAIR_COMPARE(Eq)
ISOBIT_PAIR_COMPARE(NotEq)
ISOBIT_PAIR_COMPARE(Lt)
ISOBIT_PAIR_COMPARE(Le)
ISOBIT_PAIR_COMPARE(Gt)
ISOBIT_PAIR_COMPARE(Ge)
ISOBIT_PAIR_COMPARE(IsNaN)
ISOBIT_PAIR_MASK(And)
ISOBIT_PAIR_MASK(Or)
ISOBIT_PAIR_MASK(Xor)
ISOBIT_PAIR_MASK(AndNot)
#undef ISOBIT_PAIR_1
#undef ISOBIT_PAIR_2
#undef ISOBIT_PAIR_3
#undef ISOBIT_PAIR_SHIFT
#undef ISOBIT_PAIR_COMPARE
#undef ISOBIT_PAIR_MASK
template <class M>
ISOBIT_INLINE PairMask<M> Not(PairMask<M> m) {
  return {Not(m.first), Not(m.second)};
}
template <class V>
ISOBIT_INLINE auto IsNaN(Pair<V> v) -> PairMask<decltype(IsNaN(v.first))> {
  return {IsNaN(v.first), IsNaN(v.second)};
}

// ---- Selection ----
template <class M, class V>
ISOBIT_INLINE Pair<V> IfThenElse(PairMask<M> m, Pair<V> yes, Pair<V> no) {
  return {IfThenElse(m.first, yes.first, no.first), IfThenElse(m.second, yes.second, no.second)};
}
template <class M, class V>
ISOBIT_INLINE Pair<V> IfThenElseZero(PairMask<M> m, Pair<V> yes) {
  return {IfThenElseZero(m.first, yes.first), IfThenElseZero(m.second, yes.second)};
}
template <class M, class V>
ISOBIT_INLINE Pair<V> IfThenZeroElse(PairMask<M> m, Pair<V> no) {
  return {IfThenZeroElse(m.first, no.first), IfThenZeroElse(m.second, no.second)};
}
template <class D, class M>
ISOBIT_INLINE bool AnyTrue(PairTag<D>, PairMask<M> m) {
  return AnyTrue(D(), Or(m.first, m.second));
}
template <class D, class M>
ISOBIT_INLINE bool AllLanes(PairTag<D>, PairMask<M> m) {
  return AllLanes(D(), And(m.first, m.second));
}

// ---- By tag ----
template <class D>
ISOBIT_INLINE Pair<VFromD<D>> Set(PairTag<D>, TFromD<D> t) {
  return {Set(D(), t), Set(D(), t)};
}
template <class D>
ISOBIT_INLINE Pair<VFromD<D>> Zero(PairTag<D>) {
  return {Zero(D()), Zero(D())};
}
template <class D, class V>
ISOBIT_INLINE Pair<VFromD<D>> BitCast(PairTag<D>, Pair<V> v) {
  return {BitCast(D(), v.first), BitCast(D(), v.second)};
}
template <class D, class M>
ISOBIT_INLINE PairMask<MFromD<D>> RebindMask(PairTag<D>, PairMask<M> m) {
  return {RebindMask(D(), m.first), RebindMask(D(), m.second)};
}
template <class D, class V>
ISOBIT_INLINE Pair<VFromD<D>> TruncToInt(PairTag<D>, Pair<V> v) {
  return {TruncToInt(D(), v.first), TruncToInt(D(), v.second)};
}
template <class D, class V>
ISOBIT_INLINE Pair<VFromD<D>> FromInt(PairTag<D>, Pair<V> v) {
  return {FromInt(D(), v.first), FromInt(D(), v.second)};
}
template <class D, class F, class V>
ISOBIT_INLINE Pair<V> ViaF64(PairTag<D>, const F& f, Pair<V> v) {
  return {ViaF64(D(), f, v.first), ViaF64(D(), f, v.second)};
}
template <class D, class F, class V>
ISOBIT_INLINE Pair<V> ViaF64(PairTag<D>, const F& f, Pair<V> a, Pair<V> b) {
  return {ViaF64(D(), f, a.first, b.first), ViaF64(D(), f, a.second, b.second)};
}
template <class D, class V>
ISOBIT_INLINE Pair<VFromD<D>> Gather(PairTag<D>, const TFromD<D>* table, Pair<V> index) {
  return {Gather(D(), table, index.first), Gather(D(), table, index.second)};
}
template <size_t kSize, class D, class V>
ISOBIT_INLINE Pair<VFromD<D>> Lookup(PairTag<D>, const TFromD<D>* table, Pair<V> index) {
  return {Lookup<kSize>(D(), table, index.first), Lookup<kSize>(D(), table, index.second)};
}
template <size_t kSize, class D, class V>
ISOBIT_INLINE Pair<VFromD<D>> LookupMod(PairTag<D>, const TFromD<D>* table, Pair<V> index) {
  return {LookupMod<kSize>(D(), table, index.first), LookupMod<kSize>(D(), table, index.second)};
}

// ---- Memory, for the engine ----
template <class D>
ISOBIT_INLINE size_t Lanes(PairTag<D>) {
  return 2 * Lanes(D());
}
template <class D>
ISOBIT_INLINE Pair<VFromD<D>> LoadU(PairTag<D>, const TFromD<D>* p) {
  return {LoadU(D(), p), LoadU(D(), p + Lanes(D()))};
}
template <class D>
ISOBIT_INLINE void StoreU(Pair<VFromD<D>> v, PairTag<D>, TFromD<D>* p) {
  StoreU(v.first, D(), p);
  StoreU(v.second, D(), p + Lanes(D()));
}
template <class D>
ISOBIT_INLINE void StreamAligned(Pair<VFromD<D>> v, PairTag<D>, TFromD<D>* p) {
  StreamAligned(v.first, D(), p);
  StreamAligned(v.second, D(), p + Lanes(D()));
}

ISOBIT_END_TARGET

#endif  // Include guard per target.
