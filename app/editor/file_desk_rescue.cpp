// SPDX-License-Identifier: Apache-2.0
// Damaged world files: what is told of them, and what of them can be saved.
#include <QDir>
#include <QFileInfo>
#include <algorithm>

#include "app/editor/file_desk.h"
#include "app/editor/problem_watch.h"
#include "core/history/repair.h"
#include "core/project/file_hold.h"
#include "core/project/file_turn.h"
#include "core/project/format.h"
#include "core/project/losses.h"
#include "core/project/project.h"
#include "ui/bridge/status_text.h"

namespace ww::editor {
namespace {

QString rescueName(const QString& path) { return QFileInfo(path).fileName(); }

}  // namespace

void FileDesk::damaged(const QString& path, const Status& status) {
  const QString backup = path + QLatin1Char('~');
  const ui::Message message = ui::toMessage(status);
  const QString what = QString(message.title).replace(path, rescueName(path));
  ui::Notice notice{
      ui::Notice::Kind::kError, what, tr("Nothing was changed: neither the file nor the world that is open."), {}, {}};
  if (QFileInfo::exists(backup)) {
    notice.text += QLatin1Char(' ') + tr("The save before the last one left a backup.");
    notice.more.emplace_back(tr("Open the backup"), [this, backup] {
      document_.open(backup, Document::Leave::kAsk, {}, Document::How::kAsCopy);
    });
  }
  // Of another kind of file there is nothing to save.
  const bool is_world = project::checkHeader(project::systemVfs(), path.toStdString()).ok();
  if (is_world) notice.more.emplace_back(tr("Save what can be saved..."), [this, path] { recover(path); });
  else notice.text += QLatin1Char(' ') + message.hint;
  notice.stays = true;
  messages_.log().add(ui::LogLine::Level::kError, what, message.hint, path);
  messages_.list(ProblemWatch::file(path), {{ui::LogLine::Level::kError, what, message.hint, path}});
  for (const QString& line : message.details.split(QLatin1Char('\n'), Qt::SkipEmptyParts))
    messages_.log().add(ui::LogLine::Level::kInfo, line, {}, path);
  messages_.notify(notice);
}

void FileDesk::recover(const QString& path) {
  const QFileInfo info(path);
  const QString wish = info.dir().filePath(tr("%1-rescued.wright").arg(info.completeBaseName()));
  const Choice to = chooseTarget(tr("Save what can be saved"), wish);
  if (!to.file.isEmpty()) recoverTo(path, to.file);
}

void FileDesk::recoverTo(const QString& path, const QString& to) {
  using Lost = std::vector<Status>;
  parts_.jobs.run<Lost>(
      tr("Save what can be saved of %1").arg(rescueName(path)),
      [from = path.toStdString(), out = to.toStdString()](std::stop_token stop, const Progress&) -> Result<Lost> {
        WW_ASSIGN(const project::FileTurn turn, project::FileTurn::take(out, stop));
        if (const auto other = project::holderOf(out)) return project::heldBy(out, *other);
        return history::repair(project::systemVfs(), from, out);
      },
      [this, path, to](const Result<Lost>& lost) {
        if (!lost.ok())
          return messages_.report(tr("Nothing could be saved from %1").arg(rescueName(path)), lost.status(),
                                  ProblemWatch::file(path));
        tellLost(to, *lost);
        tellRescued(to, *lost);
      });
}

// A file that holds no object is no success.
void FileDesk::tellRescued(const QString& to, const std::vector<Status>& lost) {
  const auto losses = static_cast<int>(std::ranges::count_if(lost, project::isLoss));
  const bool nothing = std::ranges::any_of(lost, project::savedNothing);
  const QString text = losses == 0 ? tr("Nothing was lost.") : tr("%n losses are listed under Problems.", "", losses);
  messages_.notify(
      {nothing ? ui::Notice::Kind::kWarning : ui::Notice::Kind::kGood,
       nothing ? tr("%1 holds no object").arg(rescueName(to)) : tr("What is sound is in %1").arg(rescueName(to)), text,
       tr("Open it"), [this, to] { open(to); }});
}

// They are losses of the file that was written: known as long as that is looked at.
void FileDesk::tellLost(const QString& to, const std::vector<Status>& lost) {
  QList<ui::Problem> problems;
  for (const Status& what : lost) {
    // What was kept in part says so itself.
    const bool gone = what.failure && what.failure->row->code.starts_with("project.lost");
    const QString title = ui::toMessage(what).title, text = gone ? tr("Lost: %1").arg(title) : title;
    messages_.log().add(ui::LogLine::Level::kWarning, text, {}, to);
    problems << ui::Problem{ui::LogLine::Level::kWarning, text, {}, to};
  }
  messages_.list(ProblemWatch::lost(to), problems);
}

}  // namespace ww::editor
