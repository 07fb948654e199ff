// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/collision_watch.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

#include "core/usecase/odd_edits.h"
#include "core/usecase/rules/held_overlaps.h"
#include "core/validate/suspicions.h"
#include "ui/bridge/low_priority.h"
#include "ui/bridge/motion_text.h"
#include "ui/bridge/moving_check.h"

namespace ww::ui {
namespace {

constexpr std::size_t kMost = 100;
constexpr int kDelayMs = 120;      // so that a burst of edits is checked once
constexpr int kShownDelayMs = 30;  // a drag is followed about as often as it is drawn
constexpr int kMostShownDelayMs = 100;
constexpr double kPauseOfCheck = 1.5;  // of its time: of two processors the view keeps more than one
constexpr int kRecentMs = 500;         // longer than delay and check together, of all but very large worlds
constexpr int kShownRecentMs = 200;    // what moves is soon elsewhere

Collisions told(const world::World& world, const std::vector<collision::Contact>& contacts) {
  Collisions out;
  out.more = contacts.size() > kMost;
  for (const auto& c : contacts) {
    if (out.pairs.size() == kMost) break;
    out.pairs.push_back(
        {c.a, c.b, c.point_a, c.point_b, pairText(world, c), c.distance_m, c.margin_m, c.normal, ruleText(world, c)});
  }
  return out;
}

// "robot:link_2 and table:top overlap by 3 mm (rule 4)"
QStringList toldExcluded(const world::World& world, const std::vector<collision::Contact>& contacts) {
  QStringList out;
  for (const auto& c : contacts) out << QStringLiteral("%1 (%2)").arg(pairText(world, c), ruleText(world, c));
  return out;
}

Diagnostics oddOf(const world::World& world, const model::Model& model, std::span<const collision::Contact> contacts) {
  constexpr std::size_t kMostObjects = 5000;
  if (world.objectCount() > kMostObjects) return {};
  Diagnostics odd = validate::suspicions(model);
  const Diagnostics more = usecase::worldNotes(world);
  odd.insert(odd.end(), more.begin(), more.end());
  const Diagnostics held = usecase::heldNotes(world, contacts);
  odd.insert(odd.end(), held.begin(), held.end());
  return odd;
}

// As a person would read them.
bool areSame(const Diagnostics& a, const Diagnostics& b) {
  return std::ranges::equal(a, b, {}, &Diagnostic::message, &Diagnostic::message);
}

double millisecondsSince(std::chrono::steady_clock::time_point began) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - began).count();
}

}  // namespace

// One thread that always takes the newest world and the newest poses, and drops those in between.
struct CollisionWatch::Worker {
  struct Request {
    world::WorldPtr world;
    model::Overrides shown;
    Ticket ticket;
    double touch_m = 0.0;
  };
  std::mutex mutex;
  std::condition_variable_any wake;
  std::optional<Request> world, shown;
  std::shared_ptr<WorldScenes> scenes;
  std::jthread thread;

  void put(std::optional<Request>& slot, Request request) {
    const std::scoped_lock lock(mutex);
    slot = std::move(request);
    wake.notify_all();
  }

  void run(const std::stop_token& stop, CollisionWatch* watch) {
    MovingCheck check(scenes);
    // The thread ends before the watch does.
    const auto post = [watch](auto&& taken) {
      QMetaObject::invokeMethod(watch, std::forward<decltype(taken)>(taken), Qt::QueuedConnection);
    };
    while (true) {
      std::optional<Request> next, moved;
      {
        std::unique_lock lock(mutex);
        if (!wake.wait(lock, stop, [this] { return world || shown; })) return;
        next.swap(world);
        moved.swap(shown);
      }
      if (next)
        post([watch, ticket = next->ticket, found = told(*next->world, check.ofWorld(next->world)),
              coverage = check.coverage(next->world)] { watch->take(ticket, found, coverage); });
      if (next)
        post([watch, number = next->ticket.number, excluded = toldExcluded(*next->world, check.excluded(next->world)),
              odd = oddOf(*next->world, scenes->modelOf(*next->world), check.ofWorld(next->world))]() mutable {
          watch->takeRest(number, excluded, std::move(odd));
        });
      const auto began = std::chrono::steady_clock::now();
      const auto contacts = moved ? check.ofShown(moved->world, moved->shown, moved->touch_m) : std::nullopt;
      if (contacts)
        post([watch, ticket = moved->ticket, found = told(*moved->world, *contacts), took = millisecondsSince(began)] {
          watch->takeShown(ticket, found, took);
        });
    }
  }
};

CollisionWatch::CollisionWatch(SessionBridge& bridge, PoseLayer& layer, QObject* parent)
    : QObject(parent), bridge_(bridge), layer_(layer), scenes_(layer.scenes()), worker_(std::make_unique<Worker>()) {
  clock_.start();
  soon_.setSingleShot(true);
  soon_.setInterval(kDelayMs);
  connect(&soon_, &QTimer::timeout, this, &CollisionWatch::ask);
  shown_soon_.setSingleShot(true);
  effort_.pause_ms = kShownDelayMs;
  shown_soon_.setInterval(effort_.pause_ms);
  connect(&shown_soon_, &QTimer::timeout, this, &CollisionWatch::askShown);
  old_.setSingleShot(true);
  old_.setTimerType(Qt::PreciseTimer);  // one that comes early would find nothing old, and nobody would ask again
  connect(&old_, &QTimer::timeout, this, &CollisionWatch::ageChanged);
  connect(&layer_, &PoseLayer::changed, this, &CollisionWatch::layerChanged);
  connect(&bridge_, &SessionBridge::changed, this, [this](const ChangePtr& change) {
    const bool other_world = change->kind == session::Change::Kind::kReplace;
    if (moving_) moving_in_ = change->after.world;
    if (other_world || world::affectsMotion(change->diff)) askSoon(other_world);
  });
  worker_->scenes = scenes_;  // with the pose layer's models: here they cost the window nothing
  worker_->thread = std::jthread([this, worker = worker_.get()](const std::stop_token& stop) {
    lowerPriorityOfThisThread();
    worker->run(stop, this);
  });
  askSoon(true);
}

