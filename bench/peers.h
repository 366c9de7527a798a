// The competitors that the bench measures beside isobit: loops of other makers behind one signature.
// SPDX-License-Identifier: Apache-2.0
#ifndef ISOBIT_BENCH_PEERS_H_
#define ISOBIT_BENCH_PEERS_H_

#include <cstddef>
#include <cstdint>

#include "isobit/isobit.h"

namespace isobit_bench {

// The scalar parameters of a call; a kernel reads those of its family only.
struct Parameters {
  double c = 0.75;       // add_scalar, mul_scalar
  double lo = -2.5;      // clamp
  double hi = 3.5;       // clamp
  int32_t exponent = 3;  // powi
};

// a, b (null for one input) and out hold n elements of the peer's dtype; out overlaps neither.
using PeerFunction = void (*)(const void* a, const void* b, void* out, size_t n, const Parameters& p);

struct Peer {
  const char* kernel;
  isobit_dtype dtype;
  PeerFunction run;
};

struct PeerSet {
  const char* name;  // the <target> field of the benchmark's name
  const Peer* peers;
  size_t count;
};

// What the compiler makes of plain loops: at -march=native, and (on x86) for AVX2 without AVX-512.
PeerSet CompilerPeers();
PeerSet CompilerAvx2Peers();
// One call of the C library's scalar function per element.
PeerSet LibmPeers();
// SLEEF's u10 functions and glibc's vector library, whole vectors at a time. An empty set where the build
// found no such library.
PeerSet SleefAvx2Peers();
PeerSet SleefAvx512Peers();
PeerSet SleefNeonPeers();
PeerSet LibmvecAvx2Peers();
PeerSet LibmvecAvx512Peers();

}  // namespace isobit_bench

#endif  // ISOBIT_BENCH_PEERS_H_
