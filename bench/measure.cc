// Measuring with Google Benchmark: the competitors of one (case, n) are registered together with random
// interleaving, so that a disturbance of the machine meets all of them alike.
// SPDX-License-Identifier: Apache-2.0
#include "measure.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <stdexcept>
#include <thread>

namespace isobit_bench {
namespace {

// The kernels whose cost is judged beside the library's own exp.
constexpr const char* kBesideExp[] = {"sigmoid", "silu", "gelu", "gelu_erf", "rem", "powi"};

// One element type and the C entries over it.
template <class T>
struct Entries {
  using Unary = isobit_status (*)(const T*, T*, size_t);
  using Binary = isobit_status (*)(const T*, const T*, T*, size_t);
  using Affine = isobit_status (*)(const T*, double, T*, size_t);
  using Clamp = isobit_status (*)(const T*, double, double, T*, size_t);
  using PowI = isobit_status (*)(const T*, int32_t, T*, size_t);
};

// Calls run(f), where f() is one call of the library by its typed entry.
template <class T, class Run>
void WithTypedEntry(const Call& call, Run run) {
  const isobit_function entry = isobit_resolve(call.binding->name);
  if (!entry) throw std::runtime_error(std::string("no entry ") + call.binding->name);
  const T* a = static_cast<const T*>(call.a);
  const T* b = static_cast<const T*>(call.b);
  T* out = static_cast<T*>(call.out);
  const size_t n = call.n;
  const Parameters p = call.parameters;
  switch (call.binding->family) {
    case ISOBIT_UNARY: {
      const auto f = reinterpret_cast<typename Entries<T>::Unary>(entry);
      return run([=] { return f(a, out, n); });
    }
    case ISOBIT_BINARY: {
      const auto f = reinterpret_cast<typename Entries<T>::Binary>(entry);
      return run([=] { return f(a, b, out, n); });
    }
    case ISOBIT_AFFINE: {
      const auto f = reinterpret_cast<typename Entries<T>::Affine>(entry);
      return run([=] { return f(a, p.c, out, n); });
    }
    case ISOBIT_CLAMP: {
      const auto f = reinterpret_cast<typename Entries<T>::Clamp>(entry);
      return run([=] { return f(a, p.lo, p.hi, out, n); });
    }
    case ISOBIT_POWI: {
      const auto f = reinterpret_cast<typename Entries<T>::PowI>(entry);
      return run([=] { return f(a, p.exponent, out, n); });
    }
  }
}

size_t BytesMoved(const Call& call) {
  return call.n * isobit_dtype_size(call.binding->dtype) * static_cast<size_t>(call.binding->inputs + 1);
}

// Calls run(f), where f() is one call of the competitor and returns a status.
template <class Run>
void WithCall(const Call& call, Run run) {
  if (call.copies) {
    // Half of the bytes are read and half are written. b lies behind a, so that there is enough to read.
    const size_t bytes = BytesMoved(call) / 2;
    return run([=] {
      std::memcpy(call.out, call.a, bytes);
      return ISOBIT_OK;
    });
  }
  if (call.peer) {
    const PeerFunction peer = call.peer;
    return run([=] {
      peer(call.a, call.b, call.out, call.n, call.parameters);
      return ISOBIT_OK;
    });
  }
  if (isobit_set_target(call.target) != ISOBIT_OK) throw std::runtime_error(isobit_last_error());
  switch (call.binding->dtype) {
    case ISOBIT_F32:
      return WithTypedEntry<float>(call, run);
    case ISOBIT_F64:
      return WithTypedEntry<double>(call, run);
    case ISOBIT_BF16:
    case ISOBIT_F16:
      return WithTypedEntry<uint16_t>(call, run);
  }
}

// A call this long brings its data into the caches by itself, if they fit at all.
constexpr double kLongCallNs = 5e6;
// From here on a call that seems long is long, and was not merely interrupted.
constexpr size_t kManyElements = size_t{1} << 20;

// What a repetition costs besides its calls: the sleep before it and Google Benchmark's bookkeeping.
constexpr double kRepetitionOverheadNs = 1.5e5;

// Nanoseconds a call, from a warm-up and enough calls to see the clock move; also checks the status.
double Calibrate(const Competitor& competitor) {
  using Clock = std::chrono::steady_clock;
  double ns = 0;
  WithCall(competitor.call, [&](auto f) {
    const auto first = Clock::now();
    if (f() != ISOBIT_OK) {
      throw std::runtime_error(std::string(competitor.call.binding->name) + ": " + isobit_last_error());
    }
    ns = std::chrono::duration<double, std::nano>(Clock::now() - first).count();
    if (ns > kLongCallNs && competitor.call.n >= kManyElements) return;
    for (size_t calls = 1;; calls *= 4) {
      const auto start = Clock::now();
      for (size_t i = 0; i < calls; ++i) {
        f();
        benchmark::ClobberMemory();
      }
      const std::chrono::duration<double, std::nano> elapsed = Clock::now() - start;
      ns = elapsed.count() / static_cast<double>(calls);
      if (elapsed.count() > 5e4) break;
    }
  });
  return std::max(ns, 0.5);
}

void RunBenchmark(benchmark::State& state, const Call& call, bool warm_up) {
  // A thread that has just slept starts a new time slice, so that a busy machine is less likely to interrupt the
  // repetition.
  std::this_thread::sleep_for(std::chrono::microseconds(20));
  WithCall(call, [&](auto f) {
    if (warm_up) f();  // after another competitor's turn
    for (auto _ : state) {
      f();
      benchmark::ClobberMemory();
    }
  });
}

double Shortest(const std::vector<double>& times) { return *std::min_element(times.begin(), times.end()); }

// Collects the repetitions of a group and passes their statistics on to the JSON reporter under the plain names.
class Collector : public benchmark::BenchmarkReporter {
 public:
  Collector(const Group& group, GroupResult& result, benchmark::JSONReporter* json, bool& json_begun)
      : group_(group), result_(result), json_(json), json_begun_(json_begun) {}

