// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QColor>
#include <QString>

#include "core/usecase/curves/motion_curves.h"

namespace ww::ui {

// How a rate of a joint is shown: in the preferred units of lengths and angles, per second and so on.
struct RateUnit {
  double si = 1.0;  // of one unit: radians or metres, per second and so on
  QString text;     // "°/s²"
};
RateUnit rateUnit(usecase::Rate rate, bool revolute);
// "12.3 °/s".
QString rateText(double value, usecase::Rate rate, bool revolute);
// "Velocity".
QString rateName(usecase::Rate rate);
// "98.2 %".
QString percentText(double share);
// Colours that also people tell apart who see few; they come again after eight.
QColor jointColor(std::size_t joint);
Qt::PenStyle jointStyle(std::size_t joint);

}  // namespace ww::ui
