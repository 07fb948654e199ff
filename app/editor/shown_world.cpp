// SPDX-License-Identifier: Apache-2.0
#include "app/editor/shown_world.h"

#include "core/session/edit_builders.h"
#include "core/world/updates/edits.h"
#include "worldwright/v1/edits.pb.h"

namespace ww::editor {

Result<world::World> worldAsShown(const world::World& world, const model::Overrides& shown,
                                  geometry::GeometryStore& store) {
  std::vector<session::EditsPtr> edits;
  for (const auto& [object, pose] : shown.objects) edits.push_back(session::setPose(object, world::kRootObject, pose));
  for (const auto& [frame, pose] : shown.frames) edits.push_back(session::setPose(frame, world::kRootObject, pose));
  return world::apply(world, *session::join(edits), store);
}

bool isSamePlace(const Pose& a, const Pose& b) {
  constexpr double kSame = 1e-7;  // metres, radians
  return positionDistance(a, b) < kSame && rotationDistance(a, b) < kSame;
}

}  // namespace ww::editor
