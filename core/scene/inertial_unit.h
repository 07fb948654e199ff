// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "intrinsic/scene/proto/v1/scene_object.pb.h"

namespace ww::scene {

// Noise of one axis of an inertial unit, as SDF names it; in the unit of the reading, the time in seconds.
struct UnitNoise {
  bool on = false, quantized = false;
  double mean = 0.0, stddev = 0.0;
  double bias_mean = 0.0, bias_stddev = 0.0;
  double dynamic_bias_stddev = 0.0, dynamic_bias_time = 0.0;
  double precision = 0.0;  // 0: none

  bool operator==(const UnitNoise&) const = default;
};

// What readings of an inertial unit depend on.
struct InertialUnit {
  double rate = 0.0;                             // readings a second; 0: not said
  std::array<UnitNoise, 3> angular_velocity;     // x, y, z of the unit; rad/s
  std::array<UnitNoise, 3> linear_acceleration;  // m/s^2

  bool operator==(const InertialUnit&) const = default;
};

// The <sensor> of SDF that stands at a frame, as the user data of its object have it; none where they have none.
std::optional<std::string> inertialUnitText(const google::protobuf::Map<std::string, google::protobuf::Any>& user_data,
                                            std::string_view frame);
// None for a text that is no <sensor> of the type imu. Numbers that cannot be (a deviation below 0) count as 0.
std::optional<InertialUnit> inertialUnitFromText(std::string_view text);
// What stands in that element, without its <pose>; none as above.
std::optional<std::string> inertialUnitBody(std::string_view text);

}  // namespace ww::scene
