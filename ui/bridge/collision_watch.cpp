// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/collision_watch.h"

#include <condition_variable>
#include <mutex>
#include <thread>

#include "core/collision/check.h"

namespace ww::ui {
namespace {
constexpr std::size_t kMost = 100;
constexpr int kDelayMs = 120;  // so that a stream of edits is checked once
}  // namespace

// One thread that always takes the newest world and drops those in between.
struct CollisionWatch::Worker {
  std::mutex mutex;
  std::condition_variable_any wake;
  world::WorldPtr next;
  quint64 ticket = 0;
  std::jthread thread;
};

CollisionWatch::CollisionWatch(SessionBridge& bridge, QObject* parent)
    : QObject(parent), bridge_(bridge), worker_(std::make_unique<Worker>()) {
  soon_.setSingleShot(true);
  soon_.setInterval(kDelayMs);
  connect(&soon_, &QTimer::timeout, this, &CollisionWatch::ask);
  connect(&bridge_, &SessionBridge::changed, this, [this](const ChangePtr& change) {
    if (change->kind == session::Change::Kind::kReplace || world::affectsMotion(change->diff)) askSoon();
  });
  worker_->thread = std::jthread([this, worker = worker_.get()](const std::stop_token& stop) {
    auto cache = std::make_shared<collision::ShapeCache>();
    while (true) {
      world::WorldPtr world;
      quint64 ticket = 0;
      {
        std::unique_lock lock(worker->mutex);
        if (!worker->wake.wait(lock, stop, [worker] { return worker->next != nullptr; })) return;
        world = std::move(worker->next);
        worker->next = nullptr;
        ticket = worker->ticket;
      }
      std::vector<Collision> found;
      for (const auto& contact : collision::checkWorld(*world, cache, kMost))
        found.push_back({contact.a, contact.b, contact.point_a, contact.point_b, QString::fromStdString(collision::describe(*world, contact))});
      // The thread ends before this object does.
      QMetaObject::invokeMethod(this, [this, ticket, found = std::move(found)] { take(ticket, found); }, Qt::QueuedConnection);
    }
  });
  askSoon();
}

CollisionWatch::~CollisionWatch() { worker_.reset(); }

void CollisionWatch::askSoon() {
  up_to_date_ = false;
  ++ticket_;
  if (!soon_.isActive()) soon_.start();  // a stream of edits must not put it off for ever
  Q_EMIT changed();
}

void CollisionWatch::ask() {
  const std::scoped_lock lock(worker_->mutex);
  worker_->next = bridge_.snapshot().world;
  worker_->ticket = ticket_;
  worker_->wake.notify_all();
}

void CollisionWatch::take(quint64 ticket, std::vector<Collision> found) {
  collisions_ = std::move(found);
  up_to_date_ = ticket == ticket_;
  Q_EMIT changed();
}

}  // namespace ww::ui
