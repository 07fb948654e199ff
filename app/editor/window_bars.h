// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QMenu>
#include <string>

#include "app/editor/window_parts.h"
#include "ui/actions/action_table.h"

class QPushButton;
class QToolBar;
class QToolButton;

namespace ww::editor {
class Docks;
class ToolStrip;
class WorkspaceSwitch;

// Where actions are seen: menu bar with the switch of workspaces, tool bar, tabs of panels, the menu under the right
// button.
class WindowBars : public QObject {
  Q_OBJECT
 public:
  WindowBars(const WindowParts& parts, ui::ActionTable& actions, Docks& docks);
  // Where there is less room, signs and menus stand for words.
  void fitTo(int window_width);
  QToolBar* toolBar() const { return bar_; }

  void fillRecent();
  void popupMenu(const QPoint& global);

 Q_SIGNALS:
  void openAsked(const QString& file);  // of the recent ones

 private:
  void addParts(QMenu* menu);
  void showPictures();
  void setPicture(const QString& file, const std::string& png);
  void buildMenus();
  void buildViewMenu();
  void addShowMenu(QMenu& view);
  void buildCorner();
  QMenu* addMenu(const QString& title, std::initializer_list<const char*> entries);
  void buildToolBar();
  QToolButton* addMenuButton();
  void tipTabs();

  WindowParts parts_;
  ui::ActionTable& actions_;
  Docks& docks_;
  QToolBar* bar_ = nullptr;
  QWidget* corner_ = nullptr;
  WorkspaceSwitch* switch_ = nullptr;
  QPushButton* search_ = nullptr;
  QStringList samples_;  // ids of actions
  QMenu* recent_ = nullptr;
};

}  // namespace ww::editor
