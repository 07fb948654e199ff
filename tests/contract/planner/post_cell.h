// SPDX-License-Identifier: Apache-2.0
// What the tests of the planner ask of an arm beside a post.
#pragma once
#include "cell.h"
#include "core/planning/plan.h"

namespace ww::test {

using namespace ww::planning;

inline const JointVector kHome = joints({0, 0.3, 1.2, 0, 0.6, 0});
inline const JointVector kLeft = joints({1.3, 0.6, 1.3, 0, 0.6, 0});
inline const JointVector kRight = joints({-1.3, 0.6, 1.3, 0, 0.6, 0});

inline MotionRequest to(const Cell& cell, Goal goal, MotionType type, const JointVector& start) {
  MotionRequest request;
  request.robot = cell.id("arm");
  request.start = start;
  request.segments.push_back({type, std::move(goal), nullptr, {}});
  return request;
}

inline PlanOptions seeded(std::uint64_t seed) {
  PlanOptions options;
  options.seed = seed;
  options.deadline = Clock::now() + std::chrono::seconds(20);
  return options;
}

// An arm, a floor and a post between left and right.
inline Cell postCell() {
  Cell cell;
  cell.addArm("arm", 6);
  cell.addBox("floor", {2, 2, 0.02}, Pose::translation(0, 0, -0.02));
  cell.addBox("post", {0.08, 0.08, 0.7}, Pose::translation(0.5, 0, 0.35));
  return cell;
}

}  // namespace ww::test