  bool ReportContext(const Context& context) override {
    if (json_ && !json_begun_) {
      json_begun_ = true;
      json_->ReportContext(context);
    }
    return true;
  }

  void ReportRuns(const std::vector<Run>& runs) override {
    std::vector<Run> statistics;
    for (const Run& run : runs) {
      if (run.error_occurred) throw std::runtime_error(run.benchmark_name() + ": " + run.error_message);
      Run plain = run;
      plain.run_name.iterations.clear();
      plain.run_name.repetitions.clear();
      plain.run_name.time_type.clear();
      plain.report_label = group_.size;
      if (run.run_type == Run::RT_Iteration) {
        const std::string& name = run.run_name.function_name;
        const std::string prefix = group_.test.name + "/" + isobit_dtype_name(group_.test.binding->dtype) + "/";
        const std::string competitor = name.substr(prefix.size(), name.rfind("/n:") - prefix.size());
        result_.ns[competitor].push_back(run.GetAdjustedRealTime());
        if (run.repetitions > 1) continue;  // a single one has no statistics and stands for itself
      }
      statistics.push_back(std::move(plain));
    }
    if (json_) json_->ReportRuns(statistics);
  }

 private:
  const Group& group_;
  GroupResult& result_;
  benchmark::JSONReporter* json_;
  bool& json_begun_;
};

bool CpuHasAvx2() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
  return false;
#endif
}

bool CpuHasAvx512() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq");
#else
  return false;
#endif
}

// The peers that this build has and this CPU can run.
std::vector<PeerSet> AvailablePeers() {
  std::vector<PeerSet> sets;
  sets.push_back(CompilerPeers());
#ifdef ISOBIT_BENCH_X86
  // Without AVX-512 the compiler's best loop is the AVX2 one already.
  if (CpuHasAvx512()) sets.push_back(CompilerAvx2Peers());
  if (CpuHasAvx2()) {
    sets.push_back(SleefAvx2Peers());
    sets.push_back(LibmvecAvx2Peers());
  }
  if (CpuHasAvx512()) {
    sets.push_back(SleefAvx512Peers());
    sets.push_back(LibmvecAvx512Peers());
  }
#endif
#ifdef ISOBIT_BENCH_NEON
  sets.push_back(SleefNeonPeers());
#endif
  sets.push_back(LibmPeers());
  return sets;
}

const isobit_binding* FindBinding(const std::string& kernel, isobit_dtype dtype) {
  return isobit_find_binding(("isobit_" + kernel + "_" + isobit_dtype_name(dtype)).c_str());
}

bool HasUlpBound(const isobit_binding& binding) { return binding.max_ulp != 0; }

// How far a peer's result may lie from the library's before the bench says that they compute different things.
double PeerTolerance(isobit_dtype dtype) {
  return dtype == ISOBIT_F64 ? 1e-10 : dtype == ISOBIT_F32 ? 1e-4 : dtype == ISOBIT_F16 ? 5e-3 : 4e-2;
}

}  // namespace

