// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/ik/chain.h"

#include <algorithm>

namespace ww::kinematics {

std::optional<IkChain> IkChain::make(const JointTree& tree, const Riding& tip) {
  if (tip.joint < 0) return std::nullopt;
  const auto movers = tree.chain(tip);
  if (movers.size() < kMost - 1 || movers.size() > kMost) return std::nullopt;
  const auto poses = tree.moverPoses(JointVector::Zero(static_cast<Eigen::Index>(tree.size())));
  IkChain out;
  for (const std::size_t mover : movers) {
    const auto& row = tree.mechanism().row(mover);
    const auto known = out.joint.begin() + static_cast<std::ptrdiff_t>(out.count);
    const bool follows = std::find(out.joint.begin(), known, tree.jointOf(mover)) != known;
    if (follows || row.multiplier != 1.0 || row.offset != 0.0) return std::nullopt;
    const auto [direction, point] = tree.axis(mover, poses);
    if (out.count == 0) out.origin = point;
    out.joint[out.count] = tree.jointOf(mover);
    out.turns[out.count] = tree.turns(mover);
    out.axis[out.count++] = {direction, point - out.origin};
  }
  const Pose tip_at = poses[static_cast<std::size_t>(tip.joint)] * tip.joint_t_node;
  out.home = Rigid::of({tip_at.p - out.origin, tip_at.q});
  const world::World& world = tree.mechanism().model().world();
  out.up = world.rootT(world.owner(tree.movers()[movers.front()])->object).q * Vec3::UnitZ();
  return out;
}

SixAxes IkChain::six() const {
  SixAxes out;
  std::copy_n(axis.begin(), 6, out.axis.begin());
  out.home = home;
  out.up = up;
  return out;
}

Rigid IkChain::toArm(const Pose& root_t_goal) const { return Rigid::of({root_t_goal.p - origin, root_t_goal.q}); }

}  // namespace ww::kinematics
