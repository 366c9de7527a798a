// Input ranges, random numbers, buffers and array sizes of the bench.
// SPDX-License-Identifier: Apache-2.0
#include "inputs.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <new>

namespace isobit_bench {
namespace {

struct KernelRanges {
  const char* kernel;
  Range a, b;
};

constexpr KernelRanges kRanges[] = {
    {"log", {Range::kUniform, 0, 1000}, {}},
    {"sqrt", {Range::kUniform, 0, 1000}, {}},
    {"rsqrt", {Range::kUniform, 0, 1000}, {}},
    {"sin", {Range::kUniform, -100, 100}, {}},
    {"cos", {Range::kUniform, -100, 100}, {}},
    {"pow", {Range::kUniform, 0, 10}, {Range::kUniform, -5, 5}},
    {"recip", {Range::kSigned, 0.1, 10}, {}},
    {"div", {Range::kUniform, -10, 10}, {Range::kSigned, 0.1, 10}},
    // Powers up to the 16th stay normal numbers in every dtype.
    {"powi", {Range::kSigned, 0.6, 1.9}, {}},
};

// Quotients lie below 2^20, for f64 below 2^40, and for f16 as far as its numbers go.
Case RemCase(const isobit_binding& binding) {
  Case c;
  const double quotient = binding.dtype == ISOBIT_F64 ? 0x1p40 : binding.dtype == ISOBIT_F16 ? 65504.0 : 0x1p20;
  c.a = {Range::kUniform, -quotient, quotient};
  c.b = {Range::kSigned, 1, 2};
  return c;
}

Case Variant(const isobit_binding& binding, const char* suffix) {
  Case c = UsualCase(binding);
  c.name += suffix;
  c.variant = true;
  return c;
}

struct Random {
  uint64_t state;
  // splitmix64 (Steele, Lea and Flood, 2014).
  uint64_t Next() {
    uint64_t z = state += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  // In (0, 1].
  double Unit() { return (static_cast<double>(Next() >> 11) + 1) * 0x1p-53; }
};

double Draw(const Range& range, Random& random) {
  const double value = range.lo + (range.hi - range.lo) * random.Unit();
  return range.kind == Range::kSigned && (random.Next() & 1) ? -value : value;
}

// A normal number's bit pattern with a uniformly chosen exponent field.
uint64_t DrawBits(int exponent_bits, int fraction_bits, Random& random) {
  const uint64_t normal_exponents = (uint64_t{1} << exponent_bits) - 2;
  const uint64_t exponent = 1 + random.Next() % normal_exponents;
  const uint64_t fraction = random.Next() & ((uint64_t{1} << fraction_bits) - 1);
  const uint64_t sign = random.Next() & 1;
  return (sign << (exponent_bits + fraction_bits)) | (exponent << fraction_bits) | fraction;
}

template <class T, class Generate>
void FillWith(T* to, size_t n, Generate generate) {
  const size_t independent = std::min<size_t>(n, size_t{1} << 20);
  for (size_t i = 0; i < independent; ++i) to[i] = generate();
  for (size_t done = independent; done < n;) {
    const size_t count = std::min(independent, n - done);
    std::memcpy(to + done, to, count * sizeof(T));
    done += count;
  }
}

size_t RoundUp(size_t bytes, size_t unit) { return (bytes + unit - 1) / unit * unit; }

size_t ReadCacheSizes() {
  int best_level = 0;
  size_t best = 0;
  for (int index = 0; index < 16; ++index) {
    const std::string folder = "/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(index) + "/";
    std::ifstream level_file(folder + "level"), size_file(folder + "size");
    int level = 0;
    size_t size = 0;
    char unit = 0;
    if (!(level_file >> level) || !(size_file >> size)) continue;
    size_file >> unit;
    size *= unit == 'K' ? size_t{1024} : unit == 'M' ? size_t{1024} * 1024 : size_t{1};
    if (level > best_level || (level == best_level && size > best)) {
      best_level = level;
      best = size;
    }
  }
  return best;
}

}  // namespace

Case UsualCase(const isobit_binding& binding) {
  Case c;
  const std::string kernel = binding.kernel;
  if (kernel == "rem") c = RemCase(binding);
  for (const KernelRanges& row : kRanges) {
    if (kernel == row.kernel) {
      c.a = row.a;
      c.b = row.b;
    }
  }
  c.name = kernel;
  c.binding = &binding;
  return c;
}

std::vector<Case> AllCases() {
  std::vector<Case> cases;
  for (size_t i = 0; i < isobit_binding_count(); ++i) {
    const isobit_binding& binding = *isobit_binding_at(i);
    const std::string kernel = binding.kernel;
    if (std::strcmp(binding.kernel_source, "isobit-highway") != 0) {
      // A sibling of another source is a case of its own, such as exp@sleef-finz.
      cases.push_back(Variant(binding, (std::string("@") + binding.kernel_source).c_str()));
      continue;
    }
    cases.push_back(UsualCase(binding));
    if (kernel == "sin" || kernel == "cos") {
      if (binding.dtype != ISOBIT_F16) {  // whose largest number is 65504
        cases.push_back(Variant(binding, "_1e6"));
        cases.back().a = {Range::kUniform, -1e6, 1e6};
      }
      cases.push_back(Variant(binding, "_allexp"));
      cases.back().a = {Range::kAllExponents, 0, 0};
    } else if (kernel == "rem") {
      cases.push_back(Variant(binding, "_allexp"));
      cases.back().a = cases.back().b = {Range::kAllExponents, 0, 0};
    } else if (kernel == "powi") {
      for (const int exponent : {7, 16, -5}) {
        cases.push_back(Variant(binding, ("_" + std::to_string(exponent)).c_str()));
        cases.back().parameters.exponent = exponent;
      }
    }
  }
  return cases;
}

uint16_t Bf16FromFloat(float x) {
  uint32_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  if (x != x) return 0x7FC0;
  return static_cast<uint16_t>((bits + 0x7FFFu + ((bits >> 16) & 1u)) >> 16);
}

uint16_t F16FromFloat(float x) {
  const uint16_t sign = std::signbit(x) ? 0x8000 : 0;
  if (x != x) return 0x7E00;
  const float magnitude = std::fabs(x);
  if (magnitude >= 65520.0f) return static_cast<uint16_t>(sign | 0x7C00);
  // Adding a power of two whose last place is f16's last place for this magnitude rounds the number there.
  const int exponent = std::max(std::ilogb(std::max(magnitude, 0x1p-14f)), -14);
  const float spacing = std::ldexp(1.0f, exponent - 10);
  const auto units = static_cast<uint32_t>(std::nearbyint(magnitude / spacing));
  // The exponent field counts from 1 at 2^-14, and a carry out of the fraction walks into it by itself.
  return static_cast<uint16_t>(sign | ((static_cast<uint32_t>(exponent + 14) << 10) + units));
}

double ToDouble(isobit_dtype dtype, const void* data, size_t index) {
  switch (dtype) {
    case ISOBIT_F32:
      return static_cast<double>(static_cast<const float*>(data)[index]);
    case ISOBIT_F64:
      return static_cast<const double*>(data)[index];
    case ISOBIT_BF16: {
      const uint32_t bits = static_cast<uint32_t>(static_cast<const uint16_t*>(data)[index]) << 16;
      float value;
      std::memcpy(&value, &bits, sizeof value);
      return static_cast<double>(value);
    }
    case ISOBIT_F16: {
      const uint16_t bits = static_cast<const uint16_t*>(data)[index];
      const int exponent = (bits >> 10) & 31, fraction = bits & 1023;
      const double magnitude = exponent == 31  ? (fraction ? std::nan("") : HUGE_VAL)
                               : exponent == 0 ? std::ldexp(fraction, -24)
                                               : std::ldexp(1024 + fraction, exponent - 25);
      return bits & 0x8000 ? -magnitude : magnitude;
    }
  }
  return 0;
}

void Fill(isobit_dtype dtype, const Range& range, uint64_t seed, void* to, size_t n) {
  Random random{seed};
  const bool bits = range.kind == Range::kAllExponents;
  switch (dtype) {
    case ISOBIT_F32:
      FillWith(static_cast<float*>(to), n, [&] {
        if (!bits) return static_cast<float>(Draw(range, random));
        const auto pattern = static_cast<uint32_t>(DrawBits(8, 23, random));
        float value;
        std::memcpy(&value, &pattern, sizeof value);
        return value;
      });
      break;
    case ISOBIT_F64:
      FillWith(static_cast<double*>(to), n, [&] {
        if (!bits) return Draw(range, random);
        const uint64_t pattern = DrawBits(11, 52, random);
        double value;
        std::memcpy(&value, &pattern, sizeof value);
        return value;
      });
      break;
    case ISOBIT_BF16:
      FillWith(static_cast<uint16_t*>(to), n, [&] {
        return bits ? static_cast<uint16_t>(DrawBits(8, 7, random))
                    : Bf16FromFloat(static_cast<float>(Draw(range, random)));
      });
      break;
    case ISOBIT_F16:
      FillWith(static_cast<uint16_t*>(to), n, [&] {
        return bits ? static_cast<uint16_t>(DrawBits(5, 10, random))
                    : F16FromFloat(static_cast<float>(Draw(range, random)));
      });
      break;
  }
}

void Buffers::Free::operator()(void* p) const { std::free(p); }

unsigned char* Buffers::Grow(std::unique_ptr<unsigned char, Free>& memory, size_t& capacity, size_t bytes) {
  bytes = RoundUp(bytes, 4096);
  if (bytes > capacity) {
    memory.reset();  // first, so that the peak is one allocation and not two
    memory.reset(static_cast<unsigned char*>(std::aligned_alloc(4096, bytes)));
    if (!memory) throw std::bad_alloc();
    capacity = bytes;
    std::memset(memory.get(), 1, bytes);
  }
  return memory.get();
}

void Buffers::Reserve(size_t n, size_t element_size) {
  constexpr size_t kLine = 64;
  const size_t bytes = RoundUp(n * element_size, 4096);
  a_ = Grow(inputs_memory_, inputs_capacity_, 2 * bytes + 2 * 4096);
  b_ = a_ + bytes + 17 * kLine;
  out_ = Grow(output_memory_, output_capacity_, bytes + bytes / 2 + 2 * 4096) + 34 * kLine;
}

size_t LastLevelCacheBytes() {
  static const size_t bytes = [] {
    const size_t reported = ReadCacheSizes();
    return reported ? reported : size_t{32} << 20;
  }();
  return bytes;
}

size_t MemoryOperandBytes() {
  return std::min(std::max(2 * LastLevelCacheBytes(), size_t{64} << 20), size_t{256} << 20);
}

size_t ElementsOfSize(const std::string& label, isobit_dtype dtype, int inputs) {
  const size_t element_size = isobit_dtype_size(dtype);
  if (label == "memory") return MemoryOperandBytes() / element_size;
  const bool cache = label.compare(0, 3, "llc") == 0;
  const std::string number = cache ? label.substr(std::min<size_t>(4, label.size())) : label;
  size_t value = 1;
  if (!number.empty()) {
    if (number.size() > 9 || number.find_first_not_of("0123456789") != std::string::npos) return 0;
    value = std::stoul(number);
  } else if (!cache || label.size() > 3) {
    return 0;
  }
  if (value == 0) return 0;
  if (!cache) return value;
  const char operation = label.size() > 3 ? label[3] : '*';
  if (operation != '*' && operation != '/') return 0;
  const size_t total = operation == '*' ? LastLevelCacheBytes() * value : LastLevelCacheBytes() / value;
  const size_t n = total / (element_size * static_cast<size_t>(inputs + 1)) / 64 * 64;
  return std::min(n, (size_t{256} << 20) / element_size);
}

}  // namespace isobit_bench
