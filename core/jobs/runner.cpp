// SPDX-License-Identifier: Apache-2.0
#include "core/jobs/runner.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>

namespace ww::jobs {
namespace {

constexpr std::size_t kKeptFinished = 50;

void lowerPriority() {
  // On Linux the priority is that of the thread. Failing to lower it harms nobody. A little only: people wait for
  // jobs, and on a busy machine a plan at 10 gets a tenth of a processor and runs out of time.
  static_cast<void>(setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), 2));
}

}  // namespace

JobRunner::JobRunner(int threads, JobBase::Notify observer)
    : observer_(std::make_shared<const JobBase::Notify>(std::move(observer))) {
  for (int i = 0; i < std::max(1, threads); ++i) {
    threads_.emplace_back([this](const std::stop_token& stop) { work(stop); });
  }
}

JobRunner::~JobRunner() {
  cancelAll();
  for (auto& thread : threads_) thread.request_stop();
  threads_.clear();
}

std::vector<JobInfo> JobRunner::list() const {
  const std::scoped_lock lock(mutex_);
  std::vector<JobInfo> out;
  for (const auto& job : jobs_) out.push_back(job->info());
  return out;
}

bool JobRunner::cancel(JobId id) {
  std::shared_ptr<JobBase> found;
  {
    const std::scoped_lock lock(mutex_);
    for (const auto& job : jobs_) {
      if (job->id() == id) found = job;
    }
  }
  return found && found->cancel();
}

void JobRunner::cancelAll() {
  std::vector<std::shared_ptr<JobBase>> jobs;
  {
    const std::scoped_lock lock(mutex_);
    jobs = jobs_;
  }
  for (const auto& job : jobs) job->cancel();
}

void JobRunner::forgetFinished() {
  const std::scoped_lock lock(mutex_);
  std::erase_if(jobs_, [](const auto& job) { return isFinished(job->info().state); });
}

bool JobRunner::idle() const {
  const std::scoped_lock lock(mutex_);
  return std::ranges::all_of(jobs_, [](const auto& job) { return isFinished(job->info().state); });
}

JobId JobRunner::nextId() {
  const std::scoped_lock lock(mutex_);
  return ++last_id_;
}

JobBase::Notify JobRunner::notifier() const {
  return [observer = observer_](const JobInfo& info) {
    if (*observer) (*observer)(info);
  };
}

void JobRunner::enqueue(std::shared_ptr<JobBase> job) {
  {
    const std::scoped_lock lock(mutex_);
    trimFinished();
    jobs_.push_back(job);
    queue_.push_back(job);
  }
  wake_.notify_one();
  if (*observer_) (*observer_)(job->info());
}

void JobRunner::trimFinished() {
  std::size_t finished = 0;
  for (const auto& job : jobs_) finished += isFinished(job->info().state) ? 1 : 0;
  std::erase_if(jobs_, [&finished](const auto& job) {
    return finished > kKeptFinished && isFinished(job->info().state) && finished-- > 0;
  });
}

void JobRunner::work(const std::stop_token& stop) {
  lowerPriority();
  for (;;) {
    std::shared_ptr<JobBase> job;
    {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, stop, [this] { return !queue_.empty(); });
      if (queue_.empty()) return;  // told to stop, and nobody waits to hear of an end
      job = std::move(queue_.front());
      queue_.pop_front();
    }
    job->execute();
  }
}

}  // namespace ww::jobs
