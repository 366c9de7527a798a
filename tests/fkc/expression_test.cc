// Cost expressions: values, C++ text, names, errors.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "isobit/fkc.hpp"

namespace {

using isobit::fkc::Expression;

double Value(const std::string& text) {
  Expression::Error error{0, ""};
  const auto expression = Expression::Parse(text, &error);
  EXPECT_TRUE(expression) << text << ": " << error.message << " at " << error.offset;
  if (!expression) return NAN;
  return expression->Evaluate([](const std::string& name) {
    return name == "n" ? 100.0 : name == "dtype_bytes" ? 4.0 : name == "a[1]" ? 7.0 : name == "a.rank" ? 3.0 : 1000.0;
  });
}

std::string Cpp(const std::string& text) {
  Expression::Error error{0, ""};
  const auto expression = Expression::Parse(text, &error);
  return expression ? expression->ToCpp() : "error";
}

TEST(Expressions, HaveTheUsualPrecedence) {
  EXPECT_EQ(Value("2 * n * dtype_bytes"), 800.0);
  EXPECT_EQ(Value("1 + 2 * 3"), 7.0);
  EXPECT_EQ(Value("(1 + 2) * 3"), 9.0);
  EXPECT_EQ(Value("10 - 4 - 3"), 3.0);
  EXPECT_EQ(Value("64 / 4 / 2"), 8.0);
  EXPECT_EQ(Value("17 % 5 * 2"), 4.0);
  EXPECT_EQ(Value("-n + 1"), -99.0);
  EXPECT_EQ(Value("2 - -3"), 5.0);
  EXPECT_EQ(Value("--3"), 3.0);
  EXPECT_EQ(Value("1.5e2+.5"), 150.5);
  EXPECT_EQ(Value("min(n, 7) + max(2, 3)"), 10.0);
  EXPECT_EQ(Value("ceil(n / 64) + floor(2.9) + log2(8)"), 7.0);
  EXPECT_EQ(Value("a[1] * a.rank"), 21.0);
  EXPECT_EQ(Value("minimum"), 1000.0);
}

TEST(Expressions, BecomeTheSameExpressionInCpp) {
  EXPECT_EQ(Cpp("2 * n * dtype_bytes"), "2.0 * n * dtype_bytes");
  EXPECT_EQ(Cpp("n"), "n");
  EXPECT_EQ(Cpp("0"), "0.0");
  EXPECT_EQ(Cpp("(n + 1) * 2"), "(n + 1.0) * 2.0");
  EXPECT_EQ(Cpp("n - (n - 1)"), "n - (n - 1.0)");
  EXPECT_EQ(Cpp("n - n - 1"), "n - n - 1.0");
  EXPECT_EQ(Cpp("n / (2 / n)"), "n / (2.0 / n)");
  EXPECT_EQ(Cpp("-(n + 1)"), "-(n + 1.0)");
  EXPECT_EQ(Cpp("2 - -n"), "2.0 - (-n)");
  EXPECT_EQ(Cpp("-n * 2"), "(-n) * 2.0");
  EXPECT_EQ(Cpp("n % 8"), "std::fmod(n, 8.0)");
  EXPECT_EQ(Cpp("ceil(min(n, 3) / 2)"), "std::ceil(std::fmin(n, 3.0) / 2.0)");
  EXPECT_EQ(Cpp("1e-3"), "0.001");
  EXPECT_EQ(Cpp("1e30"), "1e+30");
}

TEST(Expressions, KnowTheirNames) {
  Expression::Error error{0, ""};
  const auto expression = Expression::Parse("n * a[1] + n + exp", &error);
  ASSERT_TRUE(expression);
  const std::vector<std::pair<std::string, std::size_t>> expected = {{"n", 0}, {"a[1]", 4}, {"exp", 15}};
  EXPECT_EQ(expression->names(), expected);
  EXPECT_FALSE(expression->IsConstant());
  EXPECT_TRUE(Expression::Literal(3.0).IsConstant());
  EXPECT_EQ(Expression::Literal(0.1).text(), "0.1");
  EXPECT_EQ(Expression::Literal(1.0 / 3.0).text(), "0.3333333333333333" + std::string("1"));
}

TEST(Expressions, SayWhereTheyAreWrong) {
  const auto offset = [](const std::string& text) {
    Expression::Error error{999, ""};
    EXPECT_FALSE(Expression::Parse(text, &error)) << text;
    EXPECT_FALSE(error.message.empty());
    return error.offset;
  };
  EXPECT_EQ(offset(""), 0u);
  EXPECT_EQ(offset("2 n"), 2u);
  EXPECT_EQ(offset("n *"), 3u);
  EXPECT_EQ(offset("(n"), 2u);
  EXPECT_EQ(offset("n + sin(n)"), 4u);
  EXPECT_EQ(offset("max(n)"), 5u);
  EXPECT_EQ(offset("n / 0"), 2u);
  EXPECT_EQ(offset("n + 0x10"), 4u);
  EXPECT_EQ(offset("inf("), 0u);
  EXPECT_EQ(offset("n + 1e"), 4u);
  EXPECT_EQ(offset("a[]"), 2u);
  EXPECT_EQ(offset("n\t+ 1"), 1u);
  EXPECT_LE(offset(std::string(5000, '(')), isobit::fkc::kMaxExpressionBytes);
  EXPECT_EQ(offset(std::string(500, '-') + "n"), static_cast<std::size_t>(isobit::fkc::kMaxExpressionDepth));
}

TEST(RevisionHash, IsFnv1aOverTheThreeParts) {
  using isobit::fkc::RevisionHash;
  // FNV-1a of two zero bytes: (basis * prime) * prime modulo 2^64.
  const std::uint64_t prime = 0x100000001B3u;
  EXPECT_EQ(RevisionHash("", "", ""), 0xCBF29CE484222325u * prime * prime);
  EXPECT_NE(RevisionHash("ab", "c", "d"), RevisionHash("a", "bc", "d"));
  EXPECT_NE(RevisionHash("a", "b", "c\n"), RevisionHash("a", "b", "c"));
  EXPECT_NE(RevisionHash("a", "1", "c"), RevisionHash("a", "2", "c"));
}

}  // namespace
