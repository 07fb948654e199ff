// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/collision/shapes/body_shape.h"

namespace ww::collision {

// An entity that can collide, where it stands in a world. Immutable.
struct Body {
  EntityId entity;
  ObjectId object;
  BodyShapePtr shape;
  Pose root_t_body;
  Bounds box;  // around it, in the root frame
};
using BodyPtr = std::shared_ptr<const Body>;

// The box around a body whose frame is at the pose.
Bounds boundsAt(const Bounds& bounds, const Pose& root_t_body);
// Metres between two boxes in one frame; 0 when they meet.
inline double boxDistance(const Bounds& a, const Bounds& b) {
  return (a.min - b.max).cwiseMax(b.min - a.max).cwiseMax(0.0).norm();
}

}  // namespace ww::collision
