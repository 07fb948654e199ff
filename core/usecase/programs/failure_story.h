// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/kinematics/branch.h"
#include "core/session/edit_builders.h"
#include "core/usecase/programs/plan_program.h"

namespace ww::usecase {

// A posture in which the robot would have its tool at the target that was refused, and what stands against it.
struct Candidate {
  JointVector joints;  // radians or metres
  kinematics::IkBranch branch;
  int joint = -1;       // beyond its limit
  double excess = 0.0;  // by so much, radians or metres
  std::optional<collision::Contact> contact;

  bool isFree() const { return joint < 0 && !contact; }
};

enum class RemedyKind { kOtherBranch, kExcludePair, kMoveTarget, kLoosenRotation, kComeNear, kRaiseLimit };

// An edit that helps, made for the world that the program was planned in.
struct Remedy {
  RemedyKind kind = RemedyKind::kExcludePair;
  Phrase text;  // "Move the target by 12 mm"
  session::EditsPtr edits;
  bool is_tried = false;  // with it the step is planned
};

// A failure of planProgram with all that an editor shows and offers.
struct FailureStory {
  program::Place place;  // none: the program as a whole
  Status status;
  ObjectId robot;                            // none: no robot is known
  std::optional<world::World> before;        // as the steps before it have left it
  std::vector<std::string> joint_names;      // of the robot
  std::optional<JointVector> joints;         // where it came to grief, radians or metres
  std::vector<collision::Contact> contacts;  // there, deepest first
  double path_fraction = 0.0;                // and how far on the way: 0 to 1
  std::vector<Candidate> candidates;         // of the target, at most 16, as near as they are to where the robot stood
  std::vector<Remedy> remedies;              // those that were tried first
};

// Tells it; remedies other than excluding a pair are tried, each for three seconds at most, and left out where they do
// not help. `status` is what planProgram failed with; stop, deadline, progress and scene of the options count.
FailureStory storyOf(const world::World& world, const std::string& name, const Status& status,
                     const ProgramFailure& failure, const planning::PlanOptions& options);

}  // namespace ww::usecase
