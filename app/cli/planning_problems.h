// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "core/base/status.h"
#include "core/math/pose.h"
#include "core/world/values/parts.h"

namespace ww::cli {

// What stands around a robot in a planning problem, metres.
struct BenchSolid {
  enum class Kind { kBox, kBall, kCapsule };
  Kind kind = Kind::kBox;
  Pose pose;
  Vec3 half = Vec3::Zero();           // box
  double radius = 0.0, length = 0.0;  // ball, capsule (without its caps, along z)
};

struct PlanningProblem {
  std::string scene;
  std::vector<BenchSolid> solids;
  JointVector start, goal;  // radians or metres
};

struct ProblemSet {
  std::string robot;
  std::vector<std::string> joints;
  std::vector<PlanningProblem> problems;
};

// {"robot", "joints": [], "problems": {SCENE: [{"objects": [{"type", "p", "q", "half" | "radius" [, "length"]}],
// "start", "goal"}]}}; at most so many of each scene. Cylinders count as capsules of the same length, in the scene
// "box" as boxes. NOT_FOUND, or INVALID_ARGUMENT for what is no such file.
Result<ProblemSet> readProblems(const std::string& path, std::size_t per_scene);

}  // namespace ww::cli
