// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QTimer>
#include <functional>
#include <memory>
#include <optional>
#include <thread>

#include "core/session/edit_builders.h"
#include "core/session/session.h"

namespace ww::ui {

using ChangePtr = std::shared_ptr<const session::Change>;

struct SessionBridgeGate;

// The world as it would be, with the ids that a commit would give.
using TryEdits = std::function<Result<world::World>(const session::EditsPtr& edits)>;
// Makes edits for a world as it is.
using MakeEdits = std::function<Result<session::EditsPtr>(const world::World& world, const TryEdits& tried)>;

// The only hop between a WorldSession (any thread) and the Qt thread. Lives on the Qt thread.
// What other threads change in quick succession is told as one change, from the world before the first
// to the world after the last, about 60 times a second or as often as the views can follow. So what a
// view holds may be newer or older than `before` of a change: look at `after`.
class SessionBridge : public QObject {
  Q_OBJECT
 public:
  explicit SessionBridge(std::shared_ptr<session::WorldSession> session, QObject* parent = nullptr);
  ~SessionBridge() override;

  session::WorldSession& session() const { return *session_; }
  std::shared_ptr<session::WorldSession> sharedSession() const { return session_; }
  session::Snapshot snapshot() const { return session_->snapshot(); }

  // Commits and reports a failure through failed(); false when nothing was done.
  bool commit(const QString& label, session::EditsPtr edits, const QString& coalesce_key = {});
  // For edits that name what they make: made for the very world that they are committed to, and made again
  // when somebody else was quicker.
  bool commitMade(const QString& label, const MakeEdits& make);
  // What a commit would say of it; the world stays as it is.
  Status tryOut(const world::World& world, const session::EditsPtr& edits) const;
  // The world as it would be; for looking at what an edit makes.
  Result<world::World> tried(const world::World& world, const session::EditsPtr& edits) const;
  void undo();
  void redo();
  // "Move gripper by client cell_py"; the label alone when it was the user.
  static QString named(const QString& label, const QString& author);

 Q_SIGNALS:
  // On the Qt thread, in the order of revisions: each one's `before` is the `after` of the last. Of
  // several in one the label and author are those of the last, the kind is kReplace if one of them was.
  void changed(ww::ui::ChangePtr change);
  // What failed, what to do, on what, and the action of the editor that does it.
  void failed(const QString& title, const QString& hint, const QString& subject, const QString& action);
  // Undo (or redo) took what it found, which may be an edit by somebody else that has just come.
  void stepped(bool undone, const QString& label, const QString& author);

 private:
  void report(const QString& what, const Status& status);
  void deliver();
  void step(bool back);

  std::shared_ptr<session::WorldSession> session_;
  std::shared_ptr<struct SessionBridgeGate> gate_;
  session::WorldSession::Subscription subscription_;
  QTimer later_;
  QElapsedTimer since_;  // the last delivery
  qint64 pause_ms_ = 0;  // from one delivery to the next
  std::jthread taking_apart_;
};

}  // namespace ww::ui
