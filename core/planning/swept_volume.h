// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>

#include "core/collision/scene.h"
#include "core/geometry/mesh.h"
#include "core/planning/trajectory.h"

namespace ww::planning {

struct SweptOptions {
  double pitch = 0.02;  // of the cubes that the volume is made of, metres; doubled where it would be too many
  std::function<Status()> interrupted{};  // asked again and again; what is not ok ends the work with it
};

// What a robot, and what it carries, takes up during a motion: a closed surface around cubes in the root frame. Holds
// every point of their collision geometry at every time; no point is farther from it than some four pitches, where
// spheres cover a part finely. Empty without collision geometry. NOT_FOUND for no robot.
Result<geometry::Mesh> sweptVolume(const collision::Scene& scene, ObjectId robot, const Trajectory& trajectory,
                                   const SweptOptions& options = {});

}  // namespace ww::planning
