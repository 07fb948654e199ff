// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "core/world/values/world.h"

namespace ww::world {

// Null on one side: added or removed.
struct ObjectChange {
  ObjectPtr before, after;
};
struct FrameChange {
  FramePtr before, after;
};

// What differs between two versions; cost is the size of the difference. A change of a parent's
// pose does not name what hangs on it.
struct WorldDiff {
  std::vector<ObjectChange> objects;
  std::vector<FrameChange> frames;
  bool collision_settings = false;
  bool empty() const { return objects.empty() && frames.empty() && !collision_settings; }
};
WorldDiff diff(const World& before, const World& after);

// What of an object changed, as bits.
enum : unsigned {
  kNameChanged = 1,
  kParentChanged = 2,
  kPoseChanged = 4,
  kJointsChanged = 8,
  kGeometryChanged = 16,
  kColorChanged = 32,
  kChildrenChanged = 64,
  kContentChanged = 128,
  kLimitsChanged = 256
};
unsigned whatChanged(const Object& before, const Object& after);
// True when the difference can change a plan: pose, geometry, rule, joint, limits, tree; not names or colours.
bool affectsMotion(const WorldDiff& diff);

}  // namespace ww::world
