// SPDX-License-Identifier: Apache-2.0
#include "ui/actions/command_palette.h"

#include <QKeyEvent>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>

namespace ww::ui {

int fuzzyScore(const QString& typed, const QString& name) {
  int score = 0;
  qsizetype at = 0;
  qsizetype last = -2;
  for (const QChar c : typed) {
    if (c.isSpace()) continue;
    const qsizetype found = name.indexOf(c, at, Qt::CaseInsensitive);
    if (found < 0) return -1;
    if (found == last + 1) score += 4;
    if (found == 0 || !name[found - 1].isLetterOrNumber()) score += 6;
    last = found;
    at = found + 1;
  }
  if (name.contains(typed.trimmed(), Qt::CaseInsensitive)) score += 20;
  return score * 4 - static_cast<int>(name.size()) / 8 + 8;
}

CommandPalette::CommandPalette(const ActionTable& table, QWidget* parent)
    : QFrame(parent, Qt::Popup), table_(table), edit_(new QLineEdit(this)), list_(new QListWidget(this)) {
  setFrameShape(QFrame::StyledPanel);
  setObjectName(QStringLiteral("commandPalette"));
  setAccessibleName(tr("Search actions"));
  edit_->setPlaceholderText(tr("Type what you want to do"));
  edit_->setAccessibleName(tr("Search actions"));
  edit_->setToolTip(tr("Arrow keys choose, Enter runs, Esc closes"));
  edit_->setClearButtonEnabled(true);
  edit_->installEventFilter(this);
  list_->setAccessibleName(tr("Actions found"));
  list_->setToolTip(tr("A click runs the action"));
  list_->setUniformItemSizes(true);
  list_->setIconSize(QSize(20, 20));
  list_->setFocusPolicy(Qt::NoFocus);
  auto* box = new QVBoxLayout(this);
  box->setContentsMargins(8, 8, 8, 8);
  box->addWidget(edit_);
  box->addWidget(list_);
  resize(520, 380);
  connect(edit_, &QLineEdit::textChanged, this, &CommandPalette::find);
  connect(list_, &QListWidget::itemClicked, this, &CommandPalette::run);
}

void CommandPalette::popup(const QPoint& top_center_global) {
  edit_->clear();
  find({});
  move(top_center_global.x() - width() / 2, top_center_global.y());
  show();
  edit_->setFocus();
}

void CommandPalette::find(const QString& typed) {
  struct Found { int score; const ActionRow* row; };
  std::vector<Found> found;
  for (const ActionRow& row : table_.rows()) {
    const QString name = table_.action(row.id)->text().remove(QLatin1Char('&'));
    const int score = typed.trimmed().isEmpty() ? 0 : std::max(fuzzyScore(typed, name), fuzzyScore(typed, row.tip) - 20);
    if (score >= 0 && row.id != QLatin1String("edit.commands")) found.push_back({score, &row});
  }
  std::stable_sort(found.begin(), found.end(), [](const Found& a, const Found& b) { return a.score > b.score; });
  list_->clear();
  QPixmap nothing(list_->iconSize());
  nothing.fill(Qt::transparent);
  const QIcon blank(nothing);  // so that all texts begin at one place
  for (const Found& f : found) {
    QAction* action = table_.action(f.row->id);
    const QString reason = table_.whyNot(f.row->id);
    QString text = action->text().remove(QLatin1Char('&'));
    if (!f.row->keys.isEmpty()) text += QStringLiteral("    ") + f.row->keys.front().toString(QKeySequence::NativeText);
    if (!reason.isEmpty()) text += QStringLiteral("  -  ") + reason;
    auto* item = new QListWidgetItem(action->icon().isNull() ? blank : action->icon(), text, list_);
    item->setData(Qt::UserRole, f.row->id);
    item->setToolTip(reason.isEmpty() ? f.row->tip : reason);
    if (!reason.isEmpty()) item->setFlags(item->flags() & ~Qt::ItemIsEnabled);
  }
  list_->setCurrentRow(0);
}

void CommandPalette::run(QListWidgetItem* item) {
  if (!item || !(item->flags() & Qt::ItemIsEnabled)) return;
  QAction* action = table_.action(item->data(Qt::UserRole).toString());
  hide();
  // After the popup has gone and the focus is back where it was.
  QTimer::singleShot(0, action, &QAction::trigger);
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
  if (watched != edit_ || event->type() != QEvent::KeyPress) return QFrame::eventFilter(watched, event);
  const int key = static_cast<QKeyEvent*>(event)->key();
  const int row = list_->currentRow(), count = list_->count();
  if (key == Qt::Key_Down || key == Qt::Key_Up) {
    if (count > 0) list_->setCurrentRow((row + (key == Qt::Key_Down ? 1 : count - 1)) % count);
    return true;
  }
  if (key == Qt::Key_Return || key == Qt::Key_Enter) {
    run(list_->currentItem());
    return true;
  }
  return QFrame::eventFilter(watched, event);
}

}  // namespace ww::ui
