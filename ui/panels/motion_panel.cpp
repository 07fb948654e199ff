// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/motion_panel.h"

#include <QHBoxLayout>
#include <tuple>

#include "ui/bridge/motion_names.h"

namespace ww::ui {

MotionPanel::MotionPanel(SessionBridge& bridge, Selection& selection, PoseLayer& layer, JobBridge& jobs,
                         MotionPlanner planner, QWidget* parent)
    : QWidget(parent),
      bridge_(bridge),
      selection_(selection),
      layer_(layer),
      jobs_(jobs),
      planner_(std::move(planner)) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(8, 8, 8, 8);
  row->setSpacing(12);
  buildChoice();
  buildResult();
  connect(&bridge_, &SessionBridge::changed, this, &MotionPanel::follow);
  // Later: who shows something else may clear the layer first.
  connect(&layer_, &PoseLayer::changed, this, [this] {
    if (previewing_ && layer_.empty()) QMetaObject::invokeMethod(this, &MotionPanel::leaveMoment, Qt::QueuedConnection);
  });
  choice_->fill();
  setState(State::kNone);
}

QString MotionPanel::whyNotPlan() const {
  if (state_ == State::kPlanning) return tr("A motion is being planned.");
  return choice_->whyNot();
}

QString MotionPanel::whyNotPlay() const {
  if (!plan_) return gone_.isEmpty() ? tr("There is no planned motion yet. Plan one first.") : gone_;
  return {};
}

void MotionPanel::follow(const ChangePtr& change) {
  choice_->follow(*change);
  if (change->kind == session::Change::Kind::kReplace) {
    giveUpPlanning();
    stop();
    plan_.reset();
    failure_.reset();
    gone_.clear();
    setState(State::kNone);
  } else if ((plan_ || failure_ || state_ == State::kPlanning) && !change->after.world->object(planned_.robot)) {
    dropPlanOfLostRobot();
  } else if ((plan_ || failure_) && state_ != State::kPlanning) {
    // Undo may lead back to the world that it was planned for.
    const State now = differsForMotion(*change->after.world) ? State::kStale : plan_ ? State::kFresh : State::kFailed;
    if (moved_world_ && !previewing_) restClock();
    if (now != state_ || moved_world_) setState(now);
  }
}

// From the world that the motion was planned for.
bool MotionPanel::differsForMotion(const world::World& world) const {
  return world::affectsMotion(world::diff(*planned_world_, world));
}

// What is still found is of a world, or a robot, that is gone.
void MotionPanel::giveUpPlanning() {
  jobs_.cancel(job_);
  ++planning_;
}

void MotionPanel::dropPlanOfLostRobot() {
  giveUpPlanning();
  stop();
  plan_.reset();
  failure_.reset();
  gone_ = tr("The robot of the planned motion was deleted. Undo brings it back.");
  setState(State::kNone);
}

void MotionPanel::plan() {
  if (!whyNotPlan().isEmpty()) return;
  moved_world_.reset();
  stop();
  const session::Snapshot now = bridge_.snapshot();
  usecase::Target target = choice_->chosen();
  const auto object = now.world->object(target.robot);
  if (!object) return;  // the world is newer than the list
  planned_world_ = now.world;
  gone_.clear();
  target.start = object->jointPositions();
  planned_ = target;
  title_ = motionTitle(*now.world, target);
  goal_ = goalName(*now.world, target);
  setState(State::kPlanning);
  auto outcome = std::make_shared<MotionOutcome>();
  job_ = jobs_.start(
      tr("Plan %1 to %2").arg(robotBox()->currentText(), targetBox()->currentText()),
      [planner = planner_, now, target, outcome](std::stop_token stop_token, const Progress& progress) {
        *outcome = planner(now.world, target, std::move(stop_token), progress);
        return outcome->status;
      },
      [this, outcome, now, planning = ++planning_](const Status& status) {
        if (planning != planning_) return;
        outcome->status = status;
        if (outcome->plan) std::tie(outcome->plan->revision, outcome->plan->world) = std::tie(now.revision, now.world);
        finish(*outcome);
      });
}

void MotionPanel::cancel() {
  if (state_ == State::kPlanning) jobs_.cancel(job_);
}

void MotionPanel::finish(const MotionOutcome& outcome) {
  // The robot went while its motion was planned.
  if (!bridge_.snapshot().world->object(planned_.robot)) return;
  failure_.reset();
  involved_ = outcome.involved;
  if (outcome.plan) {
    plan_ = outcome.plan;
    // The world may have moved on while the planner worked.
    setState(differsForMotion(*bridge_.snapshot().world) ? State::kStale : State::kFresh);
    Q_EMIT planned(*plan_);
    scrub(0.0);
    return;
  }
  plan_.reset();
  if (outcome.status.code == Code::kCancelled) {
    gone_ = tr("Planning was stopped.");
    setState(State::kNone);
    return;
  }
  failure_ = outcome;
  setState(differsForMotion(*bridge_.snapshot().world) ? State::kStale : State::kFailed);
  Q_EMIT failed(outcome);
}

bool MotionPanel::isAboutOther() const {
  return (plan_ || failure_) && state_ != State::kPlanning && !isSameMotion(choice_->chosen(), planned_);
}

bool MotionPanel::isClose() const {
  return plan_ && plan_->nearest && plan_->min_clearance_m && plan_->duration() > 0.0 &&
         *plan_->min_clearance_m < warn_below_->value();
}

bool MotionPanel::hasArrived() const {
  return plan_ && moved_world_ && !world::affectsMotion(world::diff(*moved_world_, *bridge_.snapshot().world));
}

std::optional<MotionContact> MotionPanel::place() const {
  if (plan_) return isClose() ? plan_->nearest : std::nullopt;
  if (!failure_ || failure_->involved.size() != 2 || failure_->points_in_root.size() < 2) return std::nullopt;
  return MotionContact{failure_->involved[0], failure_->involved[1], failure_->points_in_root[0],
                       failure_->points_in_root[1]};
}

}  // namespace ww::ui
