// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/rules/rule_matrix_grid.h"

#include <QItemSelection>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QStyledItemDelegate>
#include <algorithm>
#include <cmath>
#include <map>

#include "ui/panels/rules/rule_matrix_look.h"
#include "ui/widgets/theme.h"

namespace ww::ui {

using usecase::CellSign;

namespace {

constexpr double kMirroredOpacity = 0.55;

// Draws cells; the pictures of the signs are made once for a theme and a screen.
class RuleCellDelegate : public QStyledItemDelegate {
 public:
  RuleCellDelegate(RuleMatrixGrid& grid, RuleMatrixModel& cells)
      : QStyledItemDelegate(&grid), grid_(grid), cells_(cells) {
    connect(&Theme::instance(), &Theme::changed, this, [this] {
      pictures_.clear();
      grid_.viewport()->update();
    });
  }

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const Theme& theme = Theme::instance();
    const bool is_painted = grid_.isPainted(index.row(), index.column());
    const usecase::Cell* cell = is_painted ? nullptr : cells_.look(index.row(), index.column());
    const bool known = is_painted || cell;
    const CellSign sign = is_painted ? signOf(*grid_.brush()) : cell ? cell->sign : CellSign::kNothing;
    painter->fillRect(option.rect, theme.color(Role::kGround));
    painter->setOpacity(grid_.isMirrored(index.row(), index.column()) && !is_painted ? kMirroredOpacity : 1.0);
    painter->drawPixmap(option.rect, picture(sign, option.rect.height()));
    if (!known) painter->fillRect(QRect(option.rect.center() - QPoint(1, 1), QSize(2, 2)), theme.color(Role::kDim));
    painter->setOpacity(1.0);
    painter->setPen(theme.color(Role::kLine));
    painter->drawLine(option.rect.topRight(), option.rect.bottomRight());
    painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
    const bool is_current = grid_.currentIndex() == index;
    if (!is_painted && !is_current && !(option.state & QStyle::State_Selected)) return;
    const int width = is_painted || (is_current && grid_.hasFocus()) ? 2 : 1;
    painter->setPen(QPen(theme.color(Role::kAccent), width, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    painter->setBrush(Qt::NoBrush);
    painter->drawRect(option.rect.adjusted(width / 2, width / 2, -1 - width / 2, -1 - width / 2));
  }

 private:
  const QPixmap& picture(CellSign sign, int size) const {
    const qreal ratio = grid_.devicePixelRatioF();
    QPixmap& its = pictures_[sign];
    if (its.isNull() || its.devicePixelRatio() != ratio || std::lround(its.deviceIndependentSize().height()) != size)
      its = cellPicture(sign, size, ratio);
    return its;
  }

  RuleMatrixGrid& grid_;
  RuleMatrixModel& cells_;
  mutable std::map<CellSign, QPixmap> pictures_;
};

session::RuleSide strokeSide(const RuleMatrixModel::Line& line) { return {line.object, line.entity}; }

}  // namespace

RuleMatrixGrid::RuleMatrixGrid(RuleMatrixModel& cells, QWidget* parent)
    : QTableView(parent),
      cells_(cells),
      beside_(new RuleMatrixHead(Qt::Vertical, cells, this)),
      above_(new RuleMatrixHead(Qt::Horizontal, cells, this)) {
  setModel(&cells);
  setVerticalHeader(beside_);
  setHorizontalHeader(above_);
  setItemDelegate(new RuleCellDelegate(*this, cells));
  setShowGrid(false);
  setCornerButtonEnabled(false);
  setMouseTracking(true);
  setTabKeyNavigation(false);
  setEditTriggers(QAbstractItemView::NoEditTriggers);
  setSelectionMode(QAbstractItemView::ContiguousSelection);
  setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  connect(&cells, &RuleMatrixModel::more, viewport(), qOverload<>(&QWidget::update));
  connect(this, &QAbstractItemView::entered, this,
          [this](const QModelIndex& index) { light(index.row(), index.column()); });
  for (auto* head : {beside_, above_}) {
    connect(head, &RuleMatrixHead::foldAsked, this,
            [this, head](int section) { Q_EMIT foldAsked(cells_.line(head->orientation(), section).object); });
    connect(head, &RuleMatrixHead::chosen, this, [this, head](int section) {
      const bool is_row = head->orientation() == Qt::Vertical;
      const int same = cells_.find(is_row ? Qt::Horizontal : Qt::Vertical,
                                   RuleMatrixModel::nodeOf(cells_.line(head->orientation(), section)));
      // Filters may have left no cell of it with itself.
      if (same >= 0) Q_EMIT chosen(is_row ? section : same, is_row ? same : section);
    });
  }
}

void RuleMatrixGrid::setBrush(std::optional<usecase::Brush> brush) {
  giveUp();
  brush_ = brush;
  viewport()->setCursor(brush ? Qt::CrossCursor : Qt::ArrowCursor);
}

bool RuleMatrixGrid::isMirrored(int row, int column) const { return !cells_.isFiltered() && row > column; }

void RuleMatrixGrid::light(int row, int column) {
  beside_->setLit(row);
  above_->setLit(column);
  if (row >= 0 && column >= 0) Q_EMIT looked(row, column);
}

void RuleMatrixGrid::resetAround(const std::function<void()>& reset) {
  const QModelIndex now = currentIndex();
  std::optional<std::pair<RuleMatrixModel::Line, RuleMatrixModel::Line>> kept;
  if (now.isValid()) kept = {cells_.line(Qt::Vertical, now.row()), cells_.line(Qt::Horizontal, now.column())};
  const int x = horizontalScrollBar()->value(), y = verticalScrollBar()->value();
  last_ = {};
  reset();
  beside_->setLit(-1);
  above_->setLit(-1);
  setAutoScroll(false);
  if (kept) {
    // Of an object that was folded, the object.
    const auto place = [this](Qt::Orientation side, const RuleMatrixModel::Line& line) {
      const int same = cells_.find(side, RuleMatrixModel::nodeOf(line));
      return same >= 0 ? same : cells_.find(side, line.object);
    };
    const int row = place(Qt::Vertical, kept->first), column = place(Qt::Horizontal, kept->second);
    if (row >= 0 && column >= 0) setCurrentIndex(cells_.index(row, column));
  }
  setAutoScroll(true);
  updateGeometries();
  horizontalScrollBar()->setValue(x);
  verticalScrollBar()->setValue(y);
}

// ---- painting

RuleMatrixGrid::Key RuleMatrixGrid::keyOf(int row, int column) const {
  return std::minmax(RuleMatrixModel::nodeOf(cells_.line(Qt::Vertical, row)),
                     RuleMatrixModel::nodeOf(cells_.line(Qt::Horizontal, column)));
}

bool RuleMatrixGrid::isPainted(int row, int column) const {
  return brush_ && !stroke_has_.empty() && stroke_has_.contains(keyOf(row, column));
}

// False when there is no room for more. What has nothing to check takes none.
bool RuleMatrixGrid::take(int row, int column) {
  if (stroke_.size() >= kMostCells) return false;
  const auto &a = cells_.line(Qt::Vertical, row), &b = cells_.line(Qt::Horizontal, column);
  const bool is_one_body = a.object == b.object && a.entity == b.entity && (a.entity || a.bodies == 1);
  if (!is_one_body && stroke_has_.insert(keyOf(row, column)).second) stroke_.push_back({strokeSide(a), strokeSide(b)});
  return true;
}

// All cells on the way: the pointer is quicker than its events.
void RuleMatrixGrid::takeTo(const QPoint& at) {
  const QRect inside = viewport()->rect();
  const QPoint near(std::clamp(at.x(), inside.left(), inside.right()),
                    std::clamp(at.y(), inside.top(), inside.bottom()));
  const QModelIndex now = indexAt(near);
  if (!now.isValid()) return;
  const QModelIndex from = last_.isValid() ? last_ : now;
  const int down = now.row() - from.row(), right = now.column() - from.column();
  const int steps = std::max(std::abs(down), std::abs(right));
  bool fits = true;
  for (int i = 0; i <= steps && fits; ++i) {
    const double share = steps ? static_cast<double>(i) / steps : 0.0;
    fits = take(from.row() + static_cast<int>(std::lround(share * down)),
                from.column() + static_cast<int>(std::lround(share * right)));
  }
  last_ = now;
  if (near != at) scrollTo(now);
  if (!fits) Q_EMIT tooMany();
  light(now.row(), now.column());
  viewport()->update();
}

void RuleMatrixGrid::giveUp() {
  is_painting_ = false;
  last_ = {};
  stroke_.clear();
  stroke_has_.clear();
  viewport()->update();
}

void RuleMatrixGrid::finish() {
  const std::vector<usecase::Stroke> done = std::move(stroke_);
  giveUp();
  if (!done.empty()) Q_EMIT painted(done);
}

void RuleMatrixGrid::paintChosen() {
  const QModelIndex now = currentIndex();
  if (!now.isValid()) return;
  if (!brush_) return Q_EMIT chosen(now.row(), now.column());
  QItemSelection area = selectionModel()->selection();
  if (area.isEmpty()) area.select(now, now);
  bool fits = true;
  for (const QItemSelectionRange& range : area)
    for (int row = range.top(); row <= range.bottom() && fits; ++row)
      for (int column = range.left(); column <= range.right() && fits; ++column) fits = take(row, column);
  if (fits) return finish();
  giveUp();
  Q_EMIT tooMany();
}

// ---- mouse and keys

void RuleMatrixGrid::mousePressEvent(QMouseEvent* event) {
  const QModelIndex index = indexAt(event->position().toPoint());
  if (event->button() != Qt::LeftButton || !index.isValid()) return;
  if (!brush_ && event->modifiers() & Qt::ShiftModifier && currentIndex().isValid()) {
    selectionModel()->select(QItemSelection(currentIndex(), index), QItemSelectionModel::ClearAndSelect);
    return;
  }
  setAutoScroll(false);  // nothing moves under a button that is held
  setCurrentIndex(index);
  setAutoScroll(true);
  if (!brush_) return Q_EMIT chosen(index.row(), index.column());
  giveUp();
  is_painting_ = true;
  takeTo(event->position().toPoint());
}

void RuleMatrixGrid::mouseMoveEvent(QMouseEvent* event) {
  if (is_painting_ && event->buttons() & Qt::LeftButton) return takeTo(event->position().toPoint());
  // Only what the pointer is over: nothing else is dragged here.
  if (event->buttons() == Qt::NoButton) QTableView::mouseMoveEvent(event);
}

void RuleMatrixGrid::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton && is_painting_) finish();
}

