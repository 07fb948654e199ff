// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/programs/plan_coverage.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>

#include "core/planning/robot_scene.h"
#include "core/program/expand.h"
#include "core/session/edit_builders.h"
#include "core/usecase/failures.h"
#include "core/world/updates/edits.h"
#include "worldwright/v1/edits.pb.h"
#include "worldwright/v1/file.pb.h"

namespace ww::usecase {
namespace {

namespace v1 = worldwright::v1;
using Settings = intrinsic_proto::world::CollisionSettings;

struct Looked {
  collision::Coverage coverage;
  double spacing = 0.0;
};

// What is held hangs on what holds it. Nothing here makes geometry, so that no store is needed.
world::World holding(const world::World& world, const v1::PlannedStep& step) {
  world::World out = world;
  geometry::GeometryStore none;
  for (const auto& held : step.held()) {
    const ObjectId object{held.object()};
    const EntityId on{held.parent_entity()};
    if (!out.peek(object) || !out.owner(on)) continue;
    auto hung = world::apply(out, *session::reparentObject(object, out.owner(on)->object, on), none);
    if (hung.ok()) out = std::move(hung).value();
  }
  return out;
}

std::shared_ptr<const Settings> ownSettings(const v1::ProgramStep& step) {
  if (!step.has_move() || !step.move().has_collision_settings()) return nullptr;
  return std::make_shared<const Settings>(step.move().collision_settings());
}

// None where the robot has gone.
std::optional<Looked> look(const world::World& world, ObjectId robot, const v1::PlannedStep& step) {
  const auto settings = ownSettings(step.step());
  const auto scene = planning::RobotScene::make(collision::Scene::make(holding(world, step)), robot, settings);
  if (!scene.ok()) return std::nullopt;
  Looked out{scene->coverage(), scene->spacing()};
  if (settings) out.coverage.settings = collision::Coverage::Settings::kStep;
  return out;
}

bool isLess(const collision::Coverage& a, const collision::Coverage& b) {
  if (a.checked() != b.checked()) return !a.checked();
  return a.counted && b.counted && a.checked_pairs < b.checked_pairs;
}

// Motions alike are looked at alike.
std::string kindOf(const v1::PlannedStep& step) {
  std::string out = std::to_string(step.mover());
  if (step.step().has_move() && step.step().move().has_collision_settings())
    out += "|" + step.step().move().collision_settings().SerializeAsString();
  for (const auto& held : step.held()) out += "|" + held.SerializeAsString();
  return out;
}

program::Place placeOf(const v1::PlannedStep& step) { return {step.place().begin(), step.place().end()}; }

StepFinding notChecked(program::Place place, const collision::Coverage& coverage) {
  return {std::move(place), fail(failures::kStepNotChecked, {{"why", collision::whyNotChecked(coverage)},
                                                             {"how", collision::howToCheck(coverage)}})};
}

}  // namespace

PlanCoverage coverageOf(const world::World& world, const v1::ProgramPlan& plan) {
  PlanCoverage out;
  std::map<std::string, std::optional<Looked>> kinds;
  for (const v1::PlannedStep& step : plan.steps()) {
    if (!step.has_motion() || step.mover() >= static_cast<std::uint32_t>(plan.movers_size())) continue;
    const ObjectId robot{plan.movers(static_cast<int>(step.mover())).object()};
    const auto [kind, is_new] = kinds.try_emplace(kindOf(step));
    if (is_new) kind->second = look(world, robot, step);
    if (!kind->second) continue;
    const Looked& looked = *kind->second;
    if (out.motions == 0 || isLess(looked.coverage, out.coverage)) out.coverage = looked.coverage;
    out.spacing = std::max(out.spacing, looked.spacing);
    if (!looked.coverage.checked()) {
      out.unchecked.push_back(program::placeText(placeOf(step)));
      out.why.push_back(notChecked(placeOf(step), looked.coverage));
    } else if (step.has_min_clearance() && step.min_clearance() < -collision::kTouchDepth) {
      out.colliding.push_back(program::placeText(placeOf(step)));
      out.depth_m = std::max(out.depth_m, -step.min_clearance());
    }
    ++out.motions;
  }
  if (out.motions > 1 && out.why.size() == out.motions) out.why = {notChecked({}, out.coverage)};
  return out;
}

Status tellColliding(const std::string& program, const PlanCoverage& looked) {
  if (looked.colliding.empty()) return okStatus();
  return fail(failures::kPlanBetweenChecks,
              {{"program", arg::Name{program}},
               {"count", arg::Count{looked.colliding.size()}},
               {"steps", arg::Words{fmt::format("{}", fmt::join(looked.colliding, ", "))}},
               {"depth", arg::Length{looked.depth_m}}});
}

}  // namespace ww::usecase
