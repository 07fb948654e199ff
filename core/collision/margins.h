// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <vector>

#include "core/collision/scene.h"

namespace ww::collision {

// How far others are kept from a body.
struct BodyMargin {
  EntityId entity;
  bool is_checked = false;  // against anything but the others that were asked for
  double margin_m = 0.0;    // metres; the largest that any of these checks asks for, 0: only an overlap counts
};

// Of those of the entities that have collision geometry. Costs a look-up of rules for each other body at most.
std::vector<BodyMargin> marginsAround(const Scene& scene, std::span<const EntityId> entities);

}  // namespace ww::collision
