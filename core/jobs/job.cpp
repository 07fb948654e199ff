// SPDX-License-Identifier: Apache-2.0
#include "core/jobs/job.h"

#include <exception>
#include <new>

#include "core/jobs/failures.h"

namespace ww::jobs {

JobBase::JobBase(JobId id, std::string name, Notify notify)
    : id_(id), name_(std::move(name)), notify_(std::move(notify)) {}

JobInfo JobBase::infoLocked() const { return {id_, name_, state_, progress_->fraction(), progress_->text(), error_}; }

JobInfo JobBase::info() const {
  const std::scoped_lock lock(mutex_);
  return infoLocked();
}

bool JobBase::cancel() {
  JobInfo now;
  {
    const std::scoped_lock lock(mutex_);
    if (state_ == JobState::kCancelling || state_ == JobState::kCancelled) return true;
    if (isFinished(state_)) return false;
    state_ = state_ == JobState::kQueued ? JobState::kCancelled : JobState::kCancelling;
    now = infoLocked();
  }
  stop_.request_stop();
  changed_.notify_all();
  if (notify_) notify_(now);
  return true;
}

void JobBase::wait() const {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return isFinished(state_); });
}

bool JobBase::waitFor(std::chrono::milliseconds time) const {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, time, [this] { return isFinished(state_); });
}

bool JobBase::begin() {
  JobInfo now;
  {
    const std::scoped_lock lock(mutex_);
    if (state_ != JobState::kQueued) return false;
    state_ = JobState::kRunning;
    now = infoLocked();
  }
  if (notify_) notify_(now);
  return true;
}

void JobBase::end(JobState state, Status error) {
  JobInfo now;
  {
    const std::scoped_lock lock(mutex_);
    state_ = state;
    error_ = std::move(error);
    now = infoLocked();
  }
  changed_.notify_all();
  if (notify_) notify_(now);
}

Status failureOfException(const std::string& job_name) {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    return fail(failures::kNoMemory).in(job_name);
  } catch (const std::exception& e) {
    return fail(failures::kThrown, {{"reason", arg::Words{e.what()}}}).in(job_name);
  } catch (...) {
    return fail(failures::kUnknownFault).in(job_name);
  }
}

}  // namespace ww::jobs
