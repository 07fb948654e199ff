// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/elided_label.h"

#include <QPainter>
#include <QStyle>

namespace ww::ui {

void ElidedLabel::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const QRect room = contentsRect();
  style()->drawItemText(&painter, room, static_cast<int>(alignment()), palette(), isEnabled(),
                        fontMetrics().elidedText(text(), Qt::ElideRight, room.width()), foregroundRole());
}

}  // namespace ww::ui
