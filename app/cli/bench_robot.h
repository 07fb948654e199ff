// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "app/cli/cli.h"
#include "app/cli/planning_problems.h"
#include "core/collision/balls/ball_check.h"
#include "core/collision/balls/ball_model.h"

namespace ww::cli {

// The files that a robot of planning problems is made of; empty where there is none.
struct BenchRobotFiles {
  std::string urdf, spheres, srdf, pairs;
};

// A robot as a mechanism with balls on its links.
struct BenchRobot {
  struct Part {
    std::string link;
    model::Mechanism::Seat seat;
    std::vector<collision::Sphere> balls;  // in the link, metres
  };
  explicit BenchRobot(model::Mechanism m) : mechanism(std::move(m)) {}

  model::Mechanism mechanism;
  std::vector<Part> parts;
  std::vector<std::pair<std::size_t, std::size_t>> pairs;  // that may not collide
  JointVector lower, upper;                                // radians or metres
  std::size_t balls = 0;
};

// The robot of a file alone in a world, as "robot". Fails as imports do.
Result<world::World> benchedWorld(const Run& run, const std::string& urdf);

// Kinematics and limits come from the URDF. Balls come from the links of `spheres`, which then says how links hang
// together as well; else they are covers of what collides. Pairs that are looked at: those of `pairs` (two links a
// line), else all that `srdf` does not switch off, else all that the rules for links of one object leave.
Result<BenchRobot> readBenchRobot(const Run& run, const BenchRobotFiles& files, const std::vector<std::string>& joints);

// The robot among the solids of a problem, for the planner.
void standAround(const PlanningProblem& problem, collision::BallModel& model);
collision::BallModel ballModelOf(const BenchRobot& robot);

// Whether it collides, measured in double precision by formulas of its own: what planning is judged by.
class BenchJudge {
 public:
  BenchJudge(const BenchRobot& robot, const PlanningProblem& problem) : robot_(robot), problem_(problem) {}
  bool collides(const JointVector& q);  // radians or metres
  // At places at most so far apart (L2 norm), ends included.
  bool collides(const std::vector<JointVector>& path, double spacing);

 private:
  const BenchRobot& robot_;
  const PlanningProblem& problem_;
  std::vector<Pose> root_t_row_;
  std::vector<std::vector<Vec3>> centers_;
};

}  // namespace ww::cli
