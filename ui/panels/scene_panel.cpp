// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/scene_panel.h"

#include <QDrag>
#include <QDropEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QStyle>
#include <QTimer>
#include <QToolTip>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "ui/models/node_text.h"
#include "ui/panels/eye_strip.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/theme.h"

namespace ww::ui {
namespace {

constexpr QPoint kBesidePointer(18, 18);  // pixels

// A name that cannot be stays in the editor with the reason, to be corrected; Esc takes it back.
class NameDelegate : public EyeDelegate {
 public:
  using EyeDelegate::EyeDelegate;

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
    const bool leaves =
        event->type() == QEvent::FocusOut || code == Qt::Key_Return || code == Qt::Key_Enter || code == Qt::Key_Tab;
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

  mutable std::optional<world::NodeRef> node_;
};

// The name of what is in the hand, beside the pointer: the rows under that are what it may fall on.
QPixmap dragPicture(const QTreeView& tree, const QModelIndexList& rows) {
  constexpr int kPad = 6, kIcon = 16;  // pixels
  const QString text = rows.size() == 1 ? rows.front().data().toString()
                                        : ScenePanel::tr("%n things", "", static_cast<int>(rows.size()));
  const QFontMetrics metrics = tree.fontMetrics();
  const QString shown = metrics.elidedText(text, Qt::ElideMiddle, tree.viewport()->width());
  const QSize size(metrics.horizontalAdvance(shown) + kIcon + 3 * kPad, metrics.height() + kPad);
  QPixmap picture(size * tree.devicePixelRatioF());
  picture.setDevicePixelRatio(tree.devicePixelRatioF());
  picture.fill(Theme::instance().color(Role::kPanel));
  QPainter painter(&picture);
  painter.setPen(Theme::instance().color(Role::kAccent));
  painter.drawRect(QRect(QPoint(0, 0), size).adjusted(0, 0, -1, -1));
  rows.front().data(Qt::DecorationRole).value<QIcon>().paint(&painter, QRect(kPad, 0, kIcon, size.height()));
  painter.setFont(tree.font());
  painter.setPen(Theme::instance().color(Role::kText));
  painter.drawText(QRect(kIcon + 2 * kPad, 0, size.width(), size.height()), Qt::AlignVCenter | Qt::AlignLeft, shown);
  return picture;
}

// Qt drops nothing on what hangs on it, without a word: here it is dropped, and the model says why not.
class SceneTree : public QTreeView {
 public:
  using QTreeView::QTreeView;

 protected:
  void startDrag(Qt::DropActions actions) override {
    QModelIndexList rows;
    for (const QModelIndex& row : selectedIndexes())
      if (row.flags() & Qt::ItemIsDragEnabled) rows << row;
    if (rows.isEmpty()) return;
    auto* drag = new QDrag(this);
    drag->setMimeData(model()->mimeData(rows));
    drag->setPixmap(dragPicture(*this, rows));
    drag->setHotSpot(-kBesidePointer);
    drag->exec(actions, Qt::MoveAction);  // the model moves what is dropped
  }
  void dragMoveEvent(QDragMoveEvent* event) override {
    QTreeView::dragMoveEvent(event);
    if (isBelowDragged(*event)) event->acceptProposedAction();
  }
  void dropEvent(QDropEvent* event) override {
    if (!isBelowDragged(*event)) return QTreeView::dropEvent(event);
    model()->dropMimeData(event->mimeData(), event->dropAction(), -1, -1, indexAt(event->position().toPoint()));
    event->setDropAction(Qt::IgnoreAction);
    event->accept();
    stopAutoScroll();
    setState(NoState);
    viewport()->update();
  }

