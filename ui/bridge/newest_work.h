// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

#include "ui/bridge/low_priority.h"

namespace ww::ui {

// One thread of low priority that does the newest thing it was asked for, and drops what came between. Asked and
// cancelled from any thread; destroying it cancels, and waits.
template <typename Request>
class NewestWork {
 public:
  using Work = std::function<void(const Request& request, const std::stop_token& stop)>;
  explicit NewestWork(Work work) : work_(std::move(work)), thread_([this](const std::stop_token& end) { run(end); }) {}
  ~NewestWork() { cancel(); }
  NewestWork(const NewestWork&) = delete;
  NewestWork& operator=(const NewestWork&) = delete;

  void put(Request request) {
    const std::scoped_lock lock(mutex_);
    next_ = std::move(request);
    wake_.notify_all();
  }
  // What waits is dropped, what runs is asked to stop.
  void cancel() {
    const std::scoped_lock lock(mutex_);
    next_.reset();
    running_.request_stop();
  }

 private:
  void run(const std::stop_token& end) {
    lowerPriorityOfThisThread();
    while (true) {
      std::optional<Request> request;
      std::stop_token stop;
      {
        std::unique_lock lock(mutex_);
        if (!wake_.wait(lock, end, [this] { return next_.has_value(); })) return;
        request.swap(next_);
        running_ = std::stop_source();
        stop = running_.get_token();
      }
      work_(*request, stop);
    }
  }

  const Work work_;
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::optional<Request> next_;
  std::stop_source running_;
  std::jthread thread_;  // last: it ends before the rest goes
};

}  // namespace ww::ui
