// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>
#include <vector>

#include "core/base/status.h"

namespace google::protobuf {
class Message;
}
namespace intrinsic_proto {
class Matrixd;
}
namespace intrinsic_proto::world {
class PhysicsComponent;
class SensorComponent;
}  // namespace intrinsic_proto::world

// What numbers in the components of an entity cannot be, as others send them. All is INVALID_ARGUMENT.
namespace ww::scene {

using Faults = std::vector<Status>;
// Ok when there is none, else the first failure.
Status first(const Faults& faults);

// Fails when a number anywhere in the message is NaN.
Status checkNumbers(const google::protobuf::Message& message);
// Fails unless finite, 0 or more, in the unit of the field, which `what` names.
Status checkNonNegative(double value, std::string_view what);
// Fails unless finite, more than 0, in the unit of the field.
Status checkPositive(double value, std::string_view what);
// Fails unless 3 x 3, kg m^2: finite, symmetric, no negative moment. Fine when absent.
Status checkInertia(bool present, const intrinsic_proto::Matrixd& inertia);

// The friction, a ratio, of a link that says nothing of it.
constexpr double kAssumedFriction = 1.0;

Faults physicsFaults(const intrinsic_proto::world::PhysicsComponent& physics);
Faults sensorFaults(const intrinsic_proto::world::SensorComponent& sensor);

}  // namespace ww::scene
