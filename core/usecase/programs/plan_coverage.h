// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "core/collision/coverage.h"
#include "core/usecase/programs/plan_program.h"

namespace worldwright::v1 {
class ProgramPlan;
}

namespace ww::usecase {

// What the motions of a plan are looked at for collisions with, in the world as it is.
struct PlanCoverage {
  std::size_t motions = 0;             // of robots that are there
  collision::Coverage coverage;        // of the motion with the least
  double spacing = 0.0;                // of checks, the coarsest; radians or metres
  std::vector<std::string> unchecked;  // places of the steps of which nothing is looked at
  std::vector<StepFinding> why;        // of each of these; one of no step where it is all of them
  // Places of the steps that were found to collide between two checks when they were planned, and the deepest overlap
  // there, metres.
  std::vector<std::string> colliding;
  double depth_m = 0.0;

  bool checked() const { return motions > 0 && coverage.checked(); }
  bool validated() const { return checked() && unchecked.empty() && colliding.empty(); }
};

// By the rules of the world, or those of the step where it has its own; what is held moves with its robot. Costs the
// world for each kind of motion.
PlanCoverage coverageOf(const world::World& world, const worldwright::v1::ProgramPlan& plan);
// FAILED_PRECONDITION where steps collide between two checks, of a plan of the world as it is.
Status tellColliding(const std::string& program, const PlanCoverage& looked);

}  // namespace ww::usecase
