// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/scene_panel.h"

#include <QVBoxLayout>

#include "ui/widgets/icons.h"

namespace ww::ui {

ScenePanel::ScenePanel(SessionBridge& bridge, Selection& selection, QWidget* parent)
    : QWidget(parent), bridge_(bridge), selection_(selection), model_(new SceneTreeModel(bridge, this)),
      filter_(new SceneFilter(this)), search_(new QLineEdit(this)), tree_(new QTreeView(this)), hint_(new QLabel(this)) {
  filter_->setSourceModel(model_);
  search_->setPlaceholderText(tr("Filter: name or type:robot"));
  search_->setAccessibleName(tr("Filter the scene"));
  search_->setToolTip(tr("Shows what has all these words in its name; type:object, robot, link, joint, sensor, frame"));
  search_->setClearButtonEnabled(true);
  search_->addAction(icon(QStringLiteral("search"), Role::kDim), QLineEdit::LeadingPosition);
  tree_->setModel(filter_);
  tree_->setHeaderHidden(true);
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
  hint_->setText(tr("Nothing here yet. Drop a STEP, STL, OBJ, glTF, URDF or SDF file here, press Ctrl+I to import, or add something from the Add menu."));
  auto* box = new QVBoxLayout(this);
  box->setContentsMargins(8, 8, 8, 0);
  box->setSpacing(6);
  box->addWidget(search_);
  box->addWidget(hint_);
  box->addWidget(tree_, 1);
  connect(search_, &QLineEdit::textChanged, this, &ScenePanel::filter);
  connect(tree_->selectionModel(), &QItemSelectionModel::selectionChanged, this, &ScenePanel::toSelection);
  connect(&selection_, &Selection::changed, this, &ScenePanel::fromSelection);
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

void ScenePanel::showHint() { hint_->setVisible(model_->rowCount() == 0); }

void ScenePanel::filter(const QString& text) {
  if (!text.trimmed().isEmpty()) model_->fetchAll();
  filter_->setText(text);
  if (filter_->isActive()) tree_->expandAll();
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

void ScenePanel::fromSelection() {
  if (syncing_) return;
  syncing_ = true;
  QItemSelection rows;
  QModelIndex last;
  for (const auto& node : selection_.nodes()) {
    const QModelIndex at = filter_->mapFromSource(model_->indexOf(node));
    if (!at.isValid()) continue;
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
