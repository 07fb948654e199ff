// SPDX-License-Identifier: Apache-2.0
#include "ui/actions/action_table.h"

#include <QWidget>
#include <algorithm>
#include <iterator>

#include "ui/actions/shortcuts.h"
#include "ui/widgets/icons.h"

namespace ww::ui {
namespace {

void append(ActionRows& all, ActionRows more) { std::move(more.begin(), more.end(), std::back_inserter(all)); }

QString plain(QString text) { return text.remove(QLatin1Char('&')).remove(QStringLiteral("...")); }

}  // namespace

ActionTable::ActionTable(const EditorCommands& editor, SessionBridge& bridge, Selection& selection, QObject* parent)
    : QObject(parent), window_(editor.window) {
  append(rows_, fileActions(editor));
  append(rows_, editActions(editor, bridge, selection));
  append(rows_, addActions(editor.objects, bridge, selection));
  append(rows_, viewActions(editor));
  append(rows_, showActions(editor.show, selection));
  append(rows_, toolActions(editor));
  append(rows_, motionActions(editor.motion));
  append(rows_, timelineActions(editor.timeline));
  append(rows_, layoutActions(editor.layout));
  append(rows_, ruleActions(editor.rules, bridge, selection));
  append(rows_, programActions(editor.programs));
  append(rows_, helpActions(editor.window));
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    ActionRow& row = rows_[i];
    usual_keys_.insert(row.id, row.keys);
    row.keys = keysOf(row.id, row.keys);
    auto* action = new QAction(row.text, this);
    action->setObjectName(row.id);
    if (!row.icon.isEmpty()) action->setIcon(icon(row.icon));
    action->setShortcuts(row.keys);
    action->setShortcutContext(row.context == KeyContext::kWindow ? Qt::WindowShortcut
                                                                  : Qt::WidgetWithChildrenShortcut);
    action->setCheckable(static_cast<bool>(row.checked));
    action->setAutoRepeat(!row.checked);  // a key held down would switch to and fro
    action->setMenuRole(QAction::NoRole);
    connect(action, &QAction::triggered, this, [this, i] {
      Q_EMIT started(rows_[i].id);
      rows_[i].run();
      refreshSoon();
    });
    actions_.push_back(action);
    index_.insert(row.id, static_cast<int>(i));
  }
  refresh_.setSingleShot(true);
  connect(&refresh_, &QTimer::timeout, this, &ActionTable::refresh);
  connect(&bridge, &SessionBridge::changed, this, &ActionTable::refreshSoon);
  connect(&selection, &Selection::changed, this, &ActionTable::refreshSoon);
  connect(&editor.show.keeper(), &ViewKeeper::changed, this, &ActionTable::refreshSoon);
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

void ActionTable::setKeys(const QString& id, const QList<QKeySequence>& keys) {
  const auto found = index_.constFind(id);
  if (found == index_.constEnd()) return;
  rows_[static_cast<std::size_t>(*found)].keys = keys;
  actions_[static_cast<std::size_t>(*found)]->setShortcuts(keys);
  keepKeys(id, keys, usualKeys(id));
  refreshSoon();
}

QStringList ActionTable::othersWith(const QKeySequence& keys, const QString& but) const {
  QStringList others;
  for (const ActionRow& row : rows_)
    if (row.id != but &&
        std::any_of(row.keys.begin(), row.keys.end(), [&](const QKeySequence& own) { return keysCollide(own, keys); }))
      others << row.id;
  return others;
}

void ActionTable::addSceneWidget(QWidget* widget) {
  for (std::size_t i = 0; i < rows_.size(); ++i)
    if (rows_[i].context == KeyContext::kScene) widget->addAction(actions_[i]);
  widget->installEventFilter(this);
}

// A shortcut that is off does not fire, so its key comes here.
bool ActionTable::eventFilter(QObject* watched, QEvent* event) {
  const bool key = event->type() == QEvent::KeyPress && static_cast<QWidget*>(watched)->hasFocus();
  return (key && press(*static_cast<QKeyEvent*>(event))) || QObject::eventFilter(watched, event);
}

const ActionRow* ActionTable::rowOf(const QKeyEvent& event) const {
  const auto find = [this, &event](Qt::KeyboardModifiers modifiers) -> const ActionRow* {
    const QKeySequence typed(QKeyCombination(modifiers, static_cast<Qt::Key>(event.key())));
    const auto found =
        std::find_if(rows_.begin(), rows_.end(), [&](const ActionRow& row) { return row.keys.contains(typed); });
    return found == rows_.end() ? nullptr : &*found;
  };
  const Qt::KeyboardModifiers held = event.modifiers() & ~(Qt::KeypadModifier | Qt::GroupSwitchModifier);
  if (const ActionRow* row = find(held)) return row;
  // Some keyboards have the digits only with Shift.
  const bool digit = event.key() >= Qt::Key_0 && event.key() <= Qt::Key_9;
  return digit ? find(held & ~Qt::ShiftModifier) : nullptr;
}

bool ActionTable::press(const QKeyEvent& event) {
  const ActionRow* row = rowOf(event);
  if (!row) return false;
  // Who is at the end of the way back has not asked for anything.
  if (event.key() == Qt::Key_Escape && !whyNot(row->id).isEmpty()) return true;
  const bool may_repeat = action(row->id)->autoRepeat() && whyNot(row->id).isEmpty();
  if (!event.isAutoRepeat() || may_repeat) start(row->id);
  return true;
}

void ActionTable::start(const QString& id) {
  QAction* its = action(id);
  if (!its) return;
  if (const QString reason = whyNot(id); !reason.isEmpty())
    return window_.say(tr("%1: %2").arg(plain(its->text()), reason));
  its->setEnabled(true);  // it may not have heard yet
  its->trigger();
}

std::optional<ActionTable::Offer> ActionTable::offer(const QString& id) const {
  const QAction* its = action(id);
  if (!its || !whyNot(id).isEmpty()) return std::nullopt;
  return Offer{its->text().remove(QLatin1Char('&')), rows_[static_cast<std::size_t>(index_.value(id))].tip};
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
