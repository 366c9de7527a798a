// Any number of threads may call at once, also while others change the target, and no split of an array among
// threads changes a bit. Run under ThreadSanitizer too. It stands alone, without GoogleTest, so that the sanitised
// build needs nothing but the library.
// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "isobit/isobit.h"

namespace {

std::atomic<int> failures{0};

void Fail(const char* what) {
  ++failures;
  std::fprintf(stderr, "thread_test: %s\n", what);
}

std::vector<std::string> RunnableTargets() {
  std::vector<std::string> targets;
  for (const char* const* name = isobit_targets(); *name != nullptr; ++name) {
    if (isobit_target_supported(*name) != 0) targets.emplace_back(*name);
  }
  return targets;
}

constexpr size_t kCount = 6007;

// Each thread computes its range of the array; together they give the bits of one call.
void SplitAmongThreads() {
  std::vector<float> x(kCount);
  for (size_t i = 0; i < kCount; ++i) {
    const uint32_t bits = static_cast<uint32_t>(i) * 0x9E3779B9u;
    std::memcpy(&x[i], &bits, sizeof bits);
  }
  using Entry = isobit_status (*)(const float*, float*, size_t);
  for (const Entry entry : {&isobit_sqrt_f32, &isobit_exp_f32, &isobit_sin_f32, &isobit_recip_f32}) {
    std::vector<float> want(kCount);
    if (entry(x.data(), want.data(), kCount) != ISOBIT_OK) Fail("a call was refused");
    for (size_t threads = 1; threads <= 7; ++threads) {
      std::vector<float> out(kCount);
      std::vector<std::thread> pool;
      const size_t part = (kCount + threads - 1) / threads;
      for (size_t first = 0; first < kCount; first += part) {
        const size_t n = part < kCount - first ? part : kCount - first;
        pool.emplace_back([&, first, n] {
          if (entry(&x[first], &out[first], n) != ISOBIT_OK) Fail("a call was refused");
        });
      }
      for (std::thread& thread : pool) thread.join();
      if (std::memcmp(want.data(), out.data(), kCount * sizeof(float)) != 0) Fail("a split changed the bits");
    }
  }
}

// Callers compare bits while another thread switches targets and others query and are refused.
void CallsWhileTheTargetChanges() {
  const std::vector<std::string> targets = RunnableTargets();
  std::vector<float> x(500);
  for (size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i) * 0.37f - 90.0f;
  std::vector<float> want(x.size());
  std::vector<float> sum(x.size());
  isobit_exp_f32(x.data(), want.data(), x.size());
  isobit_add_f32(x.data(), want.data(), sum.data(), x.size());
  std::atomic<bool> stop{false};
  std::vector<std::thread> pool;
  pool.emplace_back([&] {
    for (size_t i = 0; !stop.load(); ++i) {
      const size_t which = i % (targets.size() + 1);
      if (isobit_set_target(which == targets.size() ? nullptr : targets[which].c_str()) != ISOBIT_OK) {
        Fail("a supported target was refused");
      }
    }
  });
  pool.emplace_back([&] {
    while (!stop.load()) {
      if (isobit_target()[0] == '\0' || isobit_target_reason()[0] == '\0') Fail("no target or no reason");
      if (isobit_set_target("nonsense") != ISOBIT_ERROR_UNKNOWN_TARGET) Fail("nonsense was accepted");
      if (std::string(isobit_last_error()).find("nonsense") == std::string::npos) {
        Fail("another thread's sentence was seen");
      }
      if (isobit_find_binding("isobit_exp_f32") == nullptr) Fail("the registry lost a binding");
    }
  });
  for (int caller = 0; caller < 3; ++caller) {
    pool.emplace_back([&] {
      std::vector<float> out(x.size());
      for (int round = 0; round < 400; ++round) {
        if (isobit_exp_f32(x.data(), out.data(), x.size()) != ISOBIT_OK ||
            std::memcmp(out.data(), want.data(), out.size() * sizeof(float)) != 0) {
          Fail("exp changed while the target did");
        }
        if (isobit_add_f32(x.data(), want.data(), out.data(), x.size()) != ISOBIT_OK ||
            std::memcmp(out.data(), sum.data(), out.size() * sizeof(float)) != 0) {
          Fail("add changed while the target did");
        }
        if (isobit_exp_f32(nullptr, out.data(), 1) != ISOBIT_ERROR_NULL_POINTER ||
            std::string(isobit_last_error()).find("nonsense") != std::string::npos) {
          Fail("another thread's sentence was seen");
        }
      }
    });
  }
  for (size_t i = 2; i < pool.size(); ++i) pool[i].join();
  stop.store(true);
  pool[0].join();
  pool[1].join();
  isobit_set_target(nullptr);
}

// The first use, which picks the target, in many threads at once.
void FirstUse() {
  std::vector<std::thread> pool;
  std::atomic<int> waiting{0};
  for (int i = 0; i < 8; ++i) {
    pool.emplace_back([&] {
      ++waiting;
      while (waiting.load() < 8) std::this_thread::yield();
      const float x = 2.0f;
      float out = 0.0f;
      if (isobit_sqr_f32(&x, &out, 1) != ISOBIT_OK || out != 4.0f) Fail("the first use went wrong");
    });
  }
  for (std::thread& thread : pool) thread.join();
}

}  // namespace

int main() {
  FirstUse();
  SplitAmongThreads();
  CallsWhileTheTargetChanges();
  if (failures.load() != 0) return 1;
  std::puts("thread_test: every split and every target gave the same bits");
  return 0;
}
