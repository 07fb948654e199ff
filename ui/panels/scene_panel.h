// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QLabel>
#include <QLineEdit>
#include <QPersistentModelIndex>
#include <QTreeView>
#include <QWidget>

#include "ui/bridge/selection.h"
#include "ui/models/scene_filter.h"
#include "ui/models/scene_tree_model.h"

namespace ww::ui {

// The scene tree with its filter. Selection goes both ways.
class ScenePanel : public QWidget {
  Q_OBJECT
 public:
  ScenePanel(SessionBridge& bridge, Selection& selection, QWidget* parent = nullptr);
  QTreeView* tree() const { return tree_; }
  SceneTreeModel* model() const { return model_; }
  void renameActive();
  void focusFilter();

 Q_SIGNALS:
  void message(const QString& text);
  void contextMenuRequested(const QPoint& global);
  void activated();  // double click: bring into view

 private:
  void toSelection();
  void fromSelection();
  void showMissing();
  void filter(const QString& text);
  void rememberOpenRows();
  void showHint();

  SessionBridge& bridge_;
  Selection& selection_;
  SceneTreeModel* model_;
  SceneFilter* filter_;
  QLineEdit* search_;
  QTreeView* tree_;
  QLabel* hint_;
  QList<QPersistentModelIndex> open_rows_;  // before a filter opened all
  std::vector<world::NodeRef> missing_;     // selected, but without a row
  bool syncing_ = false;
};

}  // namespace ww::ui