// The second press of a double click paints, or opens what can be opened.
void RuleMatrixGrid::mouseDoubleClickEvent(QMouseEvent* event) {
  const QModelIndex index = indexAt(event->position().toPoint());
  if (brush_) return mousePressEvent(event);
  if (event->button() != Qt::LeftButton || !index.isValid()) return;
  const auto& line = cells_.line(Qt::Vertical, index.row());
  const auto& other = cells_.line(Qt::Horizontal, index.column());
  if (line.can_open) Q_EMIT foldAsked(line.object);
  else if (other.can_open) Q_EMIT foldAsked(other.object);
}

bool RuleMatrixGrid::canGiveUp() const { return is_painting_ || brush_; }

// The window has commands on some of these keys.
bool RuleMatrixGrid::event(QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride) {
    const auto* key = static_cast<QKeyEvent*>(event);
    const bool plain = !(key->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
    const bool own = key->key() == Qt::Key_Space || key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter ||
                     (key->key() == Qt::Key_Escape && canGiveUp());
    if (plain && own) {
      event->accept();
      return true;
    }
  }
  return QTableView::event(event);
}

void RuleMatrixGrid::keyPressEvent(QKeyEvent* event) {
  const QModelIndex now = currentIndex();
  switch (event->key()) {
    case Qt::Key_Space: return paintChosen();
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (!now.isValid()) return;
      return Q_EMIT foldAsked(event->modifiers() & Qt::ShiftModifier ? cells_.line(Qt::Horizontal, now.column()).object
                                                                     : cells_.line(Qt::Vertical, now.row()).object);
    case Qt::Key_Escape:
      if (!canGiveUp()) return event->ignore();
      if (is_painting_) giveUp();
      else Q_EMIT brushLeft();
      return;
    default: return QTableView::keyPressEvent(event);
  }
}

void RuleMatrixGrid::currentChanged(const QModelIndex& now, const QModelIndex& before) {
  QTableView::currentChanged(now, before);
  viewport()->update();
  if (now.isValid()) light(now.row(), now.column());
}

void RuleMatrixGrid::leaveEvent(QEvent* event) {
  QTableView::leaveEvent(event);
  // Back to what the keys are at.
  light(currentIndex().row(), currentIndex().column());
}

}  // namespace ww::ui
