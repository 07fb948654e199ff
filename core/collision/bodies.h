// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <vector>

#include "core/collision/body_shape.h"
#include "core/model/anchors.h"

namespace ww::collision {

// An entity that can collide. Its pose in the root frame is that of its mover times `mover_t_body`.
struct Body {
  EntityId entity;
  int mover = -1;       // index of the mover it rides on; -1: it stands still
  Pose mover_t_body;    // root_t_body when it stands still
  BodyShapePtr shape;
};

// All entities with collision geometry, with the nearest of the movers above each, across objects. Movers are
// joints, or root entities of free objects, of the model.
std::vector<Body> collectBodies(const model::Model& model, std::span<const EntityId> movers, ShapeCache& cache);

// The box around a body whose frame is at the pose.
Bounds boundsAt(const Bounds& bounds, const Pose& root_t_body);

}  // namespace ww::collision
