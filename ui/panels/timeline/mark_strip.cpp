// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/timeline/mark_strip.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QStringList>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "ui/widgets/theme.h"

namespace ww::ui {
namespace {

constexpr int kStripHeight = 14;      // pixels
constexpr double kGrab = 5.0;         // pixels around an edge or a mark that count as on it
constexpr double kLeastRange = 0.01;  // seconds: a shorter part cannot be watched
constexpr double kSameMark = 1e-6;    // seconds

}  // namespace

MarkStrip::MarkStrip(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("markStrip"));
  setAccessibleName(tr("Marks of the motion"));
  setWhatsThis(
      tr("Where steps end, something comes near or touches, limits are not kept, and the robot is near a singular "
         "place. A click goes there. Drag with Shift to choose the part that is played; a double click plays all."));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setFocusPolicy(Qt::ClickFocus);
  setMouseTracking(true);
  connect(&Theme::instance(), &Theme::changed, this, [this] { update(); });
  hide();
}

QSize MarkStrip::sizeHint() const { return {100, kStripHeight}; }

void MarkStrip::setDuration(double seconds) {
  if (seconds == duration_) return;  // what is dragged goes on
  duration_ = seconds;
  drag_ = Drag::kNone;
  setVisible(seconds > 0.0);
  update();
}

void MarkStrip::setMarks(std::vector<TimeMark> marks) {
  marks_ = std::move(marks);
  QStringList texts;
  for (const TimeMark& mark : marks_) texts << mark.text;
  setAccessibleDescription(texts.join(QStringLiteral("; ")));
  update();
}

void MarkStrip::setMoment(double seconds) {
  if (moment_ == seconds) return;
  moment_ = seconds;
  update();
}

void MarkStrip::setRange(const std::optional<TimeRange>& range) {
  range_ = range;
  update();
}

std::optional<double> MarkStrip::next(double seconds) const {
  std::optional<double> found;
  for (const TimeMark& mark : marks_)
    if (mark.at > seconds + kSameMark && (!found || mark.at < *found)) found = mark.at;
  return found;
}

std::optional<double> MarkStrip::previous(double seconds) const {
  std::optional<double> found;
  for (const TimeMark& mark : marks_)
    if (mark.at < seconds - kSameMark && (!found || mark.at > *found)) found = mark.at;
  return found;
}

// ---- the pointer

MarkStrip::Drag MarkStrip::edgeAt(double x) const {
  if (!range_) return Drag::kNone;
  const double from = std::abs(x - xOf(range_->from)), to = std::abs(x - xOf(range_->to));
  if (std::min(from, to) > kGrab) return Drag::kNone;
  return from < to ? Drag::kFrom : Drag::kTo;
}

const TimeMark* MarkStrip::markAt(double x) const {
  const TimeMark* found = nullptr;
  double nearest = kGrab;
  for (const TimeMark& mark : marks_) {
    const double left = xOf(mark.from), right = xOf(mark.to);
    const double away = std::max({left - x, x - right, 0.0});
    // Of two that lie over each other the shorter one: the other has more room beside it.
    const bool shorter = found && away == nearest && mark.to - mark.from < found->to - found->from;
    if (away > nearest || (found && away == nearest && !shorter)) continue;
    nearest = away;
    found = &mark;
  }
  return found;
}

void MarkStrip::dragTo(double x) {
  const double at = axis().seconds(x);
  if (drag_ == Drag::kMoment) Q_EMIT scrubbed(at);
  if (drag_ == Drag::kNone || drag_ == Drag::kMoment) return;
  const double other = drag_ == Drag::kNew ? began_ : drag_ == Drag::kFrom ? range_->to : range_->from;
  const TimeRange wanted{std::min(at, other), std::max(at, other)};
  if (wanted.to - wanted.from < kLeastRange) return;
  // Beyond the other end it is that one that is dragged.
  if (drag_ == Drag::kFrom && at > other) drag_ = Drag::kTo;
  else if (drag_ == Drag::kTo && at < other) drag_ = Drag::kFrom;
  Q_EMIT rangeWanted(wanted);
}

