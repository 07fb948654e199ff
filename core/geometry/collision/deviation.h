// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <stop_token>
#include <vector>

#include "core/geometry/collision/collision_kinds.h"

namespace ww::geometry {

// Of parts that stand for a mesh. `convex`: meshes of parts are convex and closed. CANCELLED.
Result<CollisionDeviation> deviationOf(const Mesh& seen, const std::vector<Shape>& parts, bool convex,
                                       std::stop_token stop, const Progress& progress);

// What a mesh bounds.
class SeenSolid {
 public:
  // What is stopped meanwhile is of no use but to ask once more, and to be told so.
  SeenSolid(MeshPtr mesh, const std::stop_token& stop);
  ~SeenSolid();
  SeenSolid(const SeenSolid&) = delete;
  SeenSolid& operator=(const SeenSolid&) = delete;
  // From parts that stand for it. `convex`: meshes of parts are convex and closed. CANCELLED.
  Result<CollisionDeviation> deviation(const std::vector<Shape>& parts, bool convex, std::stop_token stop,
                                       const Progress& progress) const;
  // Metres that a closed convex mesh reaches beyond it, at least: the farthest of the points looked at. 0 when stopped.
  double beyond(const MeshPtr& convex, std::stop_token stop) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ww::geometry
