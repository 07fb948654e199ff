// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "ui/scene/camera_state.h"

namespace ww::ui::scene {

// Where the eye goes, as seen on screen; the picture turns the other way round, but for the last two.
enum class ViewTurn { kLeft, kRight, kUp, kDown, kRollLeft, kRollRight };

// A side, an edge or a corner to look from: of the eye from the target, each -1, 0 or 1, not all 0; root frame.
using Facet = Eigen::Vector3i;

// Cameras that differ from `camera` in direction only; target and distance stay.
CameraState seenFrom(const CameraState& camera, const Facet& facet);
// By 90 degrees. A level horizon stays level, and the eye goes no farther than to where it looks straight down or up.
CameraState quarterTurned(const CameraState& camera, ViewTurn turn);
// To the next side, edge or corner in that direction, so that all are reached by steps; rolls are of 90 degrees.
CameraState steppedOn(const CameraState& camera, ViewTurn turn);

}  // namespace ww::ui::scene
