// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/history_panel.h"

#include <QHBoxLayout>
#include <QScrollArea>
#include <QScrollBar>
#include <QStyle>
#include <QStyledItemDelegate>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

namespace ww::ui {
namespace {

constexpr int kIndent = 14;
constexpr QSize kStatePicture{48, 30}, kShownPicture{160, 100};

// Rows are as wide as their list: what is longer is elided, and nothing is scrolled to the side.
class ElidedDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    return {1, QStyledItemDelegate::sizeHint(option, index).height()};
  }
};

// Branches stand to the right of what they left.
class StateDelegate : public ElidedDelegate {
 public:
  using ElidedDelegate::ElidedDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    QStyleOptionViewItem moved = option;
    moved.rect.setLeft(option.rect.left() + kIndent * index.data(HistoryTreeModel::kDepthRole).toInt());
    QStyledItemDelegate::paint(painter, moved, index);
  }
};

QListView* historyList(QWidget* parent, QAbstractItemModel& model, const QString& name, const QString& what) {
  auto* list = new QListView(parent);
  list->setModel(&model);
  list->setAccessibleName(name);
  list->setWhatsThis(what);
  list->setUniformItemSizes(true);
  list->setEditTriggers(QAbstractItemView::NoEditTriggers);
  list->setTextElideMode(Qt::ElideRight);
  return list;
}

// Shown while there is one row, which is always there.
QLabel* nothingYet(QWidget* parent, const QString& text, const QAbstractItemModel& model) {
  auto* label = new QLabel(text, parent);
  label->setObjectName(QStringLiteral("dim"));
  label->setWordWrap(true);
  label->setContentsMargins(4, 4, 4, 4);
  const auto update = [label, &model] { label->setVisible(model.rowCount() <= 1); };
  for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
    QObject::connect(&model, signal, label, update);
  update();
  return label;
}

QPushButton* historyButton(QWidget* parent, const char* name, const QString& text, const QString& tip) {
  auto* button = new QPushButton(text, parent);
  button->setObjectName(QLatin1String(name));
  button->setToolTip(tip);
  return button;
}

}  // namespace

HistoryPanel::HistoryPanel(HistoryModel& model, HistoryTreeModel& tree, QWidget* parent)
    : QWidget(parent), tree_(tree) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(8, 4, 8, 4);
  row->setSpacing(8);
  row->addWidget(makeLine(model), 1);
  row->addWidget(makeStates(), 1);
  row->addWidget(makeButtons());
  connect(keep_, &QPushButton::clicked, this, [this] { Q_EMIT keepAsked(name_->text().trimmed()); });
  connect(name_, &QLineEdit::returnPressed, keep_, &QPushButton::click);
  connect(name_, &QLineEdit::textChanged, this, &HistoryPanel::update_);
  connect(go_, &QPushButton::clicked, this, [this] { Q_EMIT goAsked(chosen()); });
  connect(back_, &QPushButton::clicked, this, [this] { Q_EMIT backAsked(chosen()); });
  connect(forget_, &QPushButton::clicked, this, [this] { Q_EMIT forgetAsked(chosen()); });
  update_();
}

QWidget* HistoryPanel::makeLine(HistoryModel& model) {
  auto* column = new QWidget(this);
  list_ = historyList(column, model, tr("History"),
                      tr("All changes since the world was opened; a click goes to that state"));
  list_->setIconSize(QSize(14, 14));
  list_->setItemDelegate(new ElidedDelegate(list_));
  list_->setTextElideMode(Qt::ElideMiddle);  // the end says that it is saved
  auto* box = new QVBoxLayout(column);
  box->setContentsMargins(0, 0, 0, 0);
  box->setSpacing(4);
  box->addWidget(nothingYet(column, tr("No changes yet. Each one is listed here; a click goes back to it."), model));
  box->addWidget(list_);
  connect(list_, &QListView::activated, this, [&model](const QModelIndex& at) { model.jumpTo(at.row()); });
  connect(list_, &QListView::clicked, this, [&model](const QModelIndex& at) { model.jumpTo(at.row()); });
  const auto follow = [this, &model] {
    QMetaObject::invokeMethod(
        list_, [this, &model] { list_->scrollTo(model.index(model.currentRow())); }, Qt::QueuedConnection);
  };
  connect(&model, &QAbstractItemModel::rowsInserted, list_, follow);
  connect(&model, &QAbstractItemModel::dataChanged, list_, follow);
  return column;
}

QWidget* HistoryPanel::makeStates() {
  auto* column = new QWidget(this);
  auto* box = new QVBoxLayout(column);
  box->setContentsMargins(0, 0, 0, 0);
  states_ = historyList(column, tree_, tr("All states"),
                        tr("All states of the world that are kept, also those of branches that were left"));
  box->addWidget(states_);
  states_->setObjectName(QStringLiteral("historyStates"));
  states_->setIconSize(kStatePicture);
  states_->setItemDelegate(new StateDelegate(states_));
  connect(states_, &QListView::activated, this,
          [this](const QModelIndex& at) { Q_EMIT goAsked(tree_.idAt(at.row())); });
  connect(states_->selectionModel(), &QItemSelectionModel::currentChanged, this, [this] {
    update_();
    if (chosen() != 0) Q_EMIT pictureAsked(chosen());
  });
  for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
    connect(&tree_, signal, this, [this] { update_(); });
  for (const auto signal : {&QAbstractItemModel::rowsAboutToBeInserted, &QAbstractItemModel::rowsAboutToBeRemoved})
    connect(&tree_, signal, this, [this] { keepPlace(); });
  connect(&tree_, &QAbstractItemModel::layoutAboutToBeChanged, this, [this] { keepPlace(); });
  connect(&tree_, &QAbstractItemModel::dataChanged, this, [this] {
    update_();
    backToPlace();
    followCurrent();
  });
  return column;
}

