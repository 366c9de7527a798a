// What registering a provider does, what it refuses, and that readers may go on meanwhile.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <thread>
#include <vector>

#include "fake_provider.h"

namespace isobit_provider_test {
namespace {

// Refused with this status and a sentence that contains `words`; nothing is registered.
void ExpectRefused(const isobit_provider* provider, isobit_status status, const char* words) {
  const size_t before = isobit_binding_count();
  EXPECT_EQ(isobit_register_provider(provider), status);
  EXPECT_NE(std::strstr(isobit_last_error(), words), nullptr) << isobit_last_error();
  EXPECT_EQ(isobit_binding_count(), before);
}

TEST(Registration, AddsBindingsAfterThoseThatAreThere) {
  static FakeProvider fake("adds", {SoundBinding("fake_adds_f32", "fake_adds", "FakeAdds", "fake-adds")});
  const size_t before = isobit_binding_count();
  const isobit_binding* const first = isobit_binding_at(0);
  ASSERT_EQ(isobit_find_binding("fake_adds_f32"), nullptr);
  ASSERT_EQ(isobit_binding_function(fake.bindings().data()), nullptr);
  ASSERT_EQ(isobit_register_provider(fake.get()), ISOBIT_OK) << isobit_last_error();
  EXPECT_EQ(isobit_binding_count(), before + 1);
  EXPECT_EQ(isobit_binding_at(0), first);
  EXPECT_EQ(isobit_binding_at(before), fake.bindings().data());
  EXPECT_EQ(isobit_binding_at(before + 1), nullptr);
  EXPECT_EQ(isobit_find_binding("fake_adds_f32"), fake.bindings().data());
  EXPECT_EQ(isobit_resolve("fake_adds_f32"), reinterpret_cast<isobit_function>(&Copy));
  EXPECT_EQ(isobit_binding_function(fake.bindings().data()), reinterpret_cast<isobit_function>(&Copy));

  // Again: nothing changes.
  EXPECT_EQ(isobit_register_provider(fake.get()), ISOBIT_OK);
  EXPECT_EQ(isobit_binding_count(), before + 1);

  // A launch reaches its function, and its time can be measured.
  const float x[3] = {1, 2, 3};
  float out[3] = {};
  const int64_t shape[1] = {3};
  float* const data = const_cast<float*>(x);
  const isobit_tensor input = {ISOBIT_F32, 1, data, shape, nullptr, 0};
  const isobit_tensor output = {ISOBIT_F32, 1, out, shape, nullptr, 0};
  ASSERT_EQ(isobit_launch("fake_adds", &input, 1, nullptr, &output), ISOBIT_OK) << isobit_last_error();
  EXPECT_EQ(std::memcmp(x, out, sizeof(x)), 0);
  double nanoseconds = 0;
  ASSERT_EQ(isobit_measure(fake.bindings().data(), 100000, &nanoseconds), ISOBIT_OK);
  EXPECT_GT(nanoseconds, 0);
}

TEST(Registration, RefusesNull) {
  ExpectRefused(nullptr, ISOBIT_ERROR_NULL_POINTER, "the provider is null");
  FakeProvider fake("null", {SoundBinding("fake_null_f32", "fake_null", "FakeNull", "fake-null")});
  const isobit_provider sound = *fake.get();
  isobit_provider broken = sound;
  broken.name = nullptr;
  ExpectRefused(&broken, ISOBIT_ERROR_NULL_POINTER, "the name");
  broken = sound;
  broken.bindings = nullptr;
  ExpectRefused(&broken, ISOBIT_ERROR_NULL_POINTER, "the bindings");
  broken = sound;
  broken.functions = nullptr;
  ExpectRefused(&broken, ISOBIT_ERROR_NULL_POINTER, "the functions");

  const isobit_binding binding = fake.bindings()[0];
  fake.bindings()[0].name = nullptr;
  ExpectRefused(fake.get(), ISOBIT_ERROR_NULL_POINTER, "binding 0 of null");
  fake.bindings()[0] = binding;
  fake.bindings()[0].kernel_source = nullptr;
  ExpectRefused(fake.get(), ISOBIT_ERROR_NULL_POINTER, "binding 0 of null");
  fake.bindings()[0] = binding;
  fake.functions()[0] = nullptr;
  ExpectRefused(fake.get(), ISOBIT_ERROR_NULL_POINTER, "binding 0 of null");
}

TEST(Registration, RefusesStructsOfAnotherVersion) {
  FakeProvider fake("version", {SoundBinding("fake_version_f32", "fake_version", "FakeVersion", "fake-version")});
  fake.get()->struct_size = sizeof(isobit_provider) - 1;
  ExpectRefused(fake.get(), ISOBIT_ERROR_PARAMETER, "struct_size");
  fake.get()->struct_size = sizeof(isobit_provider);
  fake.bindings()[0].struct_size = sizeof(isobit_binding) + 8;
  ExpectRefused(fake.get(), ISOBIT_ERROR_PARAMETER, "binding 0 of version has struct_size");
}

TEST(Registration, RefusesWhatIsTaken) {
  // The second binding's entry point, then its dispatch key with the source that has it.
  FakeProvider fake("taken", {SoundBinding("fake_taken_f32", "fake_taken", "FakeTaken", "fake-taken"),
                              SoundBinding("isobit_exp_f32", "fake_other", "FakeOther", "fake-taken")});
  ExpectRefused(fake.get(), ISOBIT_ERROR_PARAMETER, "isobit_exp_f32 of taken");
  fake.bindings()[1] = SoundBinding("fake_exp_f32", "exp", "ExpElementwise", "isobit-highway");
  ExpectRefused(fake.get(), ISOBIT_ERROR_PARAMETER, "fake_exp_f32 of taken (kernel exp, source isobit-highway)");
  EXPECT_EQ(isobit_find_binding("fake_taken_f32"), nullptr);
}

// In a process of its own, since no other test could register anything afterwards.
TEST(RegistrationDeathTest, TakesSixteenProvidersAndNoMore) {
  ::testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(
      {
        std::vector<std::unique_ptr<FakeProvider>> fakes;
        isobit_status status = ISOBIT_OK;
        int taken = 0;
        while (taken < 100 && status == ISOBIT_OK) {
          fakes.push_back(std::make_unique<FakeProvider>("empty", std::vector<isobit_binding>()));
          status = isobit_register_provider(fakes.back()->get());
          taken += status == ISOBIT_OK;
        }
        std::fprintf(stderr, "%d taken, then %s: %s", taken, isobit_status_string(status), isobit_last_error());
        std::_Exit(0);
      },
      ::testing::ExitedWithCode(0), "16 taken, then too large: .*16 providers are registered");
}

TEST(Registration, ReadersGoOnMeanwhile) {
  constexpr int kProviders = 4;
  static const char* const kNames[kProviders] = {"fake_race0_f32", "fake_race1_f32", "fake_race2_f32",
                                                 "fake_race3_f32"};
  static const char* const kKernels[kProviders] = {"fake_race0", "fake_race1", "fake_race2", "fake_race3"};
  static std::vector<std::unique_ptr<FakeProvider>> fakes;
  for (int i = 0; i < kProviders; ++i) {
    fakes.push_back(std::make_unique<FakeProvider>(
        "race", std::vector<isobit_binding>{SoundBinding(kNames[i], kKernels[i], "FakeRace", "fake-race")}));
  }
  const size_t before = isobit_binding_count();
  std::atomic<bool> stop{false};
  std::atomic<int> failures{0};
  std::vector<std::thread> readers;
  for (int r = 0; r < 3; ++r) {
    readers.emplace_back([&] {
      size_t last = 0;
      bool again = true;
      while (again) {
        again = !stop.load();
        // What was counted can be read, and counts never fall.
        const size_t count = isobit_binding_count();
        failures += count < last;
        last = count;
        for (size_t i = 0; i < count; ++i) {
          const isobit_binding* binding = isobit_binding_at(i);
          failures += binding == nullptr || isobit_binding_function(binding) == nullptr;
        }
        const isobit_binding* chosen = nullptr;
        failures += isobit_select("ExpElementwise", ISOBIT_F32, nullptr, &chosen, nullptr, 0) != ISOBIT_OK;
      }
      failures += last != before + kProviders;
    });
  }
  // Each provider is registered by all writers at once, and is there once.
  for (int i = 0; i < kProviders; ++i) {
    std::vector<std::thread> writers;
    for (int w = 0; w < 3; ++w) {
      writers.emplace_back(
          [&, i] { failures += isobit_register_provider(fakes[static_cast<size_t>(i)]->get()) != ISOBIT_OK; });
    }
    for (std::thread& writer : writers) writer.join();
    failures += isobit_find_binding(kNames[i]) != fakes[static_cast<size_t>(i)]->bindings().data();
  }
  stop = true;
  for (std::thread& reader : readers) reader.join();
  EXPECT_EQ(failures.load(), 0);
}

}  // namespace
}  // namespace isobit_provider_test
