// SPDX-License-Identifier: Apache-2.0
#include "app/editor/program_chase.h"

#include <algorithm>
#include <set>

#include "app/editor/shown_world.h"
#include "core/session/program_builders.h"
#include "core/session/session.h"
#include "core/usecase/programs/plan_program.h"
#include "core/world/updates/edits.h"
#include "ui/bridge/motion_names.h"
#include "worldwright/v1/edits.pb.h"

namespace ww::editor {
namespace {

constexpr int kProgramRestMs = 150;    // so long a target stands still before anybody plans to it
constexpr int kProgramLetGoMs = 3000;  // what changes the world later is something else
constexpr double kLongestChase = 5.0;  // seconds that are worth it before the target is let go
constexpr std::size_t kMostTargets = 200;

// The program planned in that world, as views draw it.
Result<std::vector<usecase::RouteLeg>> routeIn(const world::World& world, const std::string& program,
                                               const planning::PlanOptions& options, geometry::GeometryStore& store) {
  WW_ASSIGN(const usecase::ProgramOutcome outcome, usecase::planProgram(world, program, options));
  WW_ASSIGN(const world::World planned, world::apply(world, *session::setProgramPlan(program, *outcome.plan), store));
  return usecase::programRoute(model::Model::make(planned), program);
}

}  // namespace

ProgramChase::ProgramChase(const WindowParts& parts, ui::ProgramPanel& panel)
    : QObject(&parts.view), parts_(parts), panel_(panel), scenes_(parts.layer.scenes()) {
  rest_.setSingleShot(true);
  rest_.setInterval(kProgramRestMs);
  let_go_end_.setSingleShot(true);
  let_go_end_.setInterval(kProgramLetGoMs);
  connect(&rest_, &QTimer::timeout, this, &ProgramChase::ask);
  connect(&let_go_end_, &QTimer::timeout, this, [this] { let_go_ = false; });
  connect(&parts_.layer, &ui::PoseLayer::changed, this, &ProgramChase::follow);
  connect(&panel_.watch(), &ui::ProgramWatch::changed, this, &ProgramChase::letGo, Qt::QueuedConnection);
  worker_ = std::make_unique<ui::NewestWork<Request>>(
      [this](const Request& request, const std::stop_token& stop) { work(request, stop); });
}

ProgramChase::~ProgramChase() { worker_.reset(); }

bool ProgramChase::holds() const {
  const auto& known = panel_.watch().known();
  return known && known->program == panel_.program() && known->world == parts_.bridge.snapshot().world &&
         (known->check.state == usecase::PlanState::kFresh || known->check.state == usecase::PlanState::kHolds);
}

// What its moves go to, each once, with its place in the root frame.
ProgramChase::Targets ProgramChase::targets(const world::World& world) const {
  Targets out;
  const auto program = session::programData(world, panel_.program());
  if (!program) return out;
  std::set<world::NodeRef> told;
  for (const session::StepData& step : program->steps) {
    const auto* move = std::get_if<session::MoveData>(&step.what);
    const auto* node = move && !step.off ? std::get_if<session::StepNode>(&move->target) : nullptr;
    if (node && node->node && told.insert(*node->node).second) out.emplace_back(*node->node, world.rootT(*node->node));
    if (out.size() >= kMostTargets) break;
  }
  return out;
}

// Those that are shown elsewhere; none while something else is shown: a posture, a moment of a motion.
ProgramChase::Targets ProgramChase::moved() const {
  const ui::PoseLayer& layer = parts_.layer;
  Targets out;
  if (layer.empty() || !layer.joints().empty() || panel_.isPreviewing() || !panel_.isVisible()) return out;
  const auto world = parts_.bridge.snapshot().world;
  for (const auto& [node, place] : targets(*world)) {
    const Pose shown = layer.rootT(*world, node);
    if (!isSamePlace(shown, place)) out.emplace_back(node, shown);
  }
  return out;
}

void ProgramChase::follow() {
  Targets shown = on_ || holds() ? moved() : Targets();
  if (shown.empty()) return end();
  const bool was_on = std::exchange(on_, true);
  const bool same = std::ranges::equal(shown, asked_, [](const auto& a, const auto& b) {
    return a.first == b.first && isSamePlace(a.second, b.second);
  });
  if (was_on && same) return;
  const bool had = found_.has_value();
  found_.reset();
  asked_ = std::move(shown);
  rest_.start();
  if (had || !was_on) Q_EMIT changed();
}

void ProgramChase::end() {
  if (!std::exchange(on_, false)) return;
  worker_->cancel();
  ++number_;
  rest_.stop();
  asked_.clear();
  found_.reset();
  let_go_ = true;
  let_go_end_.start();
  Q_EMIT changed();
  letGo();
}

void ProgramChase::ask() {
  if (!on_) return;
  worker_->cancel();
  worker_->put({parts_.bridge.snapshot().world, parts_.layer.overrides(), panel_.program(),
                parts_.bridge.session().sharedStore(), ++number_});
}

// On the worker, which ends before this does.
void ProgramChase::work(const Request& request, const std::stop_token& stop) {
  const auto made = worldAsShown(*request.world, request.shown, *request.store);
  if (!made.ok() || stop.stop_requested()) return;
  planning::PlanOptions options;
  options.stop = stop;
  options.deadline = planning::Clock::now() + std::chrono::milliseconds(static_cast<int>(1000 * kLongestChase));
  options.scene = scenes_->of(*request.world).updated(*made);
  auto route = routeIn(*made, request.program, options, *request.store);
  if (!route.ok() || stop.stop_requested()) return;
  QMetaObject::invokeMethod(
      this, [this, number = request.number, legs = std::move(route).value()] { take(number, legs); },
      Qt::QueuedConnection);
}

void ProgramChase::take(quint64 number, std::vector<usecase::RouteLeg> route) {
  if (number != number_ || !on_ || rest_.isActive()) return;
  found_ = std::move(route);
  Q_EMIT changed();
}

// Once it is known how the plan stands to the world as it is now: a drag that was given up leaves it as it was.
void ProgramChase::letGo() {
  const auto& known = panel_.watch().known();
  if (!let_go_ || on_ || !known || known->program != panel_.program()) return;
  if (known->world != parts_.bridge.snapshot().world) return;
  if (known->check.state == usecase::PlanState::kUnplanned || holds()) return;
  let_go_ = false;
  panel_.plan();
}

}  // namespace ww::editor
