// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QLabel>

#include "ui/bridge/isaac_log.h"
#include "ui/panels/motion_clock.h"

class QHBoxLayout;

namespace ww::ui {

// The time of a log, on the same clock as that of a motion: played, a part of it repeated, scrubbed, shown in the view.
class LogBar : public QWidget {
  Q_OBJECT
 public:
  explicit LogBar(IsaacLog& log, QWidget* parent = nullptr);
  void pause();
  MotionClock* clock() const { return clock_; }
  QCheckBox* showBox() const { return show_; }
  // Whether a planned motion is shown with it, and at which of its seconds the log starts.
  bool withMotion() const { return with_motion_->isChecked(); }
  double startsAt() const { return start_->value(); }
  // Whether what was recorded of what is planned is shown as a ghost, and what is told of it.
  bool ghost() const { return ghost_->isChecked(); }
  void tellGhost(const QString& words);

 Q_SIGNALS:
  void withMotionChanged();
  void ghostChanged();

 private:
  QHBoxLayout* ghostRow();
  void showTime();
  void showState();

  IsaacLog& log_;
  MotionClock* clock_;
  QCheckBox *show_, *with_motion_, *ghost_;
  QLabel* told_;
  QDoubleSpinBox* start_;
};

}  // namespace ww::ui
