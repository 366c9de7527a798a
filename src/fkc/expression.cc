// Cost expressions: a recursive-descent parser into postfix order, evaluation, and C++ text.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>

#include "fkc/number.h"
#include "isobit/fkc.hpp"

namespace isobit::fkc {

class ExpressionParser {
 public:
  explicit ExpressionParser(std::string_view text) : text_(text) {}

  std::optional<Expression> Run(Expression::Error* error) {
    Expression result;
    result.text_ = std::string(text_);
    out_ = &result;
    if (text_.size() > kMaxExpressionBytes) {
      Fail(kMaxExpressionBytes, "the expression is longer than " + std::to_string(kMaxExpressionBytes) + " bytes");
    } else {
      Sum(0);
      if (ok_ && !AtEnd()) Fail(at_, "expected an operator, found '" + std::string(1, text_[at_]) + "'");
    }
    if (ok_) return result;
    *error = error_;
    return std::nullopt;
  }

 private:
  using Op = Expression::Op;

  void Fail(std::size_t at, std::string message) {
    if (ok_) error_ = {at, std::move(message)};
    ok_ = false;
  }

  void SkipBlanks() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool AtEnd() {
    SkipBlanks();
    return at_ >= text_.size();
  }
  char Peek() { return AtEnd() ? '\0' : text_[at_]; }
  bool Accept(char c) {
    if (Peek() != c) return false;
    ++at_;
    return true;
  }
  static bool IsDigit(char c) { return c >= '0' && c <= '9'; }
  static bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

  void Emit(Op op) { out_->steps_.push_back({op, 0.0, 0}); }

  void Sum(int depth) {
    Product(depth);
    while (ok_) {
      if (Accept('+')) {
        Product(depth);
        Emit(Op::kAdd);
      } else if (Accept('-')) {
        Product(depth);
        Emit(Op::kSub);
      } else {
        return;
      }
    }
  }

  void Product(int depth) {
    Factor(depth);
    while (ok_) {
      const std::size_t operator_at = at_;
      Op op;
      if (Accept('*')) {
        op = Op::kMul;
      } else if (Accept('/')) {
        op = Op::kDiv;
      } else if (Accept('%')) {
        op = Op::kMod;
      } else {
        return;
      }
      Factor(depth);
      const bool by_zero = ok_ && out_->steps_.back().op == Op::kNumber && out_->steps_.back().number == 0.0;
      if (op != Op::kMul && by_zero) Fail(operator_at, "division by zero");
      Emit(op);
    }
  }

  void Factor(int depth) {
    if (!ok_) return;
    if (depth >= kMaxExpressionDepth) {
      Fail(at_, "nested more than " + std::to_string(kMaxExpressionDepth) + " levels deep");
      return;
    }
    const char c = Peek();
    if (Accept('-')) {
      Factor(depth + 1);
      Emit(Op::kNegate);
    } else if (Accept('(')) {
      Sum(depth + 1);
      if (ok_ && !Accept(')')) Fail(at_, "expected ')'");
    } else if (IsDigit(c) || c == '.') {
      Number();
    } else if (IsLetter(c)) {
      NameOrCall(depth);
    } else if (c == '\0') {
      Fail(at_, "expected a number, a name or '(', found the end");
    } else {
      Fail(at_, std::string("expected a number, a name or '(', found '") + c + "'");
    }
  }

  // The grammar is checked here, byte by byte, since strtod alone would take "0x1p3", "inf" and "nan" too.
  void Number() {
    const std::size_t begin = at_;
    std::size_t digits = 0;
    const auto run = [&] {
      std::size_t count = 0;
      while (at_ < text_.size() && IsDigit(text_[at_])) ++at_, ++count;
      return count;
    };
    digits = run();
    if (at_ < text_.size() && text_[at_] == '.') {
      ++at_;
      digits += run();
    }
    bool good = digits > 0;
    if (good && at_ < text_.size() && (text_[at_] == 'e' || text_[at_] == 'E')) {
      ++at_;
      if (at_ < text_.size() && (text_[at_] == '+' || text_[at_] == '-')) ++at_;
      good = run() > 0;
    }
    if (at_ < text_.size() && (IsLetter(text_[at_]) || text_[at_] == '.')) good = false;
    if (!good) {
      Fail(begin, "not a decimal number");
      return;
    }
    const double value = std::strtod(std::string(text_.substr(begin, at_ - begin)).c_str(), nullptr);
    if (!std::isfinite(value)) {
      Fail(begin, "the number is too large");
      return;
    }
    out_->steps_.push_back({Op::kNumber, value, 0});
  }

