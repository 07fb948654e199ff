// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/usecase/programs/plan_program.h"

namespace ww::usecase {

// How a program and its last plan stand to the world.
enum class PlanState {
  kUnplanned,  // there is no plan
  kFresh,      // nothing that it depends on has changed
  kChanged,    // something has, and nobody has looked further
  kHolds,      // something has, and every step still holds
  kStale       // steps no longer hold
};

struct ProgramCheck {
  PlanState state = PlanState::kUnplanned;
  std::vector<Phrase> changes;        // what has changed since it was planned
  std::vector<StepFinding> findings;  // what stands against steps, the first thing of each
  // The first step, from 1, that the plan says nothing of, as the program has more or fewer steps now: all before it
  // are as planned. None where each step has its own in the plan.
  std::optional<std::uint32_t> open_from;
  double duration = 0.0;   // of the plan, seconds
  bool is_broken = false;  // the findings are of the program itself: it cannot be planned before a repair
};

// Without looking at motions: unplanned, fresh or changed, at the cost of what the plan depends on and of the boxes of
// all objects. NOT_FOUND when there is no such program.
Result<ProgramCheck> lookAtPlan(const world::World& world, const std::string& name);

// The same; where something has changed each step of the old plan is judged in the world as it is now, by the judge and
// not by the planner: whether it starts where the one before ended, reaches its target, keeps its line and its limits,
// and is free of collisions. That is the quick way to know whether planning anew is needed. `options`: stop, deadline,
// progress and scene count. NOT_FOUND, CANCELLED, DEADLINE_EXCEEDED.
Result<ProgramCheck> checkPlanOf(const world::World& world, const std::string& name,
                                 const planning::PlanOptions& options);

// In one line: "part_3 moved 4 mm: steps 2 and 5 no longer hold".
Phrase verdictOf(const ProgramCheck& check);

}  // namespace ww::usecase
