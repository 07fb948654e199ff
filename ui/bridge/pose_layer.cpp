// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/pose_layer.h"

namespace ww::ui {

void PoseLayer::setRootTObject(ObjectId object, const Pose& root_t_object) {
  overrides_.objects[object] = root_t_object;
  Q_EMIT changed();
}

void PoseLayer::setRootTFrame(FrameId frame, const Pose& root_t_frame) {
  overrides_.frames[frame] = root_t_frame;
  Q_EMIT changed();
}

void PoseLayer::setJoints(ObjectId object, const JointVector& positions) {
  overrides_.joints[object] = positions;
  Q_EMIT changed();
}

void PoseLayer::clear() {
  if (empty()) return;
  overrides_ = {};
  Q_EMIT changed();
}

}  // namespace ww::ui
