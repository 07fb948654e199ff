// SPDX-License-Identifier: Apache-2.0
// What the clock of the Motion panel does to the robot.
#include <QLocale>

#include "ui/panels/motion_panel.h"

namespace ww::ui {

void MotionPanel::preview(double seconds) {
  if (!plan_) return;
  previewing_ = true;
  showing_place_ = false;
  layer_.setJoints(plan_->target.robot, plan_->at(seconds));
  showButtons();
  Q_EMIT momentChanged();
}

// Whoever drags something ends with poses of the world's own: no moment is seen any more, and the clock tells none. It
// shows none anew either: where a drag was given up, the view is to be what it was.
void MotionPanel::leaveMoment() {
  if (!previewing_ || isPlaying() || !layer_.empty()) return;
  previewing_ = showing_place_ = false;
  restClock();
  showButtons();
  Q_EMIT momentChanged();
}

void MotionPanel::moveHere() {
  if (!clock_->isBetween()) return moveToEnd();
  moveTo(seconds(), tr("Move %1 to %2 s of the way to %3")
                        .arg(robotBox()->currentText(), QLocale().toString(seconds(), 'f', 2), goal_));
}

void MotionPanel::moveToEnd() {
  if (plan_) moveTo(plan_->duration(), tr("Move %1 to %2").arg(robotBox()->currentText(), goal_));
}

// What is shown over the world ends first: the world itself is so afterwards.
void MotionPanel::moveTo(double seconds, const QString& label) {
  const ObjectId robot = plan_->target.robot;
  const JointVector positions = plan_->at(seconds);
  stop();
  if (!bridge_.commit(label, session::setJoints(robot, positions))) return;
  moved_world_ = bridge_.snapshot().world;
  arrived_s_ = seconds;
  restClock();
  setState(state_);
}

// Where the robot stands on the plan, as the links take it.
void MotionPanel::restClock() { clock_->rest(hasArrived() ? arrived_s_ : 0.0); }

void MotionPanel::stop() {
  if (isPlaying()) playOrPause();
  restClock();
  layer_.clear();
  previewing_ = showing_place_ = false;
  showButtons();
  Q_EMIT momentChanged();
  Q_EMIT previewEnded();
}

}  // namespace ww::ui
