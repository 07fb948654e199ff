// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <set>
#include <string>

#include "core/world/failures/failures.h"
#include "core/world/records/unknown_fields.h"
#include "core/world/updates/editor.h"
#include "core/world/views/nearest.h"

namespace google::protobuf {
class Message;
}
namespace intrinsic_proto {
class Matrixd;
class Pose;
}  // namespace intrinsic_proto
namespace intrinsic_proto::world {
class CollisionAction;
class PhysicsComponent;
class RobotPayload;
class SensorComponent;
}  // namespace intrinsic_proto::world
namespace intrinsic_proto::icon {
class CartesianLimits;
}

// What several kinds of update share.
namespace ww::world::updates {

// The same content, unknown fields included.
bool sameMessage(const google::protobuf::Message& a, const google::protobuf::Message& b);

// Keeps the unknown fields of the pose that a part was sent with in the part's record.
void rememberPose(Object& object, const intrinsic_proto::Pose& sent);
void rememberPose(Frame& frame, const intrinsic_proto::Pose& sent);

// INVALID_ARGUMENT for an entity that no frame may hang on: core/scene says which.
Status checkCarriesFrames(const World& world, EntityId id);

// The pose in a field of a request; without one the identity. INVALID_ARGUMENT names the field.
Result<Pose> poseIn(const char* field, const intrinsic_proto::Pose& pose);
Result<Pose> poseOrIdentityIn(const char* field, bool present, const intrinsic_proto::Pose& pose);

// Components as clients send them: numbers that cannot be are INVALID_ARGUMENT; poses are normalised. What
// scene objects hold as well is judged in core/scene; here is what updates add.
Status checkPose(const char* field, bool present, intrinsic_proto::Pose* pose);
Status checkPhysics(intrinsic_proto::world::PhysicsComponent& physics);
Status checkSensor(const intrinsic_proto::world::SensorComponent& sensor);
Status checkPayload(intrinsic_proto::world::RobotPayload& payload);
Status checkCartesianLimits(const intrinsic_proto::icon::CartesianLimits& limits);
Status checkAction(const intrinsic_proto::world::CollisionAction& action);

// User data whose keys begin so belongs to the program: clients that set or remove it are refused (INVALID_ARGUMENT).
bool isReservedKey(const std::string& key);
Status checkClientKey(const std::string& key);
// What one object may hold: 64 MiB. RESOURCE_EXHAUSTED above.
inline constexpr std::size_t kMostUserData = std::size_t{64} << 20;
template <typename UserData>
Status checkUserDataSize(const UserData& data) {
  std::size_t bytes = 0;
  for (const auto& [key, value] : data) bytes += key.size() + value.ByteSizeLong();
  if (bytes <= kMostUserData) return okStatus();
  return fail(failures::kUserDataTooLarge, {{"bytes", arg::Bytes{bytes}}, {"most", arg::Bytes{kMostUserData}}});
}

// Takes what an object itself says about parts that it has no more out of its record: own rules, solvers, devices.
void forgetParts(WorldEditor& editor, ObjectId object, const std::set<std::string>& names);

// Takes what is gone out of the collision rules; a rule that loses all of a side goes.
struct Gone {
  std::set<std::string> objects, entities;  // wire ids
};
// What goes with an object itself, and with a frame itself.
void addTo(Gone& gone, const World& world, ObjectId id);
void addTo(Gone& gone, const World& world, FrameId id);
// Switched on or off.
bool hasRules(const World& world);
void dropFromRules(WorldEditor& editor, const Gone& gone);
// "Delete gripper, with 2 collision rules".
Phrase deletionLabel(const World& world, const std::string& name, NodeRef node);

}  // namespace ww::world::updates
