// SPDX-License-Identifier: Apache-2.0
// An arm, with and without a post in its way, and motions of it made by hand.
#pragma once
#include "cell.h"
#include "core/validate/judge.h"

namespace ww::test {

inline const JointVector kLeft = joints({1.3, 0.6, 1.3, 0, 0.6, 0});
inline const JointVector kRight = joints({-1.3, 0.6, 1.3, 0, 0.6, 0});

// One cubic from rest to rest: at most 1.5 times the mean speed, and 6 times the way by the time squared.
inline model::Trajectory cubic(const JointVector& from, const JointVector& to, double seconds) {
  const JointVector zero = JointVector::Zero(from.size());
  const JointVector a = 6.0 / (seconds * seconds) * (to - from);
  return {{0.0, seconds}, {{from, zero, a}, {to, zero, zero}}};
}

inline Cell postCell() {
  Cell cell;
  cell.addArm("arm", 6);
  cell.addBox("post", {0.08, 0.08, 0.7}, Pose::translation(0.5, 0, 0.35));
  return cell;
}

inline Cell openCell() {
  Cell cell;
  cell.addArm("arm", 6);
  return cell;
}

inline validate::Judge judgeOf(const Cell& cell) {
  return validate::Judge::make(collision::Scene::make(cell.world), cell.id("arm")).value();
}

}  // namespace ww::test
