// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>
#include <QPointer>

#include "app/editor/window_parts.h"
#include "ui/actions/editor_commands.h"
#include "ui/panels/program/program_panel.h"
#include "ui/scene/viewport.h"

namespace ww::ui {
class MotionPanel;
}

namespace ww::editor {
class ProgramChase;
class ProgramExportDialog;
class TargetBar;

// Programs in the window: the panel, its steps in the view, targets made by clicks on surfaces, exports.
class ProgramDesk : public QObject, public ui::ProgramCommands {
  Q_OBJECT
 public:
  explicit ProgramDesk(const WindowParts& parts);

  // Whoever takes it owns it.
  ui::ProgramPanel* panel() const { return panel_; }
  TargetBar& bar() const { return *bar_; }
  const ProgramChase& chase() const { return *chase_; }
  // One thing is previewed at a time.
  void connectTo(ui::MotionPanel& motion);

  void newProgram() override;
  void teach() override;
  QString whyNotTeach() const override;
  void lockSteps() override;
  QString whyNotLockSteps() const override;
  void planProgram() override;
  QString whyNotPlanProgram() const override;
  void planAll() override;
  QString whyNotPlanAll() const override;
  void exportProgram() override;
  QString whyNotExport() const override;

 Q_SIGNALS:
  void panelAsked(const QString& id);
  void changed();

 private:
  void showRoute();
  void aim(const ui::Touch& touch);
  void makeTarget(const ui::Touch& touch, ObjectId object);
  void chooseInView(int step);
  void tellPlanned(const QString& name, double seconds);
  void tellFailed(const QString& name, const Status& status);
  void write(const ProgramExportDialog& dialog);

  WindowParts parts_;
  QPointer<ui::ProgramPanel> panel_;
  QPointer<ui::Viewport> view_;  // it goes before the panel does
  TargetBar* bar_;
  ProgramChase* chase_;
  QPointer<ProgramExportDialog> dialog_;
};

}  // namespace ww::editor
