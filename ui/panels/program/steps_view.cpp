// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/program/steps_view.h"

#include <QComboBox>
#include <QHeaderView>
#include <QKeyEvent>
#include <QScrollBar>
#include <QStyledItemDelegate>
#include <algorithm>
#include <utility>

namespace ww::ui {
namespace {

constexpr int kLeastHeight = 80, kLeastWidth = 200, kCornerColumnPx = 92;  // pixels

// The kind of a motion is chosen, not typed.
class KindDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem&, const QModelIndex&) const override {
    auto* box = new QComboBox(parent);
    for (const auto kind : program::kMotionKinds) box->addItem(kindText(kind));
    connect(box, &QComboBox::activated, box, [this, box] {
      Q_EMIT const_cast<KindDelegate*>(this)->commitData(box);
      Q_EMIT const_cast<KindDelegate*>(this)->closeEditor(box);
    });
    return box;
  }
  void setEditorData(QWidget* editor, const QModelIndex& index) const override {
    auto* box = static_cast<QComboBox*>(editor);
    box->setCurrentIndex(box->findText(index.data(Qt::EditRole).toString()));
  }
  void setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override {
    model->setData(index, static_cast<QComboBox*>(editor)->currentText(), Qt::EditRole);
  }
};

// What the plan makes of a corner is long, and the names of the steps want the room: the tip has the whole.
class CornerDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const QSize full = QStyledItemDelegate::sizeHint(option, index);
    return {std::min(full.width(), kCornerColumnPx), full.height()};
  }

 protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
    QStyledItemDelegate::initStyleOption(option, index);
    option->textElideMode = Qt::ElideRight;
  }
};

// Without room for its words, a state is its sign: the tip has the words.
class StateDelegate : public QStyledItemDelegate {
 public:
  StateDelegate(const bool& signs_alone, QObject* parent) : QStyledItemDelegate(parent), signs_alone_(signs_alone) {}

 protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
    QStyledItemDelegate::initStyleOption(option, index);
    if (!signs_alone_) return;
    option->text.clear();
    option->features &= ~QStyleOptionViewItem::HasDisplay;
  }

 private:
  const bool& signs_alone_;  // of the list
};

std::optional<StepDo> stepDoOf(const QKeyEvent& event) {
  const auto modifiers = event.modifiers() & ~Qt::KeyboardModifiers(Qt::KeypadModifier);
  if (modifiers == Qt::NoModifier && event.key() == Qt::Key_Delete) return StepDo::kRemove;
  if (modifiers == Qt::NoModifier && event.key() == Qt::Key_Space) return StepDo::kSwitch;
  if (modifiers == Qt::ControlModifier && event.key() == Qt::Key_D) return StepDo::kDuplicate;
  if (modifiers == Qt::ControlModifier && event.key() == Qt::Key_L) return StepDo::kLock;
  if (modifiers == Qt::AltModifier && event.key() == Qt::Key_Up) return StepDo::kUp;
  if (modifiers == Qt::AltModifier && event.key() == Qt::Key_Down) return StepDo::kDown;
  return std::nullopt;
}

}  // namespace

StepsView::StepsView(StepsModel& model, QWidget* parent) : QTreeView(parent), steps_(model) {
  setModel(&model);
  setAccessibleName(tr("Steps of the program"));
  setWhatsThis(tr(
      "What the robot does, in this order. Rows are dragged to other places; names, kinds, corners and speeds are "
      "changed where they stand. A step without its tick is passed over. One with a lock keeps its planned motion when "
      "the program is planned anew: only the others are planned, and they join on to it."));
  setSelectionMode(QAbstractItemView::ExtendedSelection);
  setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
  setRootIsDecorated(false);
  setUniformRowHeights(true);
  setAllColumnsShowFocus(true);
  setTextElideMode(Qt::ElideMiddle);
  setDragEnabled(true);
  setAcceptDrops(true);
  setDragDropMode(QAbstractItemView::InternalMove);
  setDropIndicatorShown(true);
  setMinimumSize(kLeastWidth, kLeastHeight);
  setItemDelegateForColumn(StepsModel::kKind, new KindDelegate(this));
  setItemDelegateForColumn(StepsModel::kBlend, new CornerDelegate(this));
  setItemDelegateForColumn(StepsModel::kState, new StateDelegate(signs_alone_, this));
  header()->setStretchLastSection(false);
  header()->setMinimumSectionSize(36);
  for (int column = 0; column < StepsModel::kColumns; ++column)
    header()->setSectionResizeMode(column,
                                   column == StepsModel::kStep ? QHeaderView::Stretch : QHeaderView::ResizeToContents);
  connect(&model, &StepsModel::rowsWillChange, this, &StepsView::remember);
  connect(&model, &StepsModel::rowsChanged, this, &StepsView::restore);
}

