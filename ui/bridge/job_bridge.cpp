// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/job_bridge.h"

#include <algorithm>
#include <mutex>

#include "core/jobs/runner.h"
#include "ui/bridge/failures.h"
#include "ui/bridge/status_text.h"

namespace ww::ui {
namespace {
// A short job (saving) shall not wait for a long one (planning).
constexpr int kThreads = 3;
}  // namespace

struct JobGate {
  std::mutex mutex;
  JobBridge* bridge = nullptr;
};

struct JobBridge::Runner {
  jobs::JobRunner runner{kThreads};
};

struct JobBridge::Job {
  quint64 id = 0;
  jobs::Job<bool> job;
  Done done;
  QElapsedTimer clock;
};

JobBridge::JobBridge(QObject* parent)
    : QObject(parent), gate_(std::make_shared<JobGate>()), runner_(std::make_unique<Runner>()) {
  gate_->bridge = this;
  poll_.setInterval(100);
  connect(&poll_, &QTimer::timeout, this, &JobBridge::poll);
}

JobBridge::~JobBridge() {
  {
    const std::scoped_lock lock(gate_->mutex);
    gate_->bridge = nullptr;
  }
  runner_->runner.cancelAll();
  jobs_.clear();
}

quint64 JobBridge::start(const QString& title, Work work, Done done, bool keep_late_value) {
  auto own = std::make_unique<Job>();
  own->done = std::move(done);
  own->clock.start();
  // Read by the event that ends the job; that runs on this thread, so after this function.
  auto id = std::make_shared<quint64>(0);
  own->job = runner_->runner.run<bool>(
      title.toStdString(),
      [work = std::move(work)](std::stop_token stop, const Progress& progress) -> Result<bool> {
        Status status = work(std::move(stop), progress);
        if (!status.ok()) return status;
        return true;
      },
      [gate = gate_, id](const jobs::Outcome<bool>& outcome) {
        const Status status = outcome.index() == 0   ? okStatus()
                              : outcome.index() == 1 ? std::get<1>(outcome)
                                                     : fail(failures::kCancelled);
        const std::scoped_lock lock(gate->mutex);
        if (auto* bridge = gate->bridge)
          QMetaObject::invokeMethod(
              bridge, [bridge, id, status] { bridge->finish(*id, status); }, Qt::QueuedConnection);
      },
      keep_late_value);
  *id = own->id = own->job.id();
  JobInfo info;
  info.id = own->id;
  info.title = title;
  infos_.push_back(info);
  jobs_.push_back(std::move(own));
  poll_.start();
  Q_EMIT added(info.id);
  return info.id;
}

void JobBridge::cancel(quint64 id) {
  const auto job = std::find_if(jobs_.begin(), jobs_.end(), [id](const auto& j) { return j->id == id; });
  if (job == jobs_.end()) return;
  (*job)->job.cancel();
  if (auto* i = info(id)) i->stopping = true;
  Q_EMIT updated(id);
}

void JobBridge::cancelAll() {
  std::vector<quint64> ids;
  for (const auto& job : jobs_) ids.push_back(job->id);
  for (const quint64 id : ids) cancel(id);
}

void JobBridge::clearFinished() {
  std::erase_if(infos_, isOver);
  Q_EMIT cleared();
}

int JobBridge::running() const { return static_cast<int>(jobs_.size()); }

double JobBridge::fraction() const {
  if (jobs_.empty()) return 0.0;
  double sum = 0.0;
  for (const auto& job : jobs_) sum += job->job.info().fraction;
  return sum / static_cast<double>(jobs_.size());
}

void JobBridge::poll() {
  for (const auto& job : jobs_) {
    auto* i = info(job->id);
    if (!i) continue;
    const jobs::JobInfo now = job->job.info();
    i->state = now.state == jobs::JobState::kQueued ? JobInfo::State::kQueued : JobInfo::State::kRunning;
    i->fraction = now.fraction;
    i->text = toText(now.text);
    i->seconds = static_cast<double>(job->clock.elapsed()) / 1000.0;
    Q_EMIT updated(job->id);
  }
}

void JobBridge::finish(quint64 id, const Status& status) {
  const auto found = std::find_if(jobs_.begin(), jobs_.end(), [id](const auto& j) { return j->id == id; });
  if (found == jobs_.end()) return;
  const std::unique_ptr<Job> job = std::move(*found);
  jobs_.erase(found);
  if (jobs_.empty()) poll_.stop();
  if (auto* i = info(id)) {
    i->state = status.ok()                       ? JobInfo::State::kDone
               : status.code == Code::kCancelled ? JobInfo::State::kCancelled
                                                 : JobInfo::State::kFailed;
    i->status = status;
    i->stopping = false;
    i->seconds = static_cast<double>(job->clock.elapsed()) / 1000.0;
    if (status.ok()) i->fraction = 1.0;
  }
  if (job->done) job->done(status);
  Q_EMIT finished(id);
}

JobInfo* JobBridge::info(quint64 id) {
  const auto found = std::find_if(infos_.begin(), infos_.end(), [id](const JobInfo& i) { return i.id == id; });
  return found == infos_.end() ? nullptr : &*found;
}

}  // namespace ww::ui
