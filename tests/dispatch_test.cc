// Targets: names, the forced one, what an impossible one is refused with, and ISOBIT_TARGET in a process of its own.
// SPDX-License-Identifier: Apache-2.0
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include "support/harness.h"

namespace isobit_test {
namespace {

std::vector<std::string> CompiledTargets() {
  std::vector<std::string> targets;
  for (const char* const* name = isobit_targets(); *name != nullptr; ++name) targets.emplace_back(*name);
  return targets;
}

TEST(Targets, AreNamedBestFirst) {
#if defined(__x86_64__)
  EXPECT_EQ(CompiledTargets(), (std::vector<std::string>{"avx3", "avx2", "scalar"}));
#elif defined(__aarch64__)
  EXPECT_EQ(CompiledTargets(), (std::vector<std::string>{"neon", "scalar"}));
#else
  EXPECT_EQ(CompiledTargets(), (std::vector<std::string>{"scalar"}));
#endif
  EXPECT_EQ(isobit_target_supported("scalar"), 1) << "scalar runs everywhere";
#if defined(__aarch64__)
  EXPECT_EQ(isobit_target_supported("neon"), 1) << "every AArch64 CPU has it";
#endif
}

TEST(Targets, UnknownNamesAreNotSupported) {
  for (const char* name : {"", "avx", "AVX2", "avx2 ", "sse4", "auto", "neon128"}) {
    EXPECT_EQ(isobit_target_supported(name), 0) << name;
  }
  EXPECT_EQ(isobit_target_supported(nullptr), 0);
}

TEST(Targets, TheBestSupportedOneIsTheDefault) {
  ASSERT_EQ(isobit_set_target(nullptr), ISOBIT_OK);
  if (std::getenv("ISOBIT_TARGET") != nullptr) GTEST_SKIP() << "ISOBIT_TARGET is set in this process";
  EXPECT_EQ(RunnableTargets().front(), isobit_target());
  EXPECT_STRNE(isobit_target_reason(), "");
}

TEST(Targets, ForcingOneAndGoingBack) {
  const std::string before = isobit_target();
  for (const std::string& target : RunnableTargets()) {
    ASSERT_EQ(isobit_set_target(target.c_str()), ISOBIT_OK) << isobit_last_error();
    EXPECT_EQ(target, isobit_target());
    EXPECT_STRNE(isobit_target_reason(), "");
  }
  ASSERT_EQ(isobit_set_target(nullptr), ISOBIT_OK);
  EXPECT_EQ(before, isobit_target());
}

TEST(Targets, ImpossibleOnesAreRefusedAndChangeNothing) {
  const std::string before = isobit_target();
  EXPECT_EQ(isobit_set_target("avx9"), ISOBIT_ERROR_UNKNOWN_TARGET);
  EXPECT_NE(std::string(isobit_last_error()).find("avx9"), std::string::npos) << isobit_last_error();
  EXPECT_EQ(isobit_set_target(""), ISOBIT_ERROR_UNKNOWN_TARGET);
  EXPECT_EQ(before, isobit_target());
  for (const std::string& target : CompiledTargets()) {
    if (isobit_target_supported(target.c_str()) != 0) continue;
    EXPECT_EQ(isobit_set_target(target.c_str()), ISOBIT_ERROR_UNSUPPORTED_TARGET) << target;
    // avx2 and avx3 lack a feature here, and the sentence names it.
    const std::string sentence = isobit_last_error();
    EXPECT_NE(sentence.find(target), std::string::npos) << sentence;
    EXPECT_GT(sentence.size(), target.size() + 20) << sentence;
    EXPECT_EQ(before, isobit_target());
  }
}

// Runs this program again as `--isobit-print-target` with an environment variable; see tests_main.cc.
struct Answer {
  int exit_status = -1;
  std::string target;
  std::string reason;
  int call = -1;
  std::string error;
  int back_to_default = -1;
  int call_when_forced = -1;
  std::string forced;
};

Answer TargetWith(const char* variable) {
  Answer answer;
  int ends[2];
  if (pipe(ends) != 0) return answer;
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    close(ends[0]);
    if (variable == nullptr) {
      unsetenv("ISOBIT_TARGET");
    } else {
      setenv("ISOBIT_TARGET", variable, 1);
    }
    // Under user-mode emulation /proc/self/exe is the program, and the emulator's own interpreter is registered
    // or handed down by the test's parent in ISOBIT_TEST_EMULATOR.
    std::vector<std::string> words;
    if (const char* emulator = std::getenv("ISOBIT_TEST_EMULATOR")) {
      std::string word;
      for (const char* at = emulator;; ++at) {
        if (*at == ' ' || *at == '\0') {
          if (!word.empty()) words.push_back(word);
          word.clear();
          if (*at == '\0') break;
        } else {
          word.push_back(*at);
        }
      }
    }
    words.push_back(::testing::internal::GetArgvs().front());
    words.push_back("--isobit-print-target");
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(&word[0]);
    arguments.push_back(nullptr);
    execvp(arguments[0], arguments.data());
    _exit(127);
  }
  close(ends[1]);
  std::string output;
  char buffer[512];
  for (ssize_t got = read(ends[0], buffer, sizeof buffer); got > 0; got = read(ends[0], buffer, sizeof buffer)) {
    output.append(buffer, static_cast<size_t>(got));
  }
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  answer.exit_status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  const std::string marker = "\nisobit-answer\n";
  const size_t begin = output.find(marker);
  if (begin == std::string::npos) return answer;
  std::istringstream lines(output.substr(begin + marker.size()));
  std::string number;
  std::getline(lines, answer.target);
  std::getline(lines, answer.reason);
  if (std::getline(lines, number)) answer.call = std::atoi(number.c_str());
  std::getline(lines, answer.error);
  if (std::getline(lines, number)) answer.back_to_default = std::atoi(number.c_str());
  if (std::getline(lines, number)) answer.call_when_forced = std::atoi(number.c_str());
  std::getline(lines, answer.forced);
  return answer;
}

void ExpectWorking(const Answer& answer, const std::string& target) {
  EXPECT_EQ(answer.exit_status, 0);
  EXPECT_EQ(answer.target, target);
  EXPECT_EQ(answer.call, ISOBIT_OK) << answer.error;
  EXPECT_EQ(answer.back_to_default, ISOBIT_OK);
  EXPECT_EQ(answer.call_when_forced, ISOBIT_OK);
  EXPECT_EQ(answer.forced, "scalar");
}

TEST(EnvironmentVariable, PicksTheTarget) {
  for (const std::string& target : RunnableTargets()) {
    const Answer answer = TargetWith(target.c_str());
    ExpectWorking(answer, target);
    EXPECT_NE(answer.reason.find("ISOBIT_TARGET"), std::string::npos) << answer.reason;
  }
}

TEST(EnvironmentVariable, UnsetOrEmptyMeansTheBest) {
  for (const char* variable : {static_cast<const char*>(nullptr), ""}) {
    const Answer answer = TargetWith(variable);
    ExpectWorking(answer, RunnableTargets().front());
    EXPECT_FALSE(answer.reason.empty());
  }
}

// A target that cannot be had is never replaced by another in silence: every call is refused until one is forced.
TEST(EnvironmentVariable, AnImpossibleTargetIsRefusedAndSaysWhy) {
  std::vector<std::string> impossible = {"avx9", "AVX2", "scalar,avx2"};
  for (const std::string& target : CompiledTargets()) {
    if (isobit_target_supported(target.c_str()) == 0) impossible.push_back(target);
  }
  for (const std::string& target : impossible) {
    const bool known = std::isupper(static_cast<unsigned char>(target[0])) == 0 && target != "avx9" &&
                       target.find(',') == std::string::npos;
    const int refusal = known ? ISOBIT_ERROR_UNSUPPORTED_TARGET : ISOBIT_ERROR_UNKNOWN_TARGET;
    const Answer answer = TargetWith(target.c_str());
    EXPECT_EQ(answer.exit_status, 0);
    EXPECT_EQ(answer.target, "none");
    for (const std::string& sentence : {answer.reason, answer.error}) {
      EXPECT_NE(sentence.find("ISOBIT_TARGET"), std::string::npos) << sentence;
      EXPECT_NE(sentence.find(target), std::string::npos) << sentence;
    }
    EXPECT_EQ(answer.call, refusal) << target;
    EXPECT_EQ(answer.back_to_default, refusal) << target;
    EXPECT_EQ(answer.call_when_forced, ISOBIT_OK);
    EXPECT_EQ(answer.forced, "scalar");
  }
}

}  // namespace
}  // namespace isobit_test