  std::string Word() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && (IsLetter(text_[at_]) || IsDigit(text_[at_]))) ++at_;
    return std::string(text_.substr(begin, at_ - begin));
  }

  void NameOrCall(int depth) {
    const std::size_t begin = at_;
    std::string name = Word();
    if (Accept('(')) {
      Call(name, begin, depth);
      return;
    }
    if (at_ < text_.size() && text_[at_] == '.') {
      ++at_;
      const std::string member = at_ < text_.size() && IsLetter(text_[at_]) ? Word() : "";
      if (member.empty()) {
        Fail(at_, "expected a name after '.'");
        return;
      }
      name += "." + member;
    } else if (at_ < text_.size() && text_[at_] == '[') {
      ++at_;
      const std::size_t index = at_;
      while (at_ < text_.size() && IsDigit(text_[at_])) ++at_;
      if (index == at_ || at_ >= text_.size() || text_[at_] != ']') {
        Fail(at_, "expected an axis number and ']'");
        return;
      }
      name += "[" + std::string(text_.substr(index, at_ - index)) + "]";
      ++at_;
    }
    auto& names = out_->names_;
    const auto found = std::find_if(names.begin(), names.end(), [&](const auto& n) { return n.first == name; });
    const auto slot = static_cast<std::size_t>(found - names.begin());
    if (found == names.end()) names.emplace_back(name, begin);
    out_->steps_.push_back({Op::kName, 0.0, slot});
  }

  void Call(const std::string& name, std::size_t begin, int depth) {
    struct Known {
      const char* name;
      int arguments;
      Op op;
    };
    static constexpr Known kKnown[] = {{"min", 2, Op::kMin},
                                       {"max", 2, Op::kMax},
                                       {"ceil", 1, Op::kCeil},
                                       {"floor", 1, Op::kFloor},
                                       {"log2", 1, Op::kLog2}};
    for (const Known& known : kKnown) {
      if (name != known.name) continue;
      for (int i = 0; i < known.arguments && ok_; ++i) {
        if (i > 0 && !Accept(',')) Fail(at_, "expected ','; " + name + " takes two arguments");
        if (ok_) Sum(depth + 1);
      }
      if (ok_ && !Accept(')')) Fail(at_, "expected ')'");
      Emit(known.op);
      return;
    }
    Fail(begin, "there is no function '" + name + "'");
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool ok_ = true;
  Expression::Error error_{0, ""};
  Expression* out_ = nullptr;
};

std::optional<Expression> Expression::Parse(std::string_view text, Error* error) {
  return ExpressionParser(text).Run(error);
}

Expression Expression::Literal(double value) {
  Expression result;
  result.text_ = NumberText(value);
  result.steps_.push_back({Op::kNumber, value, 0});
  return result;
}

double Expression::Evaluate(const std::function<double(const std::string&)>& lookup) const {
  std::vector<double> stack;
  const auto pop = [&stack] {
    const double top = stack.back();
    stack.pop_back();
    return top;
  };
  for (const Step& step : steps_) {
    if (step.op == Op::kNumber) {
      stack.push_back(step.number);
    } else if (step.op == Op::kName) {
      stack.push_back(lookup(names_[step.name].first));
    } else if (step.op == Op::kNegate) {
      stack.push_back(-pop());
    } else if (step.op == Op::kCeil) {
      stack.push_back(std::ceil(pop()));
    } else if (step.op == Op::kFloor) {
      stack.push_back(std::floor(pop()));
    } else if (step.op == Op::kLog2) {
      stack.push_back(std::log2(pop()));
    } else {
      const double b = pop(), a = pop();
      switch (step.op) {
        case Op::kAdd:
          stack.push_back(a + b);
          break;
        case Op::kSub:
          stack.push_back(a - b);
          break;
        case Op::kMul:
          stack.push_back(a * b);
          break;
        case Op::kDiv:
          stack.push_back(a / b);
          break;
        case Op::kMod:
          stack.push_back(std::fmod(a, b));
          break;
        case Op::kMin:
          stack.push_back(std::fmin(a, b));
          break;
        default:
          stack.push_back(std::fmax(a, b));
          break;
      }
    }
  }
  return stack.back();
}

std::string Expression::ToCpp() const {
  struct Part {
    std::string text;
    int strength;  // 3: atom or call, 2: product, 1: sum, 0: a leading minus
  };
  std::vector<Part> stack;
  const auto pop = [&stack] {
    Part top = std::move(stack.back());
    stack.pop_back();
    return top;
  };
  const auto wrapped = [](const Part& part, int least) {
    return part.strength < least ? "(" + part.text + ")" : part.text;
  };
  for (const Step& step : steps_) {
    if (step.op == Op::kNumber) {
      std::string text = NumberText(step.number);
      if (text.find_first_of(".e") == std::string::npos) text += ".0";
      stack.push_back({text, 3});
    } else if (step.op == Op::kName) {
      stack.push_back({names_[step.name].first, 3});
    } else if (step.op == Op::kNegate) {
      stack.push_back({"-" + wrapped(pop(), 3), 0});
    } else if (step.op == Op::kCeil || step.op == Op::kFloor || step.op == Op::kLog2) {
      const char* name = step.op == Op::kCeil ? "std::ceil" : step.op == Op::kFloor ? "std::floor" : "std::log2";
      stack.push_back({name + ("(" + pop().text + ")"), 3});
    } else {
      const Part b = pop(), a = pop();
      switch (step.op) {
        case Op::kAdd:
          stack.push_back({wrapped(a, 1) + " + " + wrapped(b, 2), 1});
          break;
        case Op::kSub:
          stack.push_back({wrapped(a, 1) + " - " + wrapped(b, 2), 1});
          break;
        case Op::kMul:
          stack.push_back({wrapped(a, 2) + " * " + wrapped(b, 3), 2});
          break;
        case Op::kDiv:
          stack.push_back({wrapped(a, 2) + " / " + wrapped(b, 3), 2});
          break;
        case Op::kMod:
          stack.push_back({"std::fmod(" + a.text + ", " + b.text + ")", 3});
          break;
        case Op::kMin:
          stack.push_back({"std::fmin(" + a.text + ", " + b.text + ")", 3});
          break;
        default:
          stack.push_back({"std::fmax(" + a.text + ", " + b.text + ")", 3});
          break;
      }
    }
  }
  return stack.back().text;
}

}  // namespace isobit::fkc
