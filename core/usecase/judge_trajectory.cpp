// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/judge_trajectory.h"

#include "core/base/failure.h"
#include "core/base/finding.h"
#include "core/planning/failures.h"
#include "core/planning/hidden_overlaps.h"
#include "core/planning/robot_scene.h"
#include "core/usecase/failures.h"
#include "core/validate/derivatives.h"
#include "core/validate/failures.h"
#include "core/validate/stray_tools.h"

namespace ww::usecase {
namespace {

// Accelerations are no part of the motion itself, but controllers feed them forward.
void judgeAccelerations(const model::Mechanism& mechanism, const planning::Trajectory& trajectory,
                        const model::MotionLimits& limits, TrajectoryVerdict& out) {
  if (out.verdict.problem.failure && out.verdict.problem.failure->row == &validate::failures::kTimeStands) return;
  if (validate::hasNoAccelerations(trajectory)) {
    out.notes.push_back(findingOf(fail(validate::failures::kNoAccelerations)));
    return;
  }
  const auto wrong = validate::wrongAcceleration(trajectory, limits.dynamic);
  if (!wrong) return;
  const model::BodyIndex body = mechanism.joints()[wrong->joint];
  const double at = trajectory.times[wrong->state];
  const bool turns = mechanism.model().body(body).revolute;
  Status problem = fail(validate::failures::kContradicts, {{"joint", arg::Name{mechanism.model().jointName(body)}},
                                                           {"time", arg::Seconds{at}},
                                                           {"given", arg::Number{wrong->given}},
                                                           {"meant", arg::Number{wrong->meant}},
                                                           {"unit", arg::Words{turns ? "rad/s^2" : "m/s^2"}}});
  // What stands against the motion itself is told first.
  if (!out.verdict.problem.ok()) return out.notes.push_back(findingOf(std::move(problem)));
  out.verdict.problem = std::move(problem);
  out.verdict.at_s = at;
  out.verdict.joints = trajectory.states[wrong->state].q;
}

}  // namespace

Result<TrajectoryVerdict> judgeTrajectory(const world::World& world, ObjectId robot,
                                          const planning::Trajectory& trajectory,
                                          const planning::PlanOptions& options) {
  constexpr double kSamePlace = 1e-6;  // radians or metres
  const collision::Scene scene = options.scene ? *options.scene : collision::Scene::make(world);
  WW_ASSIGN(const planning::RobotScene checked, planning::RobotScene::make(scene, robot, nullptr));
  WW_ASSIGN(validate::Judge judge, validate::Judge::make(scene, robot));
  validate::JudgeOptions how;
  how.spacing = checked.spacing();
  how.interrupted = [&options]() -> Status {
    if (options.stop.stop_requested()) return fail(planning::failures::kCancelled);
    if (planning::Clock::now() > options.deadline) return fail(failures::kCheckTimeOut);
    return okStatus();
  };
  const model::MotionLimits limits = model::motionLimits(judge.mechanism());
  TrajectoryVerdict out;
  out.coverage = checked.coverage();
  out.spacing = how.spacing;
  for (const collision::Contact& contact : judge.anywhere())
    out.notes.push_back(planning::tellAnywhere(world, contact));
  for (Diagnostic& note : validate::toolNotes(judge.mechanism())) out.notes.push_back(std::move(note));
  if (out.coverage.checked())
    for (Diagnostic& note : planning::spacingNotes(checked)) out.notes.push_back(std::move(note));
  WW_ASSIGN(out.verdict, judge.judge(trajectory, limits, how));
  judgeAccelerations(judge.mechanism(), trajectory, limits, out);
  for (Diagnostic& note : planning::hiddenOverlaps(scene, robot, trajectory)) out.notes.push_back(std::move(note));
  out.seconds = trajectory.duration();
  const JointVector stands = judge.mechanism().restPositions();
  out.starts_in_world = (trajectory.states.front().q - stands).cwiseAbs().maxCoeff() <= kSamePlace;
  if (!out.verdict.problem.ok()) return out;
  WW_ASSIGN(out.clearance, judge.clearance(trajectory, limits.position, how.interrupted));
  if (out.coverage.checked()) validate::judgeBetween(world, trajectory, out.clearance, out.verdict);
  return out;
}

}  // namespace ww::usecase
