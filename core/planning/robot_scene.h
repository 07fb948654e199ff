// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>

#include "core/collision/checker.h"
#include "core/kinematics/joint_tree.h"
#include "core/planning/types.h"

namespace ww::planning {

// A robot in a snapshot of a world, ready for checks of many configurations. One thread at a time.
class RobotScene {
 public:
  // Errors of the joint tree; those of the rules when `settings` are given (null: the world's own).
  static Result<RobotScene> make(const model::Model& model, ObjectId robot, const SettingsPtr& settings,
                                 std::shared_ptr<collision::ShapeCache> cache);

  const kinematics::JointTree& tree() const { return tree_; }
  const world::World& world() const { return tree_.mechanism().model().world(); }
  // See CollisionChecker.
  bool collides(const JointVector& q) { return first(q).has_value(); }
  std::optional<collision::Contact> first(const JointVector& q) { return at(q).first(); }
  std::vector<collision::Contact> all(const JointVector& q, std::size_t limit = 20) { return at(q).all(limit); }
  std::optional<collision::Contact> nearest(const JointVector& q, double beyond) { return at(q).nearest(beyond); }
  std::optional<collision::Contact> between(const JointVector& q, EntityId a, EntityId b) { return at(q).between(a, b); }
  // See CollisionChecker::forgetConstant(): what no motion of the robot can help does not hinder one either.
  std::vector<collision::Contact> forgetConstant() { return checker_->forgetConstant(); }
  // Keeps all checks off obstacles by so much (metres), but for what is near at the configurations given.
  void setPadding(double metres, const std::vector<JointVector>& near);
  std::uint64_t checks() const { return checks_; }

 private:
  explicit RobotScene(kinematics::JointTree tree) : tree_(std::move(tree)) {}
  collision::CollisionChecker& at(const JointVector& q);

  kinematics::JointTree tree_;
  std::unique_ptr<collision::CollisionChecker> checker_;
  std::vector<Pose> poses_;
  std::uint64_t checks_ = 0;
};

}  // namespace ww::planning
