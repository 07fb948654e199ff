// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/base/diagnostic.h"
#include "intrinsic/scene/proto/v1/scene_object.pb.h"

namespace ww::io {

// Joints that follow others, as files have them. What cannot be followed moves by itself. Limits of leaders are
// narrowed so that all that follows stays within its own; where a follower's own would let its leader no way (files
// leave the sign of a multiplier out there), they become what its leader makes it do. Followers are put where their
// leaders have them. All of it is told, as long as there are fewer than `most` diagnostics.
void mendFollowers(intrinsic_proto::scene_object::v1::SceneObject& object, Diagnostics& diagnostics, std::size_t most);

}  // namespace ww::io
