// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/collision_watch.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "core/collision/check.h"
#include "ui/bridge/core_text.h"

namespace ww::ui {
namespace {
constexpr std::size_t kMost = 100;
constexpr int kDelayMs = 120;   // so that a burst of edits is checked once
constexpr int kRecentMs = 500;  // longer than delay and check together, of all but very large worlds
}  // namespace

// One thread that always takes the newest world and drops those in between.
struct CollisionWatch::Worker {
  std::mutex mutex;
  std::condition_variable_any wake;
  world::WorldPtr next;
  quint64 ticket = 0;
  qint64 asked_ms = 0;
  std::jthread thread;
};

CollisionWatch::CollisionWatch(SessionBridge& bridge, QObject* parent)
    : QObject(parent), bridge_(bridge), worker_(std::make_unique<Worker>()) {
  clock_.start();
  soon_.setSingleShot(true);
  soon_.setInterval(kDelayMs);
  connect(&soon_, &QTimer::timeout, this, &CollisionWatch::ask);
  old_.setSingleShot(true);
  connect(&old_, &QTimer::timeout, this, &CollisionWatch::ageChanged);
  connect(&bridge_, &SessionBridge::changed, this, [this](const ChangePtr& change) {
    const bool other_world = change->kind == session::Change::Kind::kReplace;
    if (other_world || world::affectsMotion(change->diff)) askSoon(other_world);
  });
  worker_->thread = std::jthread([this, worker = worker_.get()](const std::stop_token& stop) {
    auto cache = std::make_shared<collision::ShapeCache>();
    while (true) {
      world::WorldPtr world;
      quint64 ticket = 0;
      qint64 asked_ms = 0;
      {
        std::unique_lock lock(worker->mutex);
        if (!worker->wake.wait(lock, stop, [worker] { return worker->next != nullptr; })) return;
        world = std::move(worker->next);
        worker->next = nullptr;
        ticket = worker->ticket;
        asked_ms = worker->asked_ms;
      }
      std::vector<Collision> found;
      for (const auto& contact : collision::checkWorld(*world, cache, kMost))
        found.push_back({contact.a, contact.b, contact.point_a, contact.point_b, coreText(collision::describe(*world, contact))});
      // The thread ends before this object does.
      QMetaObject::invokeMethod(this, [this, ticket, asked_ms, found = std::move(found)] { take(ticket, asked_ms, found); }, Qt::QueuedConnection);
    }
  });
  askSoon(true);
}

CollisionWatch::~CollisionWatch() { worker_.reset(); }

bool CollisionWatch::isRecent() const {
  return has_result_ && (up_to_date_ || clock_.elapsed() - outdated_since_ms_ < kRecentMs);
}

void CollisionWatch::askSoon(bool other_world) {
  ++ticket_;
  if (!soon_.isActive()) soon_.start();  // a stream of edits must not put it off for ever
  if (other_world) {
    world_ticket_ = ticket_;
    has_result_ = up_to_date_ = false;
    collisions_.clear();
    old_.stop();
    Q_EMIT checked();
    return;
  }
  if (!up_to_date_) return;
  up_to_date_ = false;
  outdated_since_ms_ = clock_.elapsed();
  old_.start(kRecentMs);
  Q_EMIT ageChanged();
}

void CollisionWatch::ask() {
  const std::scoped_lock lock(worker_->mutex);
  worker_->next = bridge_.snapshot().world;
  worker_->ticket = ticket_;
  worker_->asked_ms = clock_.elapsed();
  worker_->wake.notify_all();
}

void CollisionWatch::take(quint64 ticket, qint64 asked_ms, std::vector<Collision> found) {
  if (ticket < world_ticket_) return;  // of a world that is no longer open
  collisions_ = std::move(found);
  has_result_ = true;
  up_to_date_ = ticket == ticket_;
  outdated_since_ms_ = asked_ms;
  if (up_to_date_) old_.stop();
  else old_.start(static_cast<int>(std::max<qint64>(0, kRecentMs - (clock_.elapsed() - asked_ms))));
  Q_EMIT checked();
}

}  // namespace ww::ui
