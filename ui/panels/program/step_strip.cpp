// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/program/step_strip.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>

namespace ww::ui {
namespace {

constexpr int kHeight = 20, kSide = 2;  // pixels
constexpr double kLeastField = 3.0;     // pixels, of a step that takes no time

}  // namespace

StepStrip::StepStrip(QWidget* parent) : QWidget(parent) {
  setAccessibleName(tr("Steps over time"));
  setToolTip(tr("The steps of the program over its time. A click or a drag goes to a moment."));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setMouseTracking(true);
  hide();
  connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

QSize StepStrip::sizeHint() const { return {200, kHeight}; }

void StepStrip::setMarks(std::vector<Mark> marks, double duration) {
  marks_ = std::move(marks);
  duration_ = duration;
  setVisible(!marks_.empty() && duration_ > 0.0);
  update();
}

void StepStrip::setMoment(double seconds) {
  if (moment_ == seconds) return;
  moment_ = seconds;
  update();
}

double StepStrip::xOf(double seconds) const {
  const double room = std::max(1.0, width() - 2.0 * kSide);
  return kSide + (duration_ > 0.0 ? std::clamp(seconds / duration_, 0.0, 1.0) : 0.0) * room;
}

double StepStrip::secondsAt(double x) const {
  const double room = std::max(1.0, width() - 2.0 * kSide);
  return std::clamp((x - kSide) / room, 0.0, 1.0) * duration_;
}

const StepStrip::Mark* StepStrip::markAt(double x) const {
  const Mark* found = nullptr;
  for (const Mark& mark : marks_)
    if (x >= xOf(mark.begins) && x <= std::max(xOf(mark.ends), xOf(mark.begins) + kLeastField)) found = &mark;
  return found;
}

void StepStrip::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const Theme& theme = Theme::instance();
  for (const Mark& mark : marks_) {
    const double left = xOf(mark.begins), right = std::max(xOf(mark.ends), left + kLeastField);
    const QRectF box(left, 1.0, right - left - 1.0, height() - 2.0);
    QColor fill = theme.color(lookOf(mark.state).role);
    fill.setAlphaF(mark.is_chosen ? 0.55f : 0.25f);
    painter.fillRect(box, fill);
    painter.setPen(theme.color(mark.is_chosen ? Role::kAccent : Role::kLine));
    painter.drawRect(box);
    // A number that has no room is no number.
    const QString number = QString::number(mark.step + 1);
    painter.setPen(theme.color(Role::kText));
    if (painter.fontMetrics().horizontalAdvance(number) + 4 < box.width())
      painter.drawText(box, Qt::AlignCenter, number);
  }
  painter.setPen(QPen(theme.color(Role::kAccent), 2.0));
  painter.drawLine(QPointF(xOf(moment_), 0.0), QPointF(xOf(moment_), height()));
}

void StepStrip::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) Q_EMIT scrubbed(secondsAt(event->position().x()));
}

void StepStrip::mouseMoveEvent(QMouseEvent* event) {
  if (event->buttons() & Qt::LeftButton) Q_EMIT scrubbed(secondsAt(event->position().x()));
}

bool StepStrip::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const Mark* mark = markAt(help->pos().x());
  if (!mark) return QWidget::event(event);
  QToolTip::showText(help->globalPos(), tr("%1. %2: %3").arg(mark->step + 1).arg(mark->text, lookOf(mark->state).text));
  return true;
}

}  // namespace ww::ui
