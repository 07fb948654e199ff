// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/eye_strip.h"

#include <QApplication>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>

#include "ui/models/scene_tree_model.h"
#include "ui/widgets/icons.h"

namespace ww::ui {
namespace {

constexpr int kMarkWidth = 22, kIcon = 16;  // pixels

QRect rectIn(const QRect& row, RowMark mark) {
  const int from_right = mark == RowMark::kEye ? kMarkWidth : 2 * kMarkWidth;
  return {row.right() + 1 - from_right, row.top(), kMarkWidth, row.height()};
}

void drawMark(QPainter& painter, const QRect& cell, const char* name, double opacity, bool on_accent) {
  if (opacity <= 0.0) return;
  const QRect at(cell.center() - QPoint(kIcon / 2 - 1, kIcon / 2 - 1), QSize(kIcon, kIcon));
  painter.save();
  painter.setOpacity(opacity);
  icon(QLatin1String(name)).paint(&painter, at, Qt::AlignCenter, on_accent ? QIcon::Selected : QIcon::Normal);
  painter.restore();
}

}  // namespace

void EyeDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const auto node = view_ ? SceneTreeModel::nodeOf(index) : std::nullopt;
  if (!node) return QStyledItemDelegate::paint(painter, option, index);
  const auto world = bridge_.snapshot().world;
  const Visibility& seen = view_->visibility();
  const std::uint64_t id = project::idOf(*node);
  const bool closed = seen.hasHidden(id), shown = seen.shows(*world, *node);
  const bool locked = seen.hasLocked(id), locked_above = !locked && seen.isLockedAbove(*world, *node);
  QStyleOptionViewItem row = option;
  initStyleOption(&row, index);
  const QStyle* style = row.widget ? row.widget->style() : QApplication::style();
  const bool on_accent = row.state & QStyle::State_Selected;  // the theme paints it so in every window
  const bool hot = row.state & QStyle::State_MouseOver;
  // On the accent little is seen of what is half there.
  const double plain = on_accent ? 0.9 : 0.5, inherited = on_accent ? 0.7 : 0.45,
               under_pointer = on_accent ? 0.7 : 0.35;
  // Names have the room of a lock that is not drawn.
  const int marks = locked || locked_above || hot ? 2 : 1;
  const int room = style->subElementRect(QStyle::SE_ItemViewItemText, &row, row.widget).width() - marks * kMarkWidth;
  row.text = row.fontMetrics.elidedText(row.text, Qt::ElideMiddle, std::max(0, room));
  if (!shown) row.palette.setColor(QPalette::Text, Theme::instance().color(Role::kDim));
  style->drawControl(QStyle::CE_ItemViewItem, &row, painter, row.widget);
  drawMark(*painter, rectIn(option.rect, RowMark::kEye), shown ? "eye" : "eye-closed",
           closed  ? 1.0
           : shown ? plain
                   : inherited,
           on_accent);
  drawMark(*painter, rectIn(option.rect, RowMark::kLock), locked || locked_above ? "lock" : "lock-open",
           locked         ? 1.0
           : locked_above ? inherited
           : hot          ? under_pointer
                          : 0.0,
           on_accent);
}

EyeStrip::EyeStrip(SessionBridge& bridge, ViewKeeper& view, QTreeView* tree)
    : QObject(tree), bridge_(bridge), view_(view), tree_(tree) {
  tree_->viewport()->installEventFilter(this);
  tree_->viewport()->setMouseTracking(true);
  connect(&view_, &ViewKeeper::changed, tree_->viewport(), [tree] { tree->viewport()->update(); });
}

QRect EyeStrip::markRect(const QTreeView& tree, const QModelIndex& row, RowMark mark) {
  return rectIn(tree.visualRect(row), mark);
}

QString EyeStrip::stateText(const ViewKeeper& view, const world::World& world, const world::NodeRef& node) {
  QString out;
  if (!view.visibility().shows(world, node)) out += QStringLiteral(", ") + tr("hidden");
  if (view.visibility().isLocked(world, node)) out += QStringLiteral(", ") + tr("locked");
  return out;
}

std::optional<EyeStrip::Spot> EyeStrip::spotAt(const QPoint& at) const {
  const QModelIndex row = tree_->indexAt(at);
  if (!row.isValid()) return std::nullopt;
  for (const RowMark mark : {RowMark::kEye, RowMark::kLock})
    if (markRect(*tree_, row, mark).contains(at)) return Spot{row, mark};
  return std::nullopt;
}

bool EyeStrip::press(const QPoint& at) {
  const auto spot = spotAt(at);
  const auto node = spot ? SceneTreeModel::nodeOf(spot->row) : std::nullopt;
  if (!node) return false;
  const std::uint64_t id = project::idOf(*node);
  dragged_ = spot->mark;
  on_ = !(spot->mark == RowMark::kEye ? view_.visibility().hasHidden(id) : view_.visibility().hasLocked(id));
  last_y_ = at.y();
  give(spot->row);
  return true;
}

void EyeStrip::give(const QModelIndex& row) {
  const auto node = SceneTreeModel::nodeOf(row);
  if (!node) return;
  if (*dragged_ == RowMark::kEye) view_.setHidden({*node}, on_);
  else view_.setLocked({*node}, on_);
}

// A quick pointer leaves rows out: those between are meant, too.
void EyeStrip::drag(const QPoint& at) {
  const int from = std::min(last_y_, at.y()), to = std::max(last_y_, at.y());
  last_y_ = at.y();
  for (QModelIndex row = tree_->indexAt(QPoint(1, std::max(0, from))); row.isValid(); row = tree_->indexBelow(row)) {
    if (tree_->visualRect(row).top() > to) break;
    give(row);
  }
}

QString EyeStrip::tipOf(const Spot& spot) const {
  const auto node = SceneTreeModel::nodeOf(spot.row);
  if (!node) return {};
  const auto world = bridge_.snapshot().world;
  const Visibility& seen = view_.visibility();
  const std::uint64_t id = project::idOf(*node);
  if (spot.mark == RowMark::kLock) {
    if (seen.hasLocked(id)) return tr("Locked: nothing in the view chooses or drags it. A click opens the lock (K)");
    if (seen.isLockedAbove(*world, *node)) return tr("Locked with what it hangs on");
    return tr("A click locks it and what hangs on it: nothing in the view chooses or drags it then (K)");
  }
  if (seen.hasHidden(id)) return tr("Hidden. A click shows it (H)");
  if (!seen.shows(*world, *node))
    return tr("Not shown: what it hangs on or its kind is hidden, or others are isolated");
  return tr("A click hides it and what hangs on it (H). Collision checks and plans do not care");
}

bool EyeStrip::eventFilter(QObject* watched, QEvent* event) {
  const auto* mouse = static_cast<QMouseEvent*>(event);
  switch (event->type()) {
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonDblClick:
      if (mouse->button() == Qt::LeftButton && press(mouse->position().toPoint())) return true;
      break;
    case QEvent::MouseMove:
      if (!dragged_) break;
      drag(mouse->position().toPoint());
      return true;
    case QEvent::MouseButtonRelease:
      if (!dragged_) break;
      dragged_.reset();
      return true;
    case QEvent::ToolTip: {
      const auto* help = static_cast<QHelpEvent*>(event);
      const auto spot = spotAt(help->pos());
      if (!spot) break;
      QToolTip::showText(help->globalPos(), tipOf(*spot), tree_->viewport());
      return true;
    }
    default: break;
  }
  return QObject::eventFilter(watched, event);
}

}  // namespace ww::ui
