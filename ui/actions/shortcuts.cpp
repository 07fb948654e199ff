// SPDX-License-Identifier: Apache-2.0
#include "ui/actions/shortcuts.h"

#include <QCoreApplication>

#include "ui/settings/user_settings.h"

namespace ww::ui {
namespace {

struct ShortcutText {
  Q_DECLARE_TR_FUNCTIONS(Shortcut)
};

QString keyOfShortcut(const QString& action) { return QStringLiteral("shortcuts/") + action; }

}  // namespace

QList<QKeySequence> keysOf(const QString& action, const QList<QKeySequence>& usual) {
  const QVariant kept = settings::value(keyOfShortcut(action));
  if (!kept.isValid()) return usual;
  QList<QKeySequence> keys = QKeySequence::listFromString(kept.toString(), QKeySequence::PortableText);
  keys.removeAll(QKeySequence());
  return keys;
}

void keepKeys(const QString& action, const QList<QKeySequence>& keys, const QList<QKeySequence>& usual) {
  if (keys == usual) settings::remove(keyOfShortcut(action));
  else settings::set(keyOfShortcut(action), QKeySequence::listToString(keys, QKeySequence::PortableText));
}

bool keysCollide(const QKeySequence& a, const QKeySequence& b) {
  return !a.isEmpty() && !b.isEmpty() &&
         (a.matches(b) != QKeySequence::NoMatch || b.matches(a) != QKeySequence::NoMatch);
}

QString whyNoShortcut(const QKeySequence& keys) {
  if (keys.isEmpty()) return ShortcutText::tr("Press the keys first.");
  switch (keys[0].key()) {
    case Qt::Key_Tab:
    case Qt::Key_Backtab: return ShortcutText::tr("Tab goes from field to field.");
    case Qt::Key_Return:
    case Qt::Key_Enter:
      return keys[0].keyboardModifiers() ? QString() : ShortcutText::tr("Enter confirms what is typed.");
    default: return {};
  }
}

}  // namespace ww::ui
