// SPDX-License-Identifier: Apache-2.0
#include "core/planning/idle_joints.h"

#include <algorithm>
#include <cmath>

#include "core/kinematics/tool.h"

namespace ww::planning {
namespace {

constexpr double kSame = 1e-9;  // radians or metres

bool agreeOn(Eigen::Index joint, const JointVector& start, const std::vector<JointVector>& goals) {
  return std::ranges::all_of(goals,
                             [&](const JointVector& goal) { return std::abs(goal[joint] - start[joint]) <= kSame; });
}

// Whether every mover of the joint rides on that one, at any distance.
bool ridesOn(const RobotScene& scene, std::size_t joint, std::size_t carrier) {
  const model::Mechanism& mechanism = scene.tree().mechanism();
  for (std::size_t mover = 0; mover < scene.tree().movers().size(); ++mover) {
    if (scene.tree().jointOf(mover) != joint) continue;
    int up = static_cast<int>(mover);
    do up = mechanism.row(static_cast<std::size_t>(up)).parent;
    while (up >= 0 && static_cast<std::size_t>(up) != carrier);
    if (up < 0) return false;
  }
  return true;
}

}  // namespace

std::vector<world::JointLimits> limitsOfSearch(const RobotScene& scene, std::vector<world::JointLimits> limits,
                                               const JointVector& start, const std::vector<JointVector>& goals) {
  std::vector<std::size_t> agreed;
  for (std::size_t joint = 0; joint < limits.size(); ++joint)
    if (agreeOn(static_cast<Eigen::Index>(joint), start, goals)) agreed.push_back(joint);
  if (agreed.empty()) return limits;
  const auto* owner = scene.world().owner(scene.tree().movers().front());
  const auto tool = owner ? kinematics::toolOf(scene.world(), owner->object) : std::nullopt;
  const kinematics::Riding seat = tool ? scene.tree().riding(*tool) : kinematics::Riding();
  if (seat.joint < 0) return limits;
  for (const std::size_t joint : agreed)
    if (ridesOn(scene, joint, static_cast<std::size_t>(seat.joint)))
      limits[joint].lower = limits[joint].upper = start[static_cast<Eigen::Index>(joint)];
  return limits;
}

}  // namespace ww::planning
