// SPDX-License-Identifier: Apache-2.0
#include "core/sensing/imu.h"

#include <cmath>

namespace ww::sensing {

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

}  // namespace ww::sensing
