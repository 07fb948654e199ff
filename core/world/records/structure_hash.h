// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "core/world/values/world.h"

namespace ww::world {

// Hash of the structure of a world, "sha256:<64 hex>": objects, entities and frames with their ids and names, the
// tree, joints and their limits, geometry, all properties, collision settings. Not the state: poses of objects and
// frames, joint positions. A world keeps it as a sum over its parts, which every edit brings up to date: asking
// costs the same whatever the size. Not for keeping enemies out.
std::string structureHash(const World& world);

// Bring such a sum up to date when a part comes (`before` is null), goes (`after` is null) or is exchanged for
// another version; of an object with its entities. What both versions have in common is not hashed again.
void noteChange(StructureSum& sum, const Object* before, const Object* after);
void noteChange(StructureSum& sum, const Frame* before, const Frame* after);

}  // namespace ww::world
