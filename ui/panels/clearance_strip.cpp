// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/clearance_strip.h"

#include <QHelpEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "ui/bridge/motion_text.h"
#include "ui/widgets/theme.h"

namespace ww::ui {
namespace {

constexpr int kHeight = 22;         // pixels
constexpr double kInset = 7;        // half a handle of the timeline, which stays within its ends
constexpr double kLimits = 6;       // the upper edge, in limits; what is nearer is what matters
constexpr double kLeastTop = 0.05;  // metres

}  // namespace

ClearanceStrip::ClearanceStrip(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("clearanceStrip"));
  setAccessibleName(tr("Clearance along the motion"));
  setWhatsThis(
      tr("How near the robot comes to anything at each moment of the motion. What is below the warning limit is "
         "hatched; a click goes to a moment."));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setCursor(Qt::PointingHandCursor);
  connect(&Theme::instance(), &Theme::changed, this, [this] { update(); });
  hide();
}

QSize ClearanceStrip::sizeHint() const { return {100, kHeight}; }

void ClearanceStrip::setCurve(Curve curve) {
  curve_ = std::move(curve);
  setVisible(!curve_.points.empty() && curve_.duration > 0.0);
  const auto near = nearest();
  setAccessibleDescription(near ? textAt(near->seconds) : QString());
  update();
}

void ClearanceStrip::setMoment(double seconds) {
  if (moment_ == seconds) return;
  moment_ = seconds;
  update();
}

std::optional<ClearanceStrip::Point> ClearanceStrip::nearest() const {
  const auto& points = curve_.points;
  const auto least = std::min_element(points.begin(), points.end(),
                                      [](const Point& a, const Point& b) { return a.metres < b.metres; });
  return least == points.end() ? std::nullopt : std::optional(*least);
}

// ---- places

QRectF ClearanceStrip::area() const { return QRectF(rect()).adjusted(kInset, 2, -kInset, -2); }

double ClearanceStrip::top() const {
  return std::clamp(kLimits * curve_.limit, std::min(kLeastTop, curve_.farthest), std::max(kLeastTop, curve_.farthest));
}

double ClearanceStrip::xOf(double seconds) const {
  const QRectF a = area();
  return a.left() + a.width() * std::clamp(curve_.duration > 0.0 ? seconds / curve_.duration : 0.0, 0.0, 1.0);
}

double ClearanceStrip::yOf(double metres) const {
  const QRectF a = area();
  return a.bottom() - a.height() * std::clamp(metres / top(), 0.0, 1.0);
}

double ClearanceStrip::secondsAt(double x) const {
  const QRectF a = area();
  return curve_.duration * std::clamp(a.width() > 0.0 ? (x - a.left()) / a.width() : 0.0, 0.0, 1.0);
}

QPolygonF ClearanceStrip::line() const {
  QPolygonF out;
  for (const Point& p : curve_.points) out << QPointF(xOf(p.seconds), yOf(p.metres));
  return out;
}

// ---- what it shows

void ClearanceStrip::paintEvent(QPaintEvent*) {
  const auto& theme = Theme::instance();
  QPainter painter(this);
  const QRectF a = area();
  painter.fillRect(a, theme.color(Role::kField));
  const QPolygonF curve = line();
  if (curve.isEmpty()) return;
  const double limit = yOf(curve_.limit);
  // Between the limit and what is below it.
  QPolygonF near{QPointF(curve.front().x(), limit)};
  for (const QPointF& p : curve) near << QPointF(p.x(), std::max(p.y(), limit));
  near << QPointF(curve.back().x(), limit);
  painter.setPen(Qt::NoPen);
  for (const QBrush& brush :
       {QBrush(theme.color(Role::kErrorGround)), QBrush(theme.color(Role::kError), Qt::BDiagPattern)}) {
    painter.setBrush(brush);
    painter.drawPolygon(near);
  }
  painter.setBrush(Qt::NoBrush);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(theme.color(Role::kWarning), 1.0, Qt::DashLine));
  painter.drawLine(QPointF(a.left(), limit), QPointF(a.right(), limit));
  painter.setPen(QPen(theme.color(curve_.is_stale ? Role::kDim : Role::kAccent), 1.6,
                      curve_.is_stale ? Qt::DotLine : Qt::SolidLine));
  painter.drawPolyline(curve);
  painter.setPen(QPen(theme.color(Role::kText), 1.0));
  painter.drawLine(QPointF(xOf(moment_), a.top()), QPointF(xOf(moment_), a.bottom()));
}

QString ClearanceStrip::textAt(double seconds) const {
  if (curve_.points.empty()) return {};
  const auto nearer = [seconds](const Point& a, const Point& b) {
    return std::abs(a.seconds - seconds) < std::abs(b.seconds - seconds);
  };
  const Point& p = *std::min_element(curve_.points.begin(), curve_.points.end(), nearer);
  const QString when = QLocale().toString(p.seconds, 'f', 2);
  QString text = p.pair.isEmpty() ? tr("More than %1 to everything at %2 s").arg(lengthText(curve_.farthest), when)
                                  : tr("%1 at %2 s: %3").arg(lengthText(p.metres), when, p.pair);
  if (curve_.is_stale) text += QLatin1Char('\n') + tr("The world has changed since.");
  return text;
}

bool ClearanceStrip::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  QToolTip::showText(help->globalPos(), textAt(secondsAt(help->pos().x())), this);
  return true;
}

void ClearanceStrip::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) Q_EMIT scrubbed(secondsAt(event->position().x()));
}

void ClearanceStrip::mouseMoveEvent(QMouseEvent* event) {
  if (event->buttons() & Qt::LeftButton) Q_EMIT scrubbed(secondsAt(event->position().x()));
}

}  // namespace ww::ui
