// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QString>
#include <vector>

#include "core/session/program_data.h"
#include "core/usecase/programs/check_program.h"
#include "core/usecase/programs/failure_story.h"
#include "ui/bridge/program_planning.h"
#include "ui/bridge/program_watch.h"
#include "ui/widgets/theme.h"

namespace ww::ui {

// A text of the core as it is.
QString toQt(const std::string& text);

// How a step stands to the world.
enum class StepState { kOff, kNotPlanned, kPlanned, kHolds, kUnsure, kBroken, kFailed };

// A mark with its word, so that colour is never alone.
struct StateLook {
  QString text, icon;
  Role role = Role::kText;
};
StateLook lookOf(StepState state);
StateLook lookOf(usecase::PlanState state);

// What a step does: "Move to pick", "Attach part_1", and the sign for it.
QString stepText(const session::StepData& step);
QString stepIcon(const session::StepData& step);
QString kindText(program::MotionKind kind);
QString targetText(const session::MoveData& move);

// A step as lists show it.
struct StepRow {
  session::StepData step;
  StepState state = StepState::kNotPlanned;
  QString why;                         // what stands against it
  std::optional<double> begins, ends;  // of the plan, seconds since the program began
  std::optional<double> corner_m;      // rounded in the plan where a corner is asked for; 0: a stop
};
// Of a program in a world: with what is known of its plan (null: nothing yet), and why it was not planned (null: it
// was, or nobody tried).
std::vector<StepRow> stepRows(const world::World& world, const session::ProgramData& program,
                              const ProgramWatch::Known* known, const ProgramPlanning::Failed* failed);

// "shoulder right, elbow up: joint_3 beyond its limit by 12°".
QString candidateText(const usecase::FailureStory& story, const usecase::Candidate& candidate);

}  // namespace ww::ui
