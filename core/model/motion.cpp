// SPDX-License-Identifier: Apache-2.0
#include "core/model/motion.h"

#include "core/model/kernel.h"

namespace ww::model {

Motion Motion::fixed(const Pose& parent_t_body) {
  Motion out;
  out.turn_cos = parent_t_body.q.coeffs();
  out.rest = parent_t_body.p;
  return out;
}

Motion Motion::of(const Pose& parent_t_inboard, world::MotionType type, const Vec3& axis, const Pose& outboard_t_body) {
  Motion out = fixed(parent_t_inboard * outboard_t_body);
  if (type == world::MotionType::kPrismatic) out.way_x = parent_t_inboard.q * axis;
  if (type != world::MotionType::kRevolute) return out;
  out.revolute = true;
  out.turn_sin = (parent_t_inboard.q * Quat(0.0, axis.x(), axis.y(), axis.z()) * outboard_t_body.q).coeffs();
  if (outboard_t_body.p.isZero(0.0)) return out;
  // What turns about the axis: the part along it stays, the rest goes round.
  const Vec3 along = axis * axis.dot(outboard_t_body.p), across = outboard_t_body.p - along;
  out.rest = parent_t_inboard * along;
  out.way_x = parent_t_inboard.q * across;
  out.way_y = parent_t_inboard.q * axis.cross(outboard_t_body.p);
  return out;
}

Motion Motion::in(const Pose& a_t_parent) const {
  Motion out = *this;
  out.turn_cos = (a_t_parent.q * Quat(turn_cos)).coeffs();
  out.turn_sin = (a_t_parent.q * Quat(turn_sin)).coeffs();
  out.rest = a_t_parent * rest;
  out.way_x = a_t_parent.q * way_x;
  out.way_y = a_t_parent.q * way_y;
  return out;
}

Pose Motion::at(double position) const { return poseOf(model::at(*this, position)); }

}  // namespace ww::model
