// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <limits>
#include <string>
#include <vector>

#include "core/sensing/noise.h"
#include "core/sensing/optics.h"
#include "core/world/values/world.h"

namespace ww::sensing {

enum class SensorKind { kCamera, kDepthCamera, kLidar, kForceTorque, kOther };

// Directions along one axis of a laser scanner: the first at `from`, the last at `to`; one alone at `from`.
struct Sweep {
  int count = 1;
  double from = 0.0, to = 0.0;  // radians

  double angle(int i) const { return count > 1 ? from + (to - from) * i / (count - 1) : from; }
  bool operator==(const Sweep&) const = default;
};

// A laser scanner with x ahead, y to the left, z up.
struct Lidar {
  Sweep around;                           // about z, from x to y
  Sweep up;                               // from the xy plane
  double nearest = 0.1, farthest = 30.0;  // metres
  double step = 0.0;                      // metres that ranges are rounded to; 0: none

  bool operator==(const Lidar&) const = default;
};

// What a force-torque sensor does to its readings: of forces x, y, z in N, then of torques x, y, z in Nm.
struct AxisErrors {
  std::array<Noise, 6> noise;
  // Beyond, a reading stays at these; N and Nm.
  double most_force = std::numeric_limits<double>::infinity(), most_torque = std::numeric_limits<double>::infinity();
};

// A sensor of a world, with what its component leaves open filled in.
struct Sensor {
  EntityId entity;
  ObjectId object;
  std::string name;  // "object:sensor"
  SensorKind kind = SensorKind::kOther;
  Optics optics;      // of cameras
  Lidar lidar;        // of laser scanners
  Noise noise;        // of pictures (levels of 0 to 1), depths and ranges (metres)
  AxisErrors axes;    // of force-torque sensors
  double rate = 0.0;  // frames per second; 0: as fast as possible
  double period() const { return rate > 0.0 ? 1.0 / rate : 0.0; }
  bool isCamera() const { return kind == SensorKind::kCamera || kind == SensorKind::kDepthCamera; }
};

// The key of an object's user data (a google.protobuf.StringValue) under which its camera of that name has a wide lens:
// "k1 k2 k3 k4", no units, of r = f theta (1 + k1 theta^2 + ... + k4 theta^8); Kannala, Brandt 2006. Or a function, as
// lensTextOf() takes it. Without a focal length in its component, or in that text, f is that of the horizontal field of
// view.
std::string fisheyeKey(std::string_view sensor);

// In the order of the objects.
std::vector<Sensor> sensorsOf(const world::World& world);
// "object:sensor", or the name of a sensor, or of an object with one sensor. NOT_FOUND when there is none,
// FAILED_PRECONDITION when several answer.
Result<Sensor> sensorNamed(const world::World& world, std::string_view name);
// NOT_FOUND when the entity is no sensor.
Result<Sensor> sensorAt(const world::World& world, EntityId entity);
// Forces x, y, z and torques x, y, z as a force-torque sensor tells them; N and Nm.
std::array<double, 6> told(const Sensor& sensor, std::array<double, 6> axes, const NoiseKey& key);
// What keeps a sensor from seeing: INVALID_ARGUMENT for sizes, focal lengths, clip planes and sweeps that cannot be,
// UNIMPLEMENTED for kinds that see nothing.
Status check(const Sensor& sensor);

}  // namespace ww::sensing
