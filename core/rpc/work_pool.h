// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <atomic>
#include <memory>
#include <string>

#include "core/base/phrase.h"
#include "core/jobs/runner.h"
#include "core/rpc/call_context.h"

namespace ww::rpc {

// Threads of lower priority for calls that take the processor for long, so that short calls stay quick
// whatever is planned or read. Thread-safe.
class WorkPool {
 public:
  // At most `threads` run at once, at most `max_waiting` more wait for their turn.
  explicit WorkPool(Phrase name, int threads = 2, int max_waiting = 32)
      : name_(std::move(name)), limit_(threads + max_waiting), runner_(threads) {}

  template <typename T>
  using Work = std::function<Result<T>(std::stop_token)>;

  // Does the work on one of the threads and waits for it. RESOURCE_EXHAUSTED when too many wait. When the call is
  // to stop, so is the work, and CANCELLED comes back at once: what the work uses must live as long as it.
  template <typename T>
  Result<T> run(const CallContext& call, Work<T> work) {
    if (unfinished_->fetch_add(1) >= limit_) {
      unfinished_->fetch_sub(1);
      return tooMany();
    }
    const auto job = runner_.run<T>(
        plain(name_), [work = std::move(work)](std::stop_token stop, const Progress&) { return work(std::move(stop)); },
        [unfinished = unfinished_](const jobs::Outcome<T>&) { unfinished->fetch_sub(1); });
    while (!job.waitFor(kPoll)) {
      if (!call.stop.stop_requested()) continue;
      job.cancel();
      return cancelled();
    }
    jobs::Outcome<T> outcome = job.wait();
    if (outcome.index() == 0) return std::get<0>(std::move(outcome));
    if (outcome.index() == 1) return std::get<1>(std::move(outcome));
    return cancelled();
  }

  // Running or waiting.
  int unfinished() const { return unfinished_->load(); }

 private:
  static constexpr std::chrono::milliseconds kPoll{20};

  // The failures RESOURCE_EXHAUSTED and CANCELLED.
  Status tooMany() const;
  Status cancelled() const;

  const Phrase name_;
  const int limit_;
  // Shared: the last job may end after this value.
  const std::shared_ptr<std::atomic<int>> unfinished_ = std::make_shared<std::atomic<int>>(0);
  jobs::JobRunner runner_;
};

}  // namespace ww::rpc
