// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/math/pose.h"
#include "core/scene/components.h"
#include "core/scene/limits.h"
#include "intrinsic/world/proto/kinematics_component.pb.h"

// How a joint's component is read. Positions in radians or metres.
namespace ww::scene {

using intrinsic_proto::world::KinematicsComponent;

// FAILED_PRECONDITION unless revolute, prismatic or fixed.
Status checkMotionType(const KinematicsComponent& component);
// Fixed, too, where the type is none that is known.
JointKind motionOf(const KinematicsComponent& component);
bool moves(const KinematicsComponent& component);

// Unit, in the inboard frame; +z when unset. INVALID_ARGUMENT when it is not finite or has no length.
Result<Vec3> axisOf(const KinematicsComponent& component);

// All faults of the numbers; INVALID_ARGUMENT each. None: limitsOf means something.
Faults limitFaults(const KinematicsComponent::Limits& limits);
// 0 stands for "not given" for rates and effort.
Limits limitsOf(const KinematicsComponent::Limits& limits);
// The application's; the system's where there are none.
const KinematicsComponent::Limits& limitsInForce(const KinematicsComponent& component);

// raw_value, as it is. Unset: 0, or the middle (or the finite end) of the application limits if 0 lies outside.
double positionOf(const KinematicsComponent& component);

// Pose of the joint's entity in its parent at a position; fails as axisOf and poses do.
Result<Pose> parentTJoint(const KinematicsComponent& component, double position);

}  // namespace ww::scene
