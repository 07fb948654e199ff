// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QComboBox>
#include <QElapsedTimer>
#include <QLabel>
#include <QSlider>
#include <QTimer>
#include <QToolButton>
#include <QWidget>
#include <optional>

#include "ui/panels/timeline/time_axis.h"

class QMenu;

namespace ww::ui {
class ClearanceStrip;
class ClockBar;
class MarkStrip;
class MotionPlots;

// The clock of a motion: which moment is shown, dragged on a line or as time goes by, all of it or a part. With the
// keys on its line, its marks or its plots: Space plays, arrows step (with Shift ten steps), Home and End go to the
// ends of what is played, Page Up and Page Down from mark to mark, I and O make the moment its start and end, Delete
// takes that back, L repeats, + and - change the speed.
class MotionClock : public QWidget {
  Q_OBJECT
 public:
  explicit MotionClock(QWidget* parent);

  // Seconds; none: there is no motion.
  void setDuration(std::optional<double> seconds);
  double seconds() const { return seconds_; }
  double duration() const { return duration_.value_or(0.0); }
  bool isPlaying() const { return timer_.isActive(); }
  // Neither start nor end, and at rest.
  bool isBetween() const;
  void playOrPause();
  void scrub(double seconds);
  // Stands at a moment; nothing is shown.
  void rest(double seconds);
  // The part that is played; none: all of it.
  void setRange(std::optional<TimeRange> range);
  const std::optional<TimeRange>& range() const { return range_; }
  // Does what a key stands for; false when it stands for nothing.
  bool press(const QKeyEvent& event);
  double speed() const { return speed_->currentData().toDouble(); }
  bool repeats() const { return loop_->isChecked(); }
  QSlider* timeline() const { return timeline_; }
  // Below the timeline.
  MarkStrip* marks() const { return marks_; }
  ClearanceStrip* clearance() const { return clearance_; }
  MotionPlots* plots() const { return plots_; }
  void showPlots(bool on);
  // What else can be done with a motion; who fills it owns what it does.
  QMenu* menu() const { return menu_; }

 Q_SIGNALS:
  // Seconds from the start.
  void shown(double seconds);
  void playingChanged();
  void plotsShown(bool on);
  void rangeChanged();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void build();
  void connectParts();
  double first() const { return range_ ? range_->from : 0.0; }
  double last() const { return range_ ? range_->to : duration_.value_or(0.0); }
  void rangeFrom(double seconds);
  void rangeTo(double seconds);
  void changeSpeed(int by);
  void tick();
  void showMoment(double seconds);
  void showTime(double seconds, double of);

  std::optional<double> duration_;
  std::optional<TimeRange> range_;
  double seconds_ = 0.0, from_ = 0.0;
  QElapsedTimer elapsed_;
  QTimer timer_;
  QToolButton *play_, *start_, *loop_, *more_;
  QMenu* menu_;
  QSlider* timeline_;
  MarkStrip* marks_;
  ClearanceStrip* clearance_;
  MotionPlots* plots_;
  QWidget* below_;  // holds these, while any is to be seen
  ClockBar* bar_ = nullptr;
  QLabel* time_;
  QComboBox* speed_;
};

}  // namespace ww::ui
