// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "core/interop/isaac/message.h"
#include "core/sensing/imu_track.h"
#include "core/usecase/exchange/sensor_stream.h"

namespace ww::usecase {

// The node that "object" or "object:entity" names. NOT_FOUND (isaac.no-unit).
Result<world::NodeRef> unitNamed(const world::World& world, std::string_view name);

inline constexpr double kImuRate = 50.0;  // readings a second

// Inertial units that are read while a world is shown: ImuProto on "imu_raw", with _2, _3 for the second and third.
// Used by one thread.
class ImuStreams {
 public:
  explicit ImuStreams(std::vector<std::string> units) : units_(std::move(units)), tracks_(units_.size()) {}
  // What is due by then, in seconds; nothing of a unit that is not there.
  std::vector<isaac::Message> read(const ShownWorld& shown, double time_s);
  bool isDue(double time_s) const { return !units_.empty() && time_s >= next_s_; }

 private:
  std::vector<std::string> units_;
  std::vector<sensing::ImuTrack> tracks_;
  double next_s_ = 0.0;
};

}  // namespace ww::usecase
