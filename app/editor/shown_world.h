// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/geometry/store.h"
#include "core/model/overrides.h"
#include "core/world/values/world.h"

namespace ww::editor {

// The world with what is shown elsewhere there: objects and frames, not joints. Fails as edits do.
Result<world::World> worldAsShown(const world::World& world, const model::Overrides& shown,
                                  geometry::GeometryStore& store);
// Within what nobody sees of a place that is dragged.
bool isSamePlace(const Pose& a, const Pose& b);

}  // namespace ww::editor
