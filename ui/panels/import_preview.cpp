// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/import_preview.h"

#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>

#include "ui/panels/world_size.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/theme.h"

namespace ww::ui {
namespace {

constexpr double kPerson = 1.8;
constexpr double kPersonWidth = 0.52;
constexpr int kBelow = 26;  // room for the labels

// A standing figure in a box of width 0.52 and height 1.8, feet at the lower edge (metres, y up).
QPainterPath figure() {
  QPainterPath p;
  p.setFillRule(Qt::WindingFill);
  p.addEllipse(QPointF(0.26, 1.68), 0.10, 0.12);
  p.addRoundedRect(QRectF(0.10, 0.86, 0.32, 0.66), 0.10, 0.10);
  p.addRoundedRect(QRectF(0.00, 0.84, 0.10, 0.62), 0.05, 0.05);
  p.addRoundedRect(QRectF(0.42, 0.84, 0.10, 0.62), 0.05, 0.05);
  p.addRoundedRect(QRectF(0.11, 0.0, 0.14, 0.95), 0.06, 0.06);
  p.addRoundedRect(QRectF(0.27, 0.0, 0.14, 0.95), 0.06, 0.06);
  return p;
}

}  // namespace

ImportPreview::ImportPreview(QWidget* parent) : QWidget(parent), turn_(new QToolButton(this)) {
  setMinimumSize(240, 180);
  setAccessibleName(tr("Size beside a person of 1.8 m"));
  turn_->setIcon(icon(QStringLiteral("rotate")));
  turn_->setAccessibleName(tr("Turn upright"));
  turn_->setToolTip(tr("Lets the other axis of the file point up: Y instead of Z, or Z instead of Y"));
  turn_->setAutoRaise(true);
  turn_->hide();
  connect(turn_, &QToolButton::clicked, this, &ImportPreview::turnAsked);
}

void ImportPreview::setSize(std::optional<Vec3> size_m) {
  size_ = size_m;
  picture_ = QPixmap();
  text_ = tr("Reading the file...");
  setToolTip(size_ ? tr("The box of the model beside a person of 1.8 m, to scale") : QString());
  update();
}

void ImportPreview::setPicture(const std::string& png) {
  picture_.loadFromData(reinterpret_cast<const uchar*>(png.data()), static_cast<uint>(png.size()));
  if (hasPicture())
    setToolTip(
        tr("The model beside a person of 1.8 m, to scale. A click on a bore, pin, slot, rim or plane in the picture "
           "puts the origin there"));
  update();
}

void ImportPreview::setText(const QString& text) {
  text_ = text;
  update();
}

// Both below; where that is too narrow, the person's goes up beside its head.
ImportPreview::Labels ImportPreview::labels() const {
  if (!size_) return {};
  constexpr int kGap = 8;
  const QRect inner = rect().adjusted(8, 5, -8, -5);
  const auto roomFor = [this](const QString& text) {
    return QSize(fontMetrics().horizontalAdvance(text) + 2, fontMetrics().height());
  };
  Labels out{QRect(QPoint(), roomFor(tr("1.8 m"))), QRect(QPoint(), roomFor(sizeText(*size_)))};
  out.size.moveBottomRight(inner.bottomRight());
  out.person.moveBottomLeft(inner.bottomLeft());
  if (out.person.right() + kGap > out.size.left()) out.person.moveTopLeft(inner.topLeft());
  return out;
}

QRect ImportPreview::pictureRect() const {
  if (picture_.isNull()) return {};
  constexpr int kInset = 4;
  const QRect there = rect().adjusted(width() / 2, kInset, -kInset, -kBelow);
  QRect shown(QPoint(), picture_.size().scaled(there.size(), Qt::KeepAspectRatio));
  shown.moveCenter(there.center());
  return shown;
}

void ImportPreview::mousePressEvent(QMouseEvent* event) {
  const QRect shown = pictureRect();
  if (event->button() != Qt::LeftButton || !shown.contains(event->position().toPoint()))
    return QWidget::mousePressEvent(event);
  const QPointF at = event->position() - QPointF(shown.topLeft());
  Q_EMIT pictureClicked(at.x() / shown.width(), at.y() / shown.height());
}

void ImportPreview::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  constexpr int kInset = 4;
  turn_->adjustSize();
  turn_->move(width() - turn_->width() - kInset, kInset);
}

void ImportPreview::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const Theme& theme = Theme::instance();
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme.color(Role::kGround));
  painter.drawRoundedRect(rect(), 6, 6);
  if (!size_) {
    painter.setPen(theme.color(Role::kDim));
    painter.drawText(rect(), Qt::AlignCenter, text_);
    return;
  }
  QRect area = rect();
  if (!picture_.isNull()) {
    area.setWidth(width() / 2);
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.drawPixmap(pictureRect(), picture_);
  }
  // Seen from the front, a little from above: depth is drawn at half size, upwards to the right.
  const double w = std::max(size_->x(), 1e-6), d = 0.35 * size_->y(), h = std::max(size_->z(), 1e-6);
  const double gap = 0.15 * std::max({w + d, h, kPerson}) / 2 + 0.05;
  const double total_w = kPersonWidth + gap + w + d, total_h = std::max(kPerson, h + d);
  const double margin = kBelow;
  const double scale = std::min((area.width() - 2 * margin) / total_w, (height() - 2 * margin) / total_h);
  painter.translate((area.width() - total_w * scale) / 2, height() - margin);
  painter.scale(1, -1);
  painter.setPen(QPen(theme.color(Role::kLine), 1));
  painter.drawLine(QPointF(-margin, 0), QPointF(total_w * scale + margin, 0));
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme.color(Role::kDim));
  painter.drawPath(QTransform::fromScale(scale, scale).map(figure()));
  // The box, never smaller than what an eye sees.
  const double x = (kPersonWidth + gap) * scale, bw = std::max(w * scale, 2.0), bh = std::max(h * scale, 2.0),
               bd = d * scale;
  QColor face = theme.color(Role::kAccent);
  painter.setPen(QPen(face, 1.5));
  face.setAlpha(60);
  painter.setBrush(face);
  painter.drawRect(QRectF(x, 0, bw, bh));
  painter.drawPolygon(
      QPolygonF({QPointF(x, bh), QPointF(x + bd, bh + bd), QPointF(x + bw + bd, bh + bd), QPointF(x + bw, bh)}));
  painter.drawPolygon(
      QPolygonF({QPointF(x + bw, 0), QPointF(x + bw + bd, bd), QPointF(x + bw + bd, bh + bd), QPointF(x + bw, bh)}));
  painter.resetTransform();
  painter.setPen(theme.color(Role::kDim));
  const Labels at = labels();
  painter.drawText(at.person, Qt::AlignCenter, tr("1.8 m"));
  painter.drawText(at.size, Qt::AlignCenter, sizeText(*size_));
}

}  // namespace ww::ui
