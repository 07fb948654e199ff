// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>
#include <QPointer>

#include "app/editor/window_parts.h"
#include "core/usecase/simulation/mass_boxes.h"
#include "ui/bridge/physics.h"
#include "ui/panels/physics/controllers_page.h"
#include "ui/panels/physics/physics_panel.h"
#include "ui/scene/pull_gesture.h"
#include "ui/scene/viewport.h"
#include "ui/widgets/chip.h"

namespace ww::ui {
class JointsPanel;
class MotionPanel;
class ProgramPanel;
}  // namespace ww::ui

namespace ww::editor {
class FilmDesk;

// Physics in the window: the panel, what is shown of it in the view, with chips that say so and what is held, pulls by
// the pointer, and that one thing is previewed at a time.
class PhysicsDesk : public QObject, private ui::scene::PullTarget {
  Q_OBJECT
 public:
  explicit PhysicsDesk(const WindowParts& parts);

  // Whoever takes it owns it.
  ui::PhysicsPanel* panel() const { return panel_; }
  ui::ControllersPage* controllers() const { return controllers_; }
  ui::Physics& physics() const { return *physics_; }
  // What is held and how, in the view; hidden while nothing is.
  ui::Chip* gripChip() const { return grip_chip_; }
  void connectTo(ui::MotionPanel& motion, ui::ProgramPanel& programs, ui::JointsPanel& joints);
  // What was simulated can be filmed by it.
  void filmBy(FilmDesk& films);
  // Before the window goes.
  void end();

 Q_SIGNALS:
  void panelAsked(const QString& id);

 private:
  bool canPull(EntityId link) const override { return physics_->canPull(link); }
  void pull(EntityId link, const Vec3& p_in_link, const Vec3& to_in_root) override {
    physics_->pull(link, p_in_link, to_in_root);
  }
  void pullTo(const Vec3& to_in_root) override { physics_->pullTo(to_in_root); }
  void letGo() override { physics_->letGo(); }

  void addPages();
  void makeChips();
  void offerMotion(ui::MotionPanel& motion);
  void showMarks();
  void addForces(const simulation::Moment& moment, std::vector<ui::scene::Measure>& out) const;
  void addMasses(std::vector<ui::scene::Measure>& out);
  void showChips();

  WindowParts parts_;
  ui::Physics* physics_;
  QPointer<ui::PhysicsPanel> panel_;
  QPointer<ui::ControllersPage> controllers_;
  QPointer<ui::Viewport> view_;  // it goes before the panel does
  QPointer<ui::Chip> chip_, grip_chip_;
  QPointer<ui::scene::PullGesture> gesture_;
  world::WorldPtr weighed_;  // that the boxes are of
  std::vector<usecase::MassBox> boxes_;
};

}  // namespace ww::editor
