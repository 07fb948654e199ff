// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "app/editor/dock_widths.h"
#include "app/editor/window_parts.h"

class QDockWidget;

namespace ww::ui {
class HistoryModel;
class LogPanel;
class MotionPanel;
class ProblemsPanel;
class PropertiesPanel;
class ScenePanel;
}  // namespace ww::ui

namespace ww::editor {

// The panels of a window and the docks that hold them: scene on the left, properties on the right, all else below.
class Docks : public QObject {
  Q_OBJECT
 public:
  // `sharing` becomes one of the panels.
  Docks(const WindowParts& parts, QWidget* sharing);

  ui::ScenePanel& scene() const { return *scene_; }
  ui::PropertiesPanel& properties() const { return *properties_; }
  ui::MotionPanel& motion() const { return *motion_; }
  ui::ProblemsPanel& problems() const { return *problems_; }
  ui::LogPanel& log() const { return *log_; }
  ui::HistoryModel& history() const { return *history_; }

  void show(const QString& id);
  QList<QDockWidget*> all() const;
  // The layout of now is the one that reset() goes back to.
  void keepAsFirst();
  void reset();
  // In a narrow window the lower panels lie below the tree as well: they need more width than the view leaves them.
  void fitTo(int window_width);
  // To be called when the window became wider.
  void widen() { widths_->restore(); }
  // Takes the scene panel down, with a name that is just being typed.
  void endScene();

 private:
  QDockWidget* add(const QString& id, const QString& title, QWidget* panel, Qt::DockWidgetArea area);
  QDockWidget* addLower(QWidget* sharing);

  WindowParts parts_;
  ui::HistoryModel* history_;
  ui::ScenePanel* scene_ = nullptr;
  ui::PropertiesPanel* properties_ = nullptr;
  ui::MotionPanel* motion_ = nullptr;
  ui::ProblemsPanel* problems_ = nullptr;
  ui::LogPanel* log_ = nullptr;
  DockWidths* widths_;
  QByteArray first_layout_;
};

}  // namespace ww::editor
