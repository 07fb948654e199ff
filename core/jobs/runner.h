// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <deque>
#include <thread>
#include <vector>

#include "core/jobs/job.h"

namespace ww::jobs {

// Runs jobs on a few threads of lower priority, in the order they came. Thread-safe. Its end cancels
// all jobs and waits for those that run.
class JobRunner {
 public:
  // `observer` hears of every change of state (not of progress), on any thread.
  explicit JobRunner(int threads = 1, JobBase::Notify observer = {});
  ~JobRunner();
  JobRunner(const JobRunner&) = delete;
  JobRunner& operator=(const JobRunner&) = delete;

  // `keep_late_value`: a value counts though the job was cancelled meanwhile, as for work that cannot
  // be taken back (a file that has been replaced).
  template <typename T>
  Job<T> run(std::string name, Work<T> work, Done<T> done = {}, bool keep_late_value = false) {
    auto task = std::make_shared<JobTask<T>>(nextId(), std::move(name), notifier(), std::move(work), std::move(done),
                                             keep_late_value);
    enqueue(task);
    return Job<T>(std::move(task));
  }

  // Queued, running and the last finished jobs (at most 50), oldest first.
  std::vector<JobInfo> list() const;
  // False when there is no such job or it has ended.
  bool cancel(JobId id);
  void cancelAll();
  void forgetFinished();
  bool idle() const;

 private:
  JobId nextId();
  JobBase::Notify notifier() const;
  void enqueue(std::shared_ptr<JobBase> job);
  void work(const std::stop_token& stop);
  void trimFinished();

  const std::shared_ptr<const JobBase::Notify> observer_;
  mutable std::mutex mutex_;
  std::condition_variable_any wake_;
  std::deque<std::shared_ptr<JobBase>> queue_;
  std::vector<std::shared_ptr<JobBase>> jobs_;
  JobId last_id_ = 0;
  std::vector<std::jthread> threads_;  // last: they end before the rest goes
};

}  // namespace ww::jobs
