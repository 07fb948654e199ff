// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QColor>
#include <QIcon>
#include <QString>
#include <vector>

#include "core/usecase/rules/rule_matrix.h"

class QPainter;

namespace ww::ui {

// How a cell of the matrix of rules looks: each sign is a colour and a shape, so that neither is alone.
struct CellLook {
  QColor ground, sign;
};
CellLook cellLook(usecase::CellSign sign, bool dark);
// The shape alone, into the square.
void paintSign(QPainter& painter, const QRectF& square, usecase::CellSign sign, const QColor& color);
// Ground and shape, in the theme that is in force now.
QPixmap cellPicture(usecase::CellSign sign, int size, qreal device_pixel_ratio);

// "not checked (rule)", for the legend.
QString cellWord(usecase::CellSign sign);
// What changes it, for who looks at it: "The brush Check ends the rule."
QString cellHint(usecase::CellSign sign);
// Those that a legend tells.
const std::vector<usecase::CellSign>& legendSigns();

// What a brush makes of a cell.
usecase::CellSign signOf(usecase::Brush brush);

}  // namespace ww::ui
