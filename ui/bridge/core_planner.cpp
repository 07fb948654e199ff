// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/core_planner.h"

#include "core/kinematics/tool.h"
#include "core/planning/plan.h"
#include "ui/bridge/motion_names.h"
#include "ui/bridge/motion_text.h"

namespace ww::ui {
namespace {

constexpr std::size_t kTracePoints = 200;

std::optional<world::NodeRef> toolOf(const MotionRequest& request, const world::World& world) {
  return request.tool ? request.tool : kinematics::toolOf(world, request.robot);
}

planning::MotionRequest toCore(const MotionRequest& request, const world::World& world, Status& status) {
  planning::MotionRequest core;
  core.robot = request.robot;
  core.start = request.start;
  planning::Segment segment;
  segment.type = request.type == MotionRequest::Type::kAny ? planning::MotionType::kAny : planning::MotionType::kJoint;
  if (!request.configuration.empty()) {
    auto joints = planning::namedConfiguration(world, request.robot, request.configuration);
    status = joints.status();
    if (joints.ok()) segment.goal = *joints;
  } else if (const auto tool = toolOf(request, world)) {
    if (!isThere(world, *tool) || !isThere(world, request.frame)) status = whyNoTarget();
    segment.goal = planning::PoseGoal{*tool, request.frame, {}};
  } else {
    status = whyNoTool();
  }
  core.segments.push_back(segment);
  return core;
}

void tell(const planning::Diagnosis& why, const MotionRequest& request, const world::World& world, MotionOutcome& outcome) {
  for (const auto& contact : why.contacts) {
    if (outcome.involved.empty()) outcome.involved = {contact.a, contact.b};
    outcome.points_in_root.push_back(contact.point_a);
    outcome.points_in_root.push_back(contact.point_b);
  }
  if (outcome.involved.empty() && request.frame && why.kind == planning::Diagnosis::Kind::kGoalUnreachable)
    outcome.involved = {request.frame};
  const auto robot = world.object(request.robot);
  if (robot && why.joints.size() == static_cast<Eigen::Index>(robot->moving_joints.size()) && why.joints.allFinite()) outcome.joints = why.joints;
  if (outcome.involved.empty() && why.kind != planning::Diagnosis::Kind::kNone) outcome.involved = {request.robot};
}

MotionPlan toPlan(const planning::Plan& made, const MotionRequest& request, const world::World& world) {
  MotionPlan plan;
  plan.request = request;
  plan.trajectory = made.trajectory;
  plan.planning_seconds = made.report.seconds;
  if (made.report.min_clearance_m < 10.0) plan.min_clearance_m = made.report.min_clearance_m;
  plan.min_clearance_at_s = made.report.min_clearance_at_s;
  plan.notes = made.report.notes;
  if (const auto& near = made.report.nearest) plan.nearest = MotionContact{near->a, near->b, near->point_a, near->point_b};
  if (const auto tool = toolOf(request, world); tool && isThere(world, *tool))
    plan.tcp_in_root = planning::tracePoints(world, request.robot, *tool, made.trajectory, kTracePoints);
  return plan;
}

}  // namespace

MotionPlanner corePlanner() {
  return [](const world::WorldPtr& world, const MotionRequest& request, const std::stop_token& stop, const Progress& progress) {
    MotionOutcome outcome;
    Status status;
    const planning::MotionRequest core = toCore(request, *world, status);
    if (!status.ok()) {
      outcome.status = status;
      return outcome;
    }
    planning::PlanOptions options;
    options.seed = request.seed;
    options.stop = stop;
    options.progress = progress;
    options.deadline = planning::Clock::now() + std::chrono::milliseconds(static_cast<long>(request.deadline_s * 1000));
    planning::Diagnosis why;
    const auto made = planning::planMotion(*world, core, options, &why);
    if (made.ok()) outcome.plan = toPlan(*made, request, *world);
    else {
      outcome.status = motionFailure(why, made.status(), request, *world);
      tell(why, request, *world, outcome);
    }
    return outcome;
  };
}

}  // namespace ww::ui
