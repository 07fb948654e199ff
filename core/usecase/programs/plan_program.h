// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/planning/types.h"
#include "core/program/expand.h"
#include "core/program/planned.h"

namespace worldwright::v1 {
class ProgramPlan;
}

namespace ww::usecase {

// What is to be said of a step, or of the program as a whole (no place).
struct StepFinding {
  program::Place place;
  Status status;
};

// What stands against a program whatever its motions: names of what is not there, calls of nothing. In the order of the
// steps; all of them. NOT_FOUND when there is no such program.
Result<std::vector<StepFinding>> programProblems(const world::World& world, const std::string& name);

struct ProgramOutcome {
  std::shared_ptr<const worldwright::v1::ProgramPlan> plan;
  double duration = 0.0;           // seconds
  std::vector<StepFinding> notes;  // stops where corners were to be rounded, times that are assumed
  Diagnostics notes_of_motions;
};

// Why a program could not be planned: as far as it came, and the planner's reasons.
struct ProgramFailure {
  program::Place place;
  planning::Diagnosis why;
  std::shared_ptr<const worldwright::v1::ProgramPlan> so_far;  // the steps before
};

// Plans all steps of a program of the world's record, each from the end of the one before: robots stand where they came
// to, what is attached rides along and is checked with them. Steps that are locked drive the motion that they have, if
// it still holds (judged, not planned), and what goes before ends where that begins. Same world, program and seed: same
// plan. The failure names the step. Codes as of planMotion and of programProblems; FAILED_PRECONDITION for a program
// without steps, or of a higher version. `options.scene` saves making one; without a deadline each step has its own
// time.
Result<ProgramOutcome> planProgram(const world::World& world, const std::string& name,
                                   const planning::PlanOptions& options, ProgramFailure* failure = nullptr);

}  // namespace ww::usecase
