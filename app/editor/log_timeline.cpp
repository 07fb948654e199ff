// SPDX-License-Identifier: Apache-2.0
#include "app/editor/log_timeline.h"

#include <algorithm>

#include "app/editor/isaac_desk.h"
#include "ui/panels/isaac/isaac_window.h"
#include "ui/panels/motion_panel.h"
#include "ui/panels/program/program_panel.h"

namespace ww::editor {

LogTimeline::LogTimeline(IsaacDesk& messages, ui::MotionPanel& motion, ui::ProgramPanel& program)
    : QObject(&messages), messages_(messages), motion_(motion), program_(program) {
  connect(&messages_, &IsaacDesk::made, this, &LogTimeline::join);
  for (ui::MotionClock* clock : {motion_.clock(), program_.clock()})
    connect(clock, &ui::MotionClock::shown, this, [this, clock](double seconds) { follow(*clock, seconds); });
}

void LogTimeline::join() {
  bar_ = messages_.page()->messages()->bar();
  connect(bar_->clock(), &ui::MotionClock::shown, this, &LogTimeline::lead);
  connect(bar_, &ui::LogBar::withMotionChanged, this, &LogTimeline::change);
}

bool LogTimeline::isOn() const { return bar_ && bar_->withMotion() && messages_.log().isShown(); }

ui::MotionClock* LogTimeline::planned() const {
  const bool motion = motion_.whyNotPlay().isEmpty(), program = program_.whyNotPlay().isEmpty();
  if (last_ == program_.clock() && program) return last_;
  if (motion) return motion_.clock();
  return program ? program_.clock() : nullptr;
}

void LogTimeline::change() {
  auto& log = messages_.log();
  log.setBeside(bar_->withMotion());
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
