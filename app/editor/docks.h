// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "app/editor/dock_widths.h"
#include "app/editor/window_parts.h"

class QAbstractItemModel;
class QDockWidget;

namespace ww::ui {
class ContactsPanel;
class HistoryModel;
class HistoryPanel;
class HistoryTreeModel;
class JointsPanel;
class LogPanel;
class MotionPanel;
class ProblemsPanel;
class PropertiesPanel;
class ScenePanel;
}  // namespace ww::ui

namespace ww::editor {
class DockTabs;

// The panels of a window and the docks that hold them: scene on the left, properties on the right, all else below.
// Each folds to its tab at the lower edge of the window; of those below one is open at a time. What is open stays so
// until somebody folds it.
class Docks : public QObject {
  Q_OBJECT
 public:
  // Panels that others make.
  struct Others {
    QWidget *sharing, *collisions, *program, *physics;
  };
  Docks(const WindowParts& parts, const Others& others);

  ui::ScenePanel& scene() const { return *scene_; }
  ui::PropertiesPanel& properties() const { return *properties_; }
  ui::MotionPanel& motion() const { return *motion_; }
  ui::JointsPanel& joints() const { return *joints_; }
  ui::ProblemsPanel& problems() const { return *problems_; }
  ui::LogPanel& log() const { return *log_; }
  ui::HistoryModel& history() const { return *history_; }
  ui::HistoryTreeModel& states() const { return *states_; }
  ui::HistoryPanel& historyPanel() const { return *history_panel_; }
  DockWidths& widths() const { return *widths_; }
  // At the left and at the right end of the status line.
  DockTabs& tabs() const { return *tabs_; }
  DockTabs& endTabs() const { return *end_tabs_; }

  void show(const QString& id);
  void fold(const QString& id);
  void toggle(const QString& id) { isOpen(id) ? fold(id) : show(id); }
  // To be seen: neither folded nor behind another.
  bool isOpen(const QString& id) const;
  QStringList open() const;
  // Where all are, and which are open: to be compared.
  QStringList places() const;
  QList<QDockWidget*> all() const;
  // The layout of now is the one that arrange() starts from.
  void keepAsFirst();
  // Where each dock has its place and its first width, with these open.
  void arrange(const QStringList& open);
  // What QMainWindow::saveState() and DockWidths::kept() gave; false when it does not fit this program.
  bool restore(const QByteArray& layout, int version, const QVariantMap& widths);
  // In a narrow window the lower panels lie below the tree as well: they need more width than the view leaves them.
  void fitTo(int window_width);
  // To be called when the window became wider.
  void widen() { widths_->restore(); }
  // Takes the scene panel down, with a name that is just being typed.
  void endScene();

 Q_SIGNALS:
  void changed();  // what is open

 private:
  QDockWidget* dock(const QString& id) const;
  QDockWidget* add(const QString& id, const QString& title, QWidget* panel, Qt::DockWidgetArea area);
  void addLower(const Others& others);
  QWidget* makeTitle(const QString& id, const QString& title, QWidget* parent);
  void addTabs();
  void countJobs();
  void countIn(const QString& id, QAbstractItemModel* model);
  void opened(QDockWidget* dock);
  void hide(QDockWidget* dock);
  void showTabs();

  WindowParts parts_;
  ui::HistoryModel* history_;
  ui::HistoryTreeModel* states_;
  ui::HistoryPanel* history_panel_ = nullptr;
  ui::ScenePanel* scene_ = nullptr;
  ui::PropertiesPanel* properties_ = nullptr;
  ui::MotionPanel* motion_ = nullptr;
  ui::JointsPanel* joints_ = nullptr;
  ui::ProblemsPanel* problems_ = nullptr;
  ui::LogPanel* log_ = nullptr;
  DockWidths* widths_;
  DockTabs* tabs_;
  DockTabs* end_tabs_;
  QByteArray first_layout_;
  bool arranging_ = false;
};

}  // namespace ww::editor
