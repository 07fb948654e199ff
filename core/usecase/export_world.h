// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "core/base/diagnostic.h"
#include "core/exchange/export_scene.h"
#include "core/world/values/world.h"

namespace ww::usecase {

// What of a world goes out to a file, and what of it no file of a format holds.
struct WorldExport {
  exchange::ExportScene scene;
  Diagnostics losses;  // of attachments and of frames of the world
};

// All objects where they stand. INVALID_ARGUMENT for an empty world.
Result<WorldExport> exportOfWorld(const world::World& world, const std::string& name);
// The objects that hold these nodes, each once: one alone by itself, its root entity at the origin; several where they
// stand. INVALID_ARGUMENT when there is none; nodes that are gone are passed over.
Result<WorldExport> exportOfNodes(const world::World& world, const std::vector<world::NodeRef>& nodes);

}  // namespace ww::usecase