QList<int> StepsView::chosen() const {
  QList<int> out;
  for (const QModelIndex& at : selectionModel()->selectedRows()) out << at.row();
  std::sort(out.begin(), out.end());
  return out;
}

void StepsView::choose(const QList<int>& rows) {
  QItemSelection selection;
  for (const int row : rows)
    if (row >= 0 && row < steps_.rowCount())
      selection.select(steps_.index(row, 0), steps_.index(row, StepsModel::kColumns - 1));
  if (!selection.isEmpty())
    selectionModel()->setCurrentIndex(selection.indexes().last().siblingAtColumn(StepsModel::kStep),
                                      QItemSelectionModel::NoUpdate);
  selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
  if (!selection.isEmpty()) scrollTo(selectionModel()->currentIndex());
}

// Without room for what the steps are, columns go whose figures the fields beside the list have as well, and of states
// the words.
void StepsView::fitColumns() {
  constexpr int kLeastStep = 130;  // pixels
  constexpr int kCanGo[] = {StepsModel::kEnds, StepsModel::kBlend, StepsModel::kState, StepsModel::kKind,
                            StepsModel::kSpeed};
  const auto widthOf = [this](int column) {
    return std::max({header()->sectionSizeHint(column), sizeHintForColumn(column), header()->minimumSectionSize()});
  };
  const bool were_alone = std::exchange(signs_alone_, false);
  int taken = 0;
  for (int column = 0; column < StepsModel::kColumns; ++column)
    if (column != StepsModel::kStep) taken += widthOf(column);
  for (const int column : kCanGo) {
    const bool goes = viewport()->width() - taken < kLeastStep;
    if (goes) taken -= widthOf(column);
    if (column != StepsModel::kState) {
      if (isColumnHidden(column) != goes) setColumnHidden(column, goes);
    } else if (goes) {
      signs_alone_ = true;
      taken += widthOf(column);
    }
  }
  // To be measured anew.
  if (signs_alone_ != were_alone) header()->setSectionResizeMode(StepsModel::kState, QHeaderView::ResizeToContents);
}

void StepsView::resizeEvent(QResizeEvent* event) {
  QTreeView::resizeEvent(event);
  fitColumns();
}

void StepsView::remember() {
  remembered_ = chosen();
  restoring_ = true;
}

void StepsView::restore() {
  const bool come =
      next_ && std::all_of(next_->begin(), next_->end(), [this](int row) { return row < steps_.rowCount(); });
  if (come) choose(*std::exchange(next_, std::nullopt));
  else if (chosen() != remembered_) choose(remembered_);
  restoring_ = false;
  fitColumns();
  Q_EMIT chosenChanged();
}

void StepsView::selectionChanged(const QItemSelection& selected, const QItemSelection& deselected) {
  QTreeView::selectionChanged(selected, deselected);
  if (!restoring_) Q_EMIT chosenChanged();
}

// Keys of the list come before those of the window, which mean what is selected in the scene.
bool StepsView::event(QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride) {
    const auto* key = static_cast<QKeyEvent*>(event);
    if (stepDoOf(*key) || key->key() == Qt::Key_F2) {
      event->accept();
      return true;
    }
  }
  return QTreeView::event(event);
}

void StepsView::keyPressEvent(QKeyEvent* event) {
  if (const auto what = stepDoOf(*event)) {
    event->accept();
    Q_EMIT doAsked(*what);
    return;
  }
  QTreeView::keyPressEvent(event);
}

}  // namespace ww::ui
