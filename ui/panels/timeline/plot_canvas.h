// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QColor>
#include <QPixmap>
#include <QPolygonF>
#include <QString>
#include <QWidget>
#include <optional>
#include <vector>

#include "ui/panels/timeline/time_axis.h"

namespace ww::ui {

// One curve of a plot. Values are in the unit that the plot shows.
struct PlotLine {
  QString name;
  QColor color;
  Qt::PenStyle style = Qt::SolidLine;
  QPolygonF points;                    // seconds and values, by time; two at one time are a jump
  std::optional<double> lower, upper;  // limits
  std::vector<TimeRange> outside;      // where they are not kept
  QString unit;                        // of what the readout tells: "°/s"
  double factor = 1.0, offset = 0.0;   // a value by factor, less offset, is what the readout tells
};

// Curves over the time of a motion with the bands beyond their limits; what is not kept is drawn thick and hatched. The
// moment that is shown is an upright line; under the pointer stands what the curves are there. A click or a drag goes
// to a moment.
class PlotCanvas : public QWidget {
  Q_OBJECT
 public:
  struct Content {
    std::vector<PlotLine> lines;
    double duration = 0.0;  // seconds
    QString unit;           // of the axis
    double least = 1e-6;    // of the axis: what differs by less is shown as flat
    bool is_stale = false;  // of a world that has changed since
    QString nothing;        // said where there are no lines
  };
  explicit PlotCanvas(QWidget* parent);

  void setContent(Content content);
  const Content& content() const { return content_; }
  void setMoment(double seconds);
  double xOf(double seconds) const { return axis().x(seconds); }
  double yOf(double value) const;
  // What the values of all lines are at a time, a line each; the first is the time.
  QStringList readout(double seconds) const;
  // Of one line, in its unit.
  static double valueAt(const PlotLine& line, double seconds);

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 Q_SIGNALS:
  void scrubbed(double seconds);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  TimeAxis axis() const { return {content_.duration, static_cast<double>(width())}; }
  void findBounds();
  void forget();
  void drawAll(QPainter& painter) const;
  void drawGrid(QPainter& painter) const;
  void drawLimits(QPainter& painter) const;
  void drawBand(QPainter& painter, double from, double to) const;
  void drawLine(QPainter& painter, const PlotLine& line) const;
  void drawReadout(QPainter& painter) const;

  Content content_;
  double low_ = -1.0, high_ = 1.0;  // what the lower and the upper edge stand for
  double moment_ = 0.0;
  std::optional<double> pointer_;  // pixels
  QPixmap drawn_;                  // all but what moves
};

}  // namespace ww::ui
