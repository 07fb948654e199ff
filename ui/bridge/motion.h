// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/diagnostic.h"
#include "core/base/phrase.h"
#include "core/base/progress.h"
#include "core/collision/coverage.h"
#include "core/planning/trajectory.h"
#include "core/usecase/motion.h"

namespace ww::ui {

// Whether both ask for the same motion, wherever it starts.
bool isSameMotion(const usecase::Target& a, const usecase::Target& b);
// The frame that the tool shall meet; none when that is something else, or joints are the goal.
FrameId targetFrame(const usecase::Target& target);

// Two things that come near each other or collide at some place of a motion; points in the root frame.
struct MotionContact {
  world::NodeRef a, b;
  Vec3 point_a = Vec3::Zero(), point_b = Vec3::Zero();
};

// A planned, timed motion.
struct MotionPlan {
  usecase::Target target;
  std::uint64_t seed = 1;
  std::uint64_t revision = 0;       // of the world it was made for,
  world::WorldPtr world;            // and that world
  planning::Trajectory trajectory;  // what the robot would be given, to the bit
  std::vector<Vec3> tcp_in_root;    // where the tool goes, at equal times
  double planning_seconds = 0.0;
  std::optional<double> min_clearance_m;
  double min_clearance_at_s = 0.0;
  double min_joint_margin = 0.0;         // to a position limit, radians or metres
  bool validated = false;                // by a check of its own, apart from the planner
  bool checked = true;                   // for collisions: something was looked at
  Phrase not_checked;                    // of the core: why it was not
  collision::Coverage coverage;          // what was looked at, and what was left out
  double spacing = 0.0;                  // of checks, radians or metres; 0: unknown
  std::optional<MotionContact> nearest;  // what comes so near then
  Diagnostics notes;                     // of the core: what was left out, what is odd, limits that had to be assumed

  double duration() const { return trajectory.duration(); }
  // Held at both ends; none when nothing is planned.
  JointVector at(double seconds) const { return trajectory.empty() ? JointVector() : trajectory.sample(seconds).q; }
};

struct MotionOutcome {
  std::optional<MotionPlan> plan;
  Status status;                         // why there is none
  Diagnostics notes;                     // what is odd, and may be why
  std::vector<world::NodeRef> involved;  // what to show: the pair in collision, the frame out of reach
  std::vector<Vec3> points_in_root;      // where
  // Where the robot would stand then: at the place that is blocked, the refused target, or as near to the
  // target as it comes.
  std::optional<JointVector> joints;
  bool is_free_turned = false;  // the target is in something, and turned over it is not
};

// Plans in the calling thread (a worker); a stop gives CANCELLED.
using MotionPlanner =
    std::function<MotionOutcome(world::WorldPtr, const usecase::Target&, std::stop_token, const Progress&)>;

}  // namespace ww::ui
