// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>

#include "ui/bridge/session_bridge.h"
#include "ui/panels/motion_panel.h"
#include "ui/scene/viewport.h"
#include "ui/widgets/chip.h"

namespace ww::editor {
class TargetChase;

// What the 3D view and the chip below it show of the motion that was planned last: its path and where it
// ends; of one that failed the robot where it is blocked, with what it meets there; of one that comes too
// near to something the pair, when that moment is asked for.
class MotionView : public QObject {
  Q_OBJECT
 public:
  MotionView(ui::MotionPanel& motion, ui::Viewport& view, ui::SessionBridge& bridge, ui::Chip& chip);

  // Marks a pair of its own: no other contacts are to be painted.
  bool ownsContacts() const;
  // The moment is shown at which the plan comes too near.
  bool isAtPlace() const;
  void update();
  // The way to a target that is dragged.
  void setChase(const TargetChase& chase);
  // Something that the plan depends on is being moved, or is at rest again.
  void setMoving(bool moving);

 Q_SIGNALS:
  void updated();

 private:
  void showChip();
  void showOwnChip();
  void showPlan();
  void showFailure();
  void showPlace();
  void followMoment();
  void markPair(const ui::MotionContact& pair, bool on_ghost);

  ui::MotionPanel& motion_;
  ui::Viewport& view_;
  ui::SessionBridge& bridge_;
  ui::Chip& chip_;
  const TargetChase* chase_ = nullptr;
  bool was_at_place_ = false, moving_ = false;
};

}  // namespace ww::editor
