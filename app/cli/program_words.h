// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "app/cli/verb.h"
#include "core/program/planned.h"
#include "core/usecase/programs/plan_coverage.h"
#include "core/usecase/programs/plan_program.h"

namespace ww::cli {

// "`worldwright program plan cell.wright cycle`", as it can be pasted.
std::string planCommand(const std::string& file, const std::string& program);
// The failure of a plan that is to be made first, or again, with the command that makes it; where that fails for what
// stands against the program, with the one that lists it. Others as they are.
Status withPlanCommand(Status status, const world::World& world, const std::string& file, const std::string& program);
// The failure of a step, without remedies that are options of other verbs.
Status ofSteps(Status status);

// That a plan which is run no longer holds, judged as by `program check`; else nothing. NOT_FOUND, CANCELLED.
Result<Diagnostics> stalePlanNote(const Run& run, const world::World& world, const std::string& file,
                                  const std::string& program);

// What a plan was looked at for, around the answer: lines before it where nothing was, lines behind it.
struct PlanWords {
  std::string before, after;
};
PlanWords coverageWords(const world::World& world, const std::string& file, const std::string& program,
                        const usecase::PlanCoverage& looked);
// As of other verdicts, with "validated", "spacing", "unchecked_steps" and "colliding_steps".
void addPlanCoverage(Json& json, const world::World& world, const std::string& file,
                     const usecase::PlanCoverage& looked);
// That nothing was looked at, or not at all steps, or that some collide, of a plan that leaves the house; else nothing.
Diagnostics unlookedNote(const world::World& world, const std::string& file, const std::string& program,
                         const usecase::PlanCoverage& looked);

// Of a plan: what each step does and when, and where it comes nearest to anything.
// "least clearance 12 mm at 3.412 s in step 3 (reach): 'gripper' and 'table'"; empty where nothing was looked at.
std::string planClearanceText(const world::World& world, const worldwright::v1::ProgramPlan& plan,
                              const program::PlannedProgram& planned);
std::string plannedText(const world::World& world, const usecase::ProgramOutcome& outcome,
                        const program::PlannedProgram& planned);
Json stepsJson(const world::World& world, const worldwright::v1::ProgramPlan& plan,
               const program::PlannedProgram& planned);
void addClearance(Json& json, const world::World& world, const program::PlannedProgram& planned);

}  // namespace ww::cli
