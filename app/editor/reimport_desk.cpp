// SPDX-License-Identifier: Apache-2.0
#include "app/editor/reimport_desk.h"

#include <QFileInfo>
#include <algorithm>

#include "app/editor/revision_ghosts.h"
#include "app/editor/source_watch.h"
#include "app/editor/typed.h"
#include "core/scene/own_data.h"
#include "ui/bridge/status_text.h"
#include "ui/panels/compare_dialog.h"
#include "ui/scene/viewport.h"
#include "ui/widgets/file_dialog.h"
#include "worldwright/v1/file.pb.h"

namespace ww::editor {
namespace {

// The object that is selected, or whose part is.
ObjectId objectBehind(const world::World& world, const std::optional<world::NodeRef>& node) {
  if (!node) return {};
  if (const auto* id = std::get_if<ObjectId>(&*node)) return world.peek(*id) ? *id : ObjectId{};
  if (const auto* id = std::get_if<FrameId>(&*node)) return world.peek(*id) ? world.peek(*id)->object : ObjectId{};
  const auto* owner = world.owner(std::get<EntityId>(*node));
  return owner ? owner->object : ObjectId{};
}

QString shortName(const std::string& file) { return QFileInfo(QString::fromStdString(file)).fileName(); }

}  // namespace

struct ReimportDesk::Reading {
  std::shared_ptr<const io::ImportResult> read;
  usecase::SourceNote note;
  std::string sha256;
  usecase::Revision revision;
  RevisionGhosts ghosts;  // by item
};

ReimportDesk::ReimportDesk(const WindowParts& parts)
    : QObject(&parts.window), parts_(parts), watch_(new SourceWatch(parts.bridge, this)) {
  connect(&parts_.document, &Document::opened, this, [this] {
    ++worlds_;
    if (dialog_) dialog_->close();
    parts_.jobs.cancel(job_);
    parts_.jobs.cancel(take_job_);
  });
  connect(watch_, &SourceWatch::changed, this, &ReimportDesk::tellChanged);
}

ui::CompareDialog* ReimportDesk::dialog() const { return dialog_; }

QString ReimportDesk::whyNot() const {
  const auto world = parts_.bridge.snapshot().world;
  const ObjectId object = objectBehind(*world, parts_.selection.active());
  if (!object || object == world::kRootObject) return tr("Select an object that was imported from a file");
  return {};
}

void ReimportDesk::reimportSelected() {
  enterTyped(parts_.window);
  const ObjectId object = objectBehind(*parts_.bridge.snapshot().world, parts_.selection.active());
  if (object && object != world::kRootObject) reimport(object);
}

void ReimportDesk::reimport(ObjectId object, const QString& file) {
  const auto world = parts_.bridge.snapshot().world;
  const auto found = world->object(object);
  if (!found) return;
  QString chosen = file;
  if (chosen.isEmpty() && !found->message->content().user_data().contains(scene::kImportNoteKey)) {
    const QString title = tr("Which file is %1 from?").arg(QString::fromStdString(found->name));
    chosen = ui::askForFile(&parts_.window, {title, QString(), tr("All files (*)")});
    if (chosen.isEmpty()) return;
  }
  const auto note = usecase::rereading(*world, object, chosen.toStdString());
  if (!note.ok()) return tellFailed(note.status());
  read(object, *note);
}

// ---- reading

void ReimportDesk::read(ObjectId object, const usecase::SourceNote& note) {
  parts_.jobs.cancel(job_);
  job_ = parts_.jobs.run<ReadingPtr>(
      tr("Read %1 again").arg(shortName(note.file)),
      [note, object, world = parts_.bridge.snapshot().world, store = parts_.bridge.session().sharedStore()](
          std::stop_token stop, const Progress& progress) -> Result<ReadingPtr> {
        auto out = std::make_shared<Reading>();
        WW_ASSIGN(out->sha256, usecase::fileHash(note.file, stop));
        WW_ASSIGN(io::ImportResult read, io::importFile(note.file, note.options, *store, stop, progress));
        out->read = std::make_shared<const io::ImportResult>(std::move(read));
        out->note = note;
        WW_ASSIGN(out->revision, usecase::revise(*world, object, *out->read, note, out->sha256));
        out->ghosts = revisionGhosts(*world, *store, out->revision);
        return ReadingPtr(std::move(out));
      },
      [this, of = worlds_](Result<ReadingPtr> found) {
        if (of != worlds_) return;
        if (found.ok()) show(std::move(found).value());
        else if (found.status().code != Code::kCancelled) tellFailed(found.status());
      });
}

// The object was changed since: what was read is compared with it as it is now.
void ReimportDesk::compareAgain() {
  const ObjectId object = shown_->revision.object;
  const auto note = usecase::rereading(*parts_.bridge.snapshot().world, object, shown_->note.file);
  if (!note.ok()) return tellFailed(note.status());
  job_ = parts_.jobs.run<ReadingPtr>(
      tr("Compare with %1").arg(fileName()),
      [before = shown_, note = *note, world = parts_.bridge.snapshot().world,
       store = parts_.bridge.session().sharedStore()](std::stop_token, const Progress&) -> Result<ReadingPtr> {
        auto out = std::make_shared<Reading>(*before);
        out->note = note;
        WW_ASSIGN(out->revision, usecase::revise(*world, before->revision.object, *before->read, note, before->sha256));
        out->ghosts = revisionGhosts(*world, *store, out->revision);
        return ReadingPtr(std::move(out));
      },
      [this, of = worlds_](Result<ReadingPtr> found) {
        if (of != worlds_) return;
        if (!found.ok()) return found.status().code == Code::kCancelled ? void() : tellFailed(found.status());
        show(std::move(found).value());
        if (dialog_) dialog_->tell(tr("The object was changed meanwhile: look at the list again."));
      });
}

// ---- the list

void ReimportDesk::show(ReadingPtr found) {
  if (dialog_) hideGhosts();
  delete dialog_;
  shown_ = std::move(found);
  const usecase::Revision& revision = shown_->revision;
  const auto object = parts_.bridge.snapshot().world->object(revision.object);
  if (!object) return;
  const QString name = QString::fromStdString(object->name);
  if (revision.items.empty()) {
    if (!revision.same_bytes) take();  // notes that this is the file by now
    return parts_.messages.say(tr("Nothing of %1 changed in %2.").arg(name, fileName()));
  }
  const auto& refused = revision.usually_refused;
  std::vector<ui::CompareRow> rows;
  for (const usecase::RevisionItem& item : revision.items) {
    QString words = ui::toText(usecase::itemText(item));
    if (item.edited) words += QStringLiteral(" - ") + tr("you changed it here, too");
    else if (item.refused_before) words += QStringLiteral(" - ") + tr("you left it out before");
    // What is lost stays with what it would be lost with, whose row says so.
    const bool taken = item.kind == usecase::RevisionItem::Kind::kLost || !refused.contains(item.id);
    const std::string& part = item.shape.empty() ? item.part : item.shape;
    rows.push_back({QString::fromStdString(item.id), QString::fromStdString(part), words, taken});
  }
  dialog_ = new ui::CompareDialog(fileName(), rows, &parts_.window);
  dialog_->setAttribute(Qt::WA_DeleteOnClose);
  dialog_->setObjectName(QStringLiteral("reimportDialog"));
  QString text =
      tr("What is checked is taken from %1, in one step that can be undone. All else stays as it is.").arg(fileName());
  // First of all: a file that is cut off is not what its program wrote.
  if (!revision.found.empty())
    text = tr("%1 could not be read as a whole: %2").arg(fileName(), ui::toLine(revision.found.front())) +
           (revision.found.size() > 1 ? tr(" (and %n more)", nullptr, static_cast<int>(revision.found.size()) - 1)
                                      : QString()) +
           QStringLiteral("\n\n") + text;
  dialog_->setTexts(tr("Re-import %1").arg(name), text);
  connect(dialog_, &ui::CompareDialog::takeAsked, this, &ReimportDesk::take);
  connect(dialog_, &ui::CompareDialog::currentChanged, this, &ReimportDesk::showCurrent);
  connect(dialog_, &ui::CompareDialog::leftChanged, this, &ReimportDesk::showGhosts);
  connect(dialog_, &QDialog::finished, this, &ReimportDesk::hideGhosts);
  if (!shown_->ghosts.empty())
    dialog_->tell(tr("In the view: green is what comes, blue what moves or changes, red what goes."));
  showGhosts();
  dialog_->show();
}

// What will be taken, and the row that has the keys in any case.
void ReimportDesk::showGhosts() {
  if (!dialog_ || !shown_) return;
  std::vector<ui::scene::BodyShell> shells;
  const QString current = dialog_->current();
  const QStringList left = dialog_->left();
  for (const auto& [item, ghosts] : shown_->ghosts) {
    const QString id = QString::fromStdString(item);
    if (id == current || !left.contains(id)) shells.insert(shells.end(), ghosts.begin(), ghosts.end());
  }
  parts_.view.view()->marks().setPreview(ui::scene::PreviewOf::kRevision, std::move(shells));
}

void ReimportDesk::hideGhosts() { parts_.view.view()->marks().setPreview(ui::scene::PreviewOf::kRevision, {}); }

// The part of the row that has the keys is selected, so that the view shows it.
void ReimportDesk::showCurrent() {
  if (!dialog_ || !shown_) return;
  showGhosts();
  const std::string id = dialog_->current().toStdString();
  const auto item = std::ranges::find(shown_->revision.items, id, &usecase::RevisionItem::id);
  if (item == shown_->revision.items.end()) return;
  const auto world = parts_.bridge.snapshot().world;
  if (item->entity && world->owner(item->entity)) parts_.selection.select({item->entity});
  else if (world->peek(shown_->revision.object)) parts_.selection.select({shown_->revision.object});
}

void ReimportDesk::take() {
  if (!shown_) return;
  std::set<std::string> refused;
  if (dialog_)
    for (const QString& id : dialog_->left()) refused.insert(id.toStdString());
  if (dialog_) dialog_->setBusy(true);
  const auto snapshot = parts_.bridge.snapshot();
  take_job_ = parts_.jobs.run<session::EditsPtr>(
      tr("Take over from %1").arg(fileName()),
      [reading = shown_, refused, world = snapshot.world, store = parts_.bridge.session().sharedStore()](
          std::stop_token stop, const Progress&) {
        return usecase::revised(*world, *store, reading->revision, refused, std::move(stop));
      },
      [this, revision = snapshot.revision, of = worlds_](const Result<session::EditsPtr>& edits) {
        if (of != worlds_) return;
        if (dialog_) dialog_->setBusy(false);
        if (edits.ok()) taken(*edits, revision);
        else if (edits.status().code == Code::kAborted) compareAgain();
        else if (edits.status().code != Code::kCancelled) tellFailed(edits.status());
      });
}

void ReimportDesk::taken(const session::EditsPtr& edits, std::uint64_t revision) {
  session::CommitRequest commit;
  commit.label = tr("Re-import %1").arg(fileName()).toStdString();
  commit.edits = edits;
  commit.base_revision = revision;
  const auto done = parts_.bridge.session().commit(commit);
  if (!done.ok() && done.status().code == Code::kAborted) return compareAgain();
  if (!done.ok()) return tellFailed(done.status());
  if (!dialog_) return;  // nothing was to be decided
  tellLost();
  dialog_->close();
  const ui::Notice notice{ui::Notice::Kind::kGood, tr("%1 imported again").arg(fileName()), QString(), QString(), {}};
  parts_.messages.offerUndo(notice, parts_.bridge.snapshot().revision);
}

// ---- what is told

// Of what was taken.
void ReimportDesk::tellLost() {
  const auto world = parts_.bridge.snapshot().world;
  const ObjectId id = shown_->revision.object;
  const auto object = world->object(id);
  const QStringList left = dialog_->left();
  std::vector<LostFrame> lost;
  for (const usecase::RevisionItem& item : shown_->revision.items) {
    if (item.kind != usecase::RevisionItem::Kind::kLost || item.lost.empty() || item.configuration || !object) continue;
    const FrameId frame = world->frameNamed(id, item.lost);
    const QString kept = QStringLiteral("reshaped:") + QString::fromStdString(item.part);
    const bool stays = item.feature_gone ? left.contains(kept) : object->entityNamed(item.part) != nullptr;
    if (frame && !stays && !left.contains(QString::fromStdString(item.id)))
      lost.push_back({frame, ui::toText(usecase::itemText(item))});
  }
  if (!lost.empty()) Q_EMIT framesLost(lost);
}

QString ReimportDesk::fileName() const { return shown_ ? shortName(shown_->note.file) : QString(); }

void ReimportDesk::tellFailed(const Status& status) {
  parts_.messages.report(tr("It could not be imported again"), status);
}

void ReimportDesk::tellChanged(ObjectId object, const QString& file) {
  const auto found = parts_.bridge.snapshot().world->object(object);
  if (!found) return;
  ui::Notice notice{ui::Notice::Kind::kInfo, tr("%1 changed on the disk").arg(QFileInfo(file).fileName()),
                    tr("%1 was imported from it.").arg(QString::fromStdString(found->name)), tr("Re-import"),
                    [this, object] { reimport(object); }};
  notice.stays = true;
  parts_.messages.notifyOfWorld(notice);  // the next one has another object of that id
}

}  // namespace ww::editor
