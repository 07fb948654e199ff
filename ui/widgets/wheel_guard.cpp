// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/wheel_guard.h"

#include <QComboBox>
#include <QEvent>

namespace ww::ui {
namespace {

class WheelGuard : public QObject {
 public:
  using QObject::QObject;
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() != QEvent::Wheel) return QObject::eventFilter(watched, event);
    event->ignore();
    return true;
  }
};

constexpr auto kGuardName = "wheelGuard";

}  // namespace

void leaveWheelTo(QWidget& panel) {
  auto* guard = panel.findChild<QObject*>(QLatin1String(kGuardName), Qt::FindDirectChildrenOnly);
  if (!guard) {
    guard = new WheelGuard(&panel);
    guard->setObjectName(QLatin1String(kGuardName));
  }
  for (auto* list : panel.findChildren<QComboBox*>()) list->installEventFilter(guard);  // again is no second time
}

}  // namespace ww::ui
