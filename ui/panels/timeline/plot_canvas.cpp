// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/timeline/plot_canvas.h"

#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/widgets/theme.h"

namespace ww::ui {
namespace {

constexpr double kEdge = 4.0;         // pixels above and below the curves
constexpr double kRoom = 0.06;        // of the range, above and below
constexpr double kLimitsReach = 4.0;  // of the range of the curves: limits farther away would flatten them
constexpr int kMostInReadout = 10;
constexpr double kFinest = 1e-3;  // of the range: what the readout tells

// A step of 1, 2 or 5 by a power of ten that gives some three lines.
double gridStep(double range) {
  const double raw = range / 3.0, power = std::pow(10.0, std::floor(std::log10(std::max(raw, 1e-12))));
  for (const double by : {1.0, 2.0, 5.0})
    if (by * power >= raw) return by * power;
  return 10.0 * power;
}

// With the places that tell differences of that size; what is smaller than six of them show, by its power of ten.
QString plotFigure(double value, double fineness) {
  constexpr int kMostPlaces = 6;
  const int places = std::max(-static_cast<int>(std::floor(std::log10(std::max(fineness, 1e-15)))), 0);
  // What is rounded to nothing has no sign.
  if (std::abs(value) < 0.5 * std::pow(10.0, -places)) return QLocale().toString(0);
  return places > kMostPlaces ? QLocale().toString(value, 'g', 2) : QLocale().toString(value, 'f', places);
}

}  // namespace

PlotCanvas::PlotCanvas(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("plotCanvas"));
  setAccessibleName(tr("Curves of the motion"));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  setFocusPolicy(Qt::ClickFocus);
  setMouseTracking(true);
  setCursor(Qt::CrossCursor);
  connect(&Theme::instance(), &Theme::changed, this, &PlotCanvas::forget);
}

QSize PlotCanvas::sizeHint() const { return {200, 120}; }
QSize PlotCanvas::minimumSizeHint() const { return {100, 64}; }

void PlotCanvas::forget() {
  drawn_ = QPixmap();
  update();
}

void PlotCanvas::setContent(Content content) {
  content_ = std::move(content);
  findBounds();
  setAccessibleDescription(readout(moment_).join(QStringLiteral(", ")));
  forget();
}

void PlotCanvas::setMoment(double seconds) {
  if (moment_ == seconds) return;
  moment_ = seconds;
  update();
}

// The curves with some room, and their limits where these are not far away.
void PlotCanvas::findBounds() {
  double low = 0.0, high = 0.0;
  bool any = false;
  for (const PlotLine& line : content_.lines)
    for (const QPointF& p : line.points) {
      low = any ? std::min(low, p.y()) : p.y();
      high = any ? std::max(high, p.y()) : p.y();
      any = true;
    }
  if (const double missing = content_.least - (high - low); any && missing > 0.0) {
    low -= 0.5 * missing;
    high += 0.5 * missing;
  }
  const double range = std::max(high - low, 1e-6), lowest = low - kLimitsReach * range,
               highest = high + kLimitsReach * range;
  for (const PlotLine& line : content_.lines) {
    if (line.lower && *line.lower > lowest) low = std::min(low, *line.lower);
    if (line.upper && *line.upper < highest) high = std::max(high, *line.upper);
  }
  const double room = kRoom * std::max(high - low, 1e-6);
  low_ = low - room;
  high_ = high + room;
}

double PlotCanvas::yOf(double value) const {
  const double share = (value - low_) / (high_ - low_);
  return height() - kEdge - (height() - 2.0 * kEdge) * std::clamp(share, -1.0, 2.0);
}

double PlotCanvas::valueAt(const PlotLine& line, double seconds) {
  const auto& points = line.points;
  if (points.isEmpty()) return 0.0;
  const auto after = std::upper_bound(points.begin(), points.end(), seconds,
                                      [](double time, const QPointF& p) { return time < p.x(); });
  double value = points.back().y();
  if (after == points.begin()) value = points.front().y();
  else if (after != points.end()) {
    const QPointF &a = *std::prev(after), &b = *after;
    const double span = b.x() - a.x();
    value = span > 0.0 ? a.y() + (b.y() - a.y()) * (seconds - a.x()) / span : b.y();
  }
  return line.factor * value - line.offset;
}