 private:
  // Let go where it was taken, it is left alone: that is how a drag is given up.
  bool isBelowDragged(const QDropEvent& event) const {
    if (event.source() != this) return false;
    const QModelIndex at = indexAt(event.position().toPoint());
    if (selectionModel()->isSelected(at)) return false;
    for (QModelIndex above = at.parent(); above.isValid(); above = above.parent())
      if (selectionModel()->isSelected(above)) return true;
    return false;
  }
};

// Beyond this many ranges it is quicker to paint all than to find what has changed.
constexpr qsizetype kManyRanges = 200;

}  // namespace

ScenePanel::ScenePanel(SessionBridge& bridge, Selection& selection, QWidget* parent)
    : QWidget(parent),
      bridge_(bridge),
      selection_(selection),
      model_(new SceneTreeModel(bridge, this)),
      search_(new QLineEdit(this)),
      tree_(new SceneTree(this)),
      hint_(new QLabel(this)) {
  // Before the view hears of it: a row that only goes elsewhere in the tree stays selected.
  connect(model_, &QAbstractItemModel::rowsAboutToBeRemoved, this, [this] { syncing_ = true; });
  connect(model_, &QAbstractItemModel::rowsRemoved, this, [this] { syncing_ = false; });
  connect(model_, &QAbstractItemModel::modelAboutToBeReset, this, &ScenePanel::rememberPlace);
  connect(model_, &SceneTreeModel::anotherWorldComes, this, [this] {
    QDrag::cancel();  // what is dragged is known by ids, which stand for other things now
    open_.clear();
    made_.clear();
    tree_->scrollToTop();
  });
  search_->setPlaceholderText(tr("Name or type:robot"));
  search_->setAccessibleName(tr("Filter the scene"));
  search_->setToolTip(tr("Shows what has all these words in its name; type:object, robot, link, joint, sensor, frame"));
  search_->setClearButtonEnabled(true);
  search_->addAction(icon(QStringLiteral("search"), Role::kDim), QLineEdit::LeadingPosition);
  buildTree();
  hint_->setObjectName(QStringLiteral("dim"));
  hint_->setWordWrap(true);
  hint_->setAlignment(Qt::AlignCenter);
  auto* box = new QVBoxLayout(this);
  box->setContentsMargins(8, 8, 8, 0);
  box->setSpacing(6);
  box->addWidget(search_);
  box->addWidget(hint_);
  box->addWidget(tree_, 1);
  connect(search_, &QLineEdit::textChanged, model_, &SceneTreeModel::setFilter);
  connect(search_, &QLineEdit::textChanged, this, [this] { made_.clear(); });
  connect(search_, &QLineEdit::textChanged, this, &ScenePanel::showHint);
  connect(tree_->selectionModel(), &QItemSelectionModel::selectionChanged, this, &ScenePanel::toSelection);
  connect(&selection_, &Selection::changed, this, [this] { fromSelection(Reveal::kYes); });
  connect(&bridge, &SessionBridge::changed, this, &ScenePanel::follow);  // the model has heard before
  connect(model_, &SceneTreeModel::refused, this, [this](const QString& reason) {
    Q_EMIT message(reason, tr("Drop it on something else, or hang that elsewhere first."));
  });
  connect(model_, &QAbstractItemModel::rowsInserted, this, &ScenePanel::rowsCame);
  connect(model_, &QAbstractItemModel::rowsRemoved, this, &ScenePanel::showHint);
  connect(model_, &QAbstractItemModel::modelReset, this, &ScenePanel::restore);
  showHint();
}

void ScenePanel::buildTree() {
  tree_->setModel(model_);
  tree_->setHeaderHidden(true);
  tree_->setItemDelegate(new NameDelegate(bridge_, tree_));
  tree_->setAccessibleName(tr("Scene tree"));
  tree_->setToolTip({});
  tree_->setWhatsThis(
      tr("Everything in the world, each thing below what it hangs on; drag a row onto another to hang it there"));
  tree_->setSelectionMode(QAbstractItemView::ExtendedSelection);
  // Not on a click: a click on one of several selected rows must select that row alone.
  tree_->setEditTriggers(QAbstractItemView::EditKeyPressed);
  tree_->setDragDropMode(QAbstractItemView::InternalMove);
  tree_->setUniformRowHeights(true);
  tree_->setContextMenuPolicy(Qt::CustomContextMenu);
  tree_->setIconSize(QSize(16, 16));
  tree_->setIndentation(16);
  tree_->setTextElideMode(Qt::ElideMiddle);
  connect(tree_, &QWidget::customContextMenuRequested, this,
          [this](const QPoint& at) { Q_EMIT contextMenuRequested(tree_->viewport()->mapToGlobal(at)); });
  connect(tree_, &QTreeView::doubleClicked, this, &ScenePanel::activated);
  const auto note = [this](bool open) {
    return [this, open](const QModelIndex& at) {
      const auto node = SceneTreeModel::nodeOf(at);
      if (opening_ || model_->isFiltered() || !node) return;
      if (open) open_.insert(*node);
      else open_.erase(*node);
    };
  };
  connect(tree_, &QTreeView::expanded, this, note(true));
  connect(tree_, &QTreeView::collapsed, this, note(false));
}

void ScenePanel::setView(ViewKeeper& view) {
  static_cast<NameDelegate*>(tree_->itemDelegate())->setView(&view);
  new EyeStrip(bridge_, view, tree_);
  model_->state_text = [this, &view](const world::NodeRef& node) {
    return EyeStrip::stateText(view, *bridge_.snapshot().world, node);
  };
}

void ScenePanel::showHint() {
  const bool empty = bridge_.snapshot().world->objectCount() < 2 && bridge_.snapshot().world->frameCount() == 0;
  hint_->setText(empty ? tr("Nothing here yet. Drop a STEP, STL, OBJ, glTF, URDF or SDF file here, press Ctrl+I to "
                            "import, add something from the Add menu, or open the sample cell in the File menu.")
                       : nothingFits());
  hint_->setVisible(model_->rowCount() == 0);
}

// A type that there is none of, or no such name.
QString ScenePanel::nothingFits() const {
  static const QStringList kTypes{QStringLiteral("object"), QStringLiteral("robot"),  QStringLiteral("link"),
                                  QStringLiteral("joint"),  QStringLiteral("sensor"), QStringLiteral("frame")};
  const QString text = search_->text().trimmed();
  for (const QString& word : text.toLower().split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
    const QString type = word.startsWith(QLatin1String("type:")) ? word.mid(5) : QString();
    const auto begins = [&](const QString& known) { return known.startsWith(type); };
    if (!type.isEmpty() && std::none_of(kTypes.begin(), kTypes.end(), begins))
      return tr("There is no type \"%1\". The types are %2.").arg(type, kTypes.join(QStringLiteral(", ")));
  }
  return tr("Nothing fits \"%1\". Use fewer letters, or clear the filter.").arg(text);
}

void ScenePanel::rememberPlace() {
  syncing_ = true;  // what loses its row for a moment stays selected
  top_ = SceneTreeModel::nodeOf(tree_->indexAt(QPoint(1, 1)));
}

// The view forgets all with a reset. Opening is cheap here, as it lays out later.
void ScenePanel::restore() {
  opening_ = true;
  if (model_->isFiltered()) {
    for (const QModelIndex& row : model_->parents()) tree_->expand(row);
  } else {
    for (const auto& node : open_)
      if (const QModelIndex row = model_->indexOf(node); row.isValid()) tree_->expand(row);
  }
  opening_ = false;
  syncing_ = false;
  fromSelection(Reveal::kNo);
  showHint();
  if (top_) QTimer::singleShot(0, this, &ScenePanel::scrollBack);
}

// Later, as it lays out all rows.
void ScenePanel::scrollBack() {
  const auto top = std::exchange(top_, std::nullopt);
  if (const QModelIndex row = top ? model_->indexOf(*top) : QModelIndex(); row.isValid())
    tree_->scrollTo(row, QAbstractItemView::PositionAtTop);
}

void ScenePanel::toSelection() {
  if (syncing_) return;
  std::vector<world::NodeRef> nodes;
  for (const QModelIndex& index : tree_->selectionModel()->selectedIndexes())
    if (const auto node = SceneTreeModel::nodeOf(index)) nodes.push_back(*node);
  // The current row is the active one: last.
  if (const QModelIndex at = tree_->currentIndex(); at.isValid())
    if (const auto found = std::find(nodes.begin(), nodes.end(), *SceneTreeModel::nodeOf(at)); found != nodes.end())
      std::rotate(found, found + 1, nodes.end());
  syncing_ = true;
  selection_.select(nodes);
  syncing_ = false;
}

void ScenePanel::rowsCame(const QModelIndex& parent, int first, int last) {
  rows_came_ = true;
  for (int i = first; i <= last && !selected_came_; ++i) {
    const auto node = SceneTreeModel::nodeOf(model_->index(i, 0, parent));
    selected_came_ = node && selection_.contains(*node);
  }
  if (model_->isFiltered() && parent.isValid()) tree_->expand(parent);
  showHint();
}

// What is selected right after it was made has a row only once the model hears of it; below a row that
// was never opened, nothing else tells.
void ScenePanel::follow(const ChangePtr& change) {
  noteMade(*change);
  const bool found = std::any_of(missing_.begin(), missing_.end(), [this](const world::NodeRef& node) {
    return made_.contains(node) || model_->indexOf(node).isValid();
  });
  const bool reveal = found || selected_came_;
  if (reveal || rows_came_) fromSelection(reveal ? Reveal::kYes : Reveal::kNo);
  rows_came_ = selected_came_ = false;
  const auto renamed = std::exchange(to_rename_, std::nullopt);
  if (renamed && renamed == selection_.active()) renameActive();
}

void ScenePanel::noteMade(const session::Change& change) {
  if (!model_->isFiltered() || change.kind == session::Change::Kind::kReplace) return;
  for (const auto& c : change.diff.objects)
    if (!c.before && c.after) made_.insert(c.after->id);
  for (const auto& c : change.diff.frames)
    if (!c.before && c.after) made_.insert(c.after->id);
}

// Nobody who makes something looks for it.
void ScenePanel::keepMade() {
  std::vector<world::NodeRef> hidden;
  for (const auto& node : selection_.nodes())
    if (made_.contains(node) && !model_->indexOf(node).isValid()) hidden.push_back(node);
  if (!hidden.empty()) model_->keep(hidden);
}

void ScenePanel::fromSelection(Reveal reveal) {
  if (syncing_) return;
  if (!made_.empty()) keepMade();
  syncing_ = true;
  missing_.clear();
  showRows(model_->rowsOf(selection_.nodes(), missing_));
  QModelIndex last;
  for (auto node = selection_.nodes().rbegin(); node != selection_.nodes().rend() && !last.isValid(); ++node)
    last = model_->indexOf(*node);
  tree_->setAutoScroll(reveal == Reveal::kYes);
  if (last.isValid()) tree_->selectionModel()->setCurrentIndex(last, QItemSelectionModel::NoUpdate);
  tree_->setAutoScroll(true);
  if (reveal == Reveal::kYes) openFor(selection_.nodes());
  if (last.isValid() && reveal == Reveal::kYes) tree_->scrollTo(last);
  syncing_ = false;
}

// All of a few, not only the last of them; of many the tree would be nothing but open rows.
void ScenePanel::openFor(const std::vector<world::NodeRef>& nodes) {
  constexpr std::size_t kFew = 8;
  if (nodes.size() > kFew) return;
  for (const world::NodeRef& node : nodes) {
    const QModelIndex row = model_->indexOf(node);
    for (QModelIndex above = row.parent(); row.isValid() && above.isValid(); above = above.parent())
      tree_->expand(above);
  }
}

// The selection model compares each range of before with each of now, and the view looks up each row.
void ScenePanel::showRows(const QItemSelection& rows) {
  auto* shown = tree_->selectionModel();
  const bool many = shown->selection().size() + rows.size() > kManyRanges;
  if (many) {
    tree_->setUpdatesEnabled(false);
    shown->reset();
  }
  shown->select(rows, QItemSelectionModel::ClearAndSelect);
  if (many) tree_->setUpdatesEnabled(true);
}

void ScenePanel::renameActive() {
  const auto active = selection_.active();
  if (!active) return;
  const QModelIndex at = model_->indexOf(*active);
  // Just made: its row comes with the news of it.
  if (!at.isValid() && std::find(missing_.begin(), missing_.end(), *active) != missing_.end()) to_rename_ = active;
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
