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

namespace ww::ui {
class ClearanceStrip;

// The clock of a motion: which moment is shown, dragged on a line or as time goes by.
class MotionClock : public QWidget {
  Q_OBJECT
 public:
  explicit MotionClock(QWidget* parent);

  // Seconds; none: there is no motion.
  void setDuration(std::optional<double> seconds);
  double seconds() const { return seconds_; }
  bool isPlaying() const { return timer_.isActive(); }
  // Neither start nor end, and at rest.
  bool isBetween() const;
  void playOrPause();
  void scrub(double seconds);
  // Stands at a moment; nothing is shown.
  void rest(double seconds);
  QSlider* timeline() const { return timeline_; }
  // Below the timeline.
  ClearanceStrip* clearance() const { return clearance_; }

 Q_SIGNALS:
  // Seconds from the start.
  void shown(double seconds);
  void playingChanged();

 private:
  void build();
  void tick();
  void showMoment(double seconds);
  void showTime(double seconds, double of);

  std::optional<double> duration_;
  double seconds_ = 0.0, from_ = 0.0;
  QElapsedTimer elapsed_;
  QTimer timer_;
  QToolButton *play_, *start_, *loop_;
  QSlider* timeline_;
  ClearanceStrip* clearance_;
  QLabel* time_;
  QComboBox* speed_;
};

}  // namespace ww::ui
