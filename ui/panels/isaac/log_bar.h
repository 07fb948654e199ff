// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QCheckBox>

#include "ui/bridge/isaac_log.h"
#include "ui/panels/motion_clock.h"

namespace ww::ui {

// The time of a log, on the same clock as that of a motion: played, a part of it repeated, scrubbed, shown in the view.
class LogBar : public QWidget {
  Q_OBJECT
 public:
  explicit LogBar(IsaacLog& log, QWidget* parent = nullptr);
  void pause();
  MotionClock* clock() const { return clock_; }
  QCheckBox* showBox() const { return show_; }

 private:
  void showTime();
  void showState();

  IsaacLog& log_;
  MotionClock* clock_;
  QCheckBox* show_;
};

}  // namespace ww::ui
