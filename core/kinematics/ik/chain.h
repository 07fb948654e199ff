// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "core/kinematics/ik.h"
#include "core/kinematics/ik/screws.h"

namespace ww::kinematics {

// Not for use outside this folder and benches. The joints between the root and a tip, by their axes where all of them
// stand at zero. Near the arm: its frame has the root's directions and its origin on the first axis, so that a robot
// far from the root loses no digits.
struct IkChain {
  static constexpr std::size_t kMost = 7;
  std::size_t count = 0;
  std::array<Screw, kMost> axis;
  std::array<bool, kMost> turns{};         // else it slides
  std::array<std::size_t, kMost> joint{};  // of the tree
  Rigid home;                              // the tip
  Vec3 origin = Vec3::Zero();              // in the root frame
  Vec3 up = Vec3::UnitZ();                 // of the object whose joints they are, in the root frame

  // None for more or fewer joints than six or seven, and where some follow others.
  static std::optional<IkChain> make(const JointTree& tree, const Riding& tip);
  // The six joints as they are; there must be six that turn.
  SixAxes six() const;
  Rigid toArm(const Pose& root_t_goal) const;
};

}  // namespace ww::kinematics
