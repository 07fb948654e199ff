// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/menu_keys.h"

#include <QApplication>
#include <QEvent>
#include <QMenu>

namespace ww::ui {

MenuKeys::MenuKeys(QObject* parent) : QObject(parent) { qApp->installEventFilter(this); }

// Asked of whoever had the keys before: shortcuts of a tree hold as long as nobody claims the key.
bool MenuKeys::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::ShortcutOverride || !qobject_cast<QMenu*>(QApplication::activePopupWidget()))
    return QObject::eventFilter(watched, event);
  event->accept();
  return true;
}

}  // namespace ww::ui
