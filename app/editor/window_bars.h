// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QMenu>
#include <string>

#include "app/editor/window_parts.h"
#include "ui/actions/action_table.h"

class QDockWidget;

namespace ww::editor {

// Where actions are seen: menu bar, tool bar, the strip above the view, the menu under the right button.
class WindowBars : public QObject {
  Q_OBJECT
 public:
  // `docks` can be shown and hidden by a menu.
  WindowBars(const WindowParts& parts, ui::ActionTable& actions, const QList<QDockWidget*>& docks);

  void fillRecent();
  void popupMenu(const QPoint& global);

 Q_SIGNALS:
  void openAsked(const QString& file);  // of the recent ones

 private:
  void showPictures();
  void setPicture(const QString& file, const std::string& png);
  void buildMenus(const QList<QDockWidget*>& docks);
  void addShowMenu(QMenu& view);
  void buildSearch();
  QMenu* addMenu(const QString& title, std::initializer_list<const char*> entries);
  void buildToolBar();
  void buildViewStrip();

  WindowParts parts_;
  ui::ActionTable& actions_;
  QStringList samples_;  // ids of actions
  QMenu* recent_ = nullptr;
};

}  // namespace ww::editor
