// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "core/world/values/world.h"

namespace worldwright::v1 {
class MoveStep;
}

namespace ww::usecase {

// Where a move takes the tool, in the root frame, as the world stands; none for targets that leave the pose open, and
// for joint positions of another robot. Fails where what it names is not there.
Result<std::optional<Pose>> targetPose(const world::World& world, const worldwright::v1::MoveStep& move, ObjectId robot,
                                       const world::NodeRef& tool);

}  // namespace ww::usecase
