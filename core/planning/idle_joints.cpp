// SPDX-License-Identifier: Apache-2.0
#include "core/planning/idle_joints.h"

#include <algorithm>
#include <cmath>

#include "core/kinematics/tool.h"

namespace ww::planning {
namespace {

constexpr double kSame = 1e-9;  // radians or metres

using Movers = std::vector<std::size_t>;

bool agreeOn(std::size_t joint, const JointVector& start, const std::vector<JointVector>& goals) {
  const auto at = static_cast<Eigen::Index>(joint);
  return std::ranges::all_of(goals, [&](const JointVector& goal) { return std::abs(goal[at] - start[at]) <= kSame; });
}

class Rides {
 public:
  explicit Rides(const kinematics::JointTree& tree) : tree_(tree) {}

  // The movers of the joint and of those that follow it.
  Movers of(std::size_t joint) const {
    Movers out;
    for (std::size_t mover = 0; mover < tree_.movers().size(); ++mover)
      if (tree_.jointOf(mover) == joint) out.push_back(mover);
    return out;
  }
  // At any distance, and not by itself.
  bool isOn(std::size_t mover, std::size_t carrier) const {
    int up = static_cast<int>(mover);
    do up = tree_.mechanism().row(static_cast<std::size_t>(up)).parent;
    while (up >= 0 && static_cast<std::size_t>(up) != carrier);
    return up >= 0;
  }
  bool areOn(const Movers& movers, std::size_t carrier) const {
    return std::ranges::all_of(movers, [&](std::size_t mover) { return isOn(mover, carrier); });
  }
  bool areRelated(const Movers& some, const Movers& others) const {
    return std::ranges::any_of(some, [&](std::size_t a) {
      return std::ranges::any_of(others, [&](std::size_t b) { return isOn(a, b) || isOn(b, a); });
    });
  }

 private:
  const kinematics::JointTree& tree_;
};

// That of the link of the tool; -1 without one.
int toolMover(const RobotScene& scene, std::optional<world::NodeRef> tool) {
  if (!tool) {
    const auto* owner = scene.world().owner(scene.tree().movers().front());
    if (owner) tool = kinematics::toolOf(scene.world(), owner->object);
  }
  return tool ? scene.tree().riding(*tool).joint : -1;
}

}  // namespace

std::vector<world::JointLimits> limitsOfSearch(const RobotScene& scene, std::vector<world::JointLimits> limits,
                                               std::optional<world::NodeRef> tool, const JointVector& start,
                                               const std::vector<JointVector>& goals) {
  const Rides rides(scene.tree());
  std::vector<std::size_t> agreed;
  Movers moved;
  for (std::size_t joint = 0; joint < limits.size(); ++joint) {
    if (agreeOn(joint, start, goals)) agreed.push_back(joint);
    else std::ranges::copy(rides.of(joint), std::back_inserter(moved));
  }
  if (agreed.empty()) return limits;
  const int carrier = toolMover(scene, tool);
  for (const std::size_t joint : agreed) {
    const Movers own = rides.of(joint);
    const bool behind = carrier >= 0 && rides.areOn(own, static_cast<std::size_t>(carrier));
    if (behind || !rides.areRelated(own, moved))
      limits[joint].lower = limits[joint].upper = start[static_cast<Eigen::Index>(joint)];
  }
  return limits;
}

}  // namespace ww::planning
