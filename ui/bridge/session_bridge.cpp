// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/session_bridge.h"

#include <mutex>

#include "core/world/edits.h"
#include "ui/bridge/status_text.h"

namespace ww::ui {

// Observers run on the committing thread; the gate closes before the bridge goes.
struct SessionBridgeGate {
  std::mutex mutex;
  SessionBridge* bridge = nullptr;
};

SessionBridge::SessionBridge(std::shared_ptr<session::WorldSession> session, QObject* parent)
    : QObject(parent), session_(std::move(session)), gate_(std::make_shared<SessionBridgeGate>()) {
  gate_->bridge = this;
  subscription_ = session_->observe([gate = gate_](const session::Change& change) {
    const std::scoped_lock lock(gate->mutex);
    if (!gate->bridge) return;
    auto* bridge = gate->bridge;
    auto shared = std::make_shared<const session::Change>(change);
    QMetaObject::invokeMethod(bridge, [bridge, shared] { Q_EMIT bridge->changed(shared); }, Qt::QueuedConnection);
  });
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

Status SessionBridge::tryOut(const world::World& world, const session::EditsPtr& edits) const { return tried(world, edits).status(); }

Result<world::World> SessionBridge::tried(const world::World& world, const session::EditsPtr& edits) const {
  return world::apply(world, *edits, *session_->sharedStore());
}

void SessionBridge::undo() {
  if (!session_->canUndo()) return;
  if (const auto done = session_->undo(); !done.ok()) report(tr("Undo"), done.status());
}

void SessionBridge::redo() {
  if (!session_->canRedo()) return;
  if (const auto done = session_->redo(); !done.ok()) report(tr("Redo"), done.status());
}

void SessionBridge::report(const QString& what, const Status& status) {
  const Message message = toMessage(status);
  Q_EMIT failed(tr("%1: %2").arg(what, message.title), message.hint, message.subject);
}

}  // namespace ww::ui
