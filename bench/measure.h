// Measuring: who competes in a (case, n), and how their times are taken.
// SPDX-License-Identifier: Apache-2.0
#ifndef ISOBIT_BENCH_MEASURE_H_
#define ISOBIT_BENCH_MEASURE_H_

#include <benchmark/benchmark.h>

#include <functional>
#include <map>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "inputs.h"
#include "npy/npy.h"
#include "peers.h"

namespace isobit_bench {

using isobit_npy::NpyArray;
using isobit_npy::ReadNpy;

// One call of one competitor.
struct Call {
  const isobit_binding* binding = nullptr;  // what is called, or the binding that a peer stands beside
  const char* target = nullptr;             // isobit's target; null for a peer
  PeerFunction peer = nullptr;
  bool copies = false;  // memcpy of as many bytes as the binding reads and writes
  const void* a = nullptr;
  const void* b = nullptr;
  void* out = nullptr;
  size_t n = 0;
  Parameters parameters;
};

struct Competitor {
  std::string name;  // the <target> field
  Call call;
};

// The competitors of one case at one n: all of them run in turn within the same seconds.
struct Group {
  Case test;
  std::string size;  // "65536", "memory", or an array file's name
  size_t n = 0;
  const NpyArray* array = nullptr;  // the input, instead of a range

  std::string Name(const std::string& competitor) const;
};

struct GroupResult {
  Group group;
  std::set<std::string> unlike;                   // the peers whose results were not the library's
  std::map<std::string, std::vector<double>> ns;  // by competitor: nanoseconds a call, one per repetition

  // The shortest repetition in nanoseconds a call, or 0 if the competitor was not measured. The shortest one is
  // the least disturbed by whatever else the machine does.
  double Min(const std::string& competitor) const;
};

// isobit's targets that this CPU can run, worst first: scalar before avx2 before avx3.
std::vector<std::string> AvailableTargets();
// The peer measured against a target: "compiler", "sleef" or "libmvec" of the same vector width, the library's
// own "exp" or "f32" kernel on that target, otherwise the name itself.
std::string PeerOfTarget(const std::string& peer, const std::string& target);

struct MeasureSettings {
  std::vector<std::string> targets;  // isobit's
  int repetitions = 40;
  double repetition_ns = 4e5;  // the least time of one repetition
  // Whether a competitor takes part.
  std::function<bool(const Group&, const std::string& competitor)> wanted;
};

class Measurer {
 public:
  // json may be null; otherwise the statistics of the repetitions go there in Google Benchmark's format.
  Measurer(MeasureSettings settings, std::ostream* json);
  ~Measurer();

  std::vector<std::string> CompetitorNames(const Group& group) const;
  // Spends about budget_ns, within what the repetitions settings allow. Throws std::runtime_error if a call
  // is refused.
  GroupResult Measure(const Group& group, double budget_ns);

 private:
  std::vector<Competitor> Competitors(const Group& group) const;
  void Prepare(const Group& group, std::vector<Competitor>& competitors);
  std::set<std::string> PeersUnlikeUs(const Group& group, const std::vector<Competitor>& competitors);

  MeasureSettings settings_;
  std::vector<PeerSet> peer_sets_;
  Buffers buffers_, reference_buffers_;
  benchmark::JSONReporter json_reporter_;
  std::ostream* json_;
  bool json_begun_ = false;
};

}  // namespace isobit_bench

#endif  // ISOBIT_BENCH_MEASURE_H_
