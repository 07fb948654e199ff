// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "core/world/values/world.h"

namespace ww::usecase {

// Where the mass of a link is, and how it is spread: as a box of even density would have it.
struct MassBox {
  EntityId link;
  double mass = 0.0;         // kg
  Pose link_t_box;           // its centre is the centre of mass, its axes the main ones
  Vec3 size = Vec3::Zero();  // metres, along these; zero where there is no inertia
  bool is_possible = true;   // false: no body has this inertia
};
// Of all links that weigh something, at most so many, in the order of the objects.
std::vector<MassBox> massBoxes(const world::World& world, std::size_t at_most);
MassBox massBox(EntityId link, double mass, const Vec3& com, const Eigen::Matrix3d& inertia);  // kg m^2, link's axes

}  // namespace ww::usecase
