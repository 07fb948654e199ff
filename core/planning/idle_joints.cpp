// SPDX-License-Identifier: Apache-2.0
#include "core/planning/idle_joints.h"

#include <algorithm>
#include <cmath>

#include "core/kinematics/behind.h"
#include "core/kinematics/tool.h"

namespace ww::planning {
namespace {

constexpr double kSame = 1e-9;  // radians or metres

using Movers = std::vector<std::size_t>;

bool agreeOn(std::size_t joint, const JointVector& start, const std::vector<JointVector>& goals) {
  const auto at = static_cast<Eigen::Index>(joint);
  return std::ranges::all_of(goals, [&](const JointVector& goal) { return std::abs(goal[at] - start[at]) <= kSame; });
}

// The movers of the joint and of those that follow it.
Movers moversOf(const kinematics::JointTree& tree, std::size_t joint) {
  Movers out;
  for (std::size_t mover = 0; mover < tree.movers().size(); ++mover)
    if (tree.jointOf(mover) == joint) out.push_back(mover);
  return out;
}

bool areRelated(const kinematics::JointTree& tree, const Movers& some, const Movers& others) {
  return std::ranges::any_of(some, [&](std::size_t a) {
    return std::ranges::any_of(
        others, [&](std::size_t b) { return kinematics::ridesOn(tree, a, b) || kinematics::ridesOn(tree, b, a); });
  });
}

kinematics::Riding seatOf(const RobotScene& scene, std::optional<world::NodeRef> tool) {
  if (!tool) {
    const auto* owner = scene.world().owner(scene.tree().movers().front());
    if (owner) tool = kinematics::toolOf(scene.world(), owner->object);
  }
  return tool ? scene.tree().riding(*tool) : kinematics::Riding();
}

}  // namespace

std::vector<world::JointLimits> limitsOfSearch(const RobotScene& scene, std::vector<world::JointLimits> limits,
                                               std::optional<world::NodeRef> tool, const JointVector& start,
                                               const std::vector<JointVector>& goals) {
  const kinematics::JointTree& tree = scene.tree();
  std::vector<std::size_t> agreed;
  Movers moved;
  for (std::size_t joint = 0; joint < limits.size(); ++joint) {
    if (agreeOn(joint, start, goals)) agreed.push_back(joint);
    else std::ranges::copy(moversOf(tree, joint), std::back_inserter(moved));
  }
  if (agreed.empty()) return limits;
  const auto behind = kinematics::jointsBehind(tree, seatOf(scene, tool));
  for (const std::size_t joint : agreed)
    if (behind[joint] != 0 || !areRelated(tree, moversOf(tree, joint), moved))
      limits[joint].lower = limits[joint].upper = start[static_cast<Eigen::Index>(joint)];
  return limits;
}

}  // namespace ww::planning
