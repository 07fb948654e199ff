// SPDX-License-Identifier: Apache-2.0
#include "app/editor/messages.h"

#include <utility>

#include "app/editor/problem_watch.h"
#include "ui/bridge/status_text.h"

namespace ww::editor {
namespace {

bool isListed(const ui::ProblemsModel& problems, const QString& text) {
  for (int row = 0; row < problems.rowCount(); ++row)
    if (problems.problem(row).text == text) return true;
  return false;
}

}  // namespace

Messages::Messages(QMainWindow& window, ui::SessionBridge& bridge, ui::JobBridge& jobs)
    : QObject(&window),
      bridge_(bridge),
      log_(new ui::LogModel(this)),
      problems_(new ui::ProblemsModel(this)),
      notifications_(new ui::Notifications(&window)),
      status_(new ui::StatusLine(jobs, &window)) {
  connect(problems_, &QAbstractItemModel::rowsRemoved, this, &Messages::withdrawSettled);
  connect(problems_, &QAbstractItemModel::dataChanged, this, &Messages::withdrawSettled);
  connect(status_, &ui::StatusLine::jobsClicked, this, [this] { Q_EMIT panelAsked(QStringLiteral("jobs")); });
}

void Messages::say(const QString& text) {
  log_->add(ui::LogLine::Level::kInfo, text);
  tell(text);
}

void Messages::tell(const QString& text) {
  told_revision_ = bridge_.snapshot().revision;
  status_->say(text);
}

void Messages::edited(const session::Change& change) {
  withdrawPassed(change);
  if (change.author.empty() && change.after.revision > told_revision_) status_->endSaid();
}

void Messages::report(const QString& title, const Status& status, const QString& source, std::function<void()> again,
                      const Offer& more) {
  if (status.code == Code::kCancelled) return say(tr("%1: cancelled.").arg(title));
  const ui::Message m = ui::toMessage(status);
  failure(tr("%1. %2").arg(title, m.title), m.hint, m.subject, source, std::move(again), m.action, more);
  if (!m.details.isEmpty()) log_->add(ui::LogLine::Level::kInfo, m.details);
}

void Messages::failure(const QString& title, const QString& hint, const QString& subject, const QString& source,
                       std::function<void()> again, const QString& action, const Offer& more) {
  status_->endSaid();
  log_->add(ui::LogLine::Level::kError, title, hint, subject);
  list(source.isEmpty() ? ProblemWatch::edits() : source,
       {{ui::LogLine::Level::kError, title, hint, subject, {}, {}, false, action}});
  // What has been put right meanwhile is in the log only.
  ui::Notice notice{ui::Notice::Kind::kError, title, hint, tr("Details"), [this] {
                      Q_EMIT panelAsked(problems_->rowCount() > 0 ? QStringLiteral("problems") : QStringLiteral("log"));
                    }};
  if (const auto offer = actions_ ? actions_->offer(action) : std::nullopt)
    notice.more.emplace_back(offer->text, [actions = actions_, action] { actions->start(action); });
  if (more.second) notice.more.push_back(more);
  if (again) notice.more.emplace_back(tr("Try again"), std::move(again));
  notice.stays = isListed(*problems_, title);
  if (notice.stays && !failures_.contains(title)) failures_ << title;
  notify(notice);
}

void Messages::offer(const LeftOut& what, const QString& button, std::function<void()> run) {
  log_->add(ui::LogLine::Level::kWarning, what.title, what.hint, what.subject);
  ui::Problem problem{ui::LogLine::Level::kWarning, what.title, what.hint, what.subject};
  problem.remedies << ui::Remedy{button, {}, run};
  list(what.source, {problem});
  ui::Notice notice{ui::Notice::Kind::kWarning, what.title, what.hint, button, std::move(run)};
  notice.stays = isListed(*problems_, what.title);
  if (notice.stays && !failures_.contains(what.title)) failures_ << what.title;
  notify(notice);
}

void Messages::warn(const QString& title, const Status& status) {
  const ui::Message m = ui::toMessage(status);
  const QString text = tr("%1. %2").arg(title, m.title);
  log_->add(ui::LogLine::Level::kWarning, text, m.hint, m.subject);
  notify({ui::Notice::Kind::kWarning, text, m.hint, {}, {}});
}

void Messages::notifyOfWorld(const ui::Notice& notice) {
  of_world_[notice.title] = bridge_.snapshot().revision;
  notify(notice);
}

void Messages::offerUndo(ui::Notice notice, std::uint64_t made) {
  // An older one that reads the same would take this one in, with its own step.
  if (!undo_.isEmpty()) notifications_->withdraw(undo_);
  undo_.clear();
  if (bridge_.snapshot().revision == made) {
    undo_ = notice.title;
    undo_revision_ = made;
    notice.action = tr("Undo");
    // What was done since may not be told yet.
    notice.handler = [this, made] {
      if (bridge_.snapshot().revision == made) bridge_.undo();
    };
  }
  notifyOfWorld(notice);
}

void Messages::withdrawPassed(const session::Change& change) {
  const std::uint64_t now = change.after.revision;
  if (!undo_.isEmpty() && now > undo_revision_) notifications_->withdraw(std::exchange(undo_, {}));
  if (change.kind != session::Change::Kind::kReplace) return;
  for (auto it = of_world_.begin(); it != of_world_.end();) {
    if (now <= it.value()) {
      ++it;
      continue;
    }
    notifications_->withdraw(it.key());
    it = of_world_.erase(it);
  }
}

void Messages::withdrawSettled() {
  for (const QString& title : QStringList(failures_)) {
    if (isListed(*problems_, title)) continue;
    failures_.removeAll(title);
    notifications_->withdraw(title);
  }
}

}  // namespace ww::editor
