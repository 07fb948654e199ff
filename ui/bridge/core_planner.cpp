// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/core_planner.h"

#include "core/collision/coverage.h"
#include "core/planning/plan.h"
#include "core/usecase/motion.h"

namespace ww::ui {
namespace {

constexpr std::size_t kTracePoints = 200;

usecase::Target toTarget(const MotionRequest& request) {
  usecase::Target target;
  target.robot = request.robot;
  target.start = request.start;
  target.configuration = request.configuration;
  target.node = request.frame;
  target.tool = request.tool;
  target.type = request.type;
  return target;
}

void tell(const planning::Diagnosis& why, const MotionRequest& request, const world::World& world,
          MotionOutcome& outcome) {
  for (const auto& contact : why.contacts) {
    if (outcome.involved.empty()) outcome.involved = {contact.a, contact.b};
    outcome.points_in_root.push_back(contact.point_a);
    outcome.points_in_root.push_back(contact.point_b);
  }
  if (outcome.involved.empty() && request.frame && why.kind == planning::Diagnosis::Kind::kGoalUnreachable)
    outcome.involved = {request.frame};
  const auto robot = world.object(request.robot);
  if (robot && why.joints.size() == static_cast<Eigen::Index>(robot->moving_joints.size()) && why.joints.allFinite())
    outcome.joints = why.joints;
  if (outcome.involved.empty() && why.kind != planning::Diagnosis::Kind::kNone) outcome.involved = {request.robot};
}

MotionPlan toPlan(const planning::Plan& made, const MotionRequest& request, const usecase::Move& move,
                  const model::Model& model) {
  const planning::TrajectoryReport& report = made.report;
  MotionPlan plan;
  plan.request = request;
  plan.trajectory = made.trajectory;
  plan.planning_seconds = report.seconds;
  if (report.nearest) plan.min_clearance_m = report.min_clearance_m;
  plan.min_clearance_at_s = report.min_clearance_at_s;
  plan.min_joint_margin = report.min_joint_margin;
  plan.validated = report.validated;
  plan.checked = report.coverage.checked();
  plan.not_checked = collision::whyNotChecked(report.coverage);
  plan.unseen = report.coverage.unseen;
  plan.notes = report.notes;
  if (const auto& near = report.nearest) plan.nearest = MotionContact{near->a, near->b, near->point_a, near->point_b};
  if (move.tool)
    plan.tcp_in_root = planning::tracePoints(model, request.robot, move.tool->node, made.trajectory, kTracePoints);
  return plan;
}

planning::PlanOptions toOptions(const MotionRequest& request, const std::stop_token& stop, const Progress& progress) {
  planning::PlanOptions options;
  options.seed = request.seed;
  options.stop = stop;
  options.progress = progress;
  if (request.deadline_s > 0.0)
    options.deadline = planning::Clock::now() + std::chrono::milliseconds(static_cast<long>(request.deadline_s * 1000));
  return options;
}

}  // namespace

MotionPlanner corePlanner(std::shared_ptr<WorldScenes> kept) {
  if (!kept) kept = std::make_shared<WorldScenes>();
  return [scenes = std::move(kept)](const world::WorldPtr& world, const MotionRequest& request,
                                    const std::stop_token& stop, const Progress& progress) {
    MotionOutcome outcome;
    const auto move = usecase::moveTo(*world, toTarget(request));
    if (!move.ok()) {
      outcome.status = move.status();
      return outcome;
    }
    planning::PlanOptions options = toOptions(request, stop, progress);
    options.scene = scenes->of(*world);
    planning::Diagnosis why;
    const auto made = planning::planMotion(*world, move->motion, options, &why);
    if (made.ok()) {
      outcome.plan = toPlan(*made, request, *move, options.scene->model());
    } else {
      outcome.status = made.status();
      outcome.notes = why.notes;
      tell(why, request, *world, outcome);
    }
    return outcome;
  };
}

}  // namespace ww::ui
