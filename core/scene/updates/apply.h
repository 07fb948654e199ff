// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <span>
#include <string>

#include "core/base/status.h"

namespace google::protobuf {
class Descriptor;
}
namespace intrinsic_proto::scene_object::v1 {
class SceneObject;
class SceneObjectConfig;
class SceneObjectInstanceUpdates;
class SceneObjectUpdates;
}  // namespace intrinsic_proto::scene_object::v1

// Changes of scene objects: pure, in their order, wholly or not at all. What comes out is judged by all rules; only
// what was not wrong before is held against the updates. Poses in metres, angles in radians. Failures: INVALID_ARGUMENT
// for what is missing, used twice or no sound value; NOT_FOUND for entities, joints and configurations that are not
// there; FAILED_PRECONDITION for solvers of an object without joints that move.
namespace ww::scene {

using EntityOrigins = std::map<std::string, std::string>;

// Fails as said above. Any thread; costs the object for each update that changes its tree.
Result<intrinsic_proto::scene_object::v1::SceneObject> applyUpdates(
    intrinsic_proto::scene_object::v1::SceneObject object,
    const intrinsic_proto::scene_object::v1::SceneObjectUpdates& updates);
// The same, with the same failures, of an instance: entities other than frames cannot be deleted, PERMISSION_DENIED.
Result<intrinsic_proto::scene_object::v1::SceneObject> applyUpdates(
    intrinsic_proto::scene_object::v1::SceneObject object,
    const intrinsic_proto::scene_object::v1::SceneObjectInstanceUpdates& updates);

// The same in place, for whoever keeps more about entities than their names. `origins`: the name that each entity had
// before, by the one it has now; what is new is not in it. After a failure the object is of no use.
Status updateInPlace(intrinsic_proto::scene_object::v1::SceneObject& object,
                     const intrinsic_proto::scene_object::v1::SceneObjectUpdates& updates, EntityOrigins& origins);
Status updateInPlace(intrinsic_proto::scene_object::v1::SceneObject& object,
                     const intrinsic_proto::scene_object::v1::SceneObjectInstanceUpdates& updates,
                     EntityOrigins& origins);

// What a configuration makes of an object that is about to be used: poses, new frames, geometry, joints with their
// limits, named configurations, Cartesian limits, solvers, simulation. Failures as those of the updates in it, with the
// field. Its own data, which nobody here reads, is kept as user data under the key below.
inline constexpr const char* kConfigDataKey = "WORLDWRIGHT_CONFIG_DATA";
Result<intrinsic_proto::scene_object::v1::SceneObject> configured(
    intrinsic_proto::scene_object::v1::SceneObject object,
    const intrinsic_proto::scene_object::v1::SceneObjectConfig& config);

// The messages that there is a kind of update for.
std::span<const google::protobuf::Descriptor* const> updateKinds();

}  // namespace ww::scene
