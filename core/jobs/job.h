// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <variant>

#include "core/base/progress.h"
#include "core/base/status.h"

namespace ww::jobs {

using JobId = std::uint64_t;

enum class JobState { kQueued, kRunning, kCancelling, kDone, kFailed, kCancelled };
inline bool isFinished(JobState s) { return s >= JobState::kDone; }

// Where a job stands, for lists. `error` is set when it failed.
struct JobInfo {
  JobId id = 0;
  std::string name;
  JobState state = JobState::kQueued;
  double fraction = 0.0;
  Phrase text;
  Status error;
};

// A job ends in one of three ways; being cancelled is not an error.
struct Cancelled {};
template <typename T>
using Outcome = std::variant<T, Status, Cancelled>;

// The work: watches the token, reports progress, throws nothing it need not.
template <typename T>
using Work = std::function<Result<T>(std::stop_token, const Progress&)>;
// Called once with the outcome, on the worker thread.
template <typename T>
using Done = std::function<void(const Outcome<T>&)>;

// What the runner and lists see of a job. Thread-safe.
class JobBase {
 public:
  using Notify = std::function<void(const JobInfo&)>;

  JobBase(JobId id, std::string name, Notify notify);
  virtual ~JobBase() = default;
  JobBase(const JobBase&) = delete;
  JobBase& operator=(const JobBase&) = delete;

  JobId id() const { return id_; }
  JobInfo info() const;
  // True when the job will end as cancelled; false when it had ended. Returns at once: a queued job has
  // ended then, a running one is told to stop.
  bool cancel();
  void wait() const;
  bool waitFor(std::chrono::milliseconds time) const;

  // For the runner: all that is to be done on the worker thread.
  virtual void execute() = 0;

 protected:
  bool begin();  // false: cancelled before it started
  void end(JobState state, Status error);
  bool cancelRequested() const { return stop_.stop_requested(); }

  std::stop_source stop_;
  std::shared_ptr<ProgressState> progress_ = std::make_shared<ProgressState>();

 private:
  JobInfo infoLocked() const;

  const JobId id_;
  const std::string name_;
  Notify notify_;
  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  JobState state_ = JobState::kQueued;
  Status error_;
};

// Text of the exception in flight, as a failure.
Status failureOfException(const std::string& job_name);

template <typename T>
class JobTask final : public JobBase {
 public:
  JobTask(JobId id, std::string name, Notify notify, Work<T> work, Done<T> done, bool keep_late_value)
      : JobBase(id, std::move(name), std::move(notify)),
        work_(std::move(work)),
        done_(std::move(done)),
        keep_late_value_(keep_late_value) {}

  void execute() override {
    const bool started = begin();
    Outcome<T> outcome = started ? work() : Outcome<T>(Cancelled{});
    work_ = {};  // releases what the work held before anyone hears of the end
    const Status error = outcome.index() == 1 ? std::get<1>(outcome) : Status{};
    const JobState state = outcome.index() == 0   ? JobState::kDone
                           : outcome.index() == 1 ? JobState::kFailed
                                                  : JobState::kCancelled;
    {
      const std::scoped_lock lock(outcome_mutex_);
      outcome_ = std::move(outcome);
    }
    if (started) end(state, error);
    if (done_) done_(*outcome_);
    done_ = {};
  }

  // The outcome of a finished job; Cancelled before that.
  Outcome<T> outcome() const {
    const std::scoped_lock lock(outcome_mutex_);
    return outcome_ ? *outcome_ : Outcome<T>(Cancelled{});
  }

 private:
  Outcome<T> work() {
    try {
      Result<T> result = work_(stop_.get_token(), Progress(progress_));
      if (result.ok() && (keep_late_value_ || !cancelRequested())) return std::move(result).value();
      if (cancelRequested() || result.status().code == Code::kCancelled) return Cancelled{};
      return result.status();
    } catch (...) {
      return failureOfException(info().name);
    }
  }

  Work<T> work_;
  Done<T> done_;
  const bool keep_late_value_;
  mutable std::mutex outcome_mutex_;
  std::optional<Outcome<T>> outcome_;
};

// A handle; copies name the same job. Dropping it does not stop the job.
template <typename T>
class Job {
 public:
  Job() = default;
  explicit Job(std::shared_ptr<JobTask<T>> task) : task_(std::move(task)) {}
  explicit operator bool() const { return static_cast<bool>(task_); }
  JobId id() const { return task_->id(); }
  JobInfo info() const { return task_->info(); }
  bool cancel() const { return task_->cancel(); }
  bool waitFor(std::chrono::milliseconds time) const { return task_->waitFor(time); }
  Outcome<T> wait() const {
    task_->wait();
    return task_->outcome();
  }

 private:
  std::shared_ptr<JobTask<T>> task_;
};

}  // namespace ww::jobs
