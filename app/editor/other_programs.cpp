// SPDX-License-Identifier: Apache-2.0
#include "app/editor/other_programs.h"

#include <QFileInfo>
#include <QPushButton>
#include <set>

#include "app/editor/problem_watch.h"
#include "core/difference/difference.h"
#include "core/project/project.h"
#include "core/world/compare/program_changes.h"
#include "intrinsic/world/proto/collision_settings.pb.h"
#include "intrinsic/world/proto/object_world_service.pb.h"
#include "ui/bridge/status_text.h"

namespace ww::editor {
namespace {

using How = Document::How;

// Of things of one kind: only in the file, only here, in both and not the same.
struct Counts {
  int there = 0, here = 0, other = 0;
};

QString fileNameOf(const QString& path) { return QFileInfo(path).fileName(); }

QString changedTitle(const QString& path) {
  return OtherPrograms::tr("%1 was changed by another program").arg(fileNameOf(path));
}

QString goneTitle(const QString& path) { return OtherPrograms::tr("%1 is no longer there.").arg(fileNameOf(path)); }

QString damagedTitle(const QString& path) { return OtherPrograms::tr("%1 is damaged").arg(fileNameOf(path)); }

void addObjects(const Counts& counts, QStringList& out) {
  if (counts.there > 0) out << OtherPrograms::tr("%n objects are in the file alone", "", counts.there);
  if (counts.here > 0) out << OtherPrograms::tr("%n objects are here alone", "", counts.here);
  if (counts.other > 0) out << OtherPrograms::tr("%n objects differ", "", counts.other);
}

void addFrames(const Counts& counts, QStringList& out) {
  if (counts.there > 0) out << OtherPrograms::tr("%n frames are in the file alone", "", counts.there);
  if (counts.here > 0) out << OtherPrograms::tr("%n frames are here alone", "", counts.here);
  if (counts.other > 0) out << OtherPrograms::tr("%n frames differ", "", counts.other);
}

// That an item is about, or that its entity belongs to; none for other items.
ObjectId objectOf(const world::World& file, const world::World& here, const difference::Subject& subject) {
  if (subject.category == difference::Category::kObject) return {subject.id};
  if (subject.category != difference::Category::kEntity) return {};
  const world::EntityOwner* owner = file.owner(EntityId{subject.id});
  if (!owner) owner = here.owner(EntityId{subject.id});
  return owner ? owner->object : ObjectId{};
}

}  // namespace

// What is renamed is the same thing; two things that were added at once under one id are two.
QString differenceText(const world::World& file, const world::World& here) {
  Counts objects, frames;
  std::set<std::uint64_t> other_objects, other_frames;
  for (const difference::Item& item : difference::diff(file, here).items) {
    const bool is_frame = item.subject.category == difference::Category::kFrame;
    if (const auto object = objectOf(file, here, item.subject); object || is_frame) {
      Counts& counts = is_frame ? frames : objects;
      const bool whole = item.subject.category != difference::Category::kEntity;
      if (whole && item.kind == "removed") ++counts.there;
      else if (whole && item.kind == "added") ++counts.here;
      else (is_frame ? other_frames : other_objects).insert(is_frame ? item.subject.id : object.value);
    }
  }
  objects.other = static_cast<int>(other_objects.size());
  frames.other = static_cast<int>(other_frames.size());
  QStringList out;
  addObjects(objects, out);
  addFrames(frames, out);
  const auto programs = world::programChanges(file, here);
  if (!programs.empty()) out << OtherPrograms::tr("%n programs differ", "", static_cast<int>(programs.size()));
  if (file.collisionSettings().SerializeAsString() != here.collisionSettings().SerializeAsString())
    out << OtherPrograms::tr("the collision rules differ");
  return out.join(QStringLiteral(", "));
}

OtherPrograms::OtherPrograms(const WindowParts& parts) : QObject(&parts.window), parts_(parts), watch_(parts.document) {
  connect(&parts_.document, &Document::heldAsked, this, &OtherPrograms::askHeld);
  connect(&watch_, &FileWatch::changed, this, &OtherPrograms::tellChanged);
  connect(&watch_, &FileWatch::damaged, this, &OtherPrograms::tellDamaged);
  connect(&watch_, &FileWatch::gone, this, &OtherPrograms::tellGone);
  connect(&watch_, &FileWatch::freed, this, &OtherPrograms::tellFreed);
  connect(&watch_, &FileWatch::regained, this, &OtherPrograms::tellRegained);
  connect(&parts_.document, &Document::opened, this, [this] { damaged_.clear(); });
  connect(&parts_.document, &Document::saved, this, &OtherPrograms::tellSaved);
  connect(&parts_.document.savedFile(), &SavedFile::settled, this, [this] {
    withdrawNotices(parts_.document.path());
    parts_.messages.list(ProblemWatch::saving(), {});
  });
}

// What was to be decided is: the file is that of the world here.
void OtherPrograms::withdrawNotices(const QString& path) {
  for (const QString& title : {changedTitle(path), goneTitle(path), damagedTitle(path)})
    parts_.messages.notifications().withdraw(title);
}

// What a save has found damaged, and nobody had told of before.
void OtherPrograms::tellSaved(const QString& path) {
  withdrawNotices(path);
  const Status& damage = parts_.document.savedFile().state().damage;
  if (path == parts_.document.path() && !damage.ok() && damaged_ != path)
    parts_.messages.warn(tr("%1 was damaged, and was written anew").arg(fileNameOf(path)), damage);
  damaged_.clear();
}

// ---- open already

void OtherPrograms::askHeld(const QString& path, const Status& status) {
  if (question_) question_->close();
  auto* box = new QMessageBox(QMessageBox::Information, tr("Open elsewhere"), ui::toMessage(status).title,
                              QMessageBox::NoButton, &parts_.window);
  question_ = box;
  box->setObjectName(QStringLiteral("heldFile"));
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->setInformativeText(tr("Two who save to one file would take each other's work away."));
  auto* look = box->addButton(tr("Look at it only"), QMessageBox::AcceptRole);
  auto* copy = box->addButton(tr("Open a copy"), QMessageBox::AcceptRole);
  auto* wait = box->addButton(tr("Wait until it is closed"), QMessageBox::AcceptRole);
  auto* cancel = box->addButton(tr("Cancel"), QMessageBox::RejectRole);
  box->setDefaultButton(look);
  box->setEscapeButton(cancel);
  connect(box, &QDialog::finished, this, [this, box, look, copy, wait, path] {
    const auto* chosen = box->clickedButton();
    auto& document = parts_.document;
    if (chosen == look) document.open(path, Document::Leave::kAsk, {}, How::kToRead);
    else if (chosen == copy) document.open(path, Document::Leave::kAsk, {}, How::kAsCopy);
    else if (chosen == wait) document.open(path, Document::Leave::kAsk, {}, How::kWhenFree);
  });
  box->open();
}

void OtherPrograms::tellFreed(const QString& path) {
  ui::Notice notice{ui::Notice::Kind::kInfo, tr("%1 is free now").arg(fileNameOf(path)),
                    tr("Nobody else has it open any more. Here it is only looked at."), tr("Open it to change it"),
                    [this, path] { parts_.document.open(path, Document::Leave::kAsk); }};
  notice.stays = true;
  parts_.messages.notify(notice);
}

// ---- changed

ui::Notice OtherPrograms::changeNotice(const QString& path, const QString& text) {
  const QString name = fileNameOf(path);
  ui::Notice notice{ui::Notice::Kind::kWarning, changedTitle(path), text, tr("Open it anew"),
                    [this, path] { openAnew(path); }};
  notice.more.emplace_back(tr("Compare"), [this, path] { compare(path); });
  notice.more.emplace_back(tr("Take over..."), [this, path] { Q_EMIT listAsked(path); });
  notice.more.emplace_back(tr("Keep mine"), [this, name] {
    parts_.messages.say(tr("The world stays as it is here. The next save asks before it replaces %1.").arg(name));
  });
  return notice;
}

// What was saved before is given up by that, and what was edited since asks.
void OtherPrograms::openAnew(const QString& path) {
  Document& document = parts_.document;
  const bool reads = document.savedFile().state().read_only && document.path() == path;
  const bool edited = parts_.bridge.snapshot().world != document.savedFile().lastWorld();
  document.open(path, edited ? Document::Leave::kAsk : Document::Leave::kAgreed, {},
                reads ? How::kToRead : How::kToChange);
}

void OtherPrograms::tellChanged(const QString& path) {
  const QString text = tr("%1 was changed by another program.").arg(fileNameOf(path));
  parts_.messages.log().add(ui::LogLine::Level::kWarning, text, {}, path);
  parts_.messages.list(ProblemWatch::saving(),
                       {{ui::LogLine::Level::kWarning, text, tr("Open it anew, or save over it."), path}});
  notify(path, changeNotice(path, tr("The world here stays as it is, with what was edited, until you decide.")));
}

void OtherPrograms::compare(const QString& path) {
  const world::WorldPtr here = parts_.bridge.snapshot().world;
  parts_.jobs.run<QString>(
      tr("Compare %1").arg(fileNameOf(path)),
      [file = path.toStdString(), here, store = parts_.bridge.session().sharedStore(),
       vfs = parts_.document.keeping().vfs](std::stop_token, const Progress& progress) -> Result<QString> {
        WW_ASSIGN(const project::Loaded loaded, project::load(*vfs, file, *store, progress));
        return differenceText(loaded.world, *here);
      },
      [this, path](const Result<QString>& text) {
        if (!text.ok())
          return parts_.messages.report(tr("%1 could not be compared").arg(fileNameOf(path)), text.status(),
                                        ProblemWatch::saving());
        const QString told =
            text->isEmpty() ? tr("The file and the world here are the same.") : *text + QLatin1Char('.');
        parts_.messages.log().add(ui::LogLine::Level::kInfo, told, {}, path);
        notify(path, changeNotice(path, told));
      });
}

// Its last save is in this window alone: a save puts it there again, whole, and keeps what was found as a backup.
void OtherPrograms::tellDamaged(const QString& path, const Status& status) {
  damaged_ = path;
  const ui::Message why = ui::toMessage(status);
  const QString name = fileNameOf(path), text = damagedTitle(path) + QLatin1Char('.');
  const bool reads = parts_.document.savedFile().state().read_only;
  const QString hint =
      reads ? tr("Something has changed it on the disk, and it cannot be opened like that. The world here is whole: "
                 "save it elsewhere, or again where it is open.")
            : tr("Something has changed it on the disk, and it cannot be opened like that. The world here is whole: "
                 "save it again. What is there now is kept as %1~.")
                  .arg(name);
  parts_.messages.log().add(ui::LogLine::Level::kWarning, text, hint, path);
  for (const QString& line : {QString(why.title).replace(path, name), why.details})
    for (const QString& one : line.split(QLatin1Char('\n'), Qt::SkipEmptyParts))
      parts_.messages.log().add(ui::LogLine::Level::kInfo, one, {}, path);
  parts_.messages.list(ProblemWatch::saving(), {{ui::LogLine::Level::kWarning, text, hint, path}});
  ui::Notice notice{ui::Notice::Kind::kWarning, damagedTitle(path), hint, {}, {}};
  if (!reads) {
    notice.action = tr("Save it again");
    notice.handler = [this, path] { parts_.document.save(path); };
  }
  notify(path, std::move(notice));
}

// A drive may have been away for a moment.
void OtherPrograms::tellRegained(const QString& path) {
  damaged_.clear();
  withdrawNotices(path);
  parts_.messages.list(ProblemWatch::saving(), {});
  parts_.messages.say(tr("%1 is as it was saved again.").arg(fileNameOf(path)));
}

void OtherPrograms::tellGone(const QString& path) {
  const QString text = goneTitle(path);
  const QString hint = tr("The world here stays as it is. Save it again, there or elsewhere.");
  parts_.messages.log().add(ui::LogLine::Level::kWarning, text, hint, path);
  parts_.messages.list(ProblemWatch::saving(), {{ui::LogLine::Level::kWarning, text, hint, path}});
  ui::Notice notice{ui::Notice::Kind::kWarning, text, hint, tr("Save it again"),
                    [this, path] { parts_.document.save(path); }};
  notify(path, std::move(notice));
}

// Until it is settled, or another world comes: that is not to be saved there.
void OtherPrograms::notify(const QString& path, ui::Notice notice) {
  if (path != parts_.document.path()) return;
  notice.stays = true;
  parts_.messages.notifyOfWorld(notice);
}

}  // namespace ww::editor
