// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/scene_panel.h"

#include <QKeyEvent>
#include <QStyle>
#include <QStyledItemDelegate>
#include <QToolTip>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "ui/models/node_text.h"
#include "ui/widgets/icons.h"

namespace ww::ui {
namespace {

// A name that cannot be stays in the editor with the reason, to be corrected; Esc takes it back.
class NameDelegate : public QStyledItemDelegate {
 public:
  NameDelegate(const SessionBridge& bridge, QObject* parent) : QStyledItemDelegate(parent), bridge_(bridge) {}

  QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    QWidget* editor = QStyledItemDelegate::createEditor(parent, option, index);
    node_ = SceneTreeModel::nodeOf(index);
    if (editor) editor->setAccessibleName(ScenePanel::tr("New name"));
    return editor;
  }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override {
    auto* edit = qobject_cast<QLineEdit*>(watched);
    const bool key = event->type() == QEvent::KeyPress;
    const int code = key ? static_cast<QKeyEvent*>(event)->key() : 0;
    const bool leaves = event->type() == QEvent::FocusOut || code == Qt::Key_Return || code == Qt::Key_Enter || code == Qt::Key_Tab;
    if (key && !leaves) tell(edit, {});
    if (edit && leaves && tell(edit, problemOf(*edit))) return true;
    return QStyledItemDelegate::eventFilter(watched, event);
  }

 private:
  QString problemOf(const QLineEdit& edit) const {
    const QString name = edit.text().trimmed();
    if (!node_ || name == nodeName(*bridge_.snapshot().world, *node_)) return {};
    return renameProblem(bridge_, *node_, name);
  }
  static bool tell(QLineEdit* edit, const QString& problem) {
    if (!edit || edit->property("invalid").toBool() == !problem.isEmpty()) return !problem.isEmpty();
    edit->setProperty("invalid", !problem.isEmpty());
    edit->setAccessibleDescription(problem);
    edit->style()->unpolish(edit);
    edit->style()->polish(edit);
    if (problem.isEmpty()) QToolTip::hideText();
    else QToolTip::showText(edit->mapToGlobal(QPoint(0, edit->height())), problem, edit);
    return !problem.isEmpty();
  }

  const SessionBridge& bridge_;
  mutable std::optional<world::NodeRef> node_;
};

}  // namespace

ScenePanel::ScenePanel(SessionBridge& bridge, Selection& selection, QWidget* parent)
    : QWidget(parent), bridge_(bridge), selection_(selection), model_(new SceneTreeModel(bridge, this)),
      filter_(new SceneFilter(this)), search_(new QLineEdit(this)), tree_(new QTreeView(this)), hint_(new QLabel(this)) {
  // Before the filter hears of it: a row that only goes elsewhere in the tree stays selected.
  connect(model_, &QAbstractItemModel::rowsAboutToBeRemoved, this, [this] { syncing_ = true; });
  connect(model_, &QAbstractItemModel::rowsRemoved, this, [this] { syncing_ = false; });
  filter_->setSourceModel(model_);
  search_->setPlaceholderText(tr("Filter: name or type:robot"));
  search_->setAccessibleName(tr("Filter the scene"));
  search_->setToolTip(tr("Shows what has all these words in its name; type:object, robot, link, joint, sensor, frame"));
  search_->setClearButtonEnabled(true);
  search_->addAction(icon(QStringLiteral("search"), Role::kDim), QLineEdit::LeadingPosition);
  tree_->setModel(filter_);
  tree_->setHeaderHidden(true);
  tree_->setItemDelegate(new NameDelegate(bridge_, tree_));
  tree_->setAccessibleName(tr("Scene tree"));
  tree_->setToolTip({});
  tree_->setSelectionMode(QAbstractItemView::ExtendedSelection);
  // Not on a click: a click on one of several selected rows must select that row alone.
  tree_->setEditTriggers(QAbstractItemView::EditKeyPressed);
  tree_->setDragDropMode(QAbstractItemView::InternalMove);
  tree_->setUniformRowHeights(true);
  tree_->setContextMenuPolicy(Qt::CustomContextMenu);
  tree_->setIconSize(QSize(16, 16));
  tree_->setIndentation(16);
  tree_->setTextElideMode(Qt::ElideMiddle);
  hint_->setObjectName(QStringLiteral("dim"));
  hint_->setWordWrap(true);
  hint_->setAlignment(Qt::AlignCenter);
  auto* box = new QVBoxLayout(this);
  box->setContentsMargins(8, 8, 8, 0);
  box->setSpacing(6);
  box->addWidget(search_);
  box->addWidget(hint_);
  box->addWidget(tree_, 1);
  connect(search_, &QLineEdit::textChanged, this, &ScenePanel::filter);
  connect(tree_->selectionModel(), &QItemSelectionModel::selectionChanged, this, &ScenePanel::toSelection);
  connect(&selection_, &Selection::changed, this, &ScenePanel::fromSelection);
  connect(&bridge, &SessionBridge::changed, this, &ScenePanel::showMissing);  // the model has heard before
  connect(model_, &SceneTreeModel::refused, this, &ScenePanel::message);
  connect(tree_, &QWidget::customContextMenuRequested, this, [this](const QPoint& at) {
    Q_EMIT contextMenuRequested(tree_->viewport()->mapToGlobal(at));
  });
  connect(tree_, &QTreeView::doubleClicked, this, &ScenePanel::activated);
  for (const auto signal : {&QAbstractItemModel::rowsInserted})
    connect(model_, signal, this, [this] { showHint(); fromSelection(); });
  connect(model_, &QAbstractItemModel::rowsRemoved, this, &ScenePanel::showHint);
  connect(model_, &QAbstractItemModel::modelReset, this, &ScenePanel::showHint);
  showHint();
}

