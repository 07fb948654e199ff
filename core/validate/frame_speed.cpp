// SPDX-License-Identifier: Apache-2.0
#include "core/validate/frame_speed.h"

#include <algorithm>

namespace ww::validate {

FrameSpeed::FrameSpeed(const model::Mechanism& mechanism, world::NodeRef node)
    : mechanism_(mechanism), seat_(mechanism.seat(node)), root_t_row_(mechanism.moved().size()) {}

FrameSpeed::Twist FrameSpeed::jacobian(const JointVector& q, const JointVector& by) {
  Twist out = Twist::Zero();
  if (seat_.row < 0) return out;
  mechanism_.forward(q, root_t_row_);
  const Vec3 p_in_root = root_t_row_[static_cast<std::size_t>(seat_.row)] * seat_.row_t_node.p;
  for (int row = seat_.row; row >= 0; row = mechanism_.row(static_cast<std::size_t>(row)).parent) {
    const auto i = static_cast<std::size_t>(row);
    out += by[mechanism_.row(i).joint] * mechanism_.velocity(i, root_t_row_, p_in_root);
  }
  return out;
}

FrameRates FrameSpeed::at(const model::JointState& s) {
  constexpr double kWay = 1e-4;  // radians or metres between the Jacobians of a difference
  const Twist v = jacobian(s.q, s.v);
  const double step = kWay / std::max(1e-3, s.v.norm());
  const Twist change = (jacobian(s.q + step * s.v, s.v) - jacobian(s.q - step * s.v, s.v)) / (2.0 * step);
  const Twist a = jacobian(s.q, s.a) + change;
  return {v.head<3>().norm(), v.tail<3>().norm(), a.head<3>().norm(), a.tail<3>().norm()};
}

}  // namespace ww::validate
