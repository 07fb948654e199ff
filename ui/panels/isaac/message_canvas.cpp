// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/isaac/message_canvas.h"

#include <QKeyEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "ui/widgets/theme.h"

namespace ww::ui {
namespace {

constexpr double kLeastRadius = 0.05;  // metres
constexpr double kTurnPerPixel = 0.01, kTurnPerKey = 0.15;
constexpr std::size_t kMostNames = 60;
constexpr int kAxisPixels = 26;
constexpr std::size_t kMany = 3000;  // points, lines

const QColor kAxisColors[] = {QColor(200, 50, 40), QColor(30, 140, 60), QColor(40, 90, 210)};

}  // namespace

MessageCanvas::MessageCanvas(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("messageCanvas"));
  setAccessibleName(tr("Drawing of the message"));
  setToolTip(tr("Drag to turn, use the wheel to come nearer, double-click to see all"));
  setMinimumSize(160, 120);
  setFocusPolicy(Qt::StrongFocus);
}

void MessageCanvas::setDrawing(const isaac::Drawing& drawing) {
  const bool was_empty = drawing_.empty() || drawing_.isFlat() != drawing.isFlat();
  drawing_ = drawing;
  image_ =
      drawing.width > 0
          ? QImage(drawing_.rgb.data(), drawing.width, drawing.height, 3 * drawing.width, QImage::Format_RGB888).copy()
          : QImage();
  sheets_.clear();
  for (const auto& sheet : drawing_.sheets)
    sheets_.push_back(QImage(sheet.rgba.data(), sheet.cols, sheet.rows, 4 * sheet.cols, QImage::Format_RGBA8888)
                          .convertToFormat(QImage::Format_ARGB32_Premultiplied));
  if (was_empty) showAll();
  update();
}

void MessageCanvas::showAll() {
  Bounds bounds;
  for (const auto& place : drawing_.places) bounds.add(place.pose.p);
  for (const Vec3& p : drawing_.points) bounds.add(p);
  for (const auto& line : drawing_.lines) bounds.add(line[0]), bounds.add(line[1]);
  for (const auto& sheet : drawing_.sheets)
    for (const int row : {0, sheet.rows})
      for (const int col : {0, sheet.cols}) bounds.add(sheet.corner(row, col));
  nearer_ = 1.0;
  middle_ = bounds.empty() ? Vec3::Zero() : Vec3(0.5 * (bounds.min + bounds.max));
  radius_ = bounds.empty() ? 1.0 : std::max(kLeastRadius, 0.5 * (bounds.max - bounds.min).norm());
  update();
}

double MessageCanvas::pixelsPerMetre() const { return nearer_ * 0.42 * std::min(width(), height()) / radius_; }

// As from far away: no perspective, so that lengths can be compared. z of the message is up.
MessageCanvas::Side MessageCanvas::side() const {
  const Vec3 right(-std::sin(around_), std::cos(around_), 0.0), ahead(std::cos(around_), std::sin(around_), 0.0);
  return {pixelsPerMetre() * right, -pixelsPerMetre() * (std::cos(up_) * Vec3::UnitZ() - std::sin(up_) * ahead)};
}

QPointF MessageCanvas::at(const Vec3& p, const Side& side) const {
  return {0.5 * width() + side.right.dot(p - middle_), 0.5 * height() + side.down.dot(p - middle_)};
}

QPointF MessageCanvas::at(const Vec3& p) const { return at(p, side()); }

void MessageCanvas::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.fillRect(rect(), Theme::instance().color(Role::kField));
  if (drawing_.empty()) {
    painter.setPen(Theme::instance().color(Role::kDim));
    painter.drawText(rect(), Qt::AlignCenter, tr("Nothing to draw"));
    return;
  }
  if (drawing_.isFlat()) paintFlat(painter);
  else paintSpace(painter);
}

void MessageCanvas::paintFlat(QPainter& painter) {
  QSizeF size(drawing_.width, drawing_.height);
  // Boxes without a picture lie in one of their own size.
  if (image_.isNull())
    for (const auto& box : drawing_.boxes) size = size.expandedTo(QSizeF(1.05 * box.right, 1.05 * box.bottom));
  const QSizeF fitted = size.scaled(this->size(), Qt::KeepAspectRatio);
  const QRectF area(QPointF(0.5 * (width() - fitted.width()), 0.5 * (height() - fitted.height())), fitted);
  painter.setRenderHint(QPainter::SmoothPixmapTransform, image_.width() > fitted.width());
  if (!image_.isNull()) painter.drawImage(area, image_);
  const double scale = fitted.width() / std::max(1.0, size.width());
  painter.setPen(QPen(Theme::instance().color(Role::kAccent), 1.5));
  for (const auto& box : drawing_.boxes) {
    const QRectF at(area.left() + scale * box.left, area.top() + scale * box.top, scale * (box.right - box.left),
                    scale * (box.bottom - box.top));
    painter.drawRect(at);
    painter.drawText(at.topLeft() + QPointF(3, painter.fontMetrics().ascent() + 2), QString::fromStdString(box.label));
  }
}

