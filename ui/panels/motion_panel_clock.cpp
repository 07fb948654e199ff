// SPDX-License-Identifier: Apache-2.0
// The clock of the Motion panel, and what it does to the robot.
#include <QLocale>
#include <QSignalBlocker>
#include <algorithm>

#include "ui/panels/motion_panel.h"
#include "ui/widgets/icons.h"

namespace ww::ui {
namespace {

constexpr int kTicks = 2000;
constexpr double kSameMoment = 1e-6;  // seconds

}  // namespace

void MotionPanel::playOrPause() {
  if (!plan_) return;
  if (isPlaying()) {
    clock_timer_.stop();
  } else {
    if (seconds_ >= plan_->duration() - 1e-6) scrub(0.0);
    clock_from_ = seconds_;
    clock_.start();
    clock_timer_.start();
  }
  play_->setIcon(icon(isPlaying() ? QStringLiteral("pause") : QStringLiteral("play")));
  Q_EMIT stateChanged();
}

void MotionPanel::tick() {
  if (!plan_) return;
  double now = clock_from_ + static_cast<double>(clock_.elapsed()) / 1000.0 * speed_->currentData().toDouble();
  if (now >= plan_->duration()) {
    if (loop_->isChecked()) {
      now = clock_from_ = 0.0;
      clock_.start();
    } else {
      now = plan_->duration();
      playOrPause();
    }
  }
  previewAt(now);
}

void MotionPanel::scrub(double seconds) {
  if (!plan_) return;
  clock_from_ = seconds;
  clock_.start();
  previewAt(seconds);
}

void MotionPanel::previewAt(double seconds) {
  seconds_ = std::clamp(seconds, 0.0, plan_->duration());
  previewing_ = true;
  layer_.setJoints(plan_->request.robot, plan_->at(seconds_));
  const QSignalBlocker quiet(timeline_);
  timeline_->setValue(plan_->duration() > 0 ? qRound(seconds_ / plan_->duration() * kTicks) : 0);
  time_->setText(tr("%1 / %2 s").arg(QLocale().toString(seconds_, 'f', 2), QLocale().toString(plan_->duration(), 'f', 2)));
  showButtons();
  Q_EMIT momentChanged();
}

bool MotionPanel::isBetween() const { return plan_ && !isPlaying() && seconds_ > kSameMoment && seconds_ < plan_->duration() - kSameMoment; }

void MotionPanel::moveHere() {
  if (!isBetween()) return moveToEnd();
  moveTo(seconds_, tr("Move %1 to %2 s of the way to %3").arg(robots_->currentText(), QLocale().toString(seconds_, 'f', 2), goal_));
}

void MotionPanel::moveToEnd() {
  if (plan_) moveTo(plan_->duration(), tr("Move %1 to %2").arg(robots_->currentText(), goal_));
}

// What is shown over the world ends first: the world itself is so afterwards.
void MotionPanel::moveTo(double seconds, const QString& label) {
  const ObjectId robot = plan_->request.robot;
  const JointVector positions = plan_->at(seconds);
  stop();
  if (!bridge_.commit(label, session::setJoints(robot, positions))) return;
  moved_world_ = bridge_.snapshot().world;
  setState(state_);
}

void MotionPanel::stop() {
  if (isPlaying()) playOrPause();
  seconds_ = 0.0;
  const QSignalBlocker quiet(timeline_);
  timeline_->setValue(0);
  layer_.clear();
  previewing_ = false;
  showButtons();
  Q_EMIT momentChanged();
  Q_EMIT previewEnded();
}

}  // namespace ww::ui
