// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "core/session/edit_builders.h"

namespace intrinsic_proto::world {
class TransformNodeReference;
}

namespace ww::session {

// An object or a frame, and where it is to stand: its pose in `reference`, which may be any node, a link too.
struct PosedNode {
  world::NodeRef node;
  world::NodeRef reference;
  Pose reference_t_node;
};

// What the node is posed in: the frame that an object is attached to or a frame rides on, else the entity.
// An entity's parent is its parent entity, a root entity's is its object. The node must exist.
world::NodeRef poseParent(const world::World& world, const world::NodeRef& node);

// The same nodes, each after those that it hangs on.
std::vector<world::NodeRef> parentsFirst(const world::World& world, const std::vector<world::NodeRef>& nodes);

// Refers to an object or a frame by its id; entities, which the wire reaches by filters of their object, are left out.
void setNode(const world::NodeRef& node, intrinsic_proto::world::TransformNodeReference* ref);

// Sets the poses, those first that others of them hang on, so that each ends where it is told to. `world`
// is the version it is made for.
EditsPtr setPoses(const world::World& world, std::vector<PosedNode> nodes);

}  // namespace ww::session
