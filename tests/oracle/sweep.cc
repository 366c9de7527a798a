// Batches of inputs for the oracle: see sweep.h.
// SPDX-License-Identifier: Apache-2.0
#include "sweep.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
#include <thread>

namespace isobit_oracle {
namespace {

constexpr size_t kBlock = 4096;

uint64_t Mask(DType dtype) {
  const int bits = FormatOf(dtype).bits;
  return bits == 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1;
}

uint64_t SignBit(DType dtype) { return uint64_t{1} << (FormatOf(dtype).bits - 1); }

uint64_t InfinityBits(DType dtype) {
  const Format& f = FormatOf(dtype);
  return static_cast<uint64_t>(f.emax * 2 + 1) << (f.precision - 1);
}

template <typename T>
void RunTyped(const Implementation& implementation, const Batch& batch, std::vector<uint64_t>* got) {
  const size_t n = batch.a.size();
  std::vector<T> a(n), b(n), out(n);
  for (size_t i = 0; i < n; ++i) a[i] = static_cast<T>(batch.a[i]);
  for (size_t i = 0; i < batch.b.size(); ++i) b[i] = static_cast<T>(batch.b[i]);
  implementation(a.data(), b.data(), out.data(), n, batch.exponent);
  got->resize(n);
  for (size_t i = 0; i < n; ++i) (*got)[i] = out[i];
}

// The interval in which a kernel does its work, by dtype in the order f32, f64, bf16, f16: beyond it results have
// saturated, or overflowed, or vanished.
struct Interval {
  double lo, hi;
};
Interval WorkingRange(Kernel kernel, DType dtype) {
  const int t = static_cast<int>(dtype);
  constexpr Interval kExp[4] = {{-104.5, 89}, {-746, 710}, {-93, 89}, {-17.5, 11.2}};
  constexpr Interval kTanh[4] = {{-9.5, 9.5}, {-19.5, 19.5}, {-4, 4}, {-5, 5}};
  constexpr Interval kErf[4] = {{-4, 4}, {-6, 6}, {-2.5, 2.5}, {-3, 3}};
  constexpr Interval kGeluErf[4] = {{-14.5, 6}, {-39, 9}, {-13.5, 4}, {-6, 4}};
  constexpr Interval kSigmoid[4] = {{-104.5, 18}, {-746, 38}, {-93, 7}, {-17.5, 9}};
  constexpr Interval kSilu[4] = {{-109, 19}, {-753, 40}, {-98, 8}, {-20.5, 10}};
  constexpr Interval kGelu[4] = {{-11, 6}, {-22, 9}, {-10.5, 4}, {-6, 4}};
  switch (kernel) {
    case Kernel::kExp:
      return kExp[t];
    case Kernel::kTanh:
      return kTanh[t];
    case Kernel::kErf:
      return kErf[t];
    case Kernel::kGeluErf:
      return kGeluErf[t];
    case Kernel::kSigmoid:
      return kSigmoid[t];
    case Kernel::kSilu:
      return kSilu[t];
    case Kernel::kGelu:
      return kGelu[t];
    case Kernel::kLog:
    case Kernel::kRsqrt:
      return {0, 4};
    default:
      return {-100, 100};
  }
}

// What kind of result this is; thresholds lie where it changes along the number line.
int ResultClass(Kernel kernel, DType dtype, uint64_t x, uint64_t b) {
  const uint64_t want = Want(kernel, dtype, x, b);
  const Format& f = FormatOf(dtype);
  const uint64_t magnitude = want & ~SignBit(dtype);
  // The signs of sin and cos change without end.
  const bool periodic = kernel == Kernel::kSin || kernel == Kernel::kCos;
  const int sign = !periodic && (want & SignBit(dtype)) != 0 ? 16 : 0;
  if (magnitude > InfinityBits(dtype)) return 0;
  if (magnitude == InfinityBits(dtype)) return sign + 1;
  if (magnitude == 0) return sign + 2;
  if (magnitude < uint64_t{1} << (f.precision - 1)) return sign + 3;
  if (want == x) return 4;
  if (magnitude == RoundToNearest(dtype, 1.0)) return sign + 5;
  if (magnitude == RoundToNearest(dtype, 0.5)) return sign + 6;
  return sign + 7;
}

}  // namespace

const std::vector<int32_t>& HardExponents() {
  static const std::vector<int32_t> exponents = {
      0,          1,          -1,         2,           -2,         3,          -3,          4,        -4,
      5,          -5,         7,          -7,          8,          -8,         10,          -10,      15,
      -15,        16,         -16,        17,          -17,        31,         -31,         32,       -32,
      33,         63,         64,         -64,         65,         100,        -100,        127,      128,
      -126,       -127,       -149,       -150,        255,        256,        -255,        1000,     -1000,
      1023,       1024,       -1074,      -1075,       4095,       65535,      65536,       -65537,   1000000,
      -1000001,   8388607,    -8388609,   16777215,    16777216,   16777217,   -16777217,   33554433, 123456789,
      -987654321, 1073741823, 1073741824, -1073741825, 2147483646, 2147483647, -2147483647, INT32_MIN};
  return exponents;
}

std::vector<uint64_t> Thresholds(Kernel kernel, DType dtype, int32_t exponent) {
  const uint64_t infinity = InfinityBits(dtype);
  const uint64_t b = Exponent(exponent);
  std::vector<uint64_t> found;
  // By bisection between samples eight to the binade.
  const uint64_t step = std::max<uint64_t>(1, (uint64_t{1} << (FormatOf(dtype).precision - 1)) / 8);
  for (const uint64_t s : {uint64_t{0}, SignBit(dtype)}) {
    int last = ResultClass(kernel, dtype, s, b);
    for (uint64_t x = step; x <= infinity; x += step) {
      const int here = ResultClass(kernel, dtype, s | x, b);
      // A stretch may hold several changes, one after another.
      for (uint64_t from = x - step; last != here;) {
        uint64_t lo = from, hi = x;
        while (hi - lo > 1) {
          const uint64_t middle = lo + (hi - lo) / 2;
          (ResultClass(kernel, dtype, s | middle, b) == last ? lo : hi) = middle;
        }
        found.push_back(s | hi);
        last = ResultClass(kernel, dtype, s | hi, b);
        from = hi;
      }
    }
  }
  return found;
}

std::vector<uint64_t> Landmarks(Kernel kernel, DType dtype, int radius, int32_t exponent) {
  const Format& f = FormatOf(dtype);
  const uint64_t sign = SignBit(dtype), infinity = InfinityBits(dtype), mask = Mask(dtype);
  const uint64_t hidden = uint64_t{1} << (f.precision - 1);
  std::vector<uint64_t> centres = {0, 1, hidden, infinity, infinity + 1, CanonicalNaN(dtype), mask >> 1};
  for (uint64_t e = 1; e < infinity / hidden; ++e) centres.push_back(e * hidden);
  for (int shift = 1; shift < f.precision - 1; ++shift) centres.push_back(uint64_t{1} << shift);
  for (const uint64_t threshold : Thresholds(kernel, dtype, exponent)) centres.push_back(threshold);
  // Where argument reductions and piecewise approximations have their seams.
  const Interval range = WorkingRange(kernel, dtype);
  const double reach = std::max(std::fabs(range.lo), std::fabs(range.hi));
  constexpr double kLn2 = 0x1.62e42fefa39efp-1, kPi4 = 0x1.921fb54442d18p-1;
  for (double x = 0.0625; x <= std::min(reach, 16.0); x += 0.0625) centres.push_back(RoundToNearest(dtype, x));
  const bool periodic = kernel == Kernel::kSin || kernel == Kernel::kCos;
  if (periodic) {
    for (int k = 1; k <= 256; ++k) centres.push_back(RoundToNearest(dtype, k * kPi4));
    for (double k = 512; k < 0x1p40; k = k * 1.5 + 1) centres.push_back(RoundToNearest(dtype, std::trunc(k) * kPi4));
  } else if (kernel != Kernel::kLog && kernel != Kernel::kRsqrt) {
    for (int k = 1; k * kLn2 / 2 <= reach; ++k) centres.push_back(RoundToNearest(dtype, k * kLn2 / 2));
  }
  std::vector<uint64_t> all;
  for (const uint64_t centre : centres) {
    for (int64_t d = -radius; d <= radius; ++d) {
      const uint64_t x = (centre + static_cast<uint64_t>(d)) & mask & ~sign;
      all.push_back(x);
      all.push_back(x | sign);
    }
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

Batch SpecialPairs(DType dtype) {
  const Format& f = FormatOf(dtype);
  const uint64_t infinity = InfinityBits(dtype);
  const uint64_t hidden = uint64_t{1} << (f.precision - 1);
  std::vector<uint64_t> values = {0,
                                  1,
                                  2,
                                  3,
                                  hidden - 1,
                                  hidden,
                                  hidden + 1,
                                  infinity - 1,
                                  infinity,
                                  infinity + 1,
                                  CanonicalNaN(dtype),
                                  (infinity | hidden) - 1};
  for (const double v :
       {0.1,   0.25,  0.5,   0.75,  1.0,    1.5, 2.0,     2.5, 3.0, 4.0,  5.0,  7.0,   10.0,  16.0,   100.0,
        127.0, 128.0, 149.0, 255.0, 1000.0, 1e4, 65504.0, 1e6, 1e9, 1e20, 1e-5, 1e-10, 1e-30, 3.14159}) {
    const uint64_t bits = RoundToNearest(dtype, v);
    for (const uint64_t x : {bits - 1, bits, bits + 1}) values.push_back(x);
  }
  // The largest odd integer, the first even one after it, and their neighbours.
  for (const double v :
       {std::ldexp(1.0, f.precision) - 1, std::ldexp(1.0, f.precision), std::ldexp(1.0, f.precision) + 2,
        std::ldexp(1.0, f.precision - 1) + 0.5, std::ldexp(1.0, f.precision - 1) - 0.5}) {
    values.push_back(RoundToNearest(dtype, v));
  }
  const size_t positive = values.size();
  for (size_t i = 0; i < positive; ++i) values.push_back(values[i] ^ SignBit(dtype));
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  Batch batch;
  for (const uint64_t a : values) {
    for (const uint64_t b : values) {
      batch.a.push_back(a);
      batch.b.push_back(b);
    }
  }
  return batch;
}

Sampler::Sampler(Kernel kernel, DType dtype, uint64_t seed) : kernel_(kernel), dtype_(dtype), random_(seed) {
  if (Arity(kernel) == 1 && kernel != Kernel::kPowi) landmarks_ = Landmarks(kernel, dtype, 0);
}

double Sampler::Uniform(double lo, double hi) {
  return lo + (hi - lo) * (static_cast<double>(random_() >> 11) * 0x1p-53);
}

uint64_t Sampler::AnyBits() { return random_() & Mask(dtype_); }

// Random sign, exponent uniform over the format's binades (subnormal ones included), random significand.
double Sampler::LogUniform() {
  const Format& f = FormatOf(dtype_);
  const int lowest = f.emin - f.precision + 1;
  const int exponent = lowest + static_cast<int>(random_() % static_cast<uint64_t>(f.emax - lowest + 1));
  const double significand = 1 + static_cast<double>(random_() >> 12) * 0x1p-52;
  return Decode(dtype_,
                RoundToNearest(dtype_, std::ldexp((random_() & 1) != 0 ? -significand : significand, exponent)));
}

uint64_t Sampler::Unary() {
  const uint64_t choice = random_() % 16;
  if (choice < 8) {
    const Interval range = WorkingRange(kernel_, dtype_);
    return RoundToNearest(dtype_, Uniform(range.lo, range.hi));
  }
  if (choice < 9) return RoundToNearest(dtype_, Uniform(-1, 1));
  if (choice < 10) return RoundToNearest(dtype_, Uniform(-1e6, 1e6));
  if (choice < 11) {
    // Near a landmark: half of the time a few spacings away, else up to 2^16.
    const uint64_t centre = landmarks_[random_() % landmarks_.size()];
    const uint64_t reach = (random_() & 1) != 0 ? 16 : FormatOf(dtype_).bits == 16 ? 256 : 65536;
    return (centre + random_() % (2 * reach + 1) - reach) & Mask(dtype_);
  }
  if (choice < 15) return RoundToNearest(dtype_, LogUniform());
  return AnyBits();
}

void Sampler::Pair(uint64_t* a, uint64_t* b) {
  const Format& f = FormatOf(dtype_);
  const uint64_t choice = random_() % 16;
  const auto set = [&](double x, double y) {
    *a = RoundToNearest(dtype_, x);
    *b = RoundToNearest(dtype_, y);
  };
  if (choice == 0) {
    *a = AnyBits();
    *b = AnyBits();
    return;
  }
  if (choice < 4) return set(LogUniform(), LogUniform());
  if (kernel_ == Kernel::kPow) {
    // The logarithm of the result, base 2, spread over the output range and a little beyond.
    const double result = Uniform(f.emin - f.precision - 2, f.emax + 2);
    if (choice < 8) {  // an ordinary base, the exponent that takes it there
      const double x = std::fabs(LogUniform());
      return set(x, result / std::log2(x));
    }
    if (choice < 11) {  // a base near 1, within 2^-1 to 2^-(precision)
      const double x =
          1 + std::ldexp(Uniform(-1, 1), -static_cast<int>(random_() % static_cast<uint64_t>(f.precision + 1)));
      const double near = Decode(dtype_, RoundToNearest(dtype_, x));
      return set(near, near > 0 && near != 1 ? result / std::log2(near) : LogUniform());
    }
    if (choice < 14) {  // an integer exponent, either sign of the base
      const double n = std::rint(Uniform(-40, 40));
      const double x = std::exp2(n == 0 ? Uniform(-5, 5) : std::min(200.0, std::max(-200.0, result / n)));
      return set((random_() & 1) != 0 ? -x : x, n);
    }
    return set(Uniform(0, 10), Uniform(-5, 5));
  }
  const double y = LogUniform();
  if (choice < 7) return set(y * std::exp2(Uniform(-2, f.precision + 2)) * ((random_() & 1) != 0 ? -1 : 1), y);
  if (choice < 10) return set(y * std::exp2(Uniform(-2, 2 * f.emax)) * ((random_() & 1) != 0 ? -1 : 1), y);
  if (choice < 13) {  // next to an integer multiple of the divisor
    const double k = std::rint(std::exp2(Uniform(0, f.precision)));
    set(y * k * ((random_() & 1) != 0 ? -1 : 1), y);
    *a = (*a + random_() % 7 - 3) & Mask(dtype_);
    return;
  }
  return set(Uniform(-1000, 1000), Uniform(-10, 10));
}

void Sampler::Next(size_t n, Batch* batch) {
  batch->a.resize(n);
  batch->b.clear();
  batch->exponent = 0;
  if (Arity(kernel_) == 2) {
    batch->b.resize(n);
    for (size_t i = 0; i < n; ++i) Pair(&batch->a[i], &batch->b[i]);
    return;
  }
  if (kernel_ != Kernel::kPowi) {
    for (size_t i = 0; i < n; ++i) batch->a[i] = Unary();
    return;
  }
  const std::vector<int32_t>& hard = HardExponents();
  if (random_() % 4 == 0) {
    exponent_ = static_cast<int32_t>(random_() >> (32 + random_() % 31));
    if ((random_() & 1) != 0) exponent_ = -exponent_;
  } else {
    exponent_ = hard[random_() % hard.size()];
  }
  batch->exponent = exponent_;
  const Format& f = FormatOf(dtype_);
  for (size_t i = 0; i < n; ++i) {
    const uint64_t choice = random_() % 8;
    if (choice == 0) {
      batch->a[i] = AnyBits();
    } else if (choice < 3 || exponent_ == 0) {
      batch->a[i] = RoundToNearest(dtype_, LogUniform());
    } else {  // bases whose power is in range
      const double x = std::exp2(Uniform(f.emin - f.precision - 2, f.emax + 2) / exponent_);
      batch->a[i] = RoundToNearest(dtype_, (random_() & 1) != 0 ? -x : x);
    }
  }
}

void Measure(const Implementation& implementation, Kernel kernel, DType dtype, const Batch& batch, Survey* survey) {
  std::vector<uint64_t> got;
  switch (FormatOf(dtype).bits) {
    case 16:
      RunTyped<uint16_t>(implementation, batch, &got);
      break;
    case 32:
      RunTyped<uint32_t>(implementation, batch, &got);
      break;
    default:
      RunTyped<uint64_t>(implementation, batch, &got);
  }
  const bool powi = kernel == Kernel::kPowi, binary = Arity(kernel) == 2;
  for (size_t i = 0; i < batch.a.size(); ++i) {
    survey->Add(batch.a[i], powi ? Exponent(batch.exponent) : binary ? batch.b[i] : 0, got[i]);
  }
}

namespace {

// Runs job(block, survey) for every block below `blocks`, each thread with a survey of its own.
Survey OverThreads(Kernel kernel, DType dtype, uint64_t blocks, int threads,
                   const std::function<void(uint64_t, Survey*)>& job) {
  if (threads <= 0) threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  Survey total(kernel, dtype);
  std::mutex mutex;
  std::atomic<uint64_t> next{0};
  const auto work = [&] {
    Survey mine(kernel, dtype);
    for (uint64_t block = next++; block < blocks; block = next++) job(block, &mine);
    const std::lock_guard<std::mutex> lock(mutex);
    total.Merge(mine);
  };
  std::vector<std::thread> pool;
  for (int i = 1; i < threads; ++i) pool.emplace_back(work);
  work();
  for (std::thread& thread : pool) thread.join();
  return total;
}

}  // namespace

Survey SweepAll(Kernel kernel, DType dtype, const Implementation& implementation, int32_t exponent, int threads,
                uint64_t stride) {
  const int input_bits = FormatOf(dtype).bits * Arity(kernel);
  const bool pairs = Arity(kernel) == 2;
  const uint64_t inputs = ((uint64_t{1} << input_bits) - 1) / stride + 1;
  return OverThreads(kernel, dtype, (inputs + kBlock - 1) / kBlock, threads, [&](uint64_t block, Survey* survey) {
    Batch batch;
    batch.exponent = exponent;
    const uint64_t end = std::min(inputs, (block + 1) * kBlock);
    for (uint64_t i = block * kBlock; i < end; ++i) {
      // One input of each stretch of `stride`, at a place that varies: low bits matter too.
      const uint64_t input =
          std::min(i * stride + (stride > 1 ? i * 0x9E3779B97F4A7C15u % stride : 0), (uint64_t{1} << input_bits) - 1);
      batch.a.push_back(pairs ? input >> 16 : input);
      if (pairs) batch.b.push_back(input & 0xFFFF);
    }
    Measure(implementation, kernel, dtype, batch, survey);
  });
}

Survey SweepRange(Kernel kernel, DType dtype, const Implementation& implementation, uint64_t from, uint64_t to,
                  uint64_t stride, int32_t exponent, int threads) {
  const uint64_t inputs = (to - from) / stride + 1;
  return OverThreads(kernel, dtype, (inputs + kBlock - 1) / kBlock, threads, [&](uint64_t block, Survey* survey) {
    Batch batch;
    batch.exponent = exponent;
    const uint64_t end = std::min(inputs, (block + 1) * kBlock);
    for (uint64_t i = block * kBlock; i < end; ++i) batch.a.push_back(from + i * stride);
    Measure(implementation, kernel, dtype, batch, survey);
  });
}

Survey SweepRandom(Kernel kernel, DType dtype, const Implementation& implementation, uint64_t n, uint64_t seed,
                   int threads) {
  // Each block has a sampler seeded with its number, so the inputs do not depend on the threads.
  constexpr uint64_t kSampled = 1024;
  const Sampler prototype(kernel, dtype, seed);
  return OverThreads(kernel, dtype, (n + kSampled - 1) / kSampled, threads, [&](uint64_t block, Survey* survey) {
    Sampler sampler = prototype;
    sampler.Reseed(seed * 0x9E3779B97F4A7C15u + block);
    Batch batch;
    sampler.Next(static_cast<size_t>(std::min<uint64_t>(kSampled, n - block * kSampled)), &batch);
    Measure(implementation, kernel, dtype, batch, survey);
  });
}

}  // namespace isobit_oracle
