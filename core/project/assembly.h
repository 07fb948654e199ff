// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "core/geometry/store.h"
#include "core/project/salvage.h"
#include "core/world/values/world.h"

namespace ww::project {

// A world of objects and frames that fit together; those that do not go, and `salvage` is told. `path` is the file that
// it is of. DATA_LOSS when nothing fits.
Result<world::World> assembleWorld(Salvage& salvage, const geometry::GeometryStore& store, const std::string& path);

// The same of parts of which some are missing; `lost` is told what had to go. Geometry that the store has not is lost.
Result<world::World> worldOfDamaged(std::vector<PartRow> parts, const geometry::GeometryStore& store,
                                    const std::string& path, std::vector<Status>& lost);

}  // namespace ww::project
