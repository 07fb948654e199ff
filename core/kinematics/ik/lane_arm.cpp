// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/ik/lane_arm.h"

#include <algorithm>

namespace ww::kinematics {

std::optional<LaneArm> LaneArm::make(const JointTree& tree, const Riding& tip) {
  if (tip.joint < 0) return std::nullopt;
  const auto movers = tree.chain(tip);
  if (movers.empty() || movers.size() > kMost) return std::nullopt;
  const auto poses = tree.moverPoses(JointVector::Zero(static_cast<Eigen::Index>(tree.size())));
  LaneArm out;
  Rigid last;
  for (const std::size_t mover : movers) {
    const auto [direction, point] = tree.axis(mover, poses);
    if (out.count == 0) out.origin = point;
    const Rigid at{Quat::FromTwoVectors(Vec3::UnitZ(), direction).toRotationMatrix(), point - out.origin};
    const std::size_t joint = tree.jointOf(mover);
    const auto known = std::find(out.joint.begin(), out.joint.begin() + static_cast<std::ptrdiff_t>(out.joints), joint);
    const auto column = static_cast<std::size_t>(known - out.joint.begin());
    if (column == out.joints) out.joint[out.joints++] = joint;
    out.movers[out.count++] = {last.inverse() * at, column, tree.multiplierOf(mover), tree.turns(mover)};
    last = at;
  }
  const Pose tip_at = poses[static_cast<std::size_t>(tip.joint)] * tip.joint_t_node;
  out.tip = last.inverse() * Rigid::of({tip_at.p - out.origin, tip_at.q});
  return out;
}

}  // namespace ww::kinematics
