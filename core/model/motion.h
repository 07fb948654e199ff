// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/world/values/parts.h"

namespace ww::model {

// Pose of a body in the one that it rides on, as a function of its joint's position, with all that is
// constant multiplied out. With the half angle h of a revolute joint (0 for others) and
// (x, y) = (cos 2h, sin 2h), or (position, 0) of a prismatic one:
//   orientation = cos(h) turn_cos + sin(h) turn_sin,  place = rest + x way_x + y way_y.
struct Motion {
  bool revolute = false;
  Eigen::Vector4d turn_cos = Eigen::Vector4d::UnitW();  // quaternions as (x, y, z, w)
  Eigen::Vector4d turn_sin = Eigen::Vector4d::Zero();
  Vec3 rest = Vec3::Zero();  // metres
  Vec3 way_x = Vec3::Zero(), way_y = Vec3::Zero();

  static Motion fixed(const Pose& parent_t_body);
  // parent_t_body = parent_t_inboard * motion * outboard_t_body; the axis is a unit vector in the inboard frame.
  static Motion of(const Pose& parent_t_inboard, world::MotionType type, const Vec3& axis, const Pose& outboard_t_body);
  // The same with another pose before it: a_t_parent * this.
  Motion in(const Pose& a_t_parent) const;
  // parent_t_body at a position in radians or metres.
  Pose at(double position) const;
  bool operator==(const Motion&) const = default;
};

}  // namespace ww::model
