// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/base/ids.h"
#include "core/interop/isaac/motion_messages.h"
#include "core/math/pose.h"

namespace ww::isaac {

// How fast things are, by where they are told to be at some times: the way since they were last told elsewhere. What
// has stood for longer than kLongest, or jumps, has no speed. Metres, radians, seconds; poses in the root frame.
class Speeds {
 public:
  static constexpr double kLongest = 0.25, kStill = 0.1;  // seconds
  static constexpr double kMostAcceleration = 981.0;      // m/s^2, rad/s^2: what changes more was put elsewhere

  struct Velocity {
    Vec3 linear = Vec3::Zero(), angular = Vec3::Zero();  // m/s of the origin, rad/s; root frame
  };
  // It is there now.
  void see(ObjectId object, const Pose& root_t_object, std::int64_t time_ns);
  // As it was seen last, until it is among stopped().
  Velocity of(ObjectId object) const;
  void forget(ObjectId object) { objects_.erase(object); }
  // rad/s or m/s
  double of(const std::string& joint, double position, std::int64_t time_ns);

  // Objects that were told to move and have stood still since: each once.
  std::vector<ObjectId> stopped(std::int64_t time_ns);
  // Whether some joint was told to move and has stood still since: once.
  bool someJointStopped(std::int64_t time_ns);

 private:
  template <typename Place, typename Speed>
  struct Told {
    Place place;
    std::int64_t time_ns = 0;  // when it came there
    Speed speed{};
    bool moves = false;  // and was told so
  };
  std::map<ObjectId, Told<Pose, Velocity>> objects_;
  std::map<std::string, Told<double, double>> joints_;
};

// How a base that follows its commands at once gets quicker: what they ask for, over the time that they come in. Where
// it stands, and as it starts, that is nothing: a step of its speed has no acceleration. m/s^2, rad/s^2.
class BaseChange {
 public:
  static constexpr double kSpan = 0.2;  // seconds that commands are looked at together

  void command(const BaseMotion& motion, std::int64_t time_ns);
  BaseMotion at(std::int64_t time_ns) const;

 private:
  std::deque<std::pair<std::int64_t, BaseMotion>> commands_;  // of the last kSpan, and one before
  BaseMotion change_;
  std::int64_t until_ns_ = 0;
};

}  // namespace ww::isaac
