// SPDX-License-Identifier: Apache-2.0
#include "app/editor/log_timeline.h"

#include <QLocale>
#include <algorithm>
#include <cmath>

#include "app/editor/isaac_desk.h"
#include "ui/panels/isaac/isaac_window.h"
#include "ui/panels/motion_panel.h"
#include "ui/panels/program/program_panel.h"
#include "ui/scene/overlays/posture_ghosts.h"
#include "ui/scene/view_marks.h"
#include "ui/widgets/shown_decimals.h"

namespace ww::editor {

LogTimeline::LogTimeline(const WindowParts& parts, IsaacDesk& messages, ui::MotionPanel& motion,
                         ui::ProgramPanel& program)
    : QObject(&messages),
      bridge_(parts.bridge),
      view_(parts.view.view()),
      messages_(messages),
      motion_(motion),
      program_(program) {
  connect(&messages_, &IsaacDesk::made, this, &LogTimeline::join);
  for (ui::MotionClock* clock : {motion_.clock(), program_.clock()})
    connect(clock, &ui::MotionClock::shown, this, [this, clock](double seconds) { follow(*clock, seconds); });
}

void LogTimeline::join() {
  bar_ = messages_.page()->messages()->bar();
  connect(bar_->clock(), &ui::MotionClock::shown, this, &LogTimeline::lead);
  connect(bar_, &ui::LogBar::withMotionChanged, this, &LogTimeline::change);
  connect(bar_, &ui::LogBar::ghostChanged, this, &LogTimeline::showGhost);
  connect(&messages_.log(), &ui::IsaacLog::recordedChanged, this, &LogTimeline::showGhost);
  connect(&messages_.log(), &ui::IsaacLog::stateChanged, this, &LogTimeline::showGhost);
}

bool LogTimeline::isOn() const { return bar_ && bar_->withMotion() && messages_.log().isShown(); }

// The joint that is farthest from where it is planned.
QString LogTimeline::apart() const {
  const ui::IsaacLog& log = messages_.log();
  const world::WorldPtr world = bridge_.snapshot().world;
  QString words;
  double most = -1.0;
  for (const ObjectId id : log.recordedOfMotion()) {
    const world::Object* object = world->peek(id);
    const auto there = log.recorded().joints.find(id), here = log.planned().joints.find(id);
    if (!object || there == log.recorded().joints.end() || here == log.planned().joints.end()) continue;
    if (there->second.size() != here->second.size()) continue;
    for (Eigen::Index i = 0; i < there->second.size(); ++i) {
      const double way = std::abs(there->second[i] - here->second[i]);
      if (way <= most) continue;
      most = way;
      const auto joint = static_cast<std::size_t>(i);
      const bool turns = object->movingJoint(joint).motion != world::MotionType::kPrismatic;
      const QString far = ui::shownQuantity(way, turns ? ui::Quantity::kAngle : ui::Quantity::kLength, 1);
      words = tr("%1 was %2 beside the plan at %3")
                  .arg(QString::fromStdString(world->display(id)), far,
                       QString::fromStdString(object->movingJointName(joint)));
    }
  }
  return words;
}

void LogTimeline::showGhost() {
  if (!view_ || !bar_) return;
  const ui::IsaacLog& log = messages_.log();
  std::vector<ObjectId> objects;
  if (isOn() && bar_->ghost())
    for (const ObjectId id : log.recordedOfMotion())
      for (const ObjectId one : ui::scene::withAllBelow(*bridge_.snapshot().world, id))
        if (std::ranges::find(objects, one) == objects.end()) objects.push_back(one);
  const bool none = isOn() && bar_->ghost() && log.isRecordedKnown() && planned() && objects.empty();
  bar_->tellGhost(none ? tr("The log has nothing of what is planned") : objects.empty() ? QString() : apart());
  ghosts_ = objects.size();
  view_->marks().setMoved(ui::scene::MovedOf::kRecorded, log.recorded(), std::move(objects));
}

ui::MotionClock* LogTimeline::planned() const {
  const bool motion = motion_.whyNotPlay().isEmpty(), program = program_.whyNotPlay().isEmpty();
  if (last_ == program_.clock() && program) return last_;
  if (motion) return motion_.clock();
  return program ? program_.clock() : nullptr;
}

void LogTimeline::change() {
  auto& log = messages_.log();
  log.setBeside(bar_->withMotion());
  showGhost();
  if (!bar_->withMotion()) return;
  log.setShown(true);
  lead(log.time());
}

void LogTimeline::lead(double log_s) {
  ui::MotionClock* clock = planned();
  if (!isOn() || leading_ || !clock) return;
  leading_ = true;
  if (clock->isPlaying()) clock->playOrPause();
  clock->scrub(std::clamp(log_s + bar_->startsAt(), 0.0, clock->duration()));
  leading_ = false;
}

void LogTimeline::follow(ui::MotionClock& clock, double motion_s) {
  last_ = &clock;
  if (!isOn() || leading_) return;
  bar_->pause();
  messages_.log().setTime(motion_s - bar_->startsAt());
}

}  // namespace ww::editor
