// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <limits>
#include <vector>

#include "core/collision/checker.h"
#include "core/model/limits.h"
#include "core/model/trajectory.h"
#include "core/validate/frame_speed.h"
#include "core/validate/kept.h"

namespace ww::validate {

// What was found; `problem` is ok when the trajectory is sound.
struct Verdict {
  Status problem;  // OUT_OF_RANGE: a limit, line or goal that is not kept, FAILED_PRECONDITION: a collision
  std::optional<collision::Contact> contact;  // of a collision: the deepest then, with its depth
  double at_s = 0.0;                          // when
  JointVector joints;                         // and where
  std::size_t configurations = 0;             // at the spacing, known to be free or to collide
  bool is_proven = false;                     // nothing touches between them either
  double worst_limit_ratio = 0.0;             // largest velocity or acceleration as share of its limit, the frame's too
};

// How near a trajectory comes.
struct Clearance {
  double least_m = 0.0;  // smallest distance along the motion; 10 m and above count as 10
  double at_s = 0.0;
  std::optional<collision::Contact> nearest;  // there: the pair and its points; none when nothing is nearer than 10 m
  double least_joint_margin = 0.0;            // smallest distance to a position limit, radians or metres
};

// How a trajectory is looked at.
struct JudgeOptions {
  double spacing = 1.0 / 512.0;           // largest distance of configurations checked: L2 norm of radians and metres
  std::function<Status()> interrupted{};  // asked at each; what is not ok ends the work with it
  std::optional<StraightLine> line{};     // that the trajectory has to keep
  double line_from_s = 0.0;               // from then on, where a rounded corner comes before
  double line_to_s = std::numeric_limits<double>::infinity();  // and until then
  std::vector<Held> held{};                                    // what has to hold at every time
  std::optional<JointVector> start{};       // that relative constraints start from; none: the first state
  const model::Constraint* goal = nullptr;  // that its end has to satisfy, to 1e-6; null: none
};

// Judges trajectories of one robot in a scene as a controller would run them, apart from how they were planned.
// What collides wherever the robot stands is not held against a trajectory. One thread at a time.
class Judge {
 public:
  // All independent joints of an object. NOT_FOUND when there is no such object, FAILED_PRECONDITION when it has
  // no moving joint; errors of the rules when `settings` are given (null: the world's own).
  static Result<Judge> make(const collision::Scene& scene, ObjectId robot,
                            const intrinsic_proto::world::CollisionSettings* settings = nullptr);

  const model::Mechanism& mechanism() const { return mechanism_; }
  // What collides wherever the robot stands: parts that ride together, and its base with what stands in it.
  const std::vector<collision::Contact>& anywhere() const { return anywhere_; }
  // Limits of joints and frame every millisecond (a million times in longer motions), at states and amid what is
  // shorter, to 1e-6, and that times rise; then goal, line, what has to hold, and collisions. INVALID_ARGUMENT for
  // what is empty, not of this robot or at times that are no numbers; what `interrupted` says.
  Result<Verdict> judge(const model::Trajectory& trajectory, const model::MotionLimits& limits,
                        const JudgeOptions& options = {});
  // Configurations at most 1/32 apart, and closely where it comes nearest. Errors as above.
  Result<Clearance> clearance(const model::Trajectory& trajectory, const std::vector<world::JointLimits>& limits,
                              const std::function<Status()>& interrupted = {});

 private:
  Judge(model::Mechanism mechanism, collision::Checker checker);
  // Fail for what is no trajectory of this mechanism.
  Status check(const model::Trajectory& trajectory) const;
  const model::State& at(const JointVector& q);
  Status checkState(const model::JointState& state, const model::MotionLimits& limits, double time, Verdict& out) const;
  // Fail with what is not kept.
  Status checkGoal(const model::Trajectory& trajectory, const JudgeOptions& options, Verdict& out) const;
  Status checkLine(const model::Trajectory& trajectory, const JudgeOptions& options, Verdict& out) const;
  Status checkHeld(const model::Trajectory& trajectory, const JudgeOptions& options, Verdict& out) const;
  static Status checkTimes(const model::Trajectory& trajectory, Verdict& out);
  Status checkFrame(FrameSpeed& speed, const model::JointState& state, const model::MotionLimits& limits, double time,
                    Verdict& out) const;
  // Fails with what `interrupted` (may be empty) says.
  Status checkLimits(const model::Trajectory& trajectory, const model::MotionLimits& limits,
                     const std::function<Status()>& interrupted, Verdict& out) const;
  // What collides goes into the verdict; fails with what `interrupted` says.
  Status checkCollisions(const model::Trajectory& trajectory, const JudgeOptions& options, Verdict& out);

  model::Mechanism mechanism_;
  collision::Checker checker_;
  std::vector<collision::Contact> anywhere_;
  model::State state_;
};

// Of a trajectory that is free wherever it was looked at: what its clearance found to overlap in between becomes the
// problem, FAILED_PRECONDITION, and the contact.
void judgeBetween(const world::World& world, const model::Trajectory& trajectory, const Clearance& clearance,
                  Verdict& out);

// fn(time) at each state and between them, such that configurations at consecutive times are at most `spacing` apart.
// Fails as soon as `fn` does.
Status forEachTime(const model::Trajectory& trajectory, double spacing, const std::function<Status(double)>& fn);
// The same, but for states where the place after next is near enough. Fails as soon as `fn` does.
Status forEachPlace(const model::Trajectory& trajectory, double spacing, const std::function<Status(double)>& fn);

}  // namespace ww::validate
