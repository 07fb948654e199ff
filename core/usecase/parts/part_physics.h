// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <optional>
#include <vector>

#include "core/usecase/parts/part_scene.h"
#include "intrinsic/world/proto/physics_component.pb.h"

namespace ww::usecase {

using intrinsic_proto::world::PhysicsComponent;

// A link with its mass, somewhere.
struct MassAt {
  PhysicsComponent physics;
  Pose base_t_link;  // metres
};

// One body of several: masses add up, the centre is theirs, inertias are moved by the parallel axis theorem. Friction
// and contact are those of the heaviest. `surfaces_differ`: those of another are lost.
PhysicsComponent combinedPhysics(const std::vector<MassAt>& links, bool& surfaces_differ);

// A piece of a body by the geometry that it shows.
struct PieceAt {
  std::vector<std::pair<geometry::GeometryPtr, Eigen::Affine3d>> shapes;  // in its own link
};
// What each piece is of a body: of one density throughout. `by_boxes` when a shape is not closed: it weighs as the box
// around it then. Mass and inertia of all together need not be those of the body.
std::vector<PhysicsComponent> sharedPhysics(const PhysicsComponent& body, const std::vector<PieceAt>& pieces,
                                            bool& by_boxes);

}  // namespace ww::usecase