// A painter takes more than a microsecond for a point, which is too long a turn for a cloud.
QImage MessageCanvas::pointImage(const Side& side) const {
  const double ratio = devicePixelRatioF();
  QImage out((QSizeF(size()) * ratio).toSize(), QImage::Format_ARGB32_Premultiplied);
  out.fill(Qt::transparent);
  const QRgb color = Theme::instance().color(Role::kAccent).rgb();
  const int dot = std::max(1, static_cast<int>(std::lround(1.5 * ratio)));
  for (const Vec3& p : drawing_.points) {
    const QPointF at = ratio * this->at(p, side);
    if (!(at.x() >= 0.0 && at.y() >= 0.0 && at.x() < out.width() - dot && at.y() < out.height() - dot)) continue;
    const int x = static_cast<int>(at.x()), y = static_cast<int>(at.y());
    for (int row = y; row < y + dot; ++row) std::fill_n(reinterpret_cast<QRgb*>(out.scanLine(row)) + x, dot, color);
  }
  return out;
}

// Without perspective a cell is as large as any other: one turn of its picture.
void MessageCanvas::paintSheets(QPainter& painter) const {
  for (std::size_t i = 0; i < sheets_.size(); ++i) {
    const isaac::Drawing::Sheet& sheet = drawing_.sheets[i];
    const QPointF origin = at(sheet.corner(0, 0)), along_row = at(sheet.corner(0, 1)) - origin,
                  to_next_row = at(sheet.corner(1, 0)) - origin;
    const QTransform turn(along_row.x(), along_row.y(), to_next_row.x(), to_next_row.y(), origin.x(), origin.y());
    if (std::abs(turn.determinant()) < 1e-12) continue;  // seen from aside
    painter.save();
    painter.setTransform(turn, true);
    painter.drawImage(QPointF(), sheets_[i]);
    painter.restore();
  }
}

void MessageCanvas::paintSpace(QPainter& painter) {
  const Theme& theme = Theme::instance();
  const Side side = this->side();
  paintSheets(painter);
  const bool many_lines = drawing_.lines.size() > kMany;
  painter.setRenderHint(QPainter::Antialiasing, !many_lines);
  painter.setPen(QPen(theme.color(Role::kDim), many_lines ? 0.0 : 1.2));
  for (const auto& line : drawing_.lines) painter.drawLine(at(line[0], side), at(line[1], side));
  painter.setRenderHint(QPainter::Antialiasing);
  if (drawing_.points.size() > kMany) {
    painter.drawImage(rect(), pointImage(side));
  } else {
    painter.setPen(QPen(theme.color(Role::kAccent), 3.0, Qt::SolidLine, Qt::RoundCap));
    for (const Vec3& p : drawing_.points) painter.drawPoint(at(p, side));
  }
  const double axis = kAxisPixels / pixelsPerMetre();
  for (const auto& place : drawing_.places)
    for (int i = 0; i < 3; ++i) {
      painter.setPen(QPen(kAxisColors[i], 2.0));
      painter.drawLine(at(place.pose.p), at(place.pose * Vec3(axis * Vec3::Unit(i))));
    }
  painter.setPen(theme.color(Role::kText));
  for (std::size_t i = 0; i < std::min(drawing_.places.size(), kMostNames); ++i)
    painter.drawText(at(drawing_.places[i].pose.p) + QPointF(5, -5), QString::fromStdString(drawing_.places[i].name));
  painter.setPen(theme.color(Role::kDim));
  painter.drawText(rect().adjusted(6, 4, -6, -4), Qt::AlignBottom | Qt::AlignLeft,
                   tr("%1 m across").arg(QLocale().toString(2.0 * radius_ / nearer_, 'g', 3)));
}

void MessageCanvas::turn(double around, double up) {
  around_ += around;
  up_ = std::clamp(up_ + up, -M_PI / 2, M_PI / 2);
  update();
}

void MessageCanvas::mousePressEvent(QMouseEvent* event) { last_ = event->position(); }

void MessageCanvas::mouseMoveEvent(QMouseEvent* event) {
  if (!(event->buttons() & Qt::LeftButton) || drawing_.isFlat()) return;
  const QPointF way = event->position() - last_;
  last_ = event->position();
  turn(-kTurnPerPixel * way.x(), kTurnPerPixel * way.y());
}

void MessageCanvas::mouseDoubleClickEvent(QMouseEvent*) { showAll(); }

void MessageCanvas::wheelEvent(QWheelEvent* event) {
  if (drawing_.isFlat()) return event->ignore();
  nearer_ = std::clamp(nearer_ * std::exp(event->angleDelta().y() / 800.0), 0.05, 200.0);
  update();
  event->accept();
}

void MessageCanvas::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Left: return turn(kTurnPerKey, 0.0);
    case Qt::Key_Right: return turn(-kTurnPerKey, 0.0);
    case Qt::Key_Up: return turn(0.0, kTurnPerKey);
    case Qt::Key_Down: return turn(0.0, -kTurnPerKey);
    case Qt::Key_Home: return showAll();
    default: QWidget::keyPressEvent(event);
  }
}

}  // namespace ww::ui
