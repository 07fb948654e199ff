// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/geometry/collision/collision_kinds.h"
#include "core/io/importer.h"

namespace ww::usecase {

// What a link of a reading is checked with.
struct ImportedCollision {
  std::string object, link;
  std::size_t parts = 0, seen_triangles = 0, triangles = 0;
  geometry::CollisionDeviation deviation;  // metres
};

// Replaces what the links of a reading are checked with by shapes of that kind, made of what is seen, or of what the
// file has for collisions where nothing is seen; links without either stay out. The counts of `read` follow. Blocks for
// the cost of the shapes; any thread. Failures of makeCollisionShapes(), which name the link, and CANCELLED: then
// `read` is half done and of no use.
Result<std::vector<ImportedCollision>> remakeCollision(io::ImportResult& read, const geometry::CollisionWish& wish,
                                                       geometry::GeometryStore& store, std::stop_token stop = {},
                                                       const Progress& progress = {});

// The same for one link, of geometries that `find` gives by their refs, into `store` and `kept`; none where there is
// nothing to make it of. Failures as above.
Result<std::optional<ImportedCollision>> remakeCollisionOf(
    intrinsic_proto::scene_object::v1::Entity& link, const geometry::CollisionWish& wish,
    const std::function<geometry::GeometryPtr(const std::string& ref)>& find, geometry::GeometryStore& store,
    std::vector<geometry::GeometryPtr>& kept, std::stop_token stop = {});

}  // namespace ww::usecase
