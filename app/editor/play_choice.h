// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "app/editor/docks.h"
#include "ui/actions/editor_commands.h"
#include "ui/panels/program/program_panel.h"

namespace ww::editor {

// What planning and playing mean: the program where its panel is open, else the motion.
class PlayChoice : public ui::MotionCommands {
 public:
  PlayChoice(ui::MotionCommands& motion, ui::ProgramPanel& program, const Docks& docks)
      : motion_(motion), program_(program), docks_(docks) {}

  void plan() override { isProgram() ? program_.plan() : motion_.plan(); }
  QString whyNotPlan() const override { return isProgram() ? program_.whyNotPlan() : motion_.whyNotPlan(); }
  void playOrPause() override { isProgram() ? program_.playOrPause() : motion_.playOrPause(); }
  bool isPlaying() const override { return program_.isPlaying() || motion_.isPlaying(); }
  void stopMotion() override { isProgram() ? program_.stop() : motion_.stopMotion(); }
  QString whyNotPlay() const override { return isProgram() ? program_.whyNotPlay() : motion_.whyNotPlay(); }

 private:
  bool isProgram() const { return docks_.isOpen(QStringLiteral("program")); }

  ui::MotionCommands& motion_;
  ui::ProgramPanel& program_;
  const Docks& docks_;
};

}  // namespace ww::editor
