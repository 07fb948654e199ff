// SPDX-License-Identifier: Apache-2.0
#include "core/sensing/imu.h"

#include <cmath>
#include <variant>

#include "core/scene/inertial_unit.h"
#include "worldwright/v1/file.pb.h"

namespace ww::sensing {
namespace {

Noise unitNoise(const scene::UnitNoise& n) {
  return {
      n.on,       n.quantized, n.mean, n.stddev, n.bias_mean, n.bias_stddev, n.dynamic_bias_stddev, n.dynamic_bias_time,
      n.precision};
}

}  // namespace

ImuReading imuReading(const Pose& before, const Pose& now, const Pose& after, double dt, const Vec3& gravity) {
  ImuReading out;
  const Quat sensor_q_root = now.q.conjugate();
  out.linear_acceleration = sensor_q_root * -gravity;
  if (!(dt > 0.0)) return out;
  out.linear_acceleration += sensor_q_root * Vec3((after.p - 2.0 * now.p + before.p) / (dt * dt));
  // Half of the turn lies before the middle: seen from there, the axis is that of the sensor.
  Quat turn = before.q.conjugate() * after.q;
  if (turn.w() < 0.0) turn.coeffs() = -turn.coeffs();
  const double sine = turn.vec().norm();
  if (sine > 1e-15)
    out.angular_velocity =
        sensor_q_root * (before.q * Vec3(turn.vec() / sine * (2.0 * std::atan2(sine, turn.w()) / (2.0 * dt))));
  return out;
}

ImuErrors imuErrorsOf(const world::World& world, world::NodeRef node) {
  ImuErrors out;
  const FrameId* id = std::get_if<FrameId>(&node);
  const world::Frame* frame = id ? world.peek(*id) : nullptr;
  const world::Object* object = frame ? world.peek(frame->object) : nullptr;
  if (!object || !object->message) return out;
  const auto text = scene::inertialUnitText(object->message->content().user_data(), frame->name);
  const auto unit = text ? scene::inertialUnitFromText(*text) : std::nullopt;
  if (!unit) return out;
  out.rate = unit->rate;
  for (std::size_t i = 0; i < 3; ++i) {
    out.angular_velocity[i] = unitNoise(unit->angular_velocity[i]);
    out.linear_acceleration[i] = unitNoise(unit->linear_acceleration[i]);
  }
  return out;
}

std::uint64_t imuNumber(const world::World& world, world::NodeRef node) {
  if (const auto* id = std::get_if<EntityId>(&node)) return id->value;
  if (const auto* id = std::get_if<FrameId>(&node)) return world.peek(*id) ? world.peek(*id)->entity.value : 0;
  const world::Object* object = world.peek(std::get<ObjectId>(node));
  return object ? object->rootEntity().value : 0;
}

ImuReading told(ImuReading reading, const ImuErrors& errors, const NoiseKey& key, double period) {
  const auto add = [&](Vec3& values, const std::array<Noise, 3>& noise, std::uint64_t first) {
    for (std::size_t i = 0; i < noise.size(); ++i) {
      NoiseKey own = key;
      own.sensor = key.sensor * 6 + first + i;
      auto& value = values[static_cast<Eigen::Index>(i)];
      value = NoiseSource(noise[i], own, period).applied(value, 0);
    }
  };
  add(reading.angular_velocity, errors.angular_velocity, 0);
  add(reading.linear_acceleration, errors.linear_acceleration, 3);
  return reading;
}

}  // namespace ww::sensing
