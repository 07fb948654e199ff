// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/core_planner.h"

#include "core/collision/coverage.h"
#include "core/planning/hidden_overlaps.h"
#include "core/planning/plan.h"
#include "core/usecase/motion.h"

namespace ww::ui {
namespace {

constexpr std::size_t kTracePoints = 200;

void tell(const planning::Diagnosis& why, const usecase::Target& target, const world::World& world,
          MotionOutcome& outcome) {
  for (const auto& contact : why.contacts) {
    if (outcome.involved.empty()) outcome.involved = {contact.a, contact.b};
    outcome.points_in_root.push_back(contact.point_a);
    outcome.points_in_root.push_back(contact.point_b);
  }
  if (outcome.involved.empty() && target.node && why.kind == planning::Diagnosis::Kind::kGoalUnreachable)
    outcome.involved = {*target.node};
  const auto robot = world.object(target.robot);
  if (robot && why.joints.size() == static_cast<Eigen::Index>(robot->moving_joints.size()) && why.joints.allFinite())
    outcome.joints = why.joints;
  if (outcome.involved.empty() && why.kind != planning::Diagnosis::Kind::kNone) outcome.involved = {target.robot};
}

MotionPlan toPlan(const planning::Plan& made, const usecase::Target& target, const usecase::Move& move,
                  const model::Model& model) {
  const planning::TrajectoryReport& report = made.report;
  MotionPlan plan;
  plan.target = target;
  plan.trajectory = made.trajectory;
  plan.planning_seconds = report.seconds;
  if (report.nearest) plan.min_clearance_m = report.min_clearance_m;
  plan.min_clearance_at_s = report.min_clearance_at_s;
  plan.min_joint_margin = report.min_joint_margin;
  plan.validated = report.validated;
  plan.checked = report.coverage.checked();
  plan.not_checked = collision::whyNotChecked(report.coverage);
  plan.coverage = report.coverage;
  plan.spacing = report.spacing;
  plan.notes = report.notes;
  if (const auto& near = report.nearest) plan.nearest = MotionContact{near->a, near->b, near->point_a, near->point_b};
  if (move.tool)
    plan.tcp_in_root = planning::tracePoints(model, target.robot, move.tool->node, made.trajectory, kTracePoints);
  return plan;
}

planning::PlanOptions toOptions(const MotionEffort& effort, const std::stop_token& stop, const Progress& progress) {
  planning::PlanOptions options;
  options.seed = effort.seed;
  options.stop = stop;
  options.progress = progress;
  if (effort.deadline_s > 0.0)
    options.deadline = planning::Clock::now() + std::chrono::milliseconds(static_cast<long>(effort.deadline_s * 1000));
  return options;
}

}  // namespace

MotionPlanner corePlanner(std::shared_ptr<WorldScenes> kept, const MotionEffort& effort) {
  if (!kept) kept = std::make_shared<WorldScenes>();
  return [scenes = std::move(kept), effort](const world::WorldPtr& world, const usecase::Target& target,
                                            const std::stop_token& stop, const Progress& progress) {
    MotionOutcome outcome;
    const auto move = usecase::moveTo(*world, target);
    if (!move.ok()) {
      outcome.status = move.status();
      return outcome;
    }
    planning::PlanOptions options = toOptions(effort, stop, progress);
    options.scene = scenes->of(*world);
    planning::Diagnosis why;
    auto made = planning::planMotion(*world, move->motion, options, &why);
    if (made.ok()) {
      for (Diagnostic& note : planning::hiddenOverlaps(*options.scene, *made))
        made->report.notes.push_back(std::move(note));
      outcome.plan = toPlan(*made, target, *move, options.scene->model());
      outcome.plan->seed = effort.seed;
    } else {
      outcome.status = made.status();
      outcome.notes = why.notes;
      tell(why, target, *world, outcome);
      if (why.kind == planning::Diagnosis::Kind::kGoalCollision)
        outcome.is_free_turned = usecase::isFreeTurnedOver(*world, *options.scene, target, stop);
    }
    return outcome;
  };
}

}  // namespace ww::ui
