// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/physics.h"

#include <QCoreApplication>
#include <QPointer>
#include <algorithm>
#include <utility>

#include "core/model/carriers.h"
#include "core/simulation/pull.h"
#include "core/world/values/diff.h"
#include "ui/bridge/low_priority.h"

namespace ww::ui {
namespace {

constexpr int kTickMs = 16;
constexpr int kEndingMs = 100;
constexpr double kTouch = 1e-3;  // metres: what is in each other by less is not moved apart

using simulation::PreviewState;

}  // namespace

Physics::Physics(SessionBridge& bridge, Selection& selection, PoseLayer& layer, QObject* parent)
    : QObject(parent), bridge_(bridge), selection_(selection), layer_(layer) {
  timer_.setTimerType(Qt::PreciseTimer);
  connect(&timer_, &QTimer::timeout, this, &Physics::tick);
  connect(&bridge_, &SessionBridge::changed, this, &Physics::follow);
  connect(&layer_, &PoseLayer::changed, this, [this] {
    if (showing_ || !preview_) return;
    foreign_ = !layer_.empty();
    if (!foreign_) shown_.reset();  // to be shown again
  });
}

Physics::~Physics() { preview_.reset(); }

Physics::State Physics::state() const {
  if (!preview_) return State::kOff;
  switch (status_.state) {
    case PreviewState::kMaking:
    case PreviewState::kRepeating: return State::kMaking;
    case PreviewState::kPlaying: return State::kPlaying;
    default: return State::kPaused;
  }
}

void Physics::start() {
  if (preview_) return;
  Q_EMIT began();
  world_ = bridge_.snapshot().world;
  stale_ = foreign_ = false;
  status_ = {};
  const auto session = bridge_.sharedSession();
  const std::shared_ptr<geometry::GeometryStore> store(session, &session->store());
  preview_ = std::make_unique<simulation::Preview>([world = world_, store, options = options_] {
    lowerPriorityOfThisThread();
    return std::make_unique<simulation::Simulation>(*world, store, options);
  });
  preview_->setSpeed(speed_);
  timer_.start(kTickMs);
}

void Physics::play() {
  start();
  if (scrubbed_) goOn();
  Q_EMIT began();
  preview_->play();
  Q_EMIT changed();
}

void Physics::playOn(RunPtr run) {
  // A copy of its own, whose moments are all of this run.
  stop();
  start();
  Q_EMIT began();
  run_ = std::move(run);
  askAndTell(
      [run = run_](simulation::Simulation& simulation) {
        // Nothing is half driven.
        const Status done = usecase::begin(simulation, *run);
        if (!done.ok()) simulation.reset();
        return done;
      },
      run_);
  preview_->play();
  Q_EMIT changed();
}

void Physics::askAndTell(std::function<Status(simulation::Simulation&)> what, const RunPtr& run) {
  ask([what = std::move(what), run, self = QPointer(this),
       told = std::make_shared<bool>()](simulation::Simulation& simulation) {
    const Status done = what(simulation);
    if (done.ok() || std::exchange(*told, true)) return;  // it may be done again
    QMetaObject::invokeMethod(
        QCoreApplication::instance(),
        [self, done, run] {
          if (!self) return;
          if (run && self->run_ == run) {
            self->run_.reset();
            self->pause();
          }
          Q_EMIT self->failed(done);
        },
        Qt::QueuedConnection);
  });
}

void Physics::pause() {
  if (preview_) preview_->pause();
}

void Physics::step(int count) {
  start();
  if (scrubbed_) goOn();
  preview_->step(static_cast<std::uint64_t>(count));
  Q_EMIT changed();
}

void Physics::reset() {
  if (!preview_) return;
  scrubbed_.reset();
  run_.reset();
  preview_->reset();
  Q_EMIT changed();
}

void Physics::restart() {
  stop();
  start();
  Q_EMIT changed();
}

void Physics::stop() {
  if (!preview_) return;
  drop();
  if (!foreign_) layer_.clear();
  Q_EMIT changed();
  Q_EMIT moved();
}

// Its thread may be in the middle of a long step: nobody waits for it.
void Physics::drop() {
  preview_->end();
  ending_.push_back(std::move(preview_));
  world_.reset();
  shown_.reset();
  run_.reset();
  scrubbed_.reset();
  status_ = {};
  stale_ = false;
  timer_.start(kEndingMs);
}

void Physics::setSpeed(double factor) {
  speed_ = factor;
  if (preview_) preview_->setSpeed(factor);
  Q_EMIT changed();
}

void Physics::setOptions(const simulation::SimulationOptions& options) {
  options_ = options;
  Q_EMIT changed();
}

void Physics::scrub(std::size_t number) {
  if (!preview_ || status_.end == status_.first) return;
  if (status_.state == PreviewState::kPlaying) preview_->pause();
  scrubbed_ = std::clamp(number, status_.first, status_.end - 1);
  show();
  Q_EMIT changed();
}

void Physics::goOn() {
  if (!preview_ || !scrubbed_) return;
  preview_->goOnFrom(preview_->moment(*scrubbed_));
  scrubbed_.reset();
  status_ = preview_->status();
  Q_EMIT changed();
}

simulation::MomentPtr Physics::moment(std::size_t number) const {
  return preview_ ? preview_->moment(number) : nullptr;
}

void Physics::ask(std::function<void(simulation::Simulation&)> what) {
  if (preview_) preview_->ask(std::move(what));
}

bool Physics::canPull(EntityId link) const {
  if (state() != State::kPlaying || !shown_) return false;
  const auto* owner = world_->owner(link);
  if (!owner) return false;
  const auto has_joints = [&](const world::EntityPtr& joint) {
    return std::ranges::find(shown_->joints, joint->object, &simulation::JointMoment::object) != shown_->joints.end();
  };
  if (std::ranges::any_of(model::carriersOf(*world_, link), has_joints)) return true;
  const auto flies = [&](ObjectId id) {
    return std::ranges::find(shown_->flying, id, &simulation::FlyingMoment::object) != shown_->flying.end();
  };
  for (const world::Object* at = world_->peek(owner->object); at && at->id != world::kRootObject;
       at = world_->peek(at->parent))
    if (flies(at->id)) return true;
  return false;
}

void Physics::pull(EntityId link, const Vec3& p_in_link, const Vec3& to_in_root) {
  askAndTell([=](simulation::Simulation& simulation) {
    return simulation::Pulls::begin(simulation, link, p_in_link, to_in_root);
  });
}

void Physics::pullTo(const Vec3& to_in_root) {
  ask([=](simulation::Simulation& simulation) { simulation::Pulls::moveTo(simulation, to_in_root); });
}

void Physics::letGo() {
  ask([](simulation::Simulation& simulation) { simulation::Pulls::end(simulation); });
}

Physics::Kept Physics::keep(Keep which) {
  if (!preview_ || !shown_) return {};
  const auto moment = shown_;
  const auto now = bridge_.snapshot().world;
  const auto wanted = [&](ObjectId id, bool rests) {
    return which == Keep::kAll || (which == Keep::kSettled ? rests : selection_.contains(id));
  };
  const auto kept = usecase::keptPoses(*now, *moment, wanted, which == Keep::kSelected ? nullptr : world_.get());
  if (!kept.edits) return {0, kept.left};
  stop();
  return {bridge_.commit(tr("Keep poses of physics"), kept.edits) ? kept.count : 0, kept.left};
}

// ---- what is shown

void Physics::tick() {
  std::erase_if(ending_, [](const auto& p) { return p->status().state == PreviewState::kEnded; });
  if (!preview_) {
    if (ending_.empty()) timer_.stop();
    return;
  }
  auto now = preview_->status();
  if (now.is_rough && !status_.is_rough) run_.reset();  // what drove the joints is over
  const bool other = now.state != status_.state || now.repeated != status_.repeated ||
                     now.is_rough != status_.is_rough || now.first != status_.first || now.end != status_.end ||
                     now.paused_because.ok() != status_.paused_because.ok() || now.factor != status_.factor;
  status_ = std::move(now);
  if (scrubbed_ && *scrubbed_ < status_.first) scrubbed_ = status_.first;
  show();
  if (other) Q_EMIT changed();
}

void Physics::show() {
  const auto next = scrubbed_ ? preview_->moment(*scrubbed_) : status_.now;
  if (!next || next == shown_ || foreign_) return;
  shown_ = next;
  showing_ = true;
  layer_.set(next->shown(), kTouch);
  showing_ = false;
  Q_EMIT moved();
}

void Physics::follow(const ChangePtr& change) {
  if (!preview_) return;
  if (change->kind == session::Change::Kind::kReplace) return stop();
  const bool stale = change->after.world != world_ && !world::diff(*world_, *change->after.world).empty();
  if (stale == stale_) return;
  stale_ = stale;
  Q_EMIT changed();
}

}  // namespace ww::ui
