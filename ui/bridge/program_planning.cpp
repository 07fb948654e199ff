// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/program_planning.h"

#include <QPointer>
#include <algorithm>

#include "core/session/program_builders.h"

namespace ww::ui {

ProgramPlanning::ProgramPlanning(SessionBridge& bridge, JobBridge& jobs, std::shared_ptr<WorldScenes> scenes,
                                 QObject* parent)
    : QObject(parent), bridge_(bridge), jobs_(jobs), scenes_(std::move(scenes)) {
  connect(&jobs_, &JobBridge::updated, this, [this](quint64 id) {
    if (id == job_ && job_ != 0) Q_EMIT progressed();
  });
  connect(&bridge_, &SessionBridge::changed, this, [this](const ChangePtr& change) {
    if (change->kind != session::Change::Kind::kReplace) return;
    cancel();
    failures_.clear();
    notes_.clear();
    Q_EMIT changed();
  });
}

double ProgramPlanning::fraction() const {
  const auto& all = jobs_.jobs();
  const auto its = std::find_if(all.begin(), all.end(), [this](const JobInfo& job) { return job.id == job_; });
  return its == all.end() ? 0.0 : its->fraction;
}

const ProgramPlanning::Failed* ProgramPlanning::failureOf(const std::string& name) const {
  const auto found = failures_.find(name);
  return found == failures_.end() ? nullptr : &found->second;
}

std::vector<usecase::StepFinding> ProgramPlanning::notesOf(const std::string& name) const {
  const auto found = notes_.find(name);
  return found == notes_.end() ? std::vector<usecase::StepFinding>() : found->second;
}

void ProgramPlanning::forget(const std::string& name) {
  if (failures_.erase(name) > 0) Q_EMIT changed();
}

// On a worker. Fails with the first that fails, when all have been tried; at once when it is to end.
Status ProgramPlanning::work(const std::vector<std::string>& names, Batch& batch, const std::stop_token& stop,
                             const Progress& progress) {
  Status first = okStatus();
  const auto count = static_cast<double>(names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    planning::PlanOptions options;
    options.stop = stop;
    options.progress = progress.portion(static_cast<double>(i) / count, static_cast<double>(i + 1) / count);
    options.scene = batch.scenes->of(*batch.world);
    usecase::ProgramFailure failure;
    auto outcome = usecase::planProgram(*batch.world, names[i], options, &failure);
    if (outcome.ok()) {
      batch.tried.push_back(
          {names[i], std::make_shared<const usecase::ProgramOutcome>(std::move(outcome).value()), nullptr});
      continue;
    }
    if (stop.stop_requested()) return outcome.status();
    auto story = usecase::storyOf(*batch.world, names[i], outcome.status(), failure, options);
    batch.tried.push_back({names[i], nullptr, std::make_shared<const usecase::FailureStory>(std::move(story))});
    if (first.ok()) first = outcome.status();
  }
  return first;
}

void ProgramPlanning::plan(const std::vector<std::string>& names) {
  if (job_ != 0 || names.empty()) return;
  auto batch = std::make_shared<Batch>();
  batch->world = bridge_.snapshot().world;
  batch->scenes = scenes_;
  for (const std::string& name : names) {
    failures_.erase(name);
    notes_.erase(name);
  }
  const QString title = names.size() == 1 ? tr("Plan the program %1").arg(QString::fromStdString(names.front()))
                                          : tr("Plan %n programs", "", static_cast<int>(names.size()));
  job_ = jobs_.start(
      title,
      [batch, names](const std::stop_token& stop, const Progress& progress) {
        return work(names, *batch, stop, progress);
      },
      [this, guard = QPointer<ProgramPlanning>(this), batch](const Status& status) {
        if (!guard) return;
        job_ = 0;
        // What was planned before it was stopped is not kept either: nobody waits for it.
        if (status.code != Code::kCancelled) finish(*batch);
        Q_EMIT changed();
      });
  Q_EMIT changed();
}

void ProgramPlanning::cancel() {
  if (job_ != 0) jobs_.cancel(job_);
}

void ProgramPlanning::finish(const Batch& batch) {
  std::vector<session::EditsPtr> kept;
  QString last;
  for (const Tried& tried : batch.tried) {
    if (!tried.outcome) {
      failures_[tried.name] = {*tried.story, batch.world};
      continue;
    }
    last = QString::fromStdString(tried.name);
    notes_[tried.name] = tried.outcome->notes;
    kept.push_back(session::setProgramPlan(tried.name, *tried.outcome->plan));
  }
  const auto count = static_cast<int>(kept.size());
  if (count > 0)
    bridge_.commit(count == 1 ? tr("Plan the program %1").arg(last) : tr("Plan %n programs", "", count),
                   session::join(kept));
  for (const Tried& tried : batch.tried) {
    const QString name = QString::fromStdString(tried.name);
    if (tried.outcome) Q_EMIT planned(name, tried.outcome->duration);
    else Q_EMIT failed(name, tried.story->status);
  }
}

}  // namespace ww::ui
