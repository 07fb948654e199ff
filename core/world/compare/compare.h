// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>

#include "core/world/values/world.h"
#include "core/world/views/views.h"

namespace intrinsic_proto::world {
class CompareWorldsResponse;
}

namespace ww::world {

enum class IdentifyBy {
  kId,   // for worlds that were branched: costs the size of the difference
  kName  // full path (or global alias) of objects; for worlds that were built apart: costs both worlds
};

struct CompareOptions {
  IdentifyBy by = IdentifyBy::kId;
  // All objects of both worlds are returned with this view; without it none are, and removed ones are BASIC.
  std::optional<View> view;
  std::string base_world_id, changed_world_id;
};

// What was added, removed and modified on the way from one world to the other; each in the order of ids.
// A modification says in words what changed: "pose in parent: moved by 12.0 mm, turned by 3.0°; joint_3:
// 0.10 -> 0.20 rad". An object of which only frames changed is among the modified ones too; one of which
// only the children changed is not. Lengths in mm or m, angles in degrees, joints in rad or m.
intrinsic_proto::world::CompareWorldsResponse compareWorlds(const World& base, const World& changed,
                                                            const CompareOptions& options);

}  // namespace ww::world
