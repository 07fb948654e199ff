// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/planning/robot_scene.h"
#include "core/planning/types.h"

namespace ww::planning {

// What rules leave out though it overlaps by more than a millimetre. The scene must outlive it.
class HiddenLook {
 public:
  struct Hidden {
    collision::Contact contact;
    std::string rule;  // its key
  };

  // `settings`: null: the world's own. Settings that exclude nothing, are not sound or switch checking off hide
  // nothing.
  HiddenLook(const collision::Scene& scene, ObjectId robot, const SettingsPtr& settings);
  // At a posture in radians or metres. What no joint positions can part is put together so on purpose.
  std::vector<Hidden> at(const JointVector& q);

 private:
  collision::RuleSet rules_;
  std::optional<RobotScene> bare_;  // without the rules; none where nothing is hidden
};

// What rules have not checked, though it overlaps by more than a millimetre on a motion: told, as "free" and
// "validated" say nothing of it. The deepest place of each pair, the deepest pairs first, five at most. Looks at
// some postures, not at all. Never fails.
Diagnostics hiddenOverlaps(const collision::Scene& scene, const Plan& plan);
// Under the world's own rules.
Diagnostics hiddenOverlaps(const collision::Scene& scene, ObjectId robot, const Trajectory& trajectory);

}  // namespace ww::planning
