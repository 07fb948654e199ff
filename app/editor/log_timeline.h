// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QPointer>

#include "app/editor/window_parts.h"
#include "ui/panels/isaac/log_bar.h"
#include "ui/scene/viewport.h"

namespace ww::ui {
class MotionPanel;
class ProgramPanel;
}  // namespace ww::ui

namespace ww::editor {
class IsaacDesk;

// A log and a planned motion or program on one time line: who moves the one clock moves the other. What the plan moves
// is where the plan has it, all else where the log has it; where the log has what is planned stands a ghost.
class LogTimeline : public QObject {
  Q_OBJECT
 public:
  LogTimeline(const WindowParts& parts, IsaacDesk& messages, ui::MotionPanel& motion, ui::ProgramPanel& program);

  // Objects that stand as ghosts where they were recorded.
  std::size_t ghostCount() const { return ghosts_; }

 private:
  void join();
  void change();
  void lead(double log_s);
  void follow(ui::MotionClock& clock, double motion_s);
  bool isOn() const;
  void showGhost();
  QString apart() const;
  // Of what is planned, that which was moved last; null without a plan.
  ui::MotionClock* planned() const;

  ui::SessionBridge& bridge_;
  QPointer<ui::Viewport> view_;  // it goes first
  IsaacDesk& messages_;
  ui::MotionPanel& motion_;
  ui::ProgramPanel& program_;
  QPointer<ui::LogBar> bar_;  // none while the window of messages was never opened
  ui::MotionClock* last_ = nullptr;
  bool leading_ = false;
  std::size_t ghosts_ = 0;
};

}  // namespace ww::editor
