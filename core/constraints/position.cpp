// SPDX-License-Identifier: Apache-2.0
#include "core/constraints/position.h"

#include "core/constraints/node_task.h"
#include "core/constraints/pose.h"

namespace ww::constraints {
namespace {

class PositionTask final : public NodeTask {
 public:
  PositionTask(const model::Mechanism& mechanism, Nodes nodes, const Vec3& p_in_moving, const Vec3& p_in_target)
      : NodeTask(mechanism, std::move(nodes)), p_in_moving_(p_in_moving), goal_(p_in_target) {}

  Eigen::Index rows() const override { return 3; }
  Eigen::VectorXd missing(const Pose& t) const override { return goal_ - t * p_in_moving_; }
  Change change(const Pose& t) const override { return pointVelocity(t, p_in_moving_); }
  Miss miss(const Pose& t) const override { return {missing(t).norm(), 0.0}; }
  Pose draw(const Unit& unit) const override { return poseAt(goal_, drawRotation(unit), p_in_moving_); }
  Phrase text() const override { return named(WW_TEXT("Core", "the position of {moving} in {target}")); }

 private:
  Vec3 p_in_moving_, goal_;
};

}  // namespace

Result<TaskPtr> makePosition(const model::Mechanism& mechanism, const Constraint& constraint,
                             const JointVector& start) {
  const auto& c = std::get<PositionEquality>(constraint);
  WW_ASSIGN(Nodes nodes, nodesOf(mechanism, c.moving, c.target, start));
  return TaskPtr(std::make_unique<PositionTask>(mechanism, std::move(nodes), c.p_in_moving, c.p_in_target));
}

Result<TaskPtr> makeRelativePosition(const model::Mechanism& mechanism, const Constraint& constraint,
                                     const JointVector& start) {
  const auto& c = std::get<RelativePosition>(constraint);
  WW_ASSIGN(Nodes nodes, nodesOf(mechanism, c.moving, c.moving, start));
  // Unturned, each point of it goes the same way.
  const Vec3 goal = displaced(mechanism, c.moving, {c.by, Quat::Identity()}, c.reference, start) * c.p_in_moving;
  nodes.target = {-1, Pose::identity()};
  return TaskPtr(std::make_unique<PositionTask>(mechanism, std::move(nodes), c.p_in_moving, goal));
}

}  // namespace ww::constraints
