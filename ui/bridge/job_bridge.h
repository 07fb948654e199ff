// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QTimer>
#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

#include "core/base/progress.h"
#include "core/base/status.h"

namespace ww::ui {

struct JobInfo {
  enum class State { kQueued, kRunning, kDone, kFailed, kCancelled };
  quint64 id = 0;
  QString title;
  State state = State::kQueued;
  bool stopping = false;  // cancel was asked for, the work has not ended yet
  double fraction = 0.0;  // [0, 1]; 0 while nothing is known
  QString text;           // what it does now
  double seconds = 0.0;   // so far, or in all
  Status status;          // why it failed
};

// Work off the Qt thread with progress and cancel, on the core's JobRunner. Everything here is called,
// and told, on the Qt thread; only the work itself runs elsewhere. Destroying it asks all work to stop
// and waits.
class JobBridge : public QObject {
  Q_OBJECT
 public:
  using Work = std::function<Status(std::stop_token, const Progress&)>;
  using Done = std::function<void(const Status&)>;

  explicit JobBridge(QObject* parent = nullptr);
  ~JobBridge() override;

  // `done` is called on the Qt thread, unless the bridge has gone. `keep_late_value`: success counts
  // though cancel came meanwhile, as for a file that has been replaced.
  quint64 start(const QString& title, Work work, Done done, bool keep_late_value = false);
  // The same for work that gives a value.
  template <typename T>
  quint64 run(const QString& title, std::function<Result<T>(std::stop_token, const Progress&)> work,
              std::function<void(Result<T>)> done, bool keep_late_value = false) {
    auto result = std::make_shared<std::unique_ptr<Result<T>>>();
    return start(
        title,
        [work = std::move(work), result](std::stop_token stop, const Progress& progress) -> Status {
          *result = std::make_unique<Result<T>>(work(std::move(stop), progress));
          return (*result)->status();
        },
        [done = std::move(done), result](const Status& status) {
          // Cancelled, or ended by an exception: there is no value.
          if (status.code == Code::kCancelled || !*result) done(Result<T>(status));
          else done(std::move(**result));
        },
        keep_late_value);
  }
  void cancel(quint64 id);
  void cancelAll();
  static bool isOver(const JobInfo& job) { return job.state >= JobInfo::State::kDone; }
  // Forgets finished jobs.
  void clearFinished();

  const std::vector<JobInfo>& jobs() const { return infos_; }
  int running() const;
  // Mean fraction of the running jobs.
  double fraction() const;

 Q_SIGNALS:
  void added(quint64 id);
  void updated(quint64 id);
  void finished(quint64 id);
  void cleared();

 private:
  struct Job;
  struct Runner;
  void poll();
  void finish(quint64 id, const Status& status);
  JobInfo* info(quint64 id);

  std::vector<JobInfo> infos_;
  std::vector<std::unique_ptr<Job>> jobs_;
  std::shared_ptr<struct JobGate> gate_;
  QTimer poll_;
  std::unique_ptr<Runner> runner_;
};

}  // namespace ww::ui
