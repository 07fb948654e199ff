// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/part_rules.h"

#include "ui/scene/world_mirror.h"

namespace ww::ui::scene {

bool PartRules::shows(const world::World& world, const Part& part) const {
  using project::CollisionShown;
  const bool kind = part.collision ? collision != CollisionShown::kNo : collision != CollisionShown::kAlone;
  return part.mesh && kind && visibility.showsPart(world, part.object, part.entity);
}

bool PartRules::isGhost(const Part& part) const {
  if (x_ray == project::XRay::kOff || part.collision) return false;
  return x_ray == project::XRay::kAll || x_rayed.contains(part.object.value) || x_rayed.contains(part.entity.value);
}

bool PartRules::isLocked(const world::World& world, const Part& part) const {
  return visibility.locksAny() && visibility.isLocked(world, world::NodeRef(part.entity));
}

Visibility::Difference PartRules::from(const PartRules& before) const {
  Visibility::Difference out = visibility.from(before.visibility);
  out.all = out.all || collision != before.collision || x_ray != before.x_ray;
  for (const std::uint64_t id : x_rayed)
    if (!before.x_rayed.contains(id)) out.ids.push_back(id);
  for (const std::uint64_t id : before.x_rayed)
    if (!x_rayed.contains(id)) out.ids.push_back(id);
  return out;
}

}  // namespace ww::ui::scene
