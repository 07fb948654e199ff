// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/programs/route.h"

#include <algorithm>
#include <map>

#include "core/kinematics/joint_tree.h"
#include "core/program/planned.h"
#include "core/session/program_data.h"
#include "core/usecase/programs/last_plan.h"
#include "worldwright/v1/file.pb.h"

namespace ww::usecase {
namespace {

namespace v1 = worldwright::v1;

constexpr double kPointsPerSecond = 20.0;
constexpr std::size_t kFewest = 2, kMost = 80;  // points of a leg

class Route {
 public:
  explicit Route(const model::Model& model) : model_(model) {}
  // The leg of a step of a plan; none of what moves no tool.
  std::optional<RouteLeg> planned(const program::PlannedStep& step, const program::Mover& mover, std::uint64_t tool);

 private:
  const model::Model& model_;
  std::map<ObjectId, std::optional<kinematics::JointTree>> trees_;
};

std::optional<RouteLeg> Route::planned(const program::PlannedStep& step, const program::Mover& mover,
                                       std::uint64_t tool) {
  const auto node = nodeWithId(model_.world(), tool);
  const auto [known, is_new] = trees_.try_emplace(mover.object);
  if (is_new) {
    auto tree = kinematics::JointTree::make(model_, mover.object);
    if (tree.ok()) known->second = std::move(tree).value();
  }
  const auto& tree = known->second;
  if (!node || !tree || step.motion.q.front().size() != static_cast<Eigen::Index>(tree->size())) return std::nullopt;
  const auto riding = tree->riding(*node);
  const double duration = step.motion.times.back();
  const std::size_t count = std::clamp(static_cast<std::size_t>(duration * kPointsPerSecond), kFewest, kMost);
  RouteLeg leg{step.place.front() - 1, {}, tree->rootT(riding, step.motion.q.back()), true};
  for (std::size_t i = 0; i < count; ++i) {
    const double at = duration * static_cast<double>(i) / static_cast<double>(count - 1);
    leg.points.push_back(tree->rootT(riding, program::positionsAt(step.motion, at)).p);
  }
  return leg;
}

// Of steps that are still those of the plan; by their numbers.
std::multimap<std::size_t, RouteLeg> plannedLegs(const model::Model& model, const std::string& name) {
  std::multimap<std::size_t, RouteLeg> out;
  const auto& programs = model.world().data().record->programs();
  const v1::Program* program = program::find(programs, name);
  const v1::ProgramPlan* plan = lastPlanOf(model.world(), name);
  if (!program || !plan) return out;
  const auto planned = program::plannedProgram(*plan);
  if (!planned.ok()) return out;
  Route route(model);
  for (std::size_t i = 0; i < planned->steps.size(); ++i) {
    const program::PlannedStep& step = planned->steps[i];
    const v1::PlannedStep& wire = plan->steps(static_cast<int>(i));
    const auto number = static_cast<int>(step.place.front());
    if (step.kind != program::StepKind::kMove || !step.mover || number < 1 || number > program->steps_size()) continue;
    const v1::ProgramStep& now = program->steps(number - 1);
    const bool same = step.place.size() > 1 ? now.has_call() : program::sameWork(now, wire.step());
    if (!same || now.off()) continue;
    if (auto leg = route.planned(step, planned->movers[*step.mover], wire.tool())) out.emplace(leg->step, *leg);
  }
  return out;
}

// Where a move that is not planned goes, as far as that is a pose.
std::optional<Pose> targetOf(const world::World& world, const session::StepData& step) {
  const auto* move = std::get_if<session::MoveData>(&step.what);
  const auto* node = move && !step.off ? std::get_if<session::StepNode>(&move->target) : nullptr;
  if (!node || !node->node) return std::nullopt;
  return world.rootT(*node->node) * move->frame_t_tool.value_or(Pose());
}

}  // namespace

std::vector<RouteLeg> programRoute(const model::Model& model, const std::string& name) {
  const world::World& world = model.world();
  const auto program = session::programData(world, name);
  if (!program) return {};
  const auto planned = plannedLegs(model, name);
  std::vector<RouteLeg> out;
  std::optional<Vec3> last;
  for (std::size_t i = 0; i < program->steps.size(); ++i) {
    const auto [first, end] = planned.equal_range(i);
    for (auto leg = first; leg != end; ++leg) {
      out.push_back(leg->second);
      last = leg->second.points.back();
    }
    const auto target = first == end ? targetOf(world, program->steps[i]) : std::nullopt;
    if (!target) continue;
    RouteLeg leg{i, {}, target, false};
    if (last) leg.points.push_back(*last);
    leg.points.push_back(target->p);
    last = target->p;
    out.push_back(std::move(leg));
  }
  return out;
}

}  // namespace ww::usecase
