// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "app/editor/window_parts.h"
#include "ui/bridge/clearance_watch.h"
#include "ui/bridge/path_clearance.h"
#include "ui/panels/motion_panel.h"
#include "ui/widgets/chip.h"

namespace ww::ui {
class ClearanceStrip;
}

namespace ww::editor {

// How near things are, in the window: the smallest distance of what is selected, and the margins around it, in the view
// while these are switched on, with a chip that says which; and the clearance along the planned motion, below the
// timeline and on the tool's path.
class ClearanceDesk : public QObject {
  Q_OBJECT
 public:
  ClearanceDesk(const WindowParts& parts, std::shared_ptr<ui::WorldScenes> scenes, ui::MotionPanel& motion);

  const ui::ClearanceWatch& watch() const { return *watch_; }
  const ui::PathClearance& path() const { return *path_; }

 private:
  void follow();
  void showChip();
  void showShells();
  QString shellsText() const;
  void followMotion();
  void showPath();
  void lookAtIt();

  WindowParts parts_;
  ui::MotionPanel& motion_;
  ui::ClearanceStrip* strip_;
  ui::ClearanceWatch* watch_;
  ui::PathClearance* path_;
  ui::Chip* chip_;
};

}  // namespace ww::editor