std::string Group::Name(const std::string& competitor) const {
  return test.name + "/" + isobit_dtype_name(test.binding->dtype) + "/" + competitor + "/n:" + std::to_string(n);
}

double GroupResult::Min(const std::string& competitor) const {
  const auto found = ns.find(competitor);
  if (found == ns.end() || found->second.empty()) return 0;
  return *std::min_element(found->second.begin(), found->second.end());
}

std::vector<std::string> AvailableTargets() {
  std::vector<std::string> targets;
  for (const char* const* name = isobit_targets(); *name; ++name) {
    if (isobit_target_supported(*name)) targets.insert(targets.begin(), *name);
  }
  return targets;
}

std::string PeerOfTarget(const std::string& peer, const std::string& target) {
  const bool narrow_on_wide = target == "avx2" && CpuHasAvx512();
  if (peer == "compiler") return narrow_on_wide ? "compiler_avx2" : "compiler";
  if (peer == "sleef" || peer == "libmvec") return peer + "_" + (target == "avx3" ? "avx512" : target);
  if (peer == "exp" || peer == "f32") return peer + "_" + target;
  return peer;
}

Measurer::Measurer(MeasureSettings settings, std::ostream* json)
    : settings_(std::move(settings)), peer_sets_(AvailablePeers()), json_(json) {
  if (json_) {
    json_reporter_.SetOutputStream(json_);
    json_reporter_.SetErrorStream(json_);
  }
}

Measurer::~Measurer() {
  if (json_ && json_begun_) json_reporter_.Finalize();
}

std::vector<Competitor> Measurer::Competitors(const Group& group) const {
  const isobit_binding& binding = *group.test.binding;
  std::vector<Competitor> all;
  const auto add = [&](std::string name) -> Call& {
    Competitor competitor;
    competitor.name = std::move(name);
    competitor.call.binding = &binding;
    competitor.call.n = group.n;
    competitor.call.parameters = group.test.parameters;
    all.push_back(std::move(competitor));
    return all.back().call;
  };
  for (const std::string& target : settings_.targets) add(target).target = target.c_str();
  for (const PeerSet& set : peer_sets_) {
    for (size_t i = 0; i < set.count; ++i) {
      const Peer& peer = set.peers[i];
      if (peer.dtype == binding.dtype && std::strcmp(peer.kernel, binding.kernel) == 0) add(set.name).peer = peer.run;
    }
  }
  add("memcpy").copies = true;
  // The library's own kernels that this one's cost is judged by, at the sizes where that is asked.
  if (!group.array && (group.size == "2048" || group.size == "65536")) {
    const bool half = binding.dtype == ISOBIT_F16 || binding.dtype == ISOBIT_BF16;
    const bool beside_exp = !half && std::any_of(std::begin(kBesideExp), std::end(kBesideExp), [&](const char* kernel) {
      return std::strcmp(kernel, binding.kernel) == 0;
    });
    const isobit_binding* reference = nullptr;
    if (half && HasUlpBound(binding)) reference = FindBinding(binding.kernel, ISOBIT_F32);
    if (beside_exp) reference = FindBinding("exp", binding.dtype);
    if (reference) {
      for (const std::string& target : settings_.targets) {
        Call& call = add((beside_exp ? "exp_" : "f32_") + target);
        call.target = target.c_str();
        call.binding = reference;
      }
    }
  }
  std::vector<Competitor> wanted;
  for (Competitor& competitor : all) {
    if (!settings_.wanted || settings_.wanted(group, competitor.name)) wanted.push_back(std::move(competitor));
  }
  return wanted;
}

std::vector<std::string> Measurer::CompetitorNames(const Group& group) const {
  std::vector<std::string> names;
  for (const Competitor& competitor : Competitors(group)) names.push_back(competitor.name);
  return names;
}