QStringList PlotCanvas::readout(double seconds) const {
  QStringList out{tr("%1 s").arg(QLocale().toString(seconds, 'f', 3))};
  for (const PlotLine& line : content_.lines) {
    if (out.size() > kMostInReadout) {
      out << tr("and %n more", "", static_cast<int>(content_.lines.size()) - kMostInReadout);
      break;
    }
    const double fineness = kFinest * std::abs(line.factor) * (high_ - low_);
    const bool outside = std::ranges::any_of(
        line.outside, [seconds](const TimeRange& r) { return seconds >= r.from && seconds <= r.to; });
    const QString value = QStringLiteral("%1 %2").arg(plotFigure(valueAt(line, seconds), fineness), line.unit);
    out << (outside ? tr("%1: %2, beyond its limit") : tr("%1: %2")).arg(line.name, value);
  }
  return out;
}

// ---- what it shows

void PlotCanvas::drawGrid(QPainter& painter) const {
  const auto& theme = Theme::instance();
  painter.setRenderHint(QPainter::Antialiasing, false);
  const double step = gridStep(high_ - low_);
  for (double value = std::ceil(low_ / step) * step; value <= high_; value += step) {
    painter.setPen(QPen(theme.color(Role::kLine), 1.0));
    painter.drawLine(QPointF(axis().left(), yOf(value)), QPointF(axis().right(), yOf(value)));
    painter.setPen(theme.color(Role::kDim));
    painter.drawText(QPointF(axis().left() + 3.0, yOf(value) - 2.0), plotFigure(value, step));
  }
  painter.setPen(theme.color(Role::kDim));
  painter.drawText(QRectF(axis().left(), 2.0, axis().right() - axis().left() - 3.0, painter.fontMetrics().height()),
                   Qt::AlignRight, content_.unit);
}

void PlotCanvas::drawBand(QPainter& painter, double from, double to) const {
  const QRectF band = QRectF(QPointF(axis().left(), yOf(from)), QPointF(axis().right(), yOf(to))).normalized();
  painter.fillRect(band, Theme::instance().color(Role::kErrorGround));
}

// What lies beyond the limits of all curves is a band, the limits of each a dashed line in its colour.
void PlotCanvas::drawLimits(QPainter& painter) const {
  std::optional<double> lower, upper;
  bool all_lower = true, all_upper = true;
  for (const PlotLine& line : content_.lines) {
    all_lower = all_lower && line.lower;
    all_upper = all_upper && line.upper;
    if (line.lower) lower = lower ? std::min(*lower, *line.lower) : *line.lower;
    if (line.upper) upper = upper ? std::max(*upper, *line.upper) : *line.upper;
  }
  if (lower && all_lower && *lower > low_) drawBand(painter, low_, *lower);
  if (upper && all_upper && *upper < high_) drawBand(painter, *upper, high_);
  for (const PlotLine& line : content_.lines)
    for (const auto& limit : {line.lower, line.upper}) {
      if (!limit || *limit < low_ || *limit > high_) continue;
      painter.setPen(QPen(line.color, 1.0, Qt::DashLine));
      painter.drawLine(QPointF(axis().left(), yOf(*limit)), QPointF(axis().right(), yOf(*limit)));
    }
}

void PlotCanvas::drawLine(QPainter& painter, const PlotLine& line) const {
  const auto& theme = Theme::instance();
  QPolygonF curve;
  curve.reserve(line.points.size());
  for (const QPointF& p : line.points) {
    const QPointF at(xOf(p.x()), yOf(p.y()));
    // What would lie on the same pixel adds nothing.
    if (curve.size() > 1 && std::abs(at.x() - curve.back().x()) + std::abs(at.y() - curve.back().y()) < 0.2) continue;
    curve << at;
  }
  if (!line.points.isEmpty()) curve << QPointF(xOf(line.points.back().x()), yOf(line.points.back().y()));
  const QColor color = content_.is_stale ? theme.color(Role::kDim) : line.color;
  painter.setPen(QPen(color, 1.6, content_.is_stale ? Qt::DotLine : line.style));
  painter.drawPolyline(curve);
  for (const TimeRange& part : line.outside) {
    const double left = xOf(part.from), right = std::max(xOf(part.to), left + 2.0);
    painter.fillRect(QRectF(left, 0.0, right - left, height()), QBrush(theme.color(Role::kError), Qt::BDiagPattern));
    painter.save();
    painter.setClipRect(QRectF(left - 1.0, 0.0, right - left + 2.0, height()));
    painter.setPen(QPen(theme.color(Role::kError), 3.0));
    painter.drawPolyline(curve);
    painter.restore();
  }
}

