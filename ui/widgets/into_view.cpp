// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/into_view.h"

#include <QScrollArea>
#include <QTimer>

namespace ww::ui {

void bringIntoView(QWidget* widget) {
  constexpr int kScrollMargin = 8;  // pixels
  QTimer::singleShot(0, widget, [widget] {
    for (QWidget* area = widget->parentWidget(); area; area = area->parentWidget())
      if (auto* scroll = qobject_cast<QScrollArea*>(area)) return scroll->ensureWidgetVisible(widget, 0, kScrollMargin);
  });
}

}  // namespace ww::ui
