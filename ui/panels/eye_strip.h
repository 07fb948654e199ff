// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QStyledItemDelegate>
#include <QTreeView>
#include <optional>

#include "ui/bridge/session_bridge.h"
#include "ui/bridge/view_keeper.h"

namespace ww::ui {

// At the right of each row of a scene tree: the eye and the lock. They are drawn beside the model, which knows nothing
// of them.
enum class RowMark { kEye, kLock };

// Draws the two marks of a row and keeps its text off them. What a row has from above, from its kind or from an
// isolation is dimmed; a lock that is open shows under the pointer alone.
class EyeDelegate : public QStyledItemDelegate {
 public:
  EyeDelegate(const SessionBridge& bridge, QTreeView* tree) : QStyledItemDelegate(tree), bridge_(bridge) {}
  void setView(const ViewKeeper* view) { view_ = view; }
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 protected:
  const SessionBridge& bridge_;

 private:
  const ViewKeeper* view_ = nullptr;
};

// The pointer on the marks: a click toggles, a drag gives all rows it passes the same. On the Qt thread.
class EyeStrip : public QObject {
  Q_OBJECT
 public:
  EyeStrip(SessionBridge& bridge, ViewKeeper& view, QTreeView* tree);

  // Where a mark of a row is, in the viewport of the tree.
  static QRect markRect(const QTreeView& tree, const QModelIndex& row, RowMark mark);
  // What is said of a row behind its name: ", hidden, locked"; empty when it is neither.
  static QString stateText(const ViewKeeper& view, const world::World& world, const world::NodeRef& node);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  struct Spot {
    QModelIndex row;
    RowMark mark;
  };
  std::optional<Spot> spotAt(const QPoint& at) const;
  bool press(const QPoint& at);
  void drag(const QPoint& at);
  void give(const QModelIndex& row);
  QString tipOf(const Spot& spot) const;

  SessionBridge& bridge_;
  ViewKeeper& view_;
  QTreeView* tree_;
  std::optional<RowMark> dragged_;
  bool on_ = false;  // what the drag gives
  int last_y_ = 0;
};

}  // namespace ww::ui
