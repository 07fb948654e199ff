// SPDX-License-Identifier: Apache-2.0
#include "app/editor/target_chase.h"

#include "app/editor/shown_world.h"
#include "core/session/session.h"
#include "ui/bridge/core_planner.h"
#include "ui/bridge/motion_names.h"

namespace ww::editor {
namespace {

constexpr int kRestMs = 150;      // so long a target stands still before anybody plans to it
constexpr int kLetGoMs = 1000;    // what changes the world later is something else
constexpr double kLongest = 5.0;  // seconds that are worth it before the target is let go

}  // namespace

TargetChase::TargetChase(const WindowParts& parts, ui::MotionPanel& motion)
    : QObject(&parts.view), parts_(parts), motion_(motion), planner_(ui::corePlanner({}, {.deadline_s = kLongest})) {
  rest_.setSingleShot(true);
  rest_.setInterval(kRestMs);
  let_go_end_.setSingleShot(true);
  let_go_end_.setInterval(kLetGoMs);
  connect(&rest_, &QTimer::timeout, this, &TargetChase::ask);
  connect(&let_go_end_, &QTimer::timeout, this, [this] { let_go_ = false; });
  connect(&parts_.layer, &ui::PoseLayer::changed, this, &TargetChase::follow);
  // Once all have heard of the change.
  connect(&motion_, &ui::MotionPanel::stateChanged, this, &TargetChase::letGo, Qt::QueuedConnection);
  worker_ = std::make_unique<ui::NewestWork<Request>>(
      [this](const Request& request, const std::stop_token& stop) { work(request, stop); });
}

TargetChase::~TargetChase() { worker_.reset(); }

// None while it stands where the motion leads, or something else is shown.
std::optional<Pose> TargetChase::shownTarget() const {
  const auto& plan = motion_.currentPlan();
  const ui::PoseLayer& layer = parts_.layer;
  if (!plan || !plan->target.node || !plan->target.configuration.empty() || layer.empty() || !layer.joints().empty())
    return std::nullopt;
  const auto world = parts_.bridge.snapshot().world;
  if (!ui::isThere(*world, *plan->target.node)) return std::nullopt;
  const Pose shown = layer.rootT(*world, *plan->target.node);
  return isSamePlace(shown, world->rootT(*plan->target.node)) ? std::nullopt : std::optional(shown);
}

void TargetChase::follow() {
  const auto shown = motion_.state() == ui::MotionPanel::State::kFresh || on_ ? shownTarget() : std::nullopt;
  const bool was_on = std::exchange(on_, shown.has_value());
  if (!on_) {
    if (!was_on) return;
    worker_->cancel();
    ++number_;
    rest_.stop();
    asked_.reset();
    found_.reset();
    let_go_ = true;
    let_go_end_.start();
    Q_EMIT changed();
    return letGo();
  }
  if (was_on && asked_ && isSamePlace(*asked_, *shown)) return;
  const bool had = found_.has_value();
  found_.reset();
  asked_ = shown;
  rest_.start();
  if (had || !was_on) Q_EMIT changed();
}

void TargetChase::ask() {
  const auto& plan = motion_.currentPlan();
  if (!on_ || !plan) return;
  worker_->cancel();
  const auto world = parts_.bridge.snapshot().world;
  usecase::Target target = plan->target;
  target.start.reset();
  worker_->put({world, parts_.layer.overrides(), target, parts_.bridge.session().sharedStore(), ++number_});
}

// On the worker, which ends before this does.
void TargetChase::work(const Request& request, const std::stop_token& stop) {
  auto made = worldAsShown(*request.world, request.shown, *request.store);
  if (!made.ok() || stop.stop_requested()) return;
  const auto world = std::make_shared<const world::World>(std::move(made).value());
  ui::MotionOutcome outcome = planner_(world, request.target, stop, {});
  if (stop.stop_requested()) return;
  if (outcome.plan) outcome.plan->world = world;
  QMetaObject::invokeMethod(
      this, [this, number = request.number, plan = std::move(outcome.plan)] { take(number, plan); },
      Qt::QueuedConnection);
}

void TargetChase::take(quint64 number, std::optional<ui::MotionPlan> plan) {
  if (number != number_ || !on_ || rest_.isActive()) return;
  found_ = std::move(plan);
  Q_EMIT changed();
}

// A drag that was given up leaves the plan as fresh as it was.
void TargetChase::letGo() {
  const auto& plan = motion_.currentPlan();
  if (!let_go_ || on_ || motion_.state() != ui::MotionPanel::State::kStale || !plan || !plan->world) return;
  const auto world = parts_.bridge.snapshot().world;
  const auto& node = plan->target.node;
  if (!node || !ui::isThere(*world, *node) || isSamePlace(world->rootT(*node), plan->world->rootT(*node))) return;
  let_go_ = false;
  if (!motion_.isAboutOther()) motion_.plan();
}

}  // namespace ww::editor
