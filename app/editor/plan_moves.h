// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>

#include "ui/bridge/pose_layer.h"
#include "ui/bridge/session_bridge.h"
#include "ui/panels/motion_panel.h"

namespace ww::editor {

// Whether something that the planned motion depends on is being moved, and is not where it was planned for
// any more. The preview of the motion itself does not count.
class PlanMoves : public QObject {
  Q_OBJECT
 public:
  PlanMoves(const ui::SessionBridge& bridge, const ui::PoseLayer& layer, const ui::MotionPanel& motion,
            QObject* parent);
  bool isMoving() const { return moving_; }

 Q_SIGNALS:
  void changed();

 private:
  bool look() const;
  const ui::SessionBridge& bridge_;
  const ui::PoseLayer& layer_;
  const ui::MotionPanel& motion_;
  bool moving_ = false;
};

}  // namespace ww::editor