CollisionWatch::~CollisionWatch() { worker_.reset(); }

bool CollisionWatch::isRecent() const {
  const int most = moving_ ? kShownRecentMs : kRecentMs;
  return now().has && (now().up_to_date || clock_.elapsed() - now().outdated_since_ms < most);
}

void CollisionWatch::outdate(Result& result, qint64 since_ms) {
  result.up_to_date = false;
  result.outdated_since_ms = since_ms;
  if (&result != &now()) return;
  const int most = moving_ ? kShownRecentMs : kRecentMs;
  old_.start(static_cast<int>(std::max<qint64>(0, most + 2 - (clock_.elapsed() - since_ms))));
}

// ---- the world as it stands

void CollisionWatch::askSoon(bool other_world) {
  ++ticket_;
  if (!soon_.isActive()) soon_.start();  // a stream of edits must not put it off for ever
  if (moving_) layerChanged();           // in another world now
  if (other_world) {
    world_ticket_ = ticket_;
    moving_ticket_ = shown_ticket_;
    of_world_ = of_shown_ = {};
    excluded_.clear();
    suspicions_.clear();
    old_.stop();
    Q_EMIT checked();
    return;
  }
  if (!of_world_.up_to_date) return;
  outdate(of_world_, clock_.elapsed());
  Q_EMIT ageChanged();
}

void CollisionWatch::ask() {
  worker_->put(worker_->world, {bridge_.snapshot().world, {}, {ticket_, clock_.elapsed()}});
}

void CollisionWatch::take(Ticket ticket, Collisions found, collision::Coverage coverage) {
  if (ticket.number < world_ticket_) return;  // of a world that is no longer open
  coverage_ = std::move(coverage);
  of_world_ = {std::move(found), true, ticket.number == ticket_, ticket.asked_ms};
  if (moving_) return;
  if (of_world_.up_to_date) old_.stop();
  else outdate(of_world_, ticket.asked_ms);
  Q_EMIT checked();
}

void CollisionWatch::takeRest(quint64 ticket, const QStringList& excluded, Diagnostics suspicions) {
  if (ticket < world_ticket_ || (excluded_ == excluded && areSame(suspicions_, suspicions))) return;
  excluded_ = excluded;
  suspicions_ = std::move(suspicions);
  if (!moving_) Q_EMIT checked();
}

// ---- what is shown elsewhere than it stands

void CollisionWatch::layerChanged() {
  if (layer_.empty()) {
    if (moving_) endMoving();
    return;
  }
  if (!moving_) beginMoving();
  ++shown_ticket_;
  ++effort_.changes;
  if (!shown_soon_.isActive()) shown_soon_.start();
  if (!of_shown_.up_to_date) return;
  outdate(of_shown_, clock_.elapsed());
  Q_EMIT ageChanged();
}

void CollisionWatch::beginMoving() {
  moving_ = true;
  moving_ticket_ = shown_ticket_ + 1;
  moving_in_ = bridge_.snapshot().world;
  of_shown_ = of_world_;
}

void CollisionWatch::endMoving() {
  moving_ = false;
  shown_soon_.stop();
  // Let go: what was found holds until the world has been checked, if it was found where things are now.
  if (bridge_.snapshot().world != moving_in_) {
    of_world_ = of_shown_;
    ++ticket_;
    ask();
    outdate(of_world_, of_shown_.up_to_date ? clock_.elapsed() : clock_.elapsed() - kRecentMs);
  } else if (!of_world_.up_to_date) {
    outdate(of_world_, of_world_.outdated_since_ms);
  } else {
    old_.stop();
  }
  moving_in_.reset();
  Q_EMIT checked();
}

void CollisionWatch::askShown() {
  worker_->put(worker_->shown,
               {bridge_.snapshot().world, layer_.overrides(), {shown_ticket_, clock_.elapsed()}, layer_.touch()});
}

void CollisionWatch::takeShown(Ticket ticket, Collisions found, double milliseconds) {
  ++effort_.checks;
  effort_.last_ms = milliseconds;
  effort_.worst_ms = std::max(effort_.worst_ms, milliseconds);
  effort_.pause_ms = std::clamp(static_cast<int>(kPauseOfCheck * milliseconds), kShownDelayMs, kMostShownDelayMs);
  shown_soon_.setInterval(effort_.pause_ms);
  if (!moving_ || ticket.number < moving_ticket_) return;  // of another drag
  of_shown_ = {std::move(found), true, ticket.number == shown_ticket_, ticket.asked_ms};
  if (of_shown_.up_to_date) old_.stop();
  else outdate(of_shown_, ticket.asked_ms);
  Q_EMIT checked();
}

}  // namespace ww::ui
