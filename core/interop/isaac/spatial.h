// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "core/interop/isaac/message.h"
#include "core/math/pose.h"

// What messages say about space, as plain data. The functions that write give a message without id, channel and times.
// Those that read fail with INVALID_ARGUMENT (kWrongType) or DATA_LOSS (kBadMessage, kNoBuffer, kBufferSize). Metres,
// radians, seconds; poses are read as they are: whoever uses one asks checkedPose() first.
namespace ww::isaac {

// PoseTreeEdgeProto
struct PoseEdge {
  std::string lhs, rhs;
  Pose lhs_t_rhs;
};
Message messageOf(const PoseEdge& edge);
// Fails as said above.
Result<PoseEdge> poseEdgeOf(const Message& message);

// PoseTreeProto. The parent of a root is -1; an index beyond the list, or its own, is read so, too.
struct TreeNode {
  std::string name;
  int parent = -1;
  Pose parent_t_node, world_t_node;
};
Message messageOf(const std::string& name, const std::vector<TreeNode>& nodes);
// Fails as said above.
Result<std::vector<TreeNode>> poseTreeOf(const Message& message);

// RigidBody3GroupProto: poses in `frame`; velocities there, too (m/s, rad/s).
struct RigidBody {
  std::string name;
  Pose frame_t_body;
  Vec3 linear = Vec3::Zero(), angular = Vec3::Zero();
  Vec3 scales = Vec3::Ones();  // of its size, along its own axes
};
struct BodyGroup {
  std::string frame;
  std::vector<RigidBody> bodies;
};
Message messageOf(const BodyGroup& group);
// Fails as said above.
Result<BodyGroup> bodyGroupOf(const Message& message);

// ActorGroupProto
struct SpawnRequest {
  std::string name, prefab;
  Pose world_t_actor;
};
struct ActorRequests {
  std::vector<SpawnRequest> spawn;
  std::vector<std::string> destroy;
};
Message messageOf(const ActorRequests& requests);
// Fails as said above.
Result<ActorRequests> actorRequestsOf(const Message& message);

// ActorGroupStatusProto
struct ActorStatus {
  std::vector<std::string> actors, spawned, destroyed;
};
Message messageOf(const ActorStatus& status);
// Fails as said above.
Result<ActorStatus> actorStatusOf(const Message& message);

// CollisionProto: in the world's frame; the normal is of unit length.
struct CollisionEvent {
  std::string name, other_name;
  Pose world_t_this, world_t_other;
  Vec3 world_point = Vec3::Zero(), world_normal = Vec3::Zero(), velocity = Vec3::Zero();
};
Message messageOf(const CollisionEvent& event);
// Fails as said above.
Result<CollisionEvent> collisionOf(const Message& message);

// CompositeProto with one value for each quantity.
struct Quantity {
  std::string entity;   // the name of a joint
  std::string measure;  // as the schema calls it: "position", "speed"
  double value = 0.0;   // SI units
};
Message messageOf(const std::vector<Quantity>& quantities);
// Of a matrix, the last row; only quantities of one element. It may fail.
Result<std::vector<Quantity>> quantitiesOf(const Message& message);

}  // namespace ww::isaac
