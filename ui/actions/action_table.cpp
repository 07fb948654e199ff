// SPDX-License-Identifier: Apache-2.0
#include "ui/actions/action_table.h"

#include <QWidget>
#include <iterator>

#include "ui/widgets/icons.h"

namespace ww::ui {
namespace {

void append(ActionRows& all, ActionRows more) {
  std::move(more.begin(), more.end(), std::back_inserter(all));
}

QString plain(QString text) { return text.remove(QLatin1Char('&')).remove(QStringLiteral("...")); }

}  // namespace

ActionTable::ActionTable(EditorCommands& editor, SessionBridge& bridge, Selection& selection, QObject* parent)
    : QObject(parent) {
  append(rows_, fileActions(editor));
  append(rows_, editActions(editor, bridge, selection));
  append(rows_, addActions(editor, bridge, selection));
  append(rows_, viewActions(editor, selection));
  append(rows_, toolActions(editor));
  append(rows_, motionActions(editor));
  append(rows_, helpActions(editor));
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const ActionRow& row = rows_[i];
    auto* action = new QAction(row.text, this);
    action->setObjectName(row.id);
    if (!row.icon.isEmpty()) action->setIcon(icon(row.icon));
    action->setShortcuts(row.keys);
    action->setShortcutContext(row.context == KeyContext::kWindow ? Qt::WindowShortcut : Qt::WidgetWithChildrenShortcut);
    action->setCheckable(static_cast<bool>(row.checked));
    action->setMenuRole(QAction::NoRole);
    connect(action, &QAction::triggered, this, [this, i] {
      rows_[i].run();
      refreshSoon();
      Q_EMIT started(rows_[i].id);
    });
    actions_.push_back(action);
    index_.insert(row.id, static_cast<int>(i));
  }
  refresh_.setSingleShot(true);
  connect(&refresh_, &QTimer::timeout, this, &ActionTable::refresh);
  connect(&bridge, &SessionBridge::changed, this, &ActionTable::refreshSoon);
  connect(&selection, &Selection::changed, this, &ActionTable::refreshSoon);
}

QAction* ActionTable::action(const QString& id) const {
  const auto found = index_.constFind(id);
  return found == index_.constEnd() ? nullptr : actions_[static_cast<std::size_t>(*found)];
}

QString ActionTable::whyNot(const QString& id) const {
  const auto found = index_.constFind(id);
  if (found == index_.constEnd()) return tr("There is no such action.");
  const ActionRow& row = rows_[static_cast<std::size_t>(*found)];
  return row.why_not ? row.why_not() : QString();
}

void ActionTable::addSceneWidget(QWidget* widget) {
  for (std::size_t i = 0; i < rows_.size(); ++i)
    if (rows_[i].context == KeyContext::kScene) widget->addAction(actions_[i]);
}

void ActionTable::fill(QMenu* menu, const QStringList& ids) const {
  for (const QString& id : ids) {
    if (id == QLatin1String("-")) menu->addSeparator();
    else if (auto* a = action(id)) menu->addAction(a);
    else qWarning("no action named %s", qPrintable(id));
  }
}

void ActionTable::refresh() {
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const ActionRow& row = rows_[i];
    QAction* action = actions_[i];
    const QString reason = row.why_not ? row.why_not() : QString();
    action->setEnabled(reason.isEmpty());
    if (row.now_text) action->setText(row.now_text());
    if (row.checked) action->setChecked(row.checked());
    QString tip = plain(action->text());
    if (!row.keys.isEmpty()) tip += QStringLiteral(" (%1)").arg(row.keys.front().toString(QKeySequence::NativeText));
    action->setToolTip(reason.isEmpty() ? tip + QLatin1Char('\n') + row.tip : tip + QLatin1Char('\n') + reason);
    action->setStatusTip(reason.isEmpty() ? row.tip : reason);
  }
}

}  // namespace ww::ui
