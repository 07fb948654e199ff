// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <string>

#include "core/session/edit_builders.h"

namespace ww::usecase {

// A plane through the origin of a robot's own frame.
enum class MirrorPlane {
  kSides,     // its x-z plane: left and right change places
  kFrontBack  // its y-z plane
};

// Copies of steps (counted from 0), seen in a mirror, behind the last of them: moves go to the mirrored poses of their
// tools, given in the frame of the robot; the tool's x-z (or y-z) plane is mirrored with them, so that hands stay
// hands. What is no move is copied as it is. NOT_FOUND for what is not there, INVALID_ARGUMENT for targets that are no
// poses.
Result<session::EditsPtr> mirrorSteps(const world::World& world, const std::string& name,
                                      std::span<const std::size_t> steps, MirrorPlane plane);

// The pose of something in a frame, seen in that plane of the frame.
Pose mirrored(const Pose& frame_t_node, MirrorPlane plane);

}  // namespace ww::usecase
