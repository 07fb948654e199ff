// SPDX-License-Identifier: Apache-2.0
// What comes in the place of the world that is shown, and when.
#include <QDir>
#include <QFileInfo>
#include <QPointer>

#include "app/editor/document.h"
#include "core/history/failures.h"
#include "core/project/file_turn.h"
#include "core/project/project.h"

namespace ww::editor {
namespace {

using How = Document::How;

// What a file is to be read for.
struct Fetching {
  QString file;
  How how = How::kToChange;
  Keeping keeping;
  std::shared_ptr<geometry::GeometryStore> store;
};

Result<FileHolds::Hold> holdFor(const Fetching& what, const std::stop_token& stop) {
  const std::string path = what.file.toStdString();
  if (what.how == How::kToChange) return what.keeping.holds->take(path);
  if (what.how == How::kWhenFree) return what.keeping.holds->wait(path, stop);
  return FileHolds::Hold();
}

// The mark before reading: a change while it is read shows as one.
Result<Arrival> fetchFile(const Fetching& what, const std::stop_token& stop, const Progress& progress) {
  WW_ASSIGN(FileHolds::Hold hold, holdFor(what, stop));
  const std::string path = what.file.toStdString(), mark = project::fileMark(path);
  WW_ASSIGN(project::Loaded loaded, project::load(*what.keeping.vfs, path, *what.store, progress));
  Arrival out{loaded.world, {}, {}, false, {}, std::move(loaded.view)};
  out.past = history::opened(loaded.history, loaded.world, *what.store);
  if (!out.past && !loaded.history.empty())
    out.file.notes.push_back(fail(history::failures::kOtherWorld, {{"file", arg::Place{path}}}));
  // One of a newer major version is never written to: what is saved is another file.
  out.note = project::newerNote(path, loaded.info);
  if (what.how == How::kAsCopy || !out.note.ok()) {
    out.wish = QFileInfo(what.file).completeBaseName();
    return out;
  }
  out.path = what.file;
  out.clean = true;
  out.file.mark = mark;
  out.file.rows_hash = loaded.info.rows_hash;
  out.file.foreign = loaded.info.foreign;
  out.file.hold = std::move(hold);
  out.file.read_only = what.how == How::kToRead;
  return out;
}

}  // namespace

void Document::reset(Leave leave) {
  Next next;
  next.kind = Coming::Kind::kNew;
  next.name = tr("New");
  next.arrival.emplace();
  take(std::move(next), leave);
}

void Document::restore(Arrival arrival, const QString& name, Leave leave, Done done) {
  Next next;
  next.kind = Coming::Kind::kFile;
  next.file = name;
  next.name = tr("Recover %1").arg(name);
  next.done = std::move(done);
  next.arrival = std::move(arrival);
  take(std::move(next), leave);
}

void Document::open(const QString& path, Leave leave, Done done, How how) {
  Next next;
  next.kind = Coming::Kind::kFile;
  next.file = QDir::cleanPath(QFileInfo(path).absoluteFilePath());
  const QString name = QFileInfo(next.file).fileName();
  next.name = how == How::kWhenFree ? tr("Open %1 when others have closed it").arg(name) : tr("Open %1").arg(name);
  next.done = std::move(done);
  next.fetch = [what = Fetching{next.file, how, keeping_, bridge_.session().sharedStore()}](
                   const std::stop_token& stop, const Progress& progress) { return fetchFile(what, stop, progress); };
  take(std::move(next), leave);
}

void Document::make(const QString& name, const std::function<Result<world::World>()>& made, Leave leave,
                    const QString& wish) {
  Next next;
  next.kind = Coming::Kind::kMade;
  next.name = name;
  next.fetch = [made, wish](std::stop_token, const Progress&) -> Result<Arrival> {
    WW_ASSIGN(world::World world, made());
    return Arrival{std::move(world), {}, {}, true, wish};
  };
  take(std::move(next), leave);
}

void Document::leave(const QString& name, std::function<void()> go) {
  Next next;
  next.kind = Coming::Kind::kEnd;
  next.name = name;
  next.go = std::move(go);
  take(std::move(next), Leave::kAsk);
}

// The last wish counts.
void Document::take(Next next, Leave leave) {
  const bool asked =
      next_ && next_->asked && leave == Leave::kAsk;  // the question that is open is about this world still
  if (next_) drop(tr("Done instead: %1.").arg(next.name));
  if (leave == Leave::kAgreed) next.agreed = bridge_.snapshot().world;
  next_ = std::move(next);
  next_->asked = asked;
  saveViewQuietly();
  advance();
  Q_EMIT stateChanged();
}

void Document::drop(const QString& reason) {
  if (!next_) return;
  const Next gone = std::move(*next_);
  next_.reset();
  if (gone.read_job != 0) jobs_.cancel(gone.read_job);
  if (gone.done) gone.done(false);
  if (!reason.isEmpty()) Q_EMIT dropped(gone.name, reason);
}

void Document::stay() {
  drop({});
  Q_EMIT stateChanged();
}

void Document::leaveAnyway() {
  if (!next_) return;
  next_->asked = false;
  next_->agreed = bridge_.snapshot().world;
  // Nothing is left to wait for: a client that edits in a stream must not bring the question back.
  if (orders_.empty() && holds_ == 0 && (next_->arrival || next_->go)) arrive();
  else advance();
  Q_EMIT stateChanged();
}

std::shared_ptr<void> Document::hold() {
  ++holds_;
  const QPointer<Document> self(this);
  return {static_cast<void*>(this), [self](void*) {
            if (!self) return;
            --self->holds_;
            QMetaObject::invokeMethod(self, &Document::advance, Qt::QueuedConnection);
          }};
}

// Names go to the file quietly, where there is one.
bool Document::mayLeave() const {
  const auto world = bridge_.snapshot().world;
  if (next_ && world == next_->agreed) return true;
  const bool may_be_kept = hasFile() && next_ && next_->names_tried != keeping_.history->changes();
  return world == saved_file_->world() && (!hasNamesToSave() || may_be_kept);
}

// Those that were given since they were last written, as while the next world is read.
bool Document::keepsNamesFirst() {
  if (!hasNamesToSave() || next_->names_tried == keeping_.history->changes()) return false;
  saveViewQuietly();
  return !orders_.empty();
}

// Goes on as far as it can; whatever ends comes by here.
void Document::advance() {
  if (!next_ || next_->asked || !orders_.empty() || next_->reading != 0) return;
  if (!mayLeave()) {
    if (holds_ > 0) return;
    next_->asked = true;
    Q_EMIT stateChanged();
    Q_EMIT leaveAsked();
  } else if (next_->fetch && !next_->arrival) {
    read();
  } else if (holds_ == 0 && !keepsNamesFirst()) {
    arrive();
  }
}

void Document::read() {
  const quint64 reading = next_->reading = ++readings_;
  next_->read_job = jobs_.run<Arrival>(next_->name, next_->fetch, [this, reading](Result<Arrival> arrived) {
    // Not what was read for something that does not come any more.
    if (next_ && next_->reading == reading) readEnded(std::move(arrived));
  });
  Q_EMIT stateChanged();
}

// What was read of a file is older than what has just been saved to it.
void Document::readAgain(const QString& saved_path) {
  if (!next_ || next_->file != saved_path || (next_->reading == 0 && !next_->arrival)) return;
  if (next_->reading != 0) jobs_.cancel(next_->read_job);
  next_->reading = next_->read_job = 0;
  next_->arrival.reset();
}

void Document::readEnded(Result<Arrival> arrived) {
  next_->reading = next_->read_job = 0;
  if (arrived.ok()) {
    next_->arrival = std::move(arrived).value();
    advance();
    Q_EMIT stateChanged();
    return;
  }
  const QString subject = next_->file.isEmpty() ? next_->name : next_->file;
  drop({});
  Q_EMIT stateChanged();
  if (project::saysHeld(arrived.status())) Q_EMIT heldAsked(subject, arrived.status());
  else Q_EMIT openFailed(subject, arrived.status());
}

void Document::arrive() {
  Next next = std::move(*next_);
  next_.reset();
  if (next.go) next.go();
  else show(std::move(*next.arrival));
  if (next.done) next.done(true);
}

void Document::show(Arrival arrival) {
  ++shown_;
  // What was put there itself: a client of a shared world may have changed it since.
  world::WorldPtr put;
  {
    const auto watch = bridge_.session().observe([&put](const session::Change& change) {
      if (change.kind == session::Change::Kind::kReplace) put = change.after.world;
    });
    keeping_.history->expect(arrival.past);
    if (arrival.past) bridge_.session().replace(arrival.past->world, arrival.past->past);
    else bridge_.session().replace(std::move(arrival.world));
  }
  saved_file_->setNames(keeping_.history->changes());
  if (view_) view_->set(arrival.view);
  clean_view_ = std::move(arrival.view);
  const bool is_lost = !arrival.clean && !arrival.path.isEmpty() && arrival.file.mark.empty();
  saved_file_->setWorld(arrival.clean ? put : arrival.base, is_lost);
  saved_file_->setState(arrival.file);
  path_ = arrival.path;
  wish_ = arrival.wish;
  picture_.reset();
  if (!path_.isEmpty()) RecentFiles::add(path_);
  Q_EMIT stateChanged();
  Q_EMIT opened(path_);
  if (!arrival.note.ok()) Q_EMIT failed(tr("%1 was opened as a copy").arg(arrival.wish), arrival.note);
}

}  // namespace ww::editor
