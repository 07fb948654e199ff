// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/collision/checker.h"
#include "core/kinematics/joint_tree.h"

namespace ww::test {

// The checker of one robot, asked by its joint positions.
class ArmCheck {
 public:
  ArmCheck(const world::World& world, ObjectId robot) : ArmCheck(kinematics::JointTree::make(world, robot).value()) {}

  const kinematics::JointTree& tree() const { return tree_; }
  auto first(const JointVector& q) { return checker_.first(at(q)); }
  auto all(const JointVector& q, std::size_t limit) { return checker_.all(at(q), limit); }
  auto nearest(const JointVector& q, double beyond) { return checker_.nearest(at(q), beyond); }
  auto between(const JointVector& q, EntityId a, EntityId b) { return checker_.between(at(q), a, b); }

 private:
  explicit ArmCheck(kinematics::JointTree tree)
      : tree_(std::move(tree)),
        checker_(collision::Scene::make(tree_.mechanism().model()), tree_.movers()),
        state_(tree_.mechanism().model()) {}
  const model::State& at(const JointVector& q) {
    state_.set(tree_.mechanism(), q);
    state_.forward(tree_.mechanism());
    return state_;
  }

  kinematics::JointTree tree_;
  collision::Checker checker_;
  model::State state_;
};

}  // namespace ww::test
