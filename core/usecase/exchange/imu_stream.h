// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "core/interop/isaac/message.h"
#include "core/sensing/imu_track.h"
#include "core/usecase/exchange/sensor_stream.h"

namespace ww::usecase {

// The node that "object", "object:entity", "object:frame" or "object/frame" names. NOT_FOUND (isaac.no-unit).
Result<world::NodeRef> unitNamed(const world::World& world, std::string_view name);

inline constexpr double kImuRate = 50.0;                              // looks, and usual readings, a second
inline constexpr double kLeastImuRate = 0.01, kMostImuRate = 1000.0;  // readings a second

// Inertial units that are read while a world is shown: ImuProto on "imu_raw", with _2, _3 for the second and third.
// Each reads at the rate, and with the noise, that its object says of it; those between two looks come together.
// Used by one thread.
class ImuStreams {
 public:
  explicit ImuStreams(const std::vector<std::string>& units);
  // What is due by then, in seconds; nothing of a unit that is not there.
  std::vector<isaac::Message> read(const ShownWorld& shown, double time_s);
  bool isDue(double time_s) const { return !units_.empty() && time_s >= next_s_; }

 private:
  struct Unit {
    std::string name, channel;
    world::WorldPtr world;  // that the next three are of
    Result<world::NodeRef> node;
    sensing::ImuErrors errors = {};
    std::uint64_t number = 0;  // for the noise
    sensing::ImuTrack track = {};
    double rate = 0.0;          // readings a second; 0: none yet
    double first_s = 0.0;       // of its beats at that rate
    std::uint64_t reading = 0;  // the next beat
  };
  void tell(Unit& unit, double time_s, std::vector<isaac::Message>& out) const;

  std::vector<Unit> units_;
  double next_s_ = 0.0;
};

}  // namespace ww::usecase
