// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>
#include <map>
#include <set>

#include "core/world/world.h"

namespace ww::ui {

// Poses shown instead of the world's own while something is dragged, jogged or previewed. Nobody
// edits or copies the world for them. A frame takes along what is attached to it, as when it is moved
// for good.
class PoseLayer : public QObject {
  Q_OBJECT
 public:
  explicit PoseLayer(QObject* parent = nullptr) : QObject(parent) {}

  void setRootTObject(ObjectId object, const Pose& root_t_object);
  void setRootTFrame(FrameId frame, const Pose& root_t_frame);
  void setJoints(ObjectId object, const JointVector& positions);
  void clear();
  bool empty() const { return objects_.empty() && frames_.empty() && joints_.empty(); }

  const std::map<ObjectId, Pose>& objects() const { return objects_; }
  const std::map<FrameId, Pose>& frames() const { return frames_; }
  const std::map<ObjectId, JointVector>& joints() const { return joints_; }
  // The objects that the layer moves by itself; what hangs on them follows.
  std::set<ObjectId> moved(const world::World& world) const;
  // The pose of a node with the layer in force, through whatever it hangs on.
  Pose rootT(const world::World& world, world::NodeRef node) const;

 Q_SIGNALS:
  void changed();

 private:
  // The frame that the object is attached to, if that one or a frame it rides on is in the layer.
  FrameId carrier(const world::World& world, const world::Object& object) const;

  std::map<ObjectId, Pose> objects_;
  std::map<FrameId, Pose> frames_;
  std::map<ObjectId, JointVector> joints_;
};

}  // namespace ww::ui
