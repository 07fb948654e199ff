// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <utility>

#include "core/usecase/programs/play.h"
#include "ui/bridge/pose_layer.h"

namespace ww::ui {

// What of a world that a program has come to differs from the world that is shown: joints, and where things ride.
// `moved` are the objects to look at; those that one of the two does not have are passed over.
model::Overrides differenceTo(const world::World& now, const world::World& then, const std::vector<ObjectId>& moved);
// Shows the moment of a program (seconds since it began) in the layer, with what is held riding along. False, and
// nothing changes, where the moment cannot be made any more.
bool showMoment(PoseLayer& layer, const world::World& now, const usecase::Playback& playback, double seconds);
// Shows a robot in a posture (radians or metres) in a world that steps of a program have left, with what it holds
// there.
void showPosture(PoseLayer& layer, const world::World& now, const world::World& then, ObjectId robot,
                 const JointVector& joints);

}  // namespace ww::ui
