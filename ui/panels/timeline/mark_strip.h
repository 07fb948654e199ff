// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QString>
#include <QWidget>
#include <optional>
#include <vector>

#include "ui/panels/timeline/time_axis.h"

namespace ww::ui {

// What is worth going to on a time line.
struct TimeMark {
  enum class Kind { kStep, kNear, kContact, kLimit, kSingular };
  Kind kind = Kind::kStep;
  double from = 0.0, to = 0.0;  // seconds; the same for a moment
  double at = 0.0;              // seconds: where a click goes
  QString text;
};

// Below a timeline and as wide: its marks, each kind of its own shape, and the part that is played. A click goes to a
// mark or to a moment; the ends of the part are dragged, with Shift a new one is drawn up, a double click plays all
// again. Hidden without a motion.
class MarkStrip : public QWidget {
  Q_OBJECT
 public:
  explicit MarkStrip(QWidget* parent);

  void setDuration(double seconds);  // 0: there is no motion
  void setMarks(std::vector<TimeMark> marks);
  const std::vector<TimeMark>& marks() const { return marks_; }
  void setMoment(double seconds);
  void setRange(const std::optional<TimeRange>& range);
  // The nearest mark behind or before a moment; none: there is none.
  std::optional<double> next(double seconds) const;
  std::optional<double> previous(double seconds) const;
  double xOf(double seconds) const { return axis().x(seconds); }

  QSize sizeHint() const override;

 Q_SIGNALS:
  void scrubbed(double seconds);
  // Another part, or all of it.
  void rangeWanted(const std::optional<ww::ui::TimeRange>& range);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  bool event(QEvent* event) override;

 private:
  enum class Drag { kNone, kMoment, kFrom, kTo, kNew };
  TimeAxis axis() const { return {duration_, static_cast<double>(width())}; }
  Drag edgeAt(double x) const;
  const TimeMark* markAt(double x) const;
  void dragTo(double x);
  void paintMark(QPainter& painter, const TimeMark& mark) const;
  void paintRange(QPainter& painter) const;

  std::vector<TimeMark> marks_;
  std::optional<TimeRange> range_;
  double duration_ = 0.0, moment_ = 0.0, began_ = 0.0;
  Drag drag_ = Drag::kNone;
};

}  // namespace ww::ui
