// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <utility>
#include <vector>

#include "core/model/state.h"

namespace ww::model {

// Poses and positions in place of a world's own, as a value that a worker can keep. A frame takes along what is
// attached to it, as when it is moved for good. What a world does not have is passed over.
struct Overrides {
  std::map<ObjectId, Pose> objects;        // root_t_object
  std::map<FrameId, Pose> frames;          // root_t_frame
  std::map<ObjectId, JointVector> joints;  // in the object's order, radians or metres; those missing stay

  bool empty() const { return objects.empty() && frames.empty() && joints.empty(); }
  // The objects that are moved by themselves; what hangs on them follows. In order, each once.
  std::vector<ObjectId> moved(const world::World& world) const;
  // Of them those that no longer ride on what carries them, with root_t_object: free bodies of a model. In order.
  std::vector<std::pair<ObjectId, Pose>> floating(const world::World& world) const;
  // The entities that may stand elsewhere by themselves: roots of what floats, joints. What is below them
  // keeps its place on them.
  std::vector<EntityId> movers(const world::World& world) const;
  // Puts a state there, and works out its poses. In its model just what floats must be free.
  void apply(State& state) const;
};

}  // namespace ww::model
