// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/shortcut_page.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/actions/shortcuts.h"

namespace ww::ui {
namespace {

enum Column { kAction, kKeys, kColumns };

QString plainName(const QAction* action) {
  return QString(action->text()).remove(QLatin1Char('&')).remove(QStringLiteral("..."));
}

QString shownKeys(const QList<QKeySequence>& keys) {
  return QKeySequence::listToString(keys, QKeySequence::NativeText);
}

int widestKeys(const QTreeWidget& list) {
  QFont bold = list.font();
  bold.setBold(true);
  const QFontMetrics metrics(bold);
  int widest = metrics.horizontalAdvance(list.headerItem()->text(kKeys));
  for (int i = 0; i < list.topLevelItemCount(); ++i)
    widest = std::max(widest, metrics.horizontalAdvance(list.topLevelItem(i)->text(kKeys)));
  return std::min(widest + 24, 280);
}

}  // namespace

ShortcutPage::ShortcutPage(ActionTable& actions, QWidget* parent)
    : QWidget(parent),
      actions_(actions),
      filter_(new QLineEdit(this)),
      list_(new QTreeWidget(this)),
      keys_(new QKeySequenceEdit(this)),
      assign_(new QPushButton(this)),
      remove_(new QPushButton(tr("Remove"), this)),
      usual_(new QPushButton(tr("Reset"), this)),
      all_usual_(new QPushButton(tr("Reset all"), this)),
      note_(new QLabel(this)) {
  build();
  fill();
  look();
  connect(filter_, &QLineEdit::textChanged, this, &ShortcutPage::filter);
  connect(list_, &QTreeWidget::currentItemChanged, this, [this] {
    keys_->clear();
    look();
  });
  connect(keys_, &QKeySequenceEdit::keySequenceChanged, this, [this](const QKeySequence& typed) {
    // One press of keys, not several after each other.
    if (typed.count() > 1) keys_->setKeySequence(QKeySequence(typed[0]));
    look();
  });
  connect(assign_, &QPushButton::clicked, this, &ShortcutPage::assign);
  connect(remove_, &QPushButton::clicked, this, [this] { set(chosen(), {}); });
  connect(usual_, &QPushButton::clicked, this, [this] { set(chosen(), actions_.usualKeys(chosen())); });
  connect(all_usual_, &QPushButton::clicked, this, [this] {
    QStringList ids;
    for (const ActionRow& row : actions_.rows()) ids << row.id;
    for (const QString& id : ids) actions_.setKeys(id, actions_.usualKeys(id));
    fill();
    look();
  });
}

void ShortcutPage::build() {
  filter_->setObjectName(QStringLiteral("shortcutFilter"));
  filter_->setPlaceholderText(tr("Find an action or keys, such as Ctrl+D"));
  filter_->setAccessibleName(tr("Find an action or keys"));
  filter_->setToolTip(tr("Shows the actions whose name or keys have this in them"));
  filter_->setClearButtonEnabled(true);
  list_->setAccessibleName(tr("Shortcuts"));
  list_->setToolTip(tr("Choose an action, then press keys for it below"));
  list_->setColumnCount(kColumns);
  list_->setHeaderLabels({tr("Action"), tr("Keys")});
  list_->setRootIsDecorated(false);
  list_->setUniformRowHeights(true);
  list_->header()->setSectionResizeMode(kAction, QHeaderView::Stretch);
  list_->header()->setStretchLastSection(false);
  list_->header()->setSectionResizeMode(kKeys, QHeaderView::Fixed);  // with all rows; not another for each letter
  keys_->setObjectName(QStringLiteral("shortcutKeys"));
  keys_->setAccessibleName(tr("New keys"));
  keys_->setToolTip(tr("Press the keys that the action is to have"));
  if (auto* edit = keys_->findChild<QLineEdit*>()) edit->setToolTip(keys_->toolTip());
  assign_->setObjectName(QStringLiteral("shortcutAssign"));
  remove_->setToolTip(tr("The action has no keys then"));
  usual_->setToolTip(tr("The keys that the action has at first"));
  all_usual_->setToolTip(tr("All actions have the keys that they have at first"));
  for (auto* button : {assign_, remove_, usual_, all_usual_}) button->setAutoDefault(false);
  note_->setObjectName(QStringLiteral("shortcutNote"));
  note_->setWordWrap(true);
  note_->setMinimumHeight(2 * note_->fontMetrics().lineSpacing());  // the buttons stay where they are
  note_->setAlignment(Qt::AlignTop);
  auto* row = new QHBoxLayout;
  row->addWidget(keys_, 1);
  row->addWidget(assign_);
  auto* more = new QHBoxLayout;
  for (auto* button : {remove_, usual_}) more->addWidget(button);
  more->addStretch(1);
  more->addWidget(all_usual_);
  auto* box = new QVBoxLayout(this);
  box->addWidget(filter_);
  box->addWidget(list_, 1);
  box->addLayout(row);
  box->addWidget(note_);
  box->addLayout(more);
}

void ShortcutPage::fill() {
  const QString before = chosen();
  list_->clear();
  for (const ActionRow& row : actions_.rows()) {
    const QAction* action = actions_.action(row.id);
    // These belong to views otherwise, and cannot be given away.
    const QString more = row.id == QLatin1String("tool.hand") ? tr("; then 1 to 8: a posture") : QString();
    auto* item = new QTreeWidgetItem(list_, {plainName(action), shownKeys(row.keys) + more});
    item->setData(kAction, Qt::UserRole, row.id);
    item->setToolTip(kAction, row.tip);
    QFont font = list_->font();
    font.setBold(row.keys != actions_.usualKeys(row.id));
    item->setFont(kKeys, font);
  }
  list_->header()->resizeSection(kKeys, widestKeys(*list_));
  filter(filter_->text());
  choose(before);
}

void ShortcutPage::filter(const QString& text) {
  for (int i = 0; i < list_->topLevelItemCount(); ++i) {
    auto* item = list_->topLevelItem(i);
    item->setHidden(!item->text(kAction).contains(text, Qt::CaseInsensitive) &&
                    !item->text(kKeys).contains(text, Qt::CaseInsensitive));
  }
  // What is not seen is not what the buttons are for.
  if (const auto* item = list_->currentItem(); item && item->isHidden()) {
    list_->setCurrentItem(nullptr);
    list_->clearSelection();
  }
}

QString ShortcutPage::chosen() const {
  const auto* item = list_->currentItem();
  return item ? item->data(kAction, Qt::UserRole).toString() : QString();
}

void ShortcutPage::choose(const QString& action) {
  for (int i = 0; i < list_->topLevelItemCount(); ++i)
    if (auto* item = list_->topLevelItem(i); item->data(kAction, Qt::UserRole).toString() == action) {
      item->setHidden(false);
      list_->setCurrentItem(item);
      list_->scrollToItem(item);
    }
}

// A button that is switched off hands the keys to the list: Qt would give them to the next one, at last to "Reset all".
void ShortcutPage::enable(QPushButton* button, bool on) {
  if (!on && button->hasFocus()) list_->setFocus();
  button->setEnabled(on);
}

// What the keys can be, and whom they belong to.
void ShortcutPage::look() {
  const QString id = chosen();
  const QKeySequence keys = keys_->keySequence();
  keys_->setEnabled(!id.isEmpty());
  enable(remove_, !id.isEmpty() && !actions_.action(id)->shortcuts().isEmpty());
  enable(usual_, !id.isEmpty() && actions_.action(id)->shortcuts() != actions_.usualKeys(id));
  const QString why = id.isEmpty() ? tr("Choose an action first.") : whyNoShortcut(keys);
  QStringList names;
  for (const QString& other : actions_.othersWith(keys, id)) names << plainName(actions_.action(other));
  const QString owner = names.join(QStringLiteral(", "));
  enable(assign_, why.isEmpty());
  assign_->setText(names.isEmpty() ? tr("Assign") : tr("Take over"));
  assign_->setToolTip(!why.isEmpty()    ? why
                      : names.isEmpty() ? tr("Gives the keys to the action, beside those that it has")
                                        : tr("Takes the keys from %1").arg(owner));
  note_->setText(!why.isEmpty() && !keys.isEmpty() ? why
                 : names.isEmpty()                 ? QString()
                                                   : tr("%1 belongs to: %2. Take over gives it to the chosen action.")
                                         .arg(keys.toString(QKeySequence::NativeText), owner));
}

void ShortcutPage::assign() {
  const QString id = chosen();
  const QKeySequence keys = keys_->keySequence();
  if (id.isEmpty() || !whyNoShortcut(keys).isEmpty()) return;
  QList<QKeySequence> own = actions_.action(id)->shortcuts();
  own.removeIf([&](const QKeySequence& mine) { return keysCollide(mine, keys); });
  own.prepend(keys);
  keys_->clear();
  set(id, own);
}

void ShortcutPage::set(const QString& action, const QList<QKeySequence>& keys) {
  if (action.isEmpty()) return;
  // Keys are one action's: also its usual ones may be another's by now.
  for (const QKeySequence& key : keys)
    for (const QString& other : actions_.othersWith(key, action)) {
      QList<QKeySequence> left = actions_.action(other)->shortcuts();
      left.removeIf([&](const QKeySequence& own) { return keysCollide(own, key); });
      actions_.setKeys(other, left);
    }
  actions_.setKeys(action, keys);
  fill();
  look();
}

}  // namespace ww::ui
