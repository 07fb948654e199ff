// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "ui/scene/camera_state.h"
#include "ui/scene/world_mirror.h"

namespace ww::ui::scene {

// A place to be looked at: points in the root frame (the two witness points of a contact, say), and the
// entities that meet there, if any.
struct Spot {
  std::vector<Vec3> points;
  std::vector<EntityId> bodies;
};

// The camera with the points in the middle, at a scale that shows what is around them, from where they
// are not hidden: of all such directions the one that turns the camera least. Where the bodies are drawn at
// the points, both of them are to be seen there. `view` is the present one; it stays when it will do.
CameraState lookingAt(WorldMirror& mirror, const ViewTransform& view, const Spot& spot);

}  // namespace ww::ui::scene
