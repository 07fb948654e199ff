// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/session_bridge.h"

#include <QThread>
#include <algorithm>
#include <mutex>
#include <utility>

#include "core/world/updates/edits.h"
#include "ui/bridge/status_text.h"

namespace ww::ui {
namespace {

constexpr qint64 kShortestPauseMs = 16, kLongestPauseMs = 250;

}  // namespace

// Observers run on the committing thread; the gate closes before the bridge goes.
struct SessionBridgeGate {
  std::mutex mutex;
  SessionBridge* bridge = nullptr;
  std::shared_ptr<session::Change> pending;
  bool is_merged = false;  // the difference is to be made anew
  bool is_posted = false;
  bool is_urgent = false;                // made on the Qt thread: views follow at once
  session::WorldSession::StepName step;  // what was last undone or redone

  // Whether the bridge has to be told.
  bool add(const session::Change& change, bool urgent) {
    using Kind = session::Change::Kind;
    if (change.kind == Kind::kUndo || change.kind == Kind::kRedo) step = {change.label, change.author};
    if (!pending) pending = std::make_shared<session::Change>(change);
    else merge(change);
    const bool post = !is_posted || (urgent && !is_urgent);
    is_posted = true;
    is_urgent = is_urgent || urgent;
    return post;
  }

 private:
  void merge(const session::Change& change) {
    using Kind = session::Change::Kind;
    pending->kind = pending->kind == Kind::kReplace || change.kind == Kind::kReplace ? Kind::kReplace : Kind::kCommit;
    pending->after = change.after;
    pending->label = change.label;
    pending->author = change.author;
    pending->diff = {};
    is_merged = true;
  }
};

SessionBridge::SessionBridge(std::shared_ptr<session::WorldSession> session, QObject* parent)
    : QObject(parent), session_(std::move(session)), gate_(std::make_shared<SessionBridgeGate>()) {
  later_.setSingleShot(true);
  later_.setTimerType(Qt::PreciseTimer);
  connect(&later_, &QTimer::timeout, this, &SessionBridge::deliver);
  since_.start();
  gate_->bridge = this;
  subscription_ = session_->observe([gate = gate_](const session::Change& change) {
    const std::scoped_lock lock(gate->mutex);
    auto* bridge = gate->bridge;
    if (!bridge) return;
    if (gate->add(change, QThread::currentThread() == bridge->thread()))
      QMetaObject::invokeMethod(bridge, &SessionBridge::deliver, Qt::QueuedConnection);
  });
}

void SessionBridge::deliver() {
  std::shared_ptr<session::Change> change;
  bool is_merged = false;
  {
    const std::scoped_lock lock(gate_->mutex);
    if (!gate_->pending) return;
    const qint64 wait = gate_->is_urgent ? 0 : pause_ms_ - since_.elapsed();
    if (wait > 0) {
      later_.start(static_cast<int>(wait));
      return;
    }
    change = std::move(gate_->pending);
    is_merged = std::exchange(gate_->is_merged, false);
    gate_->is_posted = gate_->is_urgent = false;
  }
  QElapsedTimer clock;
  clock.start();
  if (is_merged) change->diff = world::diff(*change->before.world, *change->after.world);
  Q_EMIT changed(change);
  // Taking a large world apart takes nearly as long as reading it.
  world::WorldPtr old = change->kind == session::Change::Kind::kReplace ? change->before.world : nullptr;
  change.reset();
  if (old) taking_apart_ = std::jthread([old = std::move(old)]() mutable { old.reset(); });
  // The views get a third of the time at most, the user the rest.
  pause_ms_ = std::clamp(2 * clock.elapsed(), kShortestPauseMs, kLongestPauseMs);
  since_.start();
}

SessionBridge::~SessionBridge() {
  {
    const std::scoped_lock lock(gate_->mutex);
    gate_->bridge = nullptr;
  }
  subscription_.reset();
}

bool SessionBridge::commit(const QString& label, session::EditsPtr edits, const QString& coalesce_key) {
  const auto before = session_->snapshot().revision;
  session::CommitRequest request;
  request.label = label.toStdString();
  request.edits = std::move(edits);
  request.coalesce_key = coalesce_key.toStdString();
  const auto revision = session_->commit(request);
  if (!revision.ok()) {
    report(label, revision.status());
    return false;
  }
  return *revision != before;
}

bool SessionBridge::commitMade(const QString& label, const MakeEdits& make) {
  constexpr int kTries = 20;  // a client may change the world sixty times a second
  const TryEdits tried = [this](const session::EditsPtr& edits) { return session_->preview(*edits); };
  session::CommitRequest request;
  request.label = label.toStdString();
  for (int i = 1;; ++i) {
    const session::Snapshot now = session_->snapshot();
    auto edits = make(*now.world, tried);
    Status status = edits.status();
    if (edits.ok()) {
      request.edits = *edits;
      request.base_revision = now.revision;
      const auto revision = session_->commit(request);
      if (revision.ok()) return *revision != now.revision;
      status = revision.status();
    }
    if (status.code == Code::kAborted && i < kTries) continue;
    report(label, status);
    return false;
  }
}

Status SessionBridge::tryOut(const world::World& world, const session::EditsPtr& edits) const {
  return tried(world, edits).status();
}

Result<world::World> SessionBridge::tried(const world::World& world, const session::EditsPtr& edits) const {
  return world::apply(world, *edits, *session_->sharedStore());
}

void SessionBridge::undo() {
  if (session_->canUndo()) step(true);
}

void SessionBridge::redo() {
  if (session_->canRedo()) step(false);
}

void SessionBridge::step(bool back) {
  const auto done = back ? session_->undo() : session_->redo();
  if (!done.ok()) {
    report(back ? tr("Undo") : tr("Redo"), done.status());
    return;
  }
  session::WorldSession::StepName name;
  {
    const std::scoped_lock lock(gate_->mutex);
    name = gate_->step;
  }
  Q_EMIT stepped(back, toText(name.label), QString::fromStdString(name.author));
}

QString SessionBridge::named(const QString& label, const QString& author) {
  if (author.isEmpty()) return label;
  // A client that gives no name is called by its program and address: "grpc-python client 127.0.0.1:4711".
  return (author.contains(QLatin1String("client ")) ? tr("%1 by %2") : tr("%1 by client %2")).arg(label, author);
}

void SessionBridge::report(const QString& what, const Status& status) {
  const Message message = toMessage(status);
  Q_EMIT failed(tr("%1: %2").arg(what, message.title), message.hint, message.subject, message.action);
}

}  // namespace ww::ui
