// SPDX-License-Identifier: Apache-2.0
#include "tests/support/reference_speed.h"

#include <malloc.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace ww::test {
namespace {

constexpr double kQuick = 0.25;  // the part of all rounds that others did not make slow

// A ring in no order that fits the nearest cache, as what is measured should: what is further away is shared with
// others, and as slow as they make it.
const std::vector<std::uint32_t>& ring() {
  static const std::vector<std::uint32_t> made = [] {
    constexpr std::uint32_t kCells = 1u << 12;
    std::vector<std::uint32_t> order(kCells), next(kCells);
    std::iota(order.begin(), order.end(), 0u);
    std::shuffle(order.begin(), order.end(), std::mt19937(1));
    for (std::uint32_t i = 0; i < kCells; ++i) next[order[i]] = order[(i + 1) % kCells];
    return next;
  }();
  return made;
}

std::uint64_t memoryWork() {
  static std::uint32_t at = 0;
  const std::vector<std::uint32_t>& next = ring();
  std::uint64_t hash = 14695981039346656037u;
  std::vector<std::unique_ptr<std::string>> kept;
  for (int i = 0; i < 8; ++i) {
    for (int k = 0; k < 8; ++k) at = next[at];
    kept.push_back(std::make_unique<std::string>(24, static_cast<char>('a' + at % 26)));
    for (const char c : *kept.back()) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
  }
  return hash;
}

std::uint64_t arithmeticWork() {
  static double x = 0.3;
  for (int i = 0; i < 16; ++i) x = std::sqrt(1.1 + std::sin(x) * std::cos(1.7 * x));
  return static_cast<std::uint64_t>(x * 1e6);
}

std::uint64_t programWork() {
  std::string name = "/bin/true";
  char* arguments[] = {name.data(), nullptr};
  pid_t pid = 0;
  int status = 0;
  if (posix_spawn(&pid, name.c_str(), nullptr, nullptr, arguments, environ) != 0) qFatal("no /bin/true");
  if (waitpid(pid, &status, 0) != pid) qFatal("/bin/true is lost");
  return static_cast<std::uint64_t>(status);
}

double cpuMicroseconds(Like like) {
  if (like == Like::kPrograms) {
    rusage use{};
    getrusage(RUSAGE_CHILDREN, &use);
    const auto us = [](const timeval& t) {
      return 1e6 * static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec);
    };
    return us(use.ru_utime) + us(use.ru_stime);
  }
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e6 + static_cast<double>(t.tv_nsec) * 1e-3;
}

double quantile(std::vector<double> of, double part) {
  const auto at = of.begin() + static_cast<std::ptrdiff_t>(part * static_cast<double>(of.size()));
  std::nth_element(of.begin(), at, of.end());
  return *at;
}

// What a fresh page costs differs tenfold between machines: freed memory stays, and is paid for once.
void keepPages() {
#ifdef __GLIBC__
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
#endif
}

// Work, and how often it is called to take long enough for the clock.
class Timed {
 public:
  Timed(Like clock, const std::function<void()>& fn) : clock_(clock), fn_(fn) {
    constexpr double kLongEnough = 100.0;
    keepPages();
    once();  // caches, and pages never touched
    while (calls_ < 10000 && once() * calls_ < kLongEnough) calls_ *= 2;
  }
  // Microseconds a call.
  double once() const {
    const double start = cpuMicroseconds(clock_);
    for (int i = 0; i < calls_; ++i) fn_();
    return (cpuMicroseconds(clock_) - start) / calls_;
  }
  double roundMicroseconds() const { return once() * calls_; }

 private:
  Like clock_;
  const std::function<void()>& fn_;
  int calls_ = 1;
};

struct Try {
  double us = 0, ratio = 0;
};

// In turns. What others do makes single rounds slow, never quick: so the quicker ones are what both are judged by.
Try measure(Like clock, const std::function<void()>& reference_work, const std::function<void()>& fn) {
  const Timed reference(clock, reference_work), work(clock, fn);
  const double budget_us = speedsCount() ? 100e3 : 1e3;
  const int rounds = static_cast<int>(std::clamp(budget_us / work.roundMicroseconds(), 7.0, 301.0));
  std::vector<double> times, references;
  for (int i = 0; i < rounds; ++i) {
    references.push_back(reference.once());
    times.push_back(work.once());
    references.push_back(reference.once());
  }
  const double us = quantile(std::move(times), kQuick);
  return {us, us / quantile(std::move(references), kQuick)};
}

// Once for each call, and with each call made twice.
Speed measureTwice(Like clock, const std::function<void()>& reference, double bound, const std::function<void()>& fn) {
  const auto least = [&](const std::function<void()>& work) {
    const int tries = speedsCount() ? 3 : 1;
    Try best = measure(clock, reference, work);
    for (int i = 1; i < tries && best.ratio >= bound; ++i) {
      const Try next = measure(clock, reference, work);
      if (next.ratio < best.ratio) best = next;
    }
    return best;
  };
  const Try once = least(fn);
  const Try twice = least([&] {
    fn();
    fn();
  });
  return {once.us, once.ratio, twice.ratio};
}

}  // namespace

double medianMicroseconds(const std::function<void()>& fn) {
  const Timed work(Like::kMemory, fn);
  std::vector<double> times;
  for (int i = 0; i < 101; ++i) times.push_back(work.once());
  return quantile(std::move(times), 0.5);
}

double slownessHere() {
  // Microseconds of a call of the memory's and of the arithmetic reference there.
  static constexpr double kMemoryUs = 0.43, kArithmeticUs = 0.355, kMost = 1.6;
  static const double slowness = [] {
    const auto quick = [](const std::function<void()>& fn) {
      const Timed work(Like::kMemory, fn);
      std::vector<double> times;
      for (int i = 0; i < 301; ++i) times.push_back(work.once());
      return quantile(std::move(times), kQuick);
    };
    static volatile std::uint64_t sum = 0;
    const double memory = quick([] { sum = sum + memoryWork(); }) / kMemoryUs,
                 arithmetic = quick([] { sum = sum + arithmeticWork(); }) / kArithmeticUs;
    const double here = std::clamp(std::sqrt(memory * arithmetic), 1.0, kMost);
    qInfo("this processor takes %.2f times as long (memory %.2f, arithmetic %.2f)", here, memory, arithmetic);
    return here;
  }();
  return slowness;
}

Speed speedOf(Like like, double bound, const std::function<void()>& fn) {
  static volatile std::uint64_t sum = 0;
  const std::function<void()> reference = [like] {
    sum = sum + (like == Like::kMemory ? memoryWork() : like == Like::kArithmetic ? arithmeticWork() : programWork());
  };
  return measureTwice(like, reference, bound, fn);
}

Speed speedBeside(const std::function<void()>& reference, double bound, const std::function<void()>& fn) {
  return measureTwice(Like::kMemory, reference, bound, fn);
}

}  // namespace ww::test
