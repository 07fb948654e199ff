// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/program/program_list.h"

#include <QKeyEvent>
#include <QSignalBlocker>
#include <algorithm>
#include <utility>

#include "core/session/program_builders.h"
#include "core/session/step_change.h"
#include "ui/panels/program/step_text.h"
#include "ui/widgets/icons.h"

namespace ww::ui {
namespace {

constexpr int kNameRole = Qt::UserRole + 1;          // as the world has it, whatever is being typed
constexpr int kStateRole = Qt::UserRole + 2;         // whose sign is shown
constexpr int kLeastWidth = 120, kLeastHeight = 60;  // pixels

}  // namespace

ProgramList::ProgramList(SessionBridge& bridge, QWidget* parent)
    : QWidget(parent), bridge_(bridge), list_(new QListWidget(this)), parts_(new QVBoxLayout(this)) {
  list_->setAccessibleName(tr("Programs"));
  list_->setToolTip(tr("The programs of this world"));
  list_->setEditTriggers(QAbstractItemView::DoubleClicked);
  list_->installEventFilter(this);
  setMinimumWidth(kLeastWidth);
  add_ = makeButton(QStringLiteral("new"), tr("New program"), tr("Adds a program without steps (Insert)"),
                    &ProgramList::add);
  rename_ = makeButton(QStringLiteral("rename"), tr("Rename the program"),
                       tr("Calls it something else; calls of it follow (F2)"), &ProgramList::rename);
  duplicate_ = makeButton(QStringLiteral("duplicate"), tr("Duplicate the program"),
                          tr("Another program with the same steps (Ctrl+D)"), &ProgramList::duplicate);
  remove_ = makeButton(QStringLiteral("delete"), tr("Delete the program"),
                       tr("Deletes it with its plan; Undo takes it back (Delete)"), &ProgramList::remove);
  auto* buttons = new QHBoxLayout;
  buttons->setSpacing(2);
  for (QToolButton* button : {add_, rename_, duplicate_, remove_}) buttons->addWidget(button);
  buttons->addStretch(1);
  parts_->setContentsMargins(0, 0, 0, 0);
  parts_->setSpacing(2);
  parts_->addLayout(buttons);
  parts_->addWidget(list_, 1);
  setFlat(false);
  connect(list_, &QListWidget::currentItemChanged, this, &ProgramList::chosenChanged);
  connect(list_, &QListWidget::itemChanged, this, &ProgramList::renamed);
}

void ProgramList::setFlat(bool flat) {
  flat_ = flat;
  parts_->setDirection(flat ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
  list_->setFlow(flat ? QListView::LeftToRight : QListView::TopToBottom);
  for (const auto set : {&QListWidget::setHorizontalScrollBarPolicy, &QListWidget::setVerticalScrollBarPolicy})
    (list_->*set)(flat ? Qt::ScrollBarAlwaysOff : Qt::ScrollBarAsNeeded);
  list_->setMinimumHeight(kLeastHeight);
  list_->setMaximumHeight(QWIDGETSIZE_MAX);
  fitRow();
  list_->scrollTo(list_->currentIndex());
}

// The names decide how high the row is.
void ProgramList::fitRow() {
  if (!flat_) return;
  list_->setFixedHeight(std::max(add_->sizeHint().height(), list_->sizeHintForRow(0) + 2 * list_->frameWidth()));
}

QToolButton* ProgramList::makeButton(const QString& name, const QString& text, const QString& tip,
                                     void (ProgramList::*run)()) {
  auto* button = new QToolButton(this);
  button->setIcon(icon(name));
  button->setIconSize(QSize(16, 16));
  button->setAccessibleName(text);
  button->setToolTip(QStringLiteral("%1: %2").arg(text, tip));
  connect(button, &QToolButton::clicked, this, run);
  return button;
}

void ProgramList::show(const world::World& world, const std::map<std::string, usecase::PlanState>& states) {
  const auto names = session::programNames(world);
  const std::string before = wanted_.empty() ? chosen() : std::exchange(wanted_, {});
  {
    const QSignalBlocker quiet(list_);
    // A name that is just being typed stays where it is.
    while (list_->count() > static_cast<int>(names.size())) delete list_->takeItem(list_->count() - 1);
    int row = 0, current = names.empty() ? -1 : 0;
    for (const std::string& name : names) {
      if (row == list_->count()) {
        list_->addItem(new QListWidgetItem);
        list_->item(row)->setFlags(list_->item(row)->flags() | Qt::ItemIsEditable);
      }
      QListWidgetItem* item = list_->item(row);
      const QString text = QString::fromStdString(name);
      const auto state = states.find(name);
      const StateLook look = lookOf(state == states.end() ? usecase::PlanState::kUnplanned : state->second);
      if (item->data(kNameRole).toString() != text) item->setText(text);
      item->setData(kNameRole, text);
      // A sign that is set anew takes back what is being typed.
      if (item->data(kStateRole).toString() != look.icon) item->setIcon(icon(look.icon, look.role));
      item->setData(kStateRole, look.icon);
      item->setToolTip(tr("%1: %2").arg(text, look.text));
      item->setData(Qt::AccessibleTextRole, item->toolTip());
      if (name == before) current = row;
      ++row;
    }
    list_->setCurrentRow(current);
  }
  for (QToolButton* button : {rename_, duplicate_, remove_}) button->setEnabled(!names.empty());
  fitRow();
  Q_EMIT chosenChanged();
}

std::string ProgramList::chosen() const {
  const QListWidgetItem* item = list_->currentItem();
  return item ? item->data(kNameRole).toString().toStdString() : std::string();
}

void ProgramList::choose(const std::string& name) {
  for (int row = 0; row < list_->count(); ++row)
    if (list_->item(row)->data(kNameRole).toString().toStdString() == name) return list_->setCurrentRow(row);
  wanted_ = name;
}

void ProgramList::add() {
  const std::string name = session::freeProgramName(*bridge_.snapshot().world, "program");
  wanted_ = name;
  if (!bridge_.commit(tr("Add the program %1").arg(QString::fromStdString(name)), session::newProgram(name)))
    wanted_.clear();
}

void ProgramList::duplicate() {
  const std::string name = chosen();
  if (name.empty()) return;
  const auto world = bridge_.snapshot().world;
  const std::string copy = session::freeProgramName(*world, name);
  wanted_ = copy;
  if (!bridge_.commit(tr("Duplicate the program %1").arg(QString::fromStdString(name)),
                      session::copyProgram(*world, name, copy)))
    wanted_.clear();
}

void ProgramList::remove() {
  const std::string name = chosen();
  if (!name.empty())
    bridge_.commit(tr("Delete the program %1").arg(QString::fromStdString(name)), session::deleteProgram(name));
}

void ProgramList::rename() {
  if (list_->currentItem()) list_->editItem(list_->currentItem());
}

bool ProgramList::renameTo(const QString& name) {
  const std::string was = chosen();
  const QString now = name.trimmed();
  wanted_ = now.toStdString();
  if (bridge_.commit(tr("Rename the program %1 to %2").arg(QString::fromStdString(was), now),
                     session::renameProgram(*bridge_.snapshot().world, was, wanted_)))
    return true;
  wanted_.clear();
  return false;
}

void ProgramList::renamed(QListWidgetItem* item) {
  const QString was = item->data(kNameRole).toString();
  if (item->text().trimmed() == was || item != list_->currentItem() || renameTo(item->text())) return;
  const QSignalBlocker quiet(list_);
  item->setText(was);
}

bool ProgramList::doByKey(const QKeyEvent& event, bool do_it) {
  const auto modifiers = event.modifiers() & ~Qt::KeyboardModifiers(Qt::KeypadModifier);
  void (ProgramList::*run)() = nullptr;
  if (modifiers == Qt::NoModifier && event.key() == Qt::Key_Insert) run = &ProgramList::add;
  if (modifiers == Qt::NoModifier && event.key() == Qt::Key_F2) run = &ProgramList::rename;
  if (modifiers == Qt::NoModifier && event.key() == Qt::Key_Delete) run = &ProgramList::remove;
  if (modifiers == Qt::ControlModifier && event.key() == Qt::Key_D) run = &ProgramList::duplicate;
  if (run && do_it) (this->*run)();
  return run != nullptr;
}

// Keys of the list come before those of the window, which mean what is selected in the scene.
bool ProgramList::eventFilter(QObject* watched, QEvent* event) {
  const bool key = event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride;
  if (watched != list_ || !key || !doByKey(*static_cast<QKeyEvent*>(event), event->type() == QEvent::KeyPress))
    return QWidget::eventFilter(watched, event);
  event->accept();
  return true;
}

}  // namespace ww::ui
