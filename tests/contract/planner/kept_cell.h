// SPDX-License-Identifier: Apache-2.0
// An arm with room around it, and our own measures of where its flange is.
#pragma once
#include "core/kinematics/joint_tree.h"
#include "post_cell.h"

namespace ww::test {

// The tool leans towards +x by this, from pointing down; about the y axis.
inline const Quat kLeaning(Eigen::AngleAxisd(2.4980915, Vec3::UnitY()));
inline const Vec3 kLeftPlace(0.3, 0.4, 0.45), kRightPlace(0.3, -0.4, 0.45);

struct FlangeCell {
  Cell cell;
  ObjectId arm = cell.addArm("arm", 6);
  FrameId flange = cell.frame("arm", "flange");
  kinematics::JointTree tree = *kinematics::JointTree::make(cell.world, arm);

  Pose at(const JointVector& q) const { return tree.rootT(tree.riding(flange), q); }
  Goal pose(const Vec3& place, const Quat& turned = kLeaning) const {
    return PoseGoal{flange, world::kRootObject, Pose{place, turned}};
  }
  // Joint positions with the flange as asked for.
  JointVector reach(const Goal& goal) const {
    const auto plan = planMotion(cell.world, to(cell, goal, MotionType::kAny, kHome), seeded(1));
    return plan.ok() ? plan->paths[0].back() : JointVector();
  }
  // fn(joint positions) every 2 ms.
  template <typename Fn>
  static void each(const Trajectory& t, Fn fn) {
    for (double time = 0.0; time <= t.duration(); time += 0.002) fn(t.sample(time).q);
    fn(t.states.back().q);
  }
};

}  // namespace ww::test
