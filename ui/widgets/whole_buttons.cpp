// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/whole_buttons.h"

#include <QAbstractButton>
#include <QApplication>
#include <QEvent>
#include <QMessageBox>

namespace ww::ui {

WholeButtons::WholeButtons(QObject* parent) : QObject(parent) { qApp->installEventFilter(this); }

bool WholeButtons::eventFilter(QObject* watched, QEvent* event) {
  auto* box = event->type() == QEvent::Show ? qobject_cast<QMessageBox*>(watched) : nullptr;
  if (!box) return false;
  for (QAbstractButton* button : box->buttons()) {
    button->ensurePolished();
    button->setMinimumWidth(button->sizeHint().width());
  }
  return false;
}

}  // namespace ww::ui
