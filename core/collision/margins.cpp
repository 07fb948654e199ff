// SPDX-License-Identifier: Apache-2.0
#include "core/collision/margins.h"

#include <algorithm>
#include <unordered_set>

namespace ww::collision {

std::vector<BodyMargin> marginsAround(const Scene& scene, std::span<const EntityId> entities) {
  const RuleSet& rules = scene.rules();
  const std::unordered_set<EntityId> asked(entities.begin(), entities.end());
  std::vector<EntityId> others = bodiesOf(scene.world());
  std::erase_if(others, [&](EntityId id) { return asked.contains(id); });
  std::vector<BodyMargin> out;
  for (const EntityId entity : entities) {
    if (!scene.body(entity)) continue;
    BodyMargin found{entity};
    for (const EntityId other : others) {
      const Explanation why = rules.explain(entity, other);
      if (why.excluded) continue;
      found.is_checked = true;
      found.margin_m = std::max(found.margin_m, why.margin_m);
      if (found.margin_m >= rules.largestMargin()) break;  // there is no larger one
    }
    out.push_back(found);
  }
  return out;
}

}  // namespace ww::collision