// Reserves and fills the buffers, and points the calls at them.
void Measurer::Prepare(const Group& group, std::vector<Competitor>& competitors) {
  const isobit_binding& binding = *group.test.binding;
  buffers_.Reserve(group.n, isobit_dtype_size(binding.dtype));
  if (group.array) {
    std::memcpy(buffers_.a(), group.array->bytes.data(), group.array->bytes.size());
  } else {
    Fill(binding.dtype, group.test.a, 1, buffers_.a(), group.n);
    if (binding.inputs == 2) Fill(binding.dtype, group.test.b, 2, buffers_.b(), group.n);
  }
  bool reference_filled = false;
  for (Competitor& competitor : competitors) {
    Call& call = competitor.call;
    const bool reference = call.binding != &binding;
    if (reference && !reference_filled) {
      reference_filled = true;
      // exp gets its own range; the f32 kernel gets this case's.
      const bool same_kernel = std::strcmp(call.binding->kernel, binding.kernel) == 0;
      const Case usual = same_kernel ? group.test : UsualCase(*call.binding);
      reference_buffers_.Reserve(group.n, isobit_dtype_size(call.binding->dtype));
      Fill(call.binding->dtype, usual.a, 1, reference_buffers_.a(), group.n);
      if (call.binding->inputs == 2) Fill(call.binding->dtype, usual.b, 2, reference_buffers_.b(), group.n);
    }
    const Buffers& from = reference ? reference_buffers_ : buffers_;
    call.a = from.a();
    call.b = call.binding->inputs == 2 ? from.b() : nullptr;
    call.out = from.out();
  }
}

// A peer that computed something else would make a ratio without meaning. The comparison is loose, because peers may
// err by several ULP.
std::set<std::string> Measurer::PeersUnlikeUs(const Group& group, const std::vector<Competitor>& competitors) {
  std::set<std::string> unlike;
  const isobit_binding& binding = *group.test.binding;
  const auto own = std::find_if(competitors.begin(), competitors.end(),
                                [&](const Competitor& c) { return c.call.target && c.call.binding == &binding; });
  // fmod is not rem, and what peers make of huge arguments is their affair.
  if (own == competitors.end() || group.array || group.test.variant || std::strcmp(binding.kernel, "rem") == 0) {
    return unlike;
  }
  const size_t count = std::min<size_t>(group.n, 2048);
  std::vector<double> expected(count);
  const auto run = [](const Competitor& c) { WithCall(c.call, [](auto f) { f(); }); };
  run(*own);
  for (size_t i = 0; i < count; ++i) expected[i] = ToDouble(binding.dtype, own->call.out, i);
  for (const Competitor& competitor : competitors) {
    if (!competitor.call.peer) continue;
    run(competitor);
    for (size_t i = 0; i < count; ++i) {
      const double got = ToDouble(binding.dtype, competitor.call.out, i);
      if (!std::isfinite(expected[i]) || !std::isfinite(got)) continue;
      if (std::fabs(got - expected[i]) > PeerTolerance(binding.dtype) * (1 + std::fabs(expected[i]))) {
        unlike.insert(competitor.name);
        break;
      }
    }
  }
  return unlike;
}

GroupResult Measurer::Measure(const Group& group, double budget_ns) {
  GroupResult result;
  result.group = group;
  std::vector<Competitor> competitors = Competitors(group);
  if (competitors.empty()) return result;
  Prepare(group, competitors);
  if (group.size == "2048" || group.size == "65536") result.unlike = PeersUnlikeUs(group, competitors);

  const double share = budget_ns / static_cast<double>(competitors.size());
  for (const Competitor& competitor : competitors) {
    const double call_ns = Calibrate(competitor);
    const double wanted_ns =
        std::min(settings_.repetition_ns, std::max(share / settings_.repetitions, 0.05 * settings_.repetition_ns));
    const double repetition_ns = std::max(call_ns, wanted_ns);
    const bool warm_up = call_ns < kLongCallNs;
    const double affordable = share / (kRepetitionOverheadNs + repetition_ns + (warm_up ? call_ns : 0));
    const int least = call_ns > 10 * kLongCallNs && group.n >= kManyElements ? 1 : 3;
    const int repetitions = std::max(least, static_cast<int>(std::min<double>(settings_.repetitions, affordable)));
    benchmark::RegisterBenchmark(group.Name(competitor.name).c_str(), RunBenchmark, competitor.call, warm_up)
        ->Iterations(
            std::max<benchmark::IterationCount>(1, static_cast<benchmark::IterationCount>(repetition_ns / call_ns)))
        ->Repetitions(repetitions)
        ->ComputeStatistics("min", Shortest)
        ->UseRealTime();
  }
  Collector collector(group, result, json_ ? &json_reporter_ : nullptr, json_begun_);
  benchmark::RunSpecifiedBenchmarks(&collector);
  benchmark::ClearRegisteredBenchmarks();
  return result;
}

}  // namespace isobit_bench
