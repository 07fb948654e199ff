// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <set>
#include <vector>

#include "core/world/world.h"

namespace ww::ui {

// Poses in place of a world's own, as a value that a worker can keep. A frame takes along what is attached
// to it, as when it is moved for good.
struct PoseOverrides {
  std::map<ObjectId, Pose> objects;       // root_t_object
  std::map<FrameId, Pose> frames;         // root_t_frame
  std::map<ObjectId, JointVector> joints; // in the object's order

  bool empty() const { return objects.empty() && frames.empty() && joints.empty(); }
  // The objects that are moved by themselves; what hangs on them follows.
  std::set<ObjectId> moved(const world::World& world) const;
  // The entities that may stand elsewhere by themselves: roots of moved objects, joints. What is below them
  // keeps its place on them.
  std::vector<EntityId> movers(const world::World& world) const;
  // The pose of a node with these in force, through whatever it hangs on.
  Pose rootT(const world::World& world, world::NodeRef node) const;

 private:
  // The frame that the object is attached to, if that one or a frame it rides on is moved.
  FrameId carrier(const world::World& world, const world::Object& object) const;
};

}  // namespace ww::ui
