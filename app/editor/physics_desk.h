// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>
#include <QPointer>

#include "app/editor/window_parts.h"
#include "ui/bridge/physics.h"
#include "ui/panels/physics/physics_panel.h"
#include "ui/scene/viewport.h"
#include "ui/widgets/chip.h"

namespace ww::ui {
class MotionPanel;
class ProgramPanel;
}  // namespace ww::ui

namespace ww::editor {

// Physics in the window: the panel, what is shown of it in the view, with a chip that says so, and that one thing is
// previewed at a time.
class PhysicsDesk : public QObject {
  Q_OBJECT
 public:
  explicit PhysicsDesk(const WindowParts& parts);

  // Whoever takes it owns it.
  ui::PhysicsPanel* panel() const { return panel_; }
  ui::Physics& physics() const { return *physics_; }
  void connectTo(ui::MotionPanel& motion, ui::ProgramPanel& programs);
  // Before the window goes.
  void end();

 Q_SIGNALS:
  void panelAsked(const QString& id);

 private:
  void showForces();
  void showChip();

  WindowParts parts_;
  ui::Physics* physics_;
  QPointer<ui::PhysicsPanel> panel_;
  QPointer<ui::Viewport> view_;  // it goes before the panel does
  QPointer<ui::Chip> chip_;
};

}  // namespace ww::editor
