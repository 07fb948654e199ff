// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace intrinsic_proto::scene_object::v1 {
class CollisionRules;
class UpdateCollisionRules;
}  // namespace intrinsic_proto::scene_object::v1

namespace ww::scene {

// Changes the lists by the policy of the update, which must hold a rule or clear all; nothing is judged here. Rules
// match when they name the same pair, in either order; an empty name is like an empty one only.
void changeRules(intrinsic_proto::scene_object::v1::CollisionRules& rules,
                 const intrinsic_proto::scene_object::v1::UpdateCollisionRules& update);

}  // namespace ww::scene
