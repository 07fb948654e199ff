// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/name_box.h"

#include <QStyleOptionComboBox>
#include <QStylePainter>

namespace ww::ui {
namespace {

constexpr int kAroundText = 4;  // pixels, that the style leaves

}  // namespace

QString NameBox::shownText() const {
  QStyleOptionComboBox option;
  initStyleOption(&option);
  int room = style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this).width();
  if (!option.currentIcon.isNull()) room -= option.iconSize.width() + kAroundText;
  return fontMetrics().elidedText(option.currentText, Qt::ElideMiddle, room - kAroundText);
}

void NameBox::paintEvent(QPaintEvent*) {
  QStylePainter painter(this);
  QStyleOptionComboBox option;
  initStyleOption(&option);
  painter.drawComplexControl(QStyle::CC_ComboBox, option);
  option.currentText = shownText();
  painter.drawControl(QStyle::CE_ComboBoxLabel, option);
}

}  // namespace ww::ui
