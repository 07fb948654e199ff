// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/program_watch.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "core/session/program_data.h"
#include "core/usecase/programs/last_plan.h"
#include "core/usecase/programs/plan_coverage.h"

namespace ww::ui {
namespace {

constexpr int kWorldBurstMs = 100;  // so that a burst of edits is looked at once
constexpr auto kPatience = std::chrono::seconds(60);

using States = std::map<std::string, usecase::PlanState>;

States statesOf(const world::World& world, const std::stop_token& stop) {
  States out;
  for (const std::string& name : session::programNames(world)) {
    if (stop.stop_requested()) break;
    const auto check = usecase::lookAtPlan(world, name);
    if (check.ok()) out[name] = check->state;
  }
  return out;
}

}  // namespace

ProgramWatch::ProgramWatch(SessionBridge& bridge, std::shared_ptr<WorldScenes> scenes, QObject* parent)
    : QObject(parent), bridge_(bridge), scenes_(std::move(scenes)) {
  soon_.setSingleShot(true);
  soon_.setInterval(kWorldBurstMs);
  connect(&soon_, &QTimer::timeout, this, &ProgramWatch::ask);
  connect(&bridge_, &SessionBridge::changed, this, &ProgramWatch::follow);
  worker_ = std::make_unique<NewestWork<Request>>(
      [this](const Request& request, const std::stop_token& stop) { work(request, stop); });
  ask();
}

ProgramWatch::~ProgramWatch() { worker_.reset(); }

void ProgramWatch::setProgram(const std::string& name) {
  if (program_ == name) return;
  program_ = name;
  known_.reset();
  Q_EMIT changed();
  ask();
}

bool ProgramWatch::isUpToDate() const {
  return known_ && known_->is_judged && known_->world == bridge_.snapshot().world && known_->program == program_;
}

// A stream of edits must not put it off for ever.
void ProgramWatch::follow(const ChangePtr& change) {
  if (change->kind == session::Change::Kind::kReplace) {
    states_.clear();
    known_.reset();
    Q_EMIT changed();
  }
  if (!soon_.isActive()) soon_.start();
}

void ProgramWatch::ask() {
  const auto world = bridge_.snapshot().world;
  worker_->cancel();
  ++number_;
  // Worlds without programs cost nothing.
  if (session::programNames(*world).empty()) {
    const bool had = !states_.empty() || known_;
    states_.clear();
    known_.reset();
    if (had) Q_EMIT changed();
    return;
  }
  worker_->put({world, program_, number_});
}

// On the worker. The thread ends before the watch does.
void ProgramWatch::work(const Request& request, const std::stop_token& stop) {
  States states = statesOf(*request.world, stop);
  if (stop.stop_requested()) return;
  QMetaObject::invokeMethod(
      this,
      [this, number = request.number, states = std::move(states)] {
        if (number != number_) return;
        states_ = states;
        Q_EMIT changed();
      },
      Qt::QueuedConnection);
  const auto look = usecase::lookAtPlan(*request.world, request.program);
  if (!look.ok()) return;
  Known known{request.program, request.world, *look, false, nullptr, {}, {}};
  known.is_judged = known.check.state != usecase::PlanState::kChanged;
  if (const auto* plan = usecase::lastPlanOf(*request.world, request.program))
    known.unchecked = usecase::coverageOf(*request.world, *plan).why;
  if (known.check.state != usecase::PlanState::kUnplanned) {
    auto playback = usecase::Playback::ofLastPlan(*request.world, request.program);
    if (playback.ok()) known.playback = std::make_shared<const usecase::Playback>(std::move(playback).value());
  }
  known.route = usecase::programRoute(scenes_->modelOf(*request.world), request.program);
  if (stop.stop_requested()) return;
  post(request, known);
  if (known.is_judged) return;
  planning::PlanOptions options;
  options.stop = stop;
  options.deadline = planning::Clock::now() + kPatience;
  options.scene = scenes_->of(*request.world);
  const auto judged = usecase::checkPlanOf(*request.world, request.program, options);
  if (!judged.ok() || stop.stop_requested()) return;
  known.check = *judged;
  known.is_judged = true;
  post(request, std::move(known));
}

void ProgramWatch::post(const Request& request, Known known) {
  QMetaObject::invokeMethod(
      this, [this, number = request.number, known = std::move(known)] { take(number, known); }, Qt::QueuedConnection);
}

void ProgramWatch::take(quint64 number, Known known) {
  if (number != number_) return;  // another world or program was asked about since
  known_ = std::move(known);
  Q_EMIT changed();
}

}  // namespace ww::ui
