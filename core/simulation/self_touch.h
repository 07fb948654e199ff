// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/collision/rules/rules.h"

namespace ww::simulation {

// Whether two links of one object pass through each other as its file has it (scene/self_collide.h), though no rule
// excludes them: `why`. A rule for just these two, of the object or of the world, goes before the file.
bool passOwn(const world::World& world, EntityId a, EntityId b, const collision::Explanation& why);

// Whether some of its links do.
bool linksPass(const world::World& world, ObjectId object, const collision::RuleSet& rules);

}  // namespace ww::simulation
