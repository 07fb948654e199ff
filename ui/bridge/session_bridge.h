// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>
#include <QString>
#include <memory>
#include <optional>

#include "core/session/edit_builders.h"
#include "core/session/session.h"

namespace ww::ui {

using ChangePtr = std::shared_ptr<const session::Change>;

struct SessionBridgeGate;

// The only hop between a WorldSession (any thread) and the Qt thread. Lives on the Qt thread.
class SessionBridge : public QObject {
  Q_OBJECT
 public:
  explicit SessionBridge(std::shared_ptr<session::WorldSession> session, QObject* parent = nullptr);
  ~SessionBridge() override;

  session::WorldSession& session() const { return *session_; }
  session::Snapshot snapshot() const { return session_->snapshot(); }

  // Commits and reports a failure through failed(); false when nothing was done.
  bool commit(const QString& label, session::EditsPtr edits, const QString& coalesce_key = {});
  // What a commit would say of it; the world stays as it is.
  Status tryOut(const world::World& world, const session::EditsPtr& edits) const;
  // The world as it would be; for looking at what an edit makes.
  Result<world::World> tried(const world::World& world, const session::EditsPtr& edits) const;
  void undo();
  void redo();

 Q_SIGNALS:
  // On the Qt thread, in the order of revisions.
  void changed(ww::ui::ChangePtr change);
  // What failed, what to do.
  void failed(const QString& title, const QString& hint, const QString& subject);

 private:
  void report(const QString& what, const Status& status);

  std::shared_ptr<session::WorldSession> session_;
  std::shared_ptr<struct SessionBridgeGate> gate_;
  session::WorldSession::Subscription subscription_;
};

}  // namespace ww::ui
