// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "core/interop/isaac/message.h"
#include "core/math/pose.h"

// What moves, as plain data. The functions that write give a message without id, channel and times; those that read
// fail with INVALID_ARGUMENT (kWrongType, kBadBase) or DATA_LOSS (kBadMessage, kNoBuffer, kBufferSize). Metres,
// radians, seconds.
namespace ww::isaac {

// ImuProto: in the frame of the unit; at rest the acceleration is 9.81 upwards.
struct ImuTold {
  Vec3 linear_acceleration = Vec3::Zero(), angular_velocity = Vec3::Zero();
  double yaw = 0.0, pitch = 0.0, roll = 0.0;  // of the unit in the world: about z, then y, then x
};
Message messageOf(const ImuTold& reading);
// Fails as said above.
Result<ImuTold> imuOf(const Message& message);

// How a base moves in its own plane, x ahead and y to the left. A differential one has no speed to the side.
struct BaseMotion {
  double ahead = 0.0, aside = 0.0, turn = 0.0;  // m/s, m/s, rad/s

  bool operator==(const BaseMotion&) const = default;
  bool isRest() const { return ahead == 0.0 && aside == 0.0 && turn == 0.0; }
};
// What a command was written as, which the answer is written as, too.
struct BaseForm {
  bool is_composite = false, is_holonomic = false;
};
struct BaseCommand {
  BaseMotion motion;
  BaseForm form;
};
// StateProto with two values (ahead, turn) or three (ahead, aside, turn), in its list or as a tensor; CompositeProto
// with quantities "speed" (the second one: aside) and "angularSpeed". Numbers that are not finite, or
// beyond 1e4, are refused.
Result<BaseCommand> baseCommandOf(const Message& message);
Message commandMessage(const BaseCommand& command);
// Speeds, and how they change in a second, in the order of commands.
Message stateMessage(const std::string& base, const BaseForm& form, const BaseMotion& speed, const BaseMotion& change);

// Where such a motion has taken it after some seconds: on an arc, exactly.
Pose driven(const Pose& world_t_base, const BaseMotion& motion, double seconds);

}  // namespace ww::isaac