void PlotCanvas::drawAll(QPainter& painter) const {
  const auto& theme = Theme::instance();
  const QRectF area(axis().left(), 0.0, axis().right() - axis().left(), height());
  painter.fillRect(area, theme.color(Role::kField));
  if (content_.lines.empty()) {
    painter.setPen(theme.color(Role::kDim));
    painter.drawText(area, Qt::AlignCenter | Qt::TextWordWrap, content_.nothing);
    return;
  }
  drawLimits(painter);
  drawGrid(painter);
  painter.setRenderHint(QPainter::Antialiasing);
  for (const PlotLine& line : content_.lines) drawLine(painter, line);
}

// Beside the pointer, on the side that has room.
void PlotCanvas::drawReadout(QPainter& painter) const {
  if (!pointer_ || content_.lines.empty()) return;
  const auto& theme = Theme::instance();
  const QStringList texts = readout(axis().seconds(*pointer_));
  const QFontMetrics metrics = painter.fontMetrics();
  int wide = 0;
  for (const QString& text : texts) wide = std::max(wide, metrics.horizontalAdvance(text));
  const double row = metrics.height(), box_width = wide + 22.0,
               box_height = row * static_cast<double>(texts.size()) + 6;
  double left = *pointer_ + 10.0;
  if (left + box_width > width()) left = std::max(0.0, *pointer_ - 10.0 - box_width);
  painter.setPen(QPen(theme.color(Role::kDim), 1.0, Qt::DotLine));
  painter.drawLine(QPointF(*pointer_, 0.0), QPointF(*pointer_, height()));
  const QRectF box(left, 2.0, box_width, box_height);
  QColor ground = theme.color(Role::kPanel);
  ground.setAlphaF(0.92f);
  painter.setPen(QPen(theme.color(Role::kLine), 1.0));
  painter.setBrush(ground);
  painter.drawRoundedRect(box, 3.0, 3.0);
  for (qsizetype i = 0; i < texts.size(); ++i) {
    const double top = box.top() + 3.0 + row * static_cast<double>(i);
    const auto line = static_cast<std::size_t>(i) - 1;
    if (i > 0 && line < content_.lines.size() && i <= kMostInReadout)
      painter.fillRect(QRectF(box.left() + 6.0, top + row / 2 - 2.0, 8.0, 4.0), content_.lines[line].color);
    painter.setPen(theme.color(Role::kText));
    painter.drawText(QRectF(box.left() + 18.0, top, wide + 2.0, row), Qt::AlignVCenter, texts[i]);
  }
}

void PlotCanvas::paintEvent(QPaintEvent*) {
  const QSize pixels = size() * devicePixelRatioF();
  if (pixels.isEmpty()) return;
  if (drawn_.size() != pixels) {
    drawn_ = QPixmap(pixels);
    drawn_.setDevicePixelRatio(devicePixelRatioF());
    drawn_.fill(Qt::transparent);
    QPainter painter(&drawn_);
    painter.setFont(font());
    drawAll(painter);
  }
  QPainter painter(this);
  painter.drawPixmap(0, 0, drawn_);
  if (content_.duration > 0.0) {
    painter.setPen(QPen(Theme::instance().color(Role::kText), 1.0));
    painter.drawLine(QPointF(xOf(moment_), 0.0), QPointF(xOf(moment_), height()));
  }
  painter.setRenderHint(QPainter::Antialiasing);
  drawReadout(painter);
}

void PlotCanvas::resizeEvent(QResizeEvent*) { forget(); }

// ---- the pointer

void PlotCanvas::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton && content_.duration > 0.0)
    Q_EMIT scrubbed(axis().seconds(event->position().x()));
}

void PlotCanvas::mouseMoveEvent(QMouseEvent* event) {
  pointer_ = event->position().x();
  if ((event->buttons() & Qt::LeftButton) && content_.duration > 0.0) Q_EMIT scrubbed(axis().seconds(*pointer_));
  update();
}

void PlotCanvas::leaveEvent(QEvent*) {
  pointer_.reset();
  update();
}

}  // namespace ww::ui
