// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

#include "core/usecase/exchange/recording.h"

namespace ww::ui {

// Messages that a person sends, told one after the other by a thread of its own: what waits for a disk or for a large
// picture must not hold the window. Its end waits for the one that is told, and drops what comes after it.
class IsaacOutbox {
 public:
  static constexpr std::size_t kMostWaiting = 16;            // messages
  static constexpr std::uint64_t kMostBytes = 256ull << 20;  // of them, where there is more than one

  // Called in the thread of the outbox.
  using Tell = std::function<void(isaac::Message message, const usecase::LogHold& log)>;
  explicit IsaacOutbox(Tell tell)
      : tell_(std::move(tell)), thread_([this](const std::stop_token& stop) { run(stop); }) {}

  // Into the log that was recorded when somebody sent it. False where it is full.
  bool put(isaac::Message message, usecase::LogHold log) {
    const std::scoped_lock lock(mutex_);
    const std::uint64_t size = message.payloadBytes();
    if (waiting_.size() >= kMostWaiting || (!waiting_.empty() && bytes_ + size > kMostBytes)) return false;
    bytes_ += size;
    waiting_.push_back({std::move(message), std::move(log)});
    wake_.notify_all();
    return true;
  }

 private:
  struct Waiting {
    isaac::Message message;
    usecase::LogHold log;
  };

  void run(const std::stop_token& stop) {
    while (true) {
      Waiting next;
      {
        std::unique_lock lock(mutex_);
        if (!wake_.wait(lock, stop, [this] { return !waiting_.empty(); })) return;
        if (stop.stop_requested()) return;
        next = std::move(waiting_.front());
        waiting_.pop_front();
        bytes_ -= next.message.payloadBytes();
      }
      tell_(std::move(next.message), next.log);
    }
  }

  const Tell tell_;
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::deque<Waiting> waiting_;
  std::uint64_t bytes_ = 0;
  std::jthread thread_;  // the last: it uses the others
};

}  // namespace ww::ui
