// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/job_bridge.h"

#include <algorithm>
#include <mutex>
#include <thread>

namespace ww::ui {

struct JobGate {
  std::mutex mutex;
  JobBridge* bridge = nullptr;
};

struct JobBridge::Job {
  quint64 id = 0;
  std::shared_ptr<ProgressState> progress = std::make_shared<ProgressState>();
  Done done;
  QElapsedTimer clock;
  std::jthread thread;
};

JobBridge::JobBridge(QObject* parent) : QObject(parent), gate_(std::make_shared<JobGate>()) {
  gate_->bridge = this;
  poll_.setInterval(100);
  connect(&poll_, &QTimer::timeout, this, &JobBridge::poll);
}

JobBridge::~JobBridge() {
  {
    const std::scoped_lock lock(gate_->mutex);
    gate_->bridge = nullptr;
  }
  for (auto& job : jobs_) job->thread.request_stop();
  jobs_.clear();
}

quint64 JobBridge::start(const QString& title, Work work, Done done) {
  auto job = std::make_unique<Job>();
  job->id = next_id_++;
  job->done = std::move(done);
  job->clock.start();
  JobInfo info;
  info.id = job->id;
  info.title = title;
  infos_.push_back(info);
  job->thread = std::jthread([work = std::move(work), gate = gate_, id = job->id,
                              progress = job->progress](std::stop_token stop) {
    const Status status = work(std::move(stop), Progress(progress));
    const std::scoped_lock lock(gate->mutex);
    if (auto* bridge = gate->bridge)
      QMetaObject::invokeMethod(bridge, [bridge, id, status] { bridge->finish(id, status); }, Qt::QueuedConnection);
  });
  jobs_.push_back(std::move(job));
  poll_.start();
  Q_EMIT added(info.id);
  return info.id;
}

void JobBridge::cancel(quint64 id) {
  const auto job = std::find_if(jobs_.begin(), jobs_.end(), [id](const auto& j) { return j->id == id; });
  if (job == jobs_.end()) return;
  (*job)->thread.request_stop();
  if (auto* i = info(id)) i->stopping = true;
  Q_EMIT updated(id);
}

void JobBridge::cancelAll() {
  std::vector<quint64> ids;
  for (const auto& job : jobs_) ids.push_back(job->id);
  for (const quint64 id : ids) cancel(id);
}

void JobBridge::clearFinished() {
  std::erase_if(infos_, [](const JobInfo& i) { return i.state != JobInfo::State::kRunning; });
  Q_EMIT cleared();
}

int JobBridge::running() const { return static_cast<int>(jobs_.size()); }

double JobBridge::fraction() const {
  if (jobs_.empty()) return 0.0;
  double sum = 0.0;
  for (const auto& job : jobs_) sum += job->progress->fraction();
  return sum / static_cast<double>(jobs_.size());
}

void JobBridge::poll() {
  for (const auto& job : jobs_) {
    auto* i = info(job->id);
    if (!i) continue;
    i->fraction = job->progress->fraction();
    i->text = QString::fromStdString(job->progress->text());
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
    i->state = status.ok()                        ? JobInfo::State::kDone
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
