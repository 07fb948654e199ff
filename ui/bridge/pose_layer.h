// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>

#include "ui/bridge/pose_overrides.h"

namespace ww::ui {

// Poses shown instead of the world's own while something is dragged, jogged or previewed. Nobody
// edits or copies the world for them.
class PoseLayer : public QObject {
  Q_OBJECT
 public:
  explicit PoseLayer(QObject* parent = nullptr) : QObject(parent) {}

  void setRootTObject(ObjectId object, const Pose& root_t_object);
  void setRootTFrame(FrameId frame, const Pose& root_t_frame);
  void setJoints(ObjectId object, const JointVector& positions);
  void clear();
  bool empty() const { return overrides_.empty(); }

  const PoseOverrides& overrides() const { return overrides_; }
  const std::map<ObjectId, Pose>& objects() const { return overrides_.objects; }
  const std::map<FrameId, Pose>& frames() const { return overrides_.frames; }
  const std::map<ObjectId, JointVector>& joints() const { return overrides_.joints; }
  std::set<ObjectId> moved(const world::World& world) const { return overrides_.moved(world); }
  Pose rootT(const world::World& world, world::NodeRef node) const { return overrides_.rootT(world, node); }

 Q_SIGNALS:
  void changed();

 private:
  PoseOverrides overrides_;
};

}  // namespace ww::ui
