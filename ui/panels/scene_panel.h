// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QItemSelection>
#include <QLabel>
#include <QLineEdit>
#include <QTreeView>
#include <QWidget>
#include <optional>

#include "ui/bridge/selection.h"
#include "ui/bridge/view_keeper.h"
#include "ui/models/scene_tree_model.h"

namespace ww::ui {

// The scene tree with its filter. Selection goes both ways. What is made and selected while a filter holds is listed
// whether it fits or not, until another filter is typed.
class ScenePanel : public QWidget {
  Q_OBJECT
 public:
  ScenePanel(SessionBridge& bridge, Selection& selection, QWidget* parent = nullptr);
  // Eyes and locks beside the rows; it outlives the panel.
  void setView(ViewKeeper& view);
  QTreeView* tree() const { return tree_; }
  SceneTreeModel* model() const { return model_; }
  void renameActive();
  void focusFilter();

 Q_SIGNALS:
  void message(const QString& text, const QString& hint);
  void contextMenuRequested(const QPoint& global);
  void activated();  // double click: bring into view

 private:
  void buildTree();
  void toSelection();
  enum class Reveal { kNo, kYes };
  void fromSelection(Reveal reveal);
  void showRows(const QItemSelection& rows);
  void openFor(const std::vector<world::NodeRef>& nodes);
  void follow(const ChangePtr& change);
  void noteMade(const session::Change& change);
  void keepMade();
  void rowsCame(const QModelIndex& parent, int first, int last);
  void rememberPlace();
  void restore();
  void scrollBack();
  void showHint();
  QString nothingFits() const;

  SessionBridge& bridge_;
  Selection& selection_;
  SceneTreeModel* model_;
  QLineEdit* search_;
  QTreeView* tree_;
  QLabel* hint_;
  NodeSet open_;                             // what the user opened; a filter opens all for a while
  std::optional<world::NodeRef> top_;        // the first row to be seen, over a reset
  std::vector<world::NodeRef> missing_;      // selected, but without a row
  NodeSet made_;                             // since the filter was typed
  std::optional<world::NodeRef> to_rename_;  // once it has a row
  bool rows_came_ = false, selected_came_ = false;
  bool syncing_ = false, opening_ = false;
};

}  // namespace ww::ui