void ScenePanel::showHint() {
  const bool empty = model_->rowCount() == 0;
  hint_->setText(empty ? tr("Nothing here yet. Drop a STEP, STL, OBJ, glTF, URDF or SDF file here, press Ctrl+I to import, or add something from the Add menu.")
                       : tr("Nothing fits this filter."));
  hint_->setVisible(filter_->rowCount() == 0);
}

void ScenePanel::filter(const QString& text) {
  if (!text.trimmed().isEmpty()) model_->fetchAll();
  if (!filter_->isActive()) rememberOpenRows();
  // What the filter hides stays selected.
  syncing_ = true;
  filter_->setText(text);
  if (filter_->isActive()) {
    tree_->expandAll();
  } else {
    // What the filter opened is closed again.
    tree_->collapseAll();
    for (const QPersistentModelIndex& row : std::exchange(open_rows_, {}))
      if (row.isValid()) tree_->expand(filter_->mapFromSource(row));
  }
  syncing_ = false;
  fromSelection();
  showHint();
}

void ScenePanel::rememberOpenRows() {
  open_rows_.clear();
  QList<QModelIndex> rows{QModelIndex()};
  while (!rows.isEmpty()) {
    const QModelIndex parent = rows.takeLast();
    for (int i = 0; i < filter_->rowCount(parent); ++i) {
      const QModelIndex row = filter_->index(i, 0, parent);
      if (!tree_->isExpanded(row)) continue;
      open_rows_ << filter_->mapToSource(row);
      rows << row;
    }
  }
}

void ScenePanel::toSelection() {
  if (syncing_) return;
  std::vector<world::NodeRef> nodes;
  for (const QModelIndex& index : tree_->selectionModel()->selectedIndexes())
    if (const auto node = SceneTreeModel::nodeOf(index)) nodes.push_back(*node);
  // The current row is the active one: last.
  if (const auto current = SceneTreeModel::nodeOf(tree_->currentIndex()))
    if (const auto at = std::find(nodes.begin(), nodes.end(), *current); at != nodes.end()) std::rotate(at, at + 1, nodes.end());
  syncing_ = true;
  selection_.select(nodes);
  syncing_ = false;
}

// What is selected right after it was made has a row only once the model hears of it; below a row that
// was never opened, nothing else tells.
void ScenePanel::showMissing() {
  const bool found = std::any_of(missing_.begin(), missing_.end(), [this](const world::NodeRef& node) {
    return filter_->mapFromSource(model_->indexOf(node)).isValid();
  });
  if (found) fromSelection();
}

void ScenePanel::fromSelection() {
  if (syncing_) return;
  syncing_ = true;
  missing_.clear();
  QItemSelection rows;
  QModelIndex last;
  for (const auto& node : selection_.nodes()) {
    const QModelIndex at = filter_->mapFromSource(model_->indexOf(node));
    if (!at.isValid()) {
      missing_.push_back(node);
      continue;
    }
    rows.select(at, at);
    last = at;
  }
  tree_->selectionModel()->select(rows, QItemSelectionModel::ClearAndSelect);
  if (last.isValid()) {
    tree_->selectionModel()->setCurrentIndex(last, QItemSelectionModel::NoUpdate);
    tree_->scrollTo(last);
  }
  syncing_ = false;
}

void ScenePanel::renameActive() {
  const auto active = selection_.active();
  if (!active) return;
  const QModelIndex at = filter_->mapFromSource(model_->indexOf(*active));
  if (!at.isValid()) return;
  tree_->scrollTo(at);
  tree_->setFocus();
  tree_->edit(at);
}

void ScenePanel::focusFilter() {
  search_->setFocus();
  search_->selectAll();
}

}  // namespace ww::ui
