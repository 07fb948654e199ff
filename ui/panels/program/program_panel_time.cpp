// SPDX-License-Identifier: Apache-2.0
// What the Program panel plans and plays.
#include <algorithm>

#include "core/session/program_data.h"
#include "ui/bridge/program_pose.h"
#include "ui/bridge/status_text.h"
#include "ui/panels/program/program_panel.h"

namespace ww::ui {

void ProgramPanel::buildTime() {
  clock_ = new MotionClock(this);
  connect(tools_->planButton(), &QPushButton::clicked, this, &ProgramPanel::plan);
  connect(tools_->cancelButton(), &QPushButton::clicked, planning_, &ProgramPlanning::cancel);
  connect(tools_->exportButton(), &QPushButton::clicked, this, &ProgramPanel::exportAsked);
  connect(clock_, &MotionClock::shown, this, &ProgramPanel::preview);
  connect(clock_, &MotionClock::playingChanged, this, &ProgramPanel::changed);
  connect(strip_, &StepStrip::scrubbed, this, &ProgramPanel::scrub);
}

// ---- planning

void ProgramPanel::plan() {
  if (!whyNotPlan().isEmpty()) return;
  stop();
  planning_->plan({program()});
}

QString ProgramPanel::whyNotPlan() const {
  if (planning_->isPlanning()) return tr("Programs are being planned.");
  if (program().empty()) return tr("There is no program yet.");
  if (data_.is_newer) return tr("A newer program made this one.");
  if (data_.steps.empty()) return tr("The program has no steps yet.");
  return {};
}

// Those that have no plan, or one that something has changed for.
void ProgramPanel::planAll() {
  if (!whyNotPlanAll().isEmpty()) return;
  stop();
  std::vector<std::string> names;
  for (const auto& [name, state] : watch_->states())
    if (state != usecase::PlanState::kFresh) names.push_back(name);
  planning_->plan(names);
}

QString ProgramPanel::whyNotPlanAll() const {
  if (planning_->isPlanning()) return tr("Programs are being planned.");
  const auto& states = watch_->states();
  if (states.empty()) return tr("There is no program yet.");
  const bool any = std::any_of(states.begin(), states.end(),
                               [](const auto& entry) { return entry.second != usecase::PlanState::kFresh; });
  return any ? QString() : tr("All plans are up to date.");
}

QString ProgramPanel::whyNotExport() const {
  if (planning_->isPlanning()) return tr("Programs are being planned.");
  if (program().empty()) return tr("There is no program yet.");
  const auto* now = known();
  if (!now || now->check.state == usecase::PlanState::kUnplanned) return tr("Plan the program first.");
  if (now->check.state == usecase::PlanState::kStale) return tr("The plan no longer holds: plan the program again.");
  return {};
}

// ---- playing

void ProgramPanel::showTime() {
  const auto* now = known();
  playback_ = now ? now->playback : nullptr;
  const double duration = playback_ ? playback_->duration() : 0.0;
  const bool has = playback_ && duration > 0.0;
  if (!has && previewing_ && clock_->isPlaying()) clock_->playOrPause();
  clock_->setDuration(has ? std::optional(duration) : std::nullopt);
  showMarks();
}

void ProgramPanel::showMarks() {
  std::vector<StepStrip::Mark> marks;
  const QList<int> chosen = steps_->chosen();
  const auto& rows = model_->steps();
  for (std::size_t i = 0; playback_ && i < rows.size(); ++i) {
    const StepRow& row = rows[i];
    const auto number = static_cast<int>(i);
    if (row.begins && row.ends)
      marks.push_back({number, *row.begins, *row.ends, row.state, stepText(row.step), chosen.contains(number)});
  }
  strip_->setMarks(std::move(marks), playback_ ? playback_->duration() : 0.0);
  strip_->setMoment(clock_->seconds());
}

QString ProgramPanel::whyNotPlay() const {
  return playback_ && playback_->duration() > 0.0 ? QString() : tr("There is no planned program yet. Plan one first.");
}

void ProgramPanel::playOrPause() {
  if (whyNotPlay().isEmpty()) clock_->playOrPause();
}

void ProgramPanel::preview(double seconds) {
  if (!playback_) return;
  Q_EMIT previewBegan();
  previewing_ = true;
  strip_->setMoment(seconds);
  const auto world = sources_.bridge.snapshot().world;
  shown_ = {world, playback_};
  if (!showMoment(sources_.layer, *world, *playback_, seconds)) stop();
}

// What is seen is the moment that the clock tells, whatever has changed since, or the world as it is. Where somebody
// has moved a robot of the program itself, that is what shall be seen.
void ProgramPanel::keepPreview() {
  if (!previewing_ || isPlaying()) return;
  const auto world = sources_.bridge.snapshot().world;
  const bool gone = sources_.layer.empty();
  if (!shown_.playback) return gone ? leavePreview() : void();  // a posture
  if (!gone && shown_.world == world && shown_.playback == playback_) return;
  const auto moved = [&](const program::Mover& mover) {
    const world::Object *before = shown_.world->peek(mover.object), *now = world->peek(mover.object);
    return !before || !now || before->jointPositions() != now->jointPositions();
  };
  if (!playback_ || std::ranges::any_of(shown_.playback->program().movers, moved)) return stop();
  preview(clock_->seconds());
}

void ProgramPanel::leavePreview() {
  if (!previewing_) return;
  previewing_ = false;
  if (isPlaying()) clock_->playOrPause();
  clock_->rest(0.0);
  strip_->setMoment(0.0);
}

void ProgramPanel::stop() {
  if (!previewing_) return;
  leavePreview();
  sources_.layer.clear();
  Q_EMIT changed();
}

// ---- where planning came to grief

// The edits are of the world that was planned in: of programs they would take back what came since.
void ProgramPanel::apply(const usecase::Remedy& remedy) {
  const auto* its = failed();
  if (!its) return;
  const auto world = sources_.bridge.snapshot().world;
  if (!session::sameProgram(*its->world, *world, program()))
    return Q_EMIT message(tr("The program has changed since: plan it again."));
  stop();
  if (!writer_->commit(toText(remedy.text), remedy.edits)) return;
  planning_->forget(program());
  planning_->plan({program()});
}

void ProgramPanel::pose(const usecase::FailureStory& story, const JointVector& joints) {
  const auto world = sources_.bridge.snapshot().world;
  if (!story.before || !world->peek(story.robot)) return;
  if (isPlaying()) clock_->playOrPause();
  Q_EMIT previewBegan();
  previewing_ = true;
  // No moment of the program is seen.
  shown_ = {};
  clock_->rest(0.0);
  strip_->setMoment(0.0);
  showPosture(sources_.layer, *world, *story.before, story.robot, joints);
}

void ProgramPanel::showWhere() {
  const auto* its = failed();
  if (its && its->story.joints) pose(its->story, *its->story.joints);
}

void ProgramPanel::showCandidate(int i) {
  const auto* its = failed();
  const auto at = static_cast<std::size_t>(i);
  if (its && at < its->story.candidates.size()) pose(its->story, its->story.candidates[at].joints);
}

}  // namespace ww::ui
