// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/planning/robot_scene.h"
#include "core/usecase/programs/failure_story.h"
#include "core/usecase/programs/step_motion.h"

namespace ww::usecase {

// A step that could not be planned, with all that is known of it. Refers to what it was made of.
struct FailedStep {
  const world::World& world;  // that the program was planned in
  const std::string& program;
  const planning::Diagnosis& why;
  const planning::PlanOptions& options;
  Stage stage;             // as the steps before have left it
  collision::Scene scene;  // of the stage's world
  std::size_t first = 0;   // among the steps that are planned one after another: what was planned together with it
  program::FlatStep step;  // points into `world`
  StepMotion motion;       // what was asked for; its last segment is the step's
  std::optional<Pose> root_t_goal;  // of the tool, in the root frame; none: the target is no pose
};

// The postures that reach the goal, nearest first, each judged by limits and the rules of the step. Errors as of the
// solver and of the robot's scene.
Result<std::vector<Candidate>> candidatesFor(const FailedStep& failed, const Pose& root_t_goal,
                                             const planning::Segment& segment);

// What helps; see storyOf.
std::vector<Remedy> remediesFor(const FailedStep& failed, const std::vector<Candidate>& candidates);

}  // namespace ww::usecase
