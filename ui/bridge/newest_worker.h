// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "ui/bridge/low_priority.h"

namespace ww::ui {

// A thread of low priority that does the newest of what it is asked for: requests that wait are replaced, and what is
// at work is told that nobody needs it any more. Its end waits for that.
template <typename Request>
class NewestWorker {
 public:
  // To be asked now and then; when it is true, the work ends and tells nothing.
  using Outdated = std::function<bool()>;
  using Work = std::function<void(const Request&, const Outdated&)>;

  explicit NewestWorker(Work work)
      : work_(std::move(work)), thread_([this](const std::stop_token& stop) { run(stop); }) {}

  void put(Request request) { take(std::move(request)); }
  // Nothing is wanted.
  void drop() { take(std::nullopt); }

 private:
  void take(std::optional<Request> next) {
    const std::scoped_lock lock(mutex_);
    next_ = std::move(next);
    ++number_;
    wake_.notify_all();
  }

  void run(const std::stop_token& stop) {
    lowerPriorityOfThisThread();
    while (true) {
      std::optional<Request> now;
      std::uint64_t number = 0;
      {
        std::unique_lock lock(mutex_);
        if (!wake_.wait(lock, stop, [this] { return next_.has_value(); })) return;
        now.swap(next_);
        number = number_;
      }
      work_(*now, [this, &stop, number] { return stop.stop_requested() || number_ != number; });
    }
  }

  Work work_;
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::optional<Request> next_;
  std::atomic<std::uint64_t> number_{0};
  std::jthread thread_;
};

}  // namespace ww::ui
