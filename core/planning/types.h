// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/base/diagnostic.h"
#include "core/base/progress.h"
#include "core/collision/contact.h"
#include "core/collision/coverage.h"
#include "core/collision/scene.h"
#include "core/constraints/constraint.h"
#include "core/geometry/mesh.h"
#include "core/kinematics/ik.h"
#include "core/model/limits.h"
#include "core/planning/motions/motion_type.h"
#include "core/planning/trajectory.h"
#include "core/world/values/diff.h"

namespace intrinsic_proto::world {
class CollisionSettings;
}

namespace ww::planning {

class LockedMotions;

// Radians or metres; beyond it a path has more places to check than can be counted.
inline constexpr double kFarthest = 1e5;

using Clock = std::chrono::steady_clock;
using SettingsPtr = std::shared_ptr<const intrinsic_proto::world::CollisionSettings>;

// What shall hold at the end of a segment.
using PoseGoal = constraints::PoseEquality;
using Goal = constraints::Constraint;

// How corners between segments are rounded, so that the robot does not stop there; what is not given rounds nothing.
// More than half of a neighbour is not used. Of the corner between two linear segments the tool leaves the lines within
// `metres` and `radians` of it; other segments are rounded by `joint`, the farthest from the corner that any joint is
// when the rounding begins (radians or metres). Between a linear and another segment the robot stops.
struct Rounding {
  std::optional<double> metres, radians, joint;
  bool any() const { return metres || radians || joint; }
};

struct Segment {
  MotionType type = MotionType::kAny;
  Goal goal;
  SettingsPtr settings;                    // null: the world's own
  std::vector<world::JointLimits> limits;  // empty: the application limits of the robot
  // What goes straight where the goal names no node; none: the tool of the robot.
  std::optional<world::NodeRef> tool{};
  model::FrameLimits frame{};  // of what the goal moves, or goes straight
  // What holds along the whole motion, at its start and its end as well; none: nothing.
  std::optional<Goal> along{};
  // A path from an earlier plan, taken as it is when it still holds, from start to goal, radians or metres; empty:
  // none.
  std::vector<JointVector> given{};
  double given_padding = 0.0;  // of that plan, metres
  // Of the corner behind it; none: as the request says.
  std::optional<Rounding> rounding{};
};

// A motion of one robot (an object with moving joints); it stands at the end of each segment.
struct MotionRequest {
  ObjectId robot;
  std::optional<JointVector> start;  // none: as in the world
  std::vector<Segment> segments;
  // Distance between two checks for collisions, radians or metres in joint space, of all segments; none: as the
  // collision settings of each ask for.
  std::optional<double> spacing;
  Rounding rounding{};
  const Rounding& roundingBehind(std::size_t segment) const {
    return segments[segment].rounding ? *segments[segment].rounding : rounding;
  }
};

// What became of a corner between two segments that was to be rounded.
struct RoundedCorner {
  std::size_t after = 0;                            // the segment before it
  double metres = 0.0, radians = 0.0, joint = 0.0;  // within which it is; all 0: the robot stops
  bool stops() const { return metres <= 0.0 && radians <= 0.0 && joint <= 0.0; }
};

// Request and seed decide the result, not the machine; only time limits can make a difference.
struct PlanOptions {
  std::uint64_t seed = 1;
  std::stop_token stop;
  Progress progress;
  Clock::time_point deadline = Clock::time_point::max();  // none: after 90 s
  std::optional<collision::Scene> scene;                  // of the world planned in; none: made anew
  // Keeps a mesh for clients of the wire, and gives its reference; empty: none is kept.
  std::function<Result<std::string>(const geometry::Mesh&)> keep_mesh;
  std::shared_ptr<LockedMotions> locked;  // of requests of the wire; null: none are kept
};

// Why a plan failed, with all that an editor can draw.
struct Diagnosis {
  enum class Kind {
    kNone,
    kStartCollision,
    kGoalCollision,
    kPathCollision,
    kStartLimit,
    kGoalLimit,
    kGoalUnreachable,
    kLineBroken,
    kNotKept,
    kNoPath,
    kOther
  };
  Kind kind = Kind::kNone;
  int segment = 0;
  Status status;
  std::vector<collision::Contact> contacts;  // deepest first
  JointVector joints;          // where: configuration of the contacts, or the refused one; out of reach: the nearest
  double path_fraction = 0.0;  // path collision, broken line, a path constraint not kept (where it first is not): 0 at
                               // the start, 1 at the goal of the segment
  int joint = -1;              // limits: which joint, by how much (radians or metres)
  double excess = 0.0;
  std::vector<world::JointLimits> limits;  // limits: those that held
  constraints::Miss miss;                  // path constraint not kept: by how much, where it is worst
  kinematics::IkDiagnosis ik;              // goal unreachable
  Diagnostics notes;                       // as of a plan: what is odd, and may be why
};

struct TrajectoryReport {
  double seconds = 0.0;          // wall time of planning
  double cycle_time_s = 0.0;     // duration of the motion
  double min_clearance_m = 0.0;  // smallest distance along the motion; 10 m and above count as 10
  double min_clearance_at_s = 0.0;
  std::optional<collision::Contact> nearest;  // there: the pair and its points; none when nothing is nearer than 10 m
  double min_joint_margin = 0.0;              // smallest distance to a position limit, radians or metres
  bool validated = false;                     // by validate::Judge, collisions as well as limits
  collision::Coverage coverage;               // what was looked at for collisions; of the segment with the least
  std::size_t segments = 0;
  std::vector<std::size_t> unchecked;  // segments of which nothing was looked at for collisions
  double spacing = 0.0;                // of checks, the coarsest of all segments; radians or metres
  std::uint64_t seed = 0;
  std::vector<RoundedCorner> corners;  // of the segments between which rounding was asked for
  Diagnostics notes;  // limits that had to be assumed, and what is odd: a tool that comes from below, and the like
};

// A planned motion and what it was made for.
struct Plan {
  std::uint64_t revision = 0;  // of the world; set by the caller
  MotionRequest request;
  std::vector<std::vector<JointVector>> paths;  // waypoints of each segment, corners not rounded
  std::vector<double> paddings;                 // what each path keeps off obstacles where there is room, metres
  std::vector<std::size_t> ends;                // of each segment its last state in the trajectory
  Trajectory trajectory;
  TrajectoryReport report;

  // True when a change of the world since then can make the plan wrong: poses, geometry, rules, joints,
  // limits, tree; names and colours do not. `diff` is from the plan's world to the present one.
  bool isStale(const world::WorldDiff& diff) const { return world::affectsMotion(diff); }
};

}  // namespace ww::planning
