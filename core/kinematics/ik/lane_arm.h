// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "core/kinematics/ik/screws.h"
#include "core/kinematics/joint_tree.h"

namespace ww::kinematics {

// Not for use outside this folder. What carries a tip, in frames whose z is the axis of the mover: metres, radians.
// The arm's own frame has the root's directions and its origin on the first axis.
struct LaneArm {
  static constexpr std::size_t kMost = 12;  // movers

  struct Mover {
    Rigid before;             // from the frame that the mover before has moved, or the arm's
    std::size_t column = 0;   // of the joint that moves it
    double multiplier = 1.0;  // of the joint's position
    bool turns = true;        // else it slides
  };

  std::size_t count = 0, joints = 0;
  std::array<Mover, kMost> movers;
  std::array<std::size_t, kMost> joint{};  // of the tree, by column
  Rigid tip;                               // from the frame that the last mover has moved
  Vec3 origin = Vec3::Zero();              // in the root frame

  // None where the tip rides on more movers, or on none.
  static std::optional<LaneArm> make(const JointTree& tree, const Riding& tip);
  Rigid toArm(const Pose& root_t_goal) const { return Rigid::of({root_t_goal.p - origin, root_t_goal.q}); }
};

}  // namespace ww::kinematics
