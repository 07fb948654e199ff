// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/scene/limits.h"
#include "core/scene/object_index.h"

// Joints that follow others of their object. The wire has no field for it: it is kept as user data.
namespace ww::scene {

inline constexpr const char* kFollowersKey = "WORLDWRIGHT_JOINT_FOLLOWERS";

// position(joint) = multiplier * position(leader) + offset, in radians or metres.
struct Follow {
  std::string joint, leader;
  double multiplier = 1.0, offset = 0.0;

  double at(double leader_position) const { return multiplier * leader_position + offset; }
  bool operator==(const Follow&) const = default;
};

// As they are kept: not judged. INVALID_ARGUMENT when what is kept under the key is something else.
Result<std::vector<Follow>> followsOf(const intrinsic_proto::scene_object::v1::SceneObject& object);
// None: takes the entry out.
void setFollows(intrinsic_proto::scene_object::v1::SceneObject& object, const std::vector<Follow>& follows);
// In what is kept, as joint and as leader.
void renameInFollows(intrinsic_proto::scene_object::v1::SceneObject& object, const std::string& from,
                     const std::string& to);

enum class JointState { kNone, kFixed, kMoves };
using StateOf = std::function<JointState(const std::string& joint)>;
// As the object has them, which must outlive it.
StateOf jointStates(const ObjectIndex& object);

struct FollowFault {
  std::size_t follow = 0;  // index into what was given
  Status fault;            // INVALID_ARGUMENT, about the joint
};
struct Resolved {
  // Those without a fault; the leader is one that follows nobody, chains multiplied out.
  std::vector<Follow> follows;
  std::vector<FollowFault> faults;
};
// A follower must not follow a joint that does not exist or does not move, itself, or in a circle, nor two
// joints; its numbers are finite. Costs n log n.
Resolved resolveFollows(const std::vector<Follow>& follows, const StateOf& stateOf);

// What a leader may do so that its follower stays within `follower`: positions and rates; unlimited effort.
Limits leaderLimits(const Follow& follow, const Limits& follower);
// INVALID_ARGUMENT, about the leader, when `leader` lets its follower beyond `follower`. `which` names the
// limits: "system".
Status checkLeader(const Follow& follow, const Limits& leader, const Limits& follower, std::string_view which);

}  // namespace ww::scene