void MarkStrip::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  const double x = event->position().x();
  if (event->modifiers() & Qt::ShiftModifier) {
    drag_ = Drag::kNew;
    began_ = axis().seconds(x);
    return;
  }
  drag_ = edgeAt(x);
  if (drag_ != Drag::kNone) return;
  const TimeMark* mark = markAt(x);
  drag_ = mark ? Drag::kNone : Drag::kMoment;
  Q_EMIT scrubbed(mark ? mark->at : axis().seconds(x));
}

void MarkStrip::mouseMoveEvent(QMouseEvent* event) {
  const double x = event->position().x();
  if (event->buttons() & Qt::LeftButton) return dragTo(x);
  setCursor(edgeAt(x) != Drag::kNone ? Qt::SizeHorCursor : Qt::PointingHandCursor);
}

void MarkStrip::mouseReleaseEvent(QMouseEvent*) { drag_ = Drag::kNone; }

void MarkStrip::mouseDoubleClickEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) Q_EMIT rangeWanted(std::nullopt);
}

bool MarkStrip::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const TimeMark* mark = markAt(help->pos().x());
  QToolTip::showText(help->globalPos(), mark ? mark->text : whatsThis(), this);
  return true;
}

// ---- what it shows

void MarkStrip::paintRange(QPainter& painter) const {
  if (!range_) return;
  QColor band = Theme::instance().color(Role::kAccent);
  const QRectF area(QPointF(xOf(range_->from), 0.0), QPointF(xOf(range_->to), height()));
  painter.setPen(QPen(band, 2.0));
  for (const double x : {area.left(), area.right()}) painter.drawLine(QPointF(x, 0.0), QPointF(x, height()));
  band.setAlphaF(0.22f);
  painter.fillRect(area, band);
}

// A bar for what lasts, hatched where a limit is broken; a triangle for a step, a diamond for a singular place.
void MarkStrip::paintMark(QPainter& painter, const TimeMark& mark) const {
  const auto& theme = Theme::instance();
  const double left = xOf(mark.from), right = std::max(xOf(mark.to), left + 2.0);
  const double middle = 0.5 * height(), half = 0.5 * height() - 2.0;
  painter.setPen(Qt::NoPen);
  switch (mark.kind) {
    case TimeMark::Kind::kStep:
      painter.setBrush(theme.color(Role::kText));
      painter.drawPolygon(QPolygonF{{left - half, 2.0}, {left + half, 2.0}, {left, height() - 2.0}});
      return;
    case TimeMark::Kind::kSingular:
      painter.setPen(QPen(theme.color(Role::kWarning), 1.5));
      painter.setBrush(theme.color(Role::kPanel));
      painter.drawPolygon(QPolygonF{{left - half, middle}, {left, 2.0}, {left + half, middle}, {left, height() - 2.0}});
      return;
    case TimeMark::Kind::kLimit:
      painter.setBrush(theme.color(Role::kErrorGround));
      painter.drawRect(QRectF(left, middle, right - left, half));
      painter.setBrush(QBrush(theme.color(Role::kError), Qt::BDiagPattern));
      painter.drawRect(QRectF(left, middle, right - left, half));
      painter.setPen(QPen(theme.color(Role::kError), 1.0));
      painter.drawLine(QPointF(left, middle), QPointF(right, middle));
      return;
    case TimeMark::Kind::kContact:
    case TimeMark::Kind::kNear:
      painter.setBrush(theme.color(mark.kind == TimeMark::Kind::kContact ? Role::kError : Role::kWarning));
      painter.drawRect(QRectF(left, 2.0, right - left, 3.0));
      return;
  }
}

void MarkStrip::paintEvent(QPaintEvent*) {
  const auto& theme = Theme::instance();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const double bottom = height() - 1.0;
  painter.setPen(QPen(theme.color(Role::kLine), 1.0));
  painter.drawLine(QPointF(axis().left(), bottom), QPointF(axis().right(), bottom));
  paintRange(painter);
  for (const TimeMark& mark : marks_) paintMark(painter, mark);
  painter.setPen(QPen(theme.color(Role::kText), 1.0));
  painter.drawLine(QPointF(xOf(moment_), 0.0), QPointF(xOf(moment_), height()));
}

}  // namespace ww::ui
