// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QHash>
#include <QMainWindow>

#include "core/base/status.h"
#include "ui/actions/action_table.h"
#include "ui/bridge/session_bridge.h"
#include "ui/models/log_model.h"
#include "ui/models/problems_model.h"
#include "ui/panels/status_line.h"
#include "ui/widgets/notifications.h"

namespace ww::editor {

// How a window tells something: in the status line, as a notification, in the log, under Problems.
class Messages : public QObject {
  Q_OBJECT
 public:
  Messages(QMainWindow& window, ui::SessionBridge& bridge, ui::JobBridge& jobs);

  ui::LogModel& log() { return *log_; }
  ui::ProblemsModel& problems() { return *problems_; }
  ui::Notifications& notifications() { return *notifications_; }
  ui::StatusLine& status() { return *status_; }

  // A button: what it is called, and does.
  using Offer = std::pair<QString, std::function<void()>>;

  // In the status line and the log.
  void say(const QString& text);
  // In the status line alone, until something else is done here.
  void tell(const QString& text);
  // What did not work: everywhere. `source`: of ProblemWatch, who tells it; edits() when empty. Its notice stays as
  // long as it is under Problems; it offers `again` where that is given.
  void report(const QString& title, const Status& status, const QString& source = {}, std::function<void()> again = {},
              const Offer& more = {});
  void failure(const QString& title, const QString& hint, const QString& subject, const QString& source = {},
               std::function<void()> again = {}, const QString& action = {}, const Offer& more = {});
  // What was left out, with a button that does it after all. It stays until then.
  struct LeftOut {
    QString title, hint, subject, source;
  };
  void offer(const LeftOut& what, const QString& button, std::function<void()> run);
  // What is as it is, and is to be known: a notice and a line in the log.
  void warn(const QString& title, const Status& status);
  // What messages can offer to do.
  void setActions(ui::ActionTable& actions) { actions_ = &actions; }
  void notify(const ui::Notice& notice) { notifications_->post(notice); }
  // What says something of this world only: goes with it.
  void notifyOfWorld(const ui::Notice& notice);
  // Says what the step made that led to the revision, with "Undo", which takes back this step and no other: it goes
  // with the next change.
  void offerUndo(ui::Notice notice, std::uint64_t made);
  // Under Problems, until the source has others or none.
  void list(const QString& source, const QList<ui::Problem>& problems) { Q_EMIT listed(source, problems); }
  // An edit made here ends what was said before it; each change ends what it makes untrue.
  void edited(const session::Change& change);

 Q_SIGNALS:
  void listed(const QString& source, const QList<ww::ui::Problem>& problems);
  // The panel with that name is to be shown.
  void panelAsked(const QString& id);

 private:
  void withdrawSettled();
  void withdrawPassed(const session::Change& change);

  ui::SessionBridge& bridge_;
  ui::LogModel* log_;
  ui::ProblemsModel* problems_;
  ui::Notifications* notifications_;
  ui::StatusLine* status_;
  ui::ActionTable* actions_ = nullptr;
  QStringList failures_;                    // with a notice, as listed under Problems
  QHash<QString, std::uint64_t> of_world_;  // notices that go with it, and the revision that they tell of
  QString undo_;                            // the notice that offers it
  std::uint64_t undo_revision_ = 0;
  std::uint64_t told_revision_ = 0;  // of the world when something was said last
};

}  // namespace ww::editor