// Of the state that is looked at; where that is out of sight, of the first row.
void HistoryPanel::keepPlace() {
  if (place_.state != 0 || !states_->isVisible()) return;
  const auto rows = seen();
  if (rows.empty()) return;
  const bool is_chosen = std::ranges::find(rows, chosen()) != rows.end();
  place_.state = is_chosen ? chosen() : rows.front();
  place_.y = states_->visualRect(tree_.index(tree_.rowOf(place_.state))).top();
}

void HistoryPanel::backToPlace() {
  const Place was = std::exchange(place_, {});
  const int row = was.state == 0 ? -1 : tree_.rowOf(was.state);
  if (row < 0) return;
  const QRect now = states_->visualRect(tree_.index(row));  // lays the rows out
  QScrollBar* bar = states_->verticalScrollBar();
  const bool by_rows = states_->verticalScrollMode() == QAbstractItemView::ScrollPerItem;
  bar->setValue(bar->value() + (now.top() - was.y) / (by_rows ? std::max(1, now.height()) : 1));
}

// Unless another state is being looked at.
void HistoryPanel::followCurrent() {
  const history::NodeId now = tree_.idAt(tree_.currentRow());
  if (now == followed_) return;
  const bool free = chosen() == 0 || chosen() == followed_;
  followed_ = now;
  if (!free) return;
  // Who chooses one meanwhile looks at that.
  const auto follow = [this, was = chosen()] {
    if (chosen() == was) states_->scrollTo(tree_.index(tree_.currentRow()));
  };
  QMetaObject::invokeMethod(states_, follow, Qt::QueuedConnection);
}

QWidget* HistoryPanel::makeButtons() {
  // It scrolls rather than make a panel higher than the others.
  auto* area = new QScrollArea(this);
  area->setWidgetResizable(true);
  area->setFrameShape(QFrame::NoFrame);
  area->setFocusPolicy(Qt::NoFocus);
  area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  auto* side = new QWidget(area);
  picture_ = new QLabel(side);
  picture_->setObjectName(QStringLiteral("historyPicture"));
  picture_->setAccessibleName(tr("Picture of the chosen state"));
  picture_->setAlignment(Qt::AlignCenter);
  go_ = historyButton(side, "historyGo", tr("Go there"),
                      tr("Undoes and redoes until the world is as it was then; nothing is lost by it"));
  back_ = historyButton(side, "historyBack", tr("Bring it back"),
                        tr("Puts the chosen state in the place of this one, as one step that can be undone"));
  forget_ = historyButton(side, "historyForget", tr("Forget the name"), tr("The state stays, without its name"));
  name_ = new QLineEdit(side);
  name_->setObjectName(QStringLiteral("historyName"));
  name_->setPlaceholderText(tr("Name of a checkpoint"));
  name_->setAccessibleName(tr("Name of a checkpoint"));
  name_->setMaxLength(100);
  // The hint in it is read whole.
  constexpr int kAround = 20;  // of the style sheet: padding and border
  name_->ensurePolished();
  name_->setMinimumWidth(name_->fontMetrics().horizontalAdvance(name_->placeholderText()) + kAround);
  name_->setToolTip(tr("Names the world as it is now, so that it can be found and brought back"));
  keep_ = historyButton(side, "historyKeep", tr("Make a checkpoint"),
                        tr("Names the world as it is now, so that it can be found and brought back"));
  auto* box = new QVBoxLayout(side);
  box->setContentsMargins(0, 0, 0, 0);
  box->setSpacing(4);
  // The picture last: it comes and goes, and nothing is to move away below the pointer.
  for (auto* widget : std::initializer_list<QWidget*>{go_, back_, forget_, name_, keep_, picture_})
    box->addWidget(widget);
  box->addStretch(1);
  area->setWidget(side);
  area->setMinimumWidth(side->minimumSizeHint().width() + area->style()->pixelMetric(QStyle::PM_ScrollBarExtent));
  return area;
}

history::NodeId HistoryPanel::chosen() const { return tree_.idAt(states_->currentIndex().row()); }

std::vector<history::NodeId> HistoryPanel::seen() const {
  std::vector<history::NodeId> out;
  const QRect sight = states_->viewport()->rect();
  const int first = std::max(0, states_->indexAt(sight.topLeft() + QPoint(1, 1)).row());
  for (int row = first; row < tree_.rowCount(); ++row) {
    if (!states_->visualRect(tree_.index(row)).intersects(sight)) break;
    out.push_back(tree_.idAt(row));
  }
  return out;
}

void HistoryPanel::update_() {
  if (!name_) return;
  const QModelIndex at = states_->currentIndex();
  const bool other = at.isValid() && at.row() != tree_.currentRow();
  go_->setEnabled(other);
  back_->setEnabled(other);
  forget_->setEnabled(at.isValid() && !at.data(HistoryTreeModel::kCheckpointRole).toString().isEmpty());
  keep_->setEnabled(!name_->text().trimmed().isEmpty());
  const QPixmap shown = at.data(HistoryTreeModel::kPictureRole).value<QPixmap>();
  picture_->setVisible(!shown.isNull());
  if (!shown.isNull()) picture_->setPixmap(shown.scaled(kShownPicture, Qt::KeepAspectRatio, Qt::SmoothTransformation));
}

}  // namespace ww::ui
