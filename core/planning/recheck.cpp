// SPDX-License-Identifier: Apache-2.0
#include "core/planning/recheck.h"

#include "core/planning/failures.h"
#include "core/planning/motions/motion_kinds.h"
#include "core/planning/own_limits.h"
#include "core/planning/path_rule.h"
#include "core/planning/refusals.h"
#include "core/validate/judge.h"
#include "core/validate/stray_tools.h"

namespace ww::planning {
namespace {

model::MotionLimits limitsOf(const kinematics::JointTree& tree, const Segment& segment, Diagnostics& assumed) {
  model::MotionLimits out = model::motionLimits(tree.mechanism(), segment.limits, &assumed);
  out.frame = segment.frame;
  out.moving = limitedNode(segment, tree.mechanism());
  return out;
}

void addClearance(const validate::Clearance& clearance, TrajectoryReport& out) {
  out.min_clearance_m = clearance.least_m;
  out.min_clearance_at_s = clearance.at_s;
  out.nearest = clearance.nearest;
  out.min_joint_margin = clearance.least_joint_margin;
}

}  // namespace

Result<std::vector<validate::Held>> heldAlong(const kinematics::JointTree& tree, const Segment& segment,
                                              const JointVector& start, const std::vector<world::JointLimits>& limits) {
  if (!segment.along) return std::vector<validate::Held>();
  WW_ASSIGN(const PathRule rule, PathRule::make(tree, *segment.along, start, limits));
  return rule.held();
}

Result<Plan> recheck(const world::World& world, const MotionRequest& request, const Trajectory& trajectory,
                     const PlanOptions& options) {
  const Clock::time_point began = Clock::now();
  const Budget budget{options.stop, options.deadline, began};
  const auto interrupted = [&budget] { return budget.check(); };
  const Status other = fail(failures::kWrongStart, {{"count", arg::Count{0}}});
  if (request.segments.size() != 1 || motionKind(request.segments.front().type).one_end || trajectory.empty())
    return other;
  const Segment& segment = request.segments.front();
  const collision::Scene whole = options.scene ? *options.scene : collision::Scene::make(world);
  WW_ASSIGN(RobotScene scene, RobotScene::make(whole, request.robot, segment.settings));
  if (request.spacing) scene.setSpacing(*request.spacing);
  const kinematics::JointTree& tree = scene.tree();
  const JointVector start = request.start.value_or(tree.worldPositions());
  if (trajectory.states.front().q.size() != start.size() || trajectory.states.front().q != start) return other;
  Plan plan;
  plan.request = request;
  plan.trajectory = trajectory;
  TrajectoryReport& report = plan.report;
  report.notes = validate::toolNotes(tree.mechanism());
  for (const auto& contact : scene.forgetConstant()) report.notes.push_back(tellAnywhere(world, contact));
  const model::MotionLimits limits = limitsOf(tree, segment, report.notes);
  validate::JudgeOptions look{scene.spacing(), interrupted};
  look.goal = &segment.goal;
  WW_ASSIGN(look.held, heldAlong(tree, segment, start, limits.position));
  WW_ASSIGN(validate::Judge judge, validate::Judge::make(whole, request.robot, segment.settings.get()));
  WW_ASSIGN(const validate::Verdict verdict, judge.judge(trajectory, limits, look));
  if (!verdict.problem.ok()) return verdict.problem;
  WW_ASSIGN(const validate::Clearance clearance, judge.clearance(trajectory, limits.position, interrupted));
  addClearance(clearance, report);
  report.coverage = scene.coverage();
  if (segment.settings) report.coverage.settings = collision::Coverage::Settings::kRequest;
  report.segments = 1;
  if (!report.coverage.checked()) report.unchecked.push_back(0);
  else
    for (Diagnostic& note : spacingNotes(scene)) report.notes.push_back(std::move(note));
  report.spacing = scene.spacing();
  report.seed = options.seed;
  setValidated(world, report);
  report.cycle_time_s = trajectory.duration();
  report.seconds = std::chrono::duration<double>(Clock::now() - began).count();
  return plan;
}

}  // namespace ww::planning
