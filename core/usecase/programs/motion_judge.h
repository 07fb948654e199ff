// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <optional>

#include "core/planning/types.h"
#include "core/usecase/programs/stage.h"
#include "core/usecase/programs/step_motion.h"
#include "core/validate/judge.h"

namespace ww::usecase {

// A motion that was planned before, as a step drives it.
struct OldMotion {
  const planning::Trajectory& path;
  bool comes_on = false;                   // out of a rounded corner, which is on neither line
  bool goes_on = false;                    // into the next, by a corner that passes by the target
  std::optional<JointVector> corner = {};  // that it comes out of, radians or metres; none: it starts where it starts
  std::optional<JointVector> passes = {};  // the corner that it goes on by, which is at its target; none: not known
};

// What the judge says of it.
struct JudgedMotion {
  Status problem;  // what stands against it
  // How near it comes; of a sound motion that was looked at, and only where it was measured.
  std::optional<validate::Clearance> clearance;
};

// Whether a motion holds for what a step asks in the world as the steps before have left it: that it starts where the
// robot stands, reaches the target, keeps its line, its limits and what has to hold, and is free of collisions.
// `measured`: how near it comes is worked out in any case. `motion` is of one step. What fails is no judgement: errors
// of the rules, and what `interrupted` says.
Result<JudgedMotion> judgeOldMotion(const Stage& stage, const collision::Scene& scene, const StepMotion& motion,
                                    const OldMotion& old, bool measured, const std::function<Status()>& interrupted);

}  // namespace ww::usecase
