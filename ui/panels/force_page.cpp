// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/force_page.h"

#include <QGridLayout>
#include <QLabel>
#include <QLocale>
#include <QPainter>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "ui/bridge/status_text.h"

namespace ww::ui {
namespace {

constexpr std::size_t kMostReadings = 300;
constexpr std::size_t kLeastReadings = 50;  // that fill the width
constexpr double kLeastSpan = 0.01;         // N or Nm that fill the height at least
// Of the axes, seen on light and on dark.
constexpr std::array<QColor, 3> kAxisColors = {QColor(216, 66, 60), QColor(66, 150, 72), QColor(66, 120, 224)};

QString forceFigure(double value, const QString& unit) {
  const double size = std::abs(value);
  const int decimals = size < 0.0005 ? 0 : size < 10.0 ? 3 : size < 1000.0 ? 2 : 0;
  return QStringLiteral("%1 %2").arg(QLocale().toString(size < 0.0005 ? 0.0 : value, 'f', decimals), unit);
}

}  // namespace

ForceTrace::ForceTrace(const QString& unit, QWidget* parent) : QWidget(parent), unit_(unit) {
  setMinimumSize(160, 70);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void ForceTrace::add(const std::array<double, 3>& values) {
  values_.push_back(values);
  if (values_.size() > kMostReadings) values_.pop_front();
  update();
}

void ForceTrace::clear() {
  values_.clear();
  update();
}

double ForceTrace::most() const {
  double most = 0.0;
  for (const auto& values : values_)
    for (const double v : values) most = std::max(most, std::abs(v));
  return most;
}

void ForceTrace::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), palette().color(QPalette::Base));
  const double middle = 0.5 * height(), span = std::max(most(), kLeastSpan);
  QColor faint = palette().color(QPalette::Text);
  faint.setAlpha(110);
  painter.setPen(faint);
  // The figures of the scale stand beside the curves.
  const QString top = forceFigure(span, unit_), bottom = forceFigure(-span, unit_);
  const int scale = std::max(fontMetrics().horizontalAdvance(top), fontMetrics().horizontalAdvance(bottom));
  const double left = scale + 12.0, wide = std::max(1.0, width() - left);
  const QRect beside(4, 2, scale, height() - 4);
  painter.drawLine(QPointF(left, middle), QPointF(width(), middle));
  painter.drawText(beside, Qt::AlignTop | Qt::AlignRight, top);
  painter.drawText(beside, Qt::AlignBottom | Qt::AlignRight, bottom);
  painter.setRenderHint(QPainter::Antialiasing);
  const auto fills = static_cast<double>(std::max(values_.size(), kLeastReadings) - 1);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    QPolygonF line;
    for (std::size_t i = 0; i < values_.size(); ++i)
      line << QPointF(left + wide * static_cast<double>(i) / fills, middle - 0.45 * height() * values_[i][axis] / span);
    painter.setPen(QPen(kAxisColors[axis], 1.5));
    if (line.size() > 1) painter.drawPolyline(line);
    else if (!line.empty()) painter.drawEllipse(line.front(), 1.5, 1.5);
  }
}

ForcePage::ForcePage(QWidget* parent)
    : QWidget(parent),
      force_trace_(new ForceTrace(QStringLiteral("N"), this)),
      torque_trace_(new ForceTrace(QStringLiteral("Nm"), this)),
      words_(new QLabel(this)) {
  const QString names[] = {tr("Force along x"),  tr("Force along y"),  tr("Force along z"),  tr("Whole force"),
                           tr("Torque about x"), tr("Torque about y"), tr("Torque about z"), tr("Whole torque")};
  const QString heads[] = {QStringLiteral("x"), QStringLiteral("y"), QStringLiteral("z"), tr("whole")};
  auto* grid = new QGridLayout;
  grid->addWidget(new QLabel(tr("Force"), this), 1, 0);
  grid->addWidget(new QLabel(tr("Torque"), this), 2, 0);
  for (int i = 0; i < 4; ++i) {
    auto* head = new QLabel(heads[i], this);
    head->setAlignment(Qt::AlignRight);
    if (i < 3) head->setStyleSheet(QStringLiteral("color: %1").arg(kAxisColors[static_cast<std::size_t>(i)].name()));
    grid->addWidget(head, 0, i + 1);
    grid->setColumnStretch(i + 1, 1);
  }
  for (std::size_t i = 0; i < figures_.size(); ++i) {
    figures_[i] = new QLabel(this);
    figures_[i]->setAccessibleName(names[i]);
    figures_[i]->setAlignment(Qt::AlignRight);
    figures_[i]->setTextInteractionFlags(Qt::TextSelectableByMouse);
    grid->addWidget(figures_[i], i < 4 ? 1 : 2, static_cast<int>(i % 4) + 1);
  }
  force_trace_->setAccessibleName(tr("Force over the last readings"));
  torque_trace_->setAccessibleName(tr("Torque over the last readings"));
  words_->setWordWrap(true);
  words_->setObjectName(QStringLiteral("dim"));
  words_->setAccessibleName(tr("How the figures are to be read"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(10);  // so that the scales of the curves are told apart
  column->addLayout(grid);
  column->addWidget(force_trace_, 1);
  column->addWidget(torque_trace_, 1);
  column->addWidget(words_);
  clear();
}

void ForcePage::clear() {
  for (QLabel* figure : figures_) figure->setText(QStringLiteral("-"));
  force_trace_->clear();
  torque_trace_->clear();
  words_->clear();
  sensor_ = {};
}

void ForcePage::add(const SensorPicture& picture) {
  if (!picture.force) return clear();
  if (picture.sensor != sensor_) clear();
  sensor_ = picture.sensor;
  const usecase::ForceReading& reading = *picture.force;
  const Vec3 whole[] = {reading.force(), reading.torque()};
  for (std::size_t k = 0; k < 2; ++k) {
    const QString unit = k == 0 ? QStringLiteral("N") : QStringLiteral("Nm");
    for (int i = 0; i < 3; ++i) figures_[4 * k + static_cast<std::size_t>(i)]->setText(forceFigure(whole[k][i], unit));
    figures_[4 * k + 3]->setText(forceFigure(whole[k].norm(), unit));
    (k == 0 ? force_trace_ : torque_trace_)->add({whole[k].x(), whole[k].y(), whole[k].z()});
  }
  QString words = tr("%1, %2.").arg(toText(picture.force_signs), toText(picture.force_axes));
  if (!words.isEmpty()) words[0] = words[0].toUpper();
  if (!reading.unweighed.ok()) words += QLatin1Char(' ') + toLine(reading.unweighed);
  words_->setText(words);
}

}  // namespace ww::ui
