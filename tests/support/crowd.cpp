// SPDX-License-Identifier: Apache-2.0
#include "tests/support/crowd.h"

#include <time.h>

#include <algorithm>
#include <chrono>

namespace ww::test {
namespace {

constexpr double kWorkMs = 20.0;  // more than a scheduler gives one who has slept
constexpr auto kRest = std::chrono::milliseconds(80);

double milliseconds(clockid_t clock) {
  timespec t{};
  clock_gettime(clock, &t);
  return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) * 1e-6;
}

double once() {
  const double from = milliseconds(CLOCK_MONOTONIC), worked = milliseconds(CLOCK_THREAD_CPUTIME_ID);
  while (milliseconds(CLOCK_THREAD_CPUTIME_ID) - worked < kWorkMs) continue;
  return (milliseconds(CLOCK_MONOTONIC) - from) / kWorkMs;
}

}  // namespace

Crowd::Crowd() {
  thread_ = std::thread([this] {
    while (!over_) {
      const double took = once();
      {
        const std::scoped_lock lock(mutex_);
        took_.push_back(took);
      }
      std::this_thread::sleep_for(kRest);
    }
  });
}

Crowd::~Crowd() {
  over_ = true;
  thread_.join();
}

double Crowd::stretch() const {
  const std::scoped_lock lock(mutex_);
  std::vector<double> took = took_;
  if (took.empty()) return 1.0;
  const auto middle = took.begin() + static_cast<std::ptrdiff_t>(took.size() / 2);
  std::nth_element(took.begin(), middle, took.end());
  return std::max(1.0, *middle);
}

}  // namespace ww::test
