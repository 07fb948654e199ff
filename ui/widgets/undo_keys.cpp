// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/undo_keys.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>

namespace ww::ui {

UndoKeys::UndoKeys(QWidget* window) : QObject(window), window_(window) { qApp->installEventFilter(this); }

bool UndoKeys::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::ShortcutOverride) return false;
  const auto* edit = qobject_cast<QLineEdit*>(watched);
  if (!edit || edit->window() != window_) return false;
  const auto* key = static_cast<QKeyEvent*>(event);
  const bool free = (key->matches(QKeySequence::Undo) && !edit->isUndoAvailable()) ||
                    (key->matches(QKeySequence::Redo) && !edit->isRedoAvailable());
  if (!free) return false;
  event->ignore();
  return true;
}

}  // namespace ww::ui
