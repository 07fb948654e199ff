// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QWidget>
#include <optional>
#include <vector>

namespace ww::ui {

// The clearance along a motion as a curve over its time, below the timeline and as wide: what is below the limit is
// hatched, the limit a dashed line, the moment that is shown an upright one. A click or a drag goes to a moment.
// Hidden without a curve.
class ClearanceStrip : public QWidget {
  Q_OBJECT
 public:
  struct Point {
    double seconds = 0.0, metres = 0.0;  // metres: at most `farthest`, negative in an overlap
    QString pair;                        // who comes so near; empty: nobody does
  };
  struct Curve {
    std::vector<Point> points;  // by time
    double duration = 0.0;      // seconds
    double limit = 0.0;         // metres, that is warned of
    double farthest = 0.0;      // metres, that are looked at
    bool is_stale = false;      // of a world that has changed since
  };
  explicit ClearanceStrip(QWidget* parent);

  void setCurve(Curve curve);
  const Curve& curve() const { return curve_; }
  void setMoment(double seconds);
  // The nearest place of the curve; none without one.
  std::optional<Point> nearest() const;
  // Where a moment is, in pixels from the left; and how high a clearance, from the top.
  double xOf(double seconds) const;
  double yOf(double metres) const;

  QSize sizeHint() const override;

 Q_SIGNALS:
  void scrubbed(double seconds);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  bool event(QEvent* event) override;

 private:
  QRectF area() const;
  double top() const;  // metres that the upper edge stands for
  double secondsAt(double x) const;
  QString textAt(double seconds) const;
  QPolygonF line() const;

  Curve curve_;
  double moment_ = 0.0;
};

}  // namespace ww::ui
