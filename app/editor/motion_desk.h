// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "app/editor/collision_display.h"
#include "app/editor/window_parts.h"
#include "ui/actions/editor_commands.h"
#include "ui/panels/motion_panel.h"
#include "ui/widgets/chip.h"

namespace ww::editor {
class TargetChase;
class MotionView;
class PlanMoves;

// Motion: what the window does between the Motion panel, the 3D view and its chips.
class MotionDesk : public QObject, public ui::MotionCommands {
  Q_OBJECT
 public:
  // Puts its chip behind that of the collisions.
  MotionDesk(const WindowParts& parts, ui::MotionPanel& motion, CollisionDisplay& collisions);

  // Where a chip tells of a program, "No plan" beside it would be read as said of that.
  void setProgramTold(bool told);

  void plan() override;
  QString whyNotPlan() const override { return motion_.whyNotPlan(); }
  void playOrPause() override { motion_.playOrPause(); }
  bool isPlaying() const override { return motion_.isPlaying(); }
  void stopMotion() override { motion_.stop(); }
  QString whyNotPlay() const override { return motion_.whyNotPlay(); }

 Q_SIGNALS:
  void changed();

 private:
  void update();
  void tellPlanned();
  void tellFailed(const ui::MotionOutcome& outcome);

  WindowParts parts_;
  ui::MotionPanel& motion_;
  CollisionDisplay& collisions_;
  ui::Chip* chip_;
  MotionView* view_;
  PlanMoves* moves_;
  TargetChase* chase_;
  bool program_told_ = false;
};

}  // namespace ww::editor
