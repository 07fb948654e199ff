// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <unordered_set>
#include <vector>

#include "ui/bridge/visibility.h"

namespace ww::ui::scene {

struct Part;

// Which parts of a world are drawn, and how. A value; each question costs the depth of what the part belongs to.
struct PartRules {
  Visibility visibility;
  project::CollisionShown collision = project::CollisionShown::kNo;
  project::XRay x_ray = project::XRay::kOff;
  std::unordered_set<std::uint64_t> x_rayed;  // objects and entities, for XRay::kSelected
  project::SectionPlane section;              // for the pointer: what is cut away is not found

  bool shows(const world::World& world, const Part& part) const;
  bool isGhost(const Part& part) const;
  // Locked things are there, but cannot be chosen.
  bool isLocked(const world::World& world, const Part& part) const;
  // What looks otherwise by these than by others.
  Visibility::Difference from(const PartRules& before) const;
};

}  // namespace ww::ui::scene
