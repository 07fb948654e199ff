// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string>
#include <unordered_map>

#include "core/geometry/store.h"
#include "core/io/importer.h"

namespace ww::io {

// What an import may hold and has held so far.
struct ImportBudget {
  std::uint64_t max_triangles = 0;
  std::uint32_t max_instances = 0;
  std::uint64_t instances = 0;
  Bounds without_ground;  // metres, in the file's frame
};

// Checks a scene object that an untrusted process sent as if it were hostile: by the rules of core/scene, and
// beyond them its geometry refs (only those in `known`), its order (parents first) and the budget. Adds to
// `counts` and to `bounds` (metres, in the file's frame).
// INVALID_ARGUMENT and FAILED_PRECONDITION say what is wrong; RESOURCE_EXHAUSTED which limit was passed.
Status checkObject(const intrinsic_proto::scene_object::v1::SceneObject& object, const Pose& file_t_object,
                   const std::unordered_map<std::string, geometry::GeometryPtr>& known, ImportBudget& budget,
                   ImportCounts& counts, Bounds& bounds);

}  // namespace ww::io
