// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>

#include "core/usecase/failures.h"
#include "core/usecase/programs/check_program.h"
#include "core/usecase/programs/last_plan.h"
#include "core/usecase/programs/maker_dialect.h"
#include "core/usecase/programs/robot_export.h"
#include "worldwright/v1/program.pb.h"

namespace ww::usecase {
namespace {

namespace v1 = worldwright::v1;
namespace out = program::dialects;

template <typename Text>
void addOnce(std::vector<std::string>& all, const Text& text) {
  if (std::ranges::find(all, text) == all.end()) all.push_back(text);
}

// What is told of a signal or joint that the program does not have would be told in vain.
Status checkNames(const ExportChoices& choices, const ExportNeeds& needs, const arg::Name& program) {
  for (const auto& [joint, by] : choices.grippers) {
    if (std::ranges::find(needs.gripper_joints, joint) != needs.gripper_joints.end()) continue;
    const FailureArg named{"joint", arg::Name{joint}}, of{"program", program};
    if (needs.gripper_joints.empty()) return fail(failures::kExportNoGripperAtAll, {named, of});
    return withNearest(fail(failures::kExportNoGripper, {named, of, {"joints", arg::Names{needs.gripper_joints}}}),
                       joint, needs.gripper_joints);
  }
  std::vector<std::string> signals = needs.signals;
  for (const auto& [joint, by] : choices.grippers) addOnce(signals, by.signal);
  for (const auto& [signal, number] : choices.signal_numbers) {
    if (std::ranges::find(signals, signal) != signals.end()) continue;
    const FailureArg named{"signal", arg::Name{signal}}, of{"program", program};
    if (signals.empty()) return fail(failures::kExportNoSignalAtAll, {named, of});
    return withNearest(fail(failures::kExportNoSignal, {named, of, {"signals", arg::Names{signals}}}), signal, signals);
  }
  return okStatus();
}

}  // namespace

ExportNeeds exportNeeds(const v1::ProgramPlan& plan) {
  ExportNeeds needs;
  std::optional<std::uint32_t> robot;
  for (const v1::PlannedStep& step : plan.steps())
    if (step.step().has_move() && !robot) robot = step.mover();
  if (robot && static_cast<int>(*robot) < plan.movers_size()) {
    const v1::PlannedMover& mover = plan.movers(static_cast<int>(*robot));
    needs.robot = mover.name();
    for (int i = 0; i < std::min(mover.joints_size(), mover.revolute_size()); ++i)
      needs.axes.push_back({mover.joints(i), !mover.revolute(i)});
  }
  for (const v1::PlannedStep& step : plan.steps()) {
    if (step.step().has_set_signal()) addOnce(needs.signals, step.step().set_signal().signal());
    if (step.step().has_await_signal()) addOnce(needs.signals, step.step().await_signal().signal());
    const auto* grasp = step.step().has_attach()   ? &step.step().attach().object()
                        : step.step().has_detach() ? &step.step().detach().object()
                                                   : nullptr;
    if (grasp) addOnce(needs.held, grasp->has_by_name() ? grasp->by_name().object_name() : grasp->id());
    // Of a hand that is part of the robot, too.
    if (step.step().has_set_joint()) addOnce(needs.gripper_joints, step.step().set_joint().joint());
  }
  return needs;
}

ExportNeeds exportNeeds(const world::World& world, const std::string& name) {
  const v1::ProgramPlan* plan = lastPlanOf(world, name);
  if (!plan) return {};
  ExportNeeds needs = exportNeeds(*plan);
  const auto first = std::ranges::find_if(plan->steps(), [](const auto& step) { return step.step().has_move(); });
  if (first != plan->steps().end() && static_cast<int>(first->mover()) < plan->movers_size())
    needs.dialect = dialectOfMaker(world, {plan->movers(static_cast<int>(first->mover())).object()});
  return needs;
}

Result<std::vector<out::ExportedFile>> exportProgramOf(const world::World& world, const std::string& name,
                                                       std::string_view dialect, const ExportChoices& choices,
                                                       const planning::PlanOptions& options) {
  WW_ASSIGN(const ProgramCheck check, checkPlanOf(world, name, options));
  const arg::Name program{name};
  const v1::ProgramPlan* plan = lastPlanOf(world, name);
  if (check.state == PlanState::kUnplanned || !plan) return fail(failures::kExportUnplanned, {{"program", program}});
  if (check.state == PlanState::kStale || check.state == PlanState::kChanged)
    return withDetails(fail(failures::kExportStale, {{"program", program}}), {verdictOf(check)});
  WW_TRY(checkNames(choices, exportNeeds(*plan), program));
  const bool moves = std::ranges::any_of(plan->steps(), [](const auto& step) { return step.step().has_move(); });
  if (!moves && out::needsRobot(dialect)) return fail(failures::kExportNoMove, {{"program", program}});
  ExportChoices told = choices;
  told.joint_corner_radii = out::roundsJointsByRadius(dialect);
  if (told.joint_corner_radii) told.blend_share = 0.0;
  WW_ASSIGN(const out::RobotProgram made, robotProgram(world, *plan, told));
  return out::exportProgram(dialect, made);
}

}  // namespace ww::usecase
