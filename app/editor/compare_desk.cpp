// SPDX-License-Identifier: Apache-2.0
#include "app/editor/compare_desk.h"

#include <QFileInfo>
#include <algorithm>
#include <map>
#include <utility>

#include "app/editor/typed.h"
#include "core/difference/difference_text.h"
#include "core/project/file_turn.h"
#include "core/project/project.h"
#include "ui/bridge/status_text.h"
#include "ui/panels/compare_dialog.h"
#include "ui/scene/view_marks.h"
#include "ui/scene/viewport.h"
#include "ui/widgets/file_dialog.h"

namespace ww::editor {
namespace {

QString itemWords(const std::vector<Phrase>& words) {
  QStringList out;
  for (const Phrase& one : words) out << ui::toText(one);
  return out.join(QStringLiteral("; "));
}

ObjectId ownerOf(const world::World& world, const difference::Subject& subject) {
  switch (subject.category) {
    case difference::Category::kObject: return {subject.id};
    case difference::Category::kEntity: {
      const world::EntityOwner* owner = world.owner(EntityId{subject.id});
      return owner ? owner->object : ObjectId{};
    }
    case difference::Category::kFrame: {
      const world::Frame* frame = world.peek(FrameId{subject.id});
      return frame ? frame->object : ObjectId{};
    }
    default: return {};
  }
}

constexpr std::size_t kMostNewParts = 2000;
const QColor kNewColor(0x2b, 0x8a, 0x3e);

// Where it will stand; of many parts the first.
std::map<ObjectId, std::vector<ui::scene::BodyShell>> ghostsOfNew(const world::World& open, const world::World& then) {
  std::map<ObjectId, std::vector<ui::scene::BodyShell>> out;
  std::size_t count = 0;
  const Pose root_t_root = open.rootT(world::kRootEntity).inverse();
  then.forEachObject([&](const world::Object& object) {
    if (open.peek(object.id)) return;
    for (const auto& entity : object.entities) {
      const Eigen::Affine3d root_t_entity((root_t_root * then.rootT(entity->id)).isometry());
      for (const auto& one : entity->visual)
        if (++count <= kMostNewParts)
          out[object.id].push_back({world::kRootEntity, one.geometry, root_t_entity * one.ref_t_shape, kNewColor});
    }
  });
  return out;
}

}  // namespace

// A file as it was read, and which state of it that was.
struct CompareDesk::Other {
  world::WorldPtr world;
  FileState state;
  QString path;
  Way way = Way::kCompare;
  world::WorldPtr base;  // of this and the open world; null where it is not known
};

// What was found, of which version of the open world.
struct CompareDesk::Comparison {
  std::uint64_t revision = 0;
  world::WorldPtr open;
  std::vector<difference::Item> items;
  std::vector<difference::Conflict> conflicts;  // of what both changed since the base
  bool same = true;
  model::Overrides there;       // where objects of the open world stand in the other one
  std::vector<ObjectId> moved;  // those that stand elsewhere, with what rides on them
  std::map<ObjectId, std::vector<ui::scene::BodyShell>> coming;  // those that the other one has alone
};

CompareDesk::CompareDesk(const WindowParts& parts) : QObject(&parts.window), parts_(parts) {
  connect(&parts_.document, &Document::opened, this, [this] {
    ++worlds_;
    settled_ = {};
    if (dialog_) dialog_->close();
  });
  connect(&parts_.document, &Document::saved, this, [this] { settled_ = {}; });
}

ui::CompareDialog* CompareDesk::dialog() const { return dialog_; }

void CompareDesk::compare() {
  enterTyped(parts_.window);
  const QString path = parts_.document.path(), here = path.isEmpty() ? path : QFileInfo(path).absolutePath();
  const QString file = ui::askForFile(&parts_.window, {tr("Compare with"), here, tr("Worldwright worlds (*.wright)")});
  if (!file.isEmpty()) compareWith(file);
}

void CompareDesk::read(const QString& file, Way way) {
  const QString name = QFileInfo(file).fileName();
  const bool own = way == Way::kTakeOver && file == parts_.document.path();
  parts_.jobs.run<OtherPtr>(
      tr("Read %1").arg(name),
      [store = parts_.bridge.session().sharedStore(), file, way, settled = own ? settled_ : Settled(),
       saved = own ? parts_.document.savedFile().lastWorld() : nullptr](std::stop_token,
                                                                        const Progress& progress) -> Result<OtherPtr> {
        const std::string path = file.toStdString();
        Other out{nullptr, {project::fileMark(path), {}}, file, way, saved};
        if (settled.mark == out.state.mark) out.base = settled.before;
        WW_ASSIGN(project::Loaded loaded, project::load(project::systemVfs(), path, *store, progress));
        out.state.rows_hash = loaded.info.rows_hash;
        out.state.foreign = loaded.info.foreign;
        out.world = std::make_shared<const world::World>(std::move(loaded.world));
        return std::make_shared<const Other>(std::move(out));
      },
      [this, name, of = worlds_](const Result<OtherPtr>& loaded) {
        if (of != worlds_) return;
        if (loaded.ok()) find(*loaded, name);
        else if (loaded.status().code != Code::kCancelled)
          parts_.messages.report(tr("%1 could not be compared").arg(name), loaded.status());
      });
}

Result<CompareDesk::ComparisonPtr> CompareDesk::compared(const session::Snapshot& open, const Other& other,
                                                         const geometry::GeometryStore& store) {
  auto out = std::make_shared<Comparison>();
  out->revision = open.revision;
  out->open = open.world;
  if (other.base) {
    WW_ASSIGN(difference::Merged found, difference::merge(*other.base, *open.world, *other.world, store));
    out->items = std::move(found.taken);
    out->conflicts = std::move(found.conflicts);
    out->same = out->items.empty() && out->conflicts.empty();
  } else {
    difference::Difference found = difference::diff(*open.world, *other.world);
    out->same = found.same;
    out->items = std::move(found.items);
  }
  WW_ASSIGN(const difference::Merged all, other.base ? difference::merge(*other.base, *open.world, *other.world, store,
                                                                         {difference::Side::kTheirs, {}})
                                                     : difference::applied(*open.world, *other.world, store));
  open.world->forEachObject([&](const world::Object& o) {
    const world::Object* there = all.world.peek(o.id);
    if (!there) return;
    const Pose pose = all.world.rootT(o.id);
    const bool elsewhere = !(pose == open.world->rootT(o.id));
    const bool bent =
        there->moving_joints.size() == o.moving_joints.size() && there->jointPositions() != o.jointPositions();
    if (elsewhere) out->there.objects[o.id] = pose;
    if (bent) out->there.joints[o.id] = there->jointPositions();
    if (elsewhere || bent) out->moved.push_back(o.id);
  });
  out->coming = ghostsOfNew(*open.world, all.world);
  return ComparisonPtr(std::move(out));
}

void CompareDesk::find(const OtherPtr& other, const QString& name) {
  parts_.jobs.run<ComparisonPtr>(
      tr("Compare with %1").arg(name),
      [open = parts_.bridge.snapshot(), other, store = parts_.bridge.session().sharedStore()](
          std::stop_token, const Progress&) { return compared(open, *other, *store); },
      [this, other, name, of = worlds_](Result<ComparisonPtr> found) {
        if (of != worlds_) return;
        if (found.ok()) show(std::move(found).value(), other, name);
        else if (found.status().code != Code::kCancelled)
          parts_.messages.report(tr("%1 could not be compared").arg(name), found.status());
      });
}

// What both changed, as it is here and there.
ui::CompareRow CompareDesk::conflictRow(const difference::Conflict& conflict) {
  const auto words = [](const difference::Item& item, const std::optional<Phrase>& where) {
    const QString text = item.words.empty() ? tr("not changed") : itemWords(item.words);
    return where ? text + QLatin1Char(' ') + ui::toText(*where) : text;
  };
  QString text = tr("Here: %1").arg(words(conflict.ours, conflict.ours_where)) + QLatin1Char('\n') +
                 tr("In the file: %1").arg(words(conflict.theirs, conflict.theirs_where));
  if (conflict.reason) text += QLatin1Char('\n') + ui::toText(*conflict.reason);
  const difference::Item& named = conflict.theirs.words.empty() ? conflict.ours : conflict.theirs;
  ui::CompareRow row{QString::fromStdString(conflict.theirs.key), ui::toText(difference::subjectWords(named.subject)),
                     text, false};
  row.conflict = true;
  return row;
}

void CompareDesk::show(ComparisonPtr found, const OtherPtr& other, const QString& name) {
  delete dialog_;
  other_ = other;
  name_ = name;
  if (found->items.empty() && found->conflicts.empty()) {
    endGhosts();
    settle();
    if (!other->base) return parts_.messages.say(tr("The open world and %1 are the same.").arg(name));
    return parts_.messages.say(tr("Others have changed nothing in %1 that is not so here, too.").arg(name));
  }
  shown_ = std::move(found);
  std::vector<ui::CompareRow> rows;
  for (const difference::Item& item : shown_->items)
    rows.push_back({QString::fromStdString(item.key), ui::toText(difference::subjectWords(item.subject)),
                    itemWords(item.words), other->base && !wasDeclined(item.key)});
  for (const difference::Conflict& conflict : shown_->conflicts) rows.push_back(conflictRow(conflict));
  dialog_ = new ui::CompareDialog(name, rows, &parts_.window);
  if (other->base)
    dialog_->setTexts(tr("Take over from %1").arg(name),
                      tr("What others have changed in %1. What is checked is taken into the open world, in one step "
                         "that can be undone; what you have changed stays. Where both have changed the same, yours "
                         "stays unless it is checked.")
                          .arg(name));
  dialog_->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog_, &ui::CompareDialog::takeAsked, this, &CompareDesk::take);
  connect(dialog_, &ui::CompareDialog::currentChanged, this, &CompareDesk::showCurrent);
  connect(dialog_, &QObject::destroyed, this, &CompareDesk::endGhosts);
  dialog_->tell(std::exchange(note_, {}));
  showCurrent();
  dialog_->show();
}

// The one that is chosen, else all.
void CompareDesk::showCurrent() {
  if (!dialog_ || !shown_) return;
  const std::string key = dialog_->current().toStdString();
  const difference::Item* item = nullptr;
  for (const difference::Item& one : shown_->items)
    if (one.key == key) item = &one;
  for (const difference::Conflict& one : shown_->conflicts)
    if (one.theirs.key == key) item = &one.theirs;
  auto& marks = parts_.view.view()->marks();
  const bool is_object = item && item->subject.category == difference::Category::kObject;
  std::vector<ui::scene::BodyShell> coming;
  for (const auto& [id, shells] : shown_->coming)
    if (!item || (is_object && id.value == item->subject.id)) coming.insert(coming.end(), shells.begin(), shells.end());
  marks.setPreview(ui::scene::PreviewOf::kRevision, std::move(coming));
  if (!item) return marks.setMoved(ui::scene::MovedOf::kCompared, shown_->there, shown_->moved);
  const ObjectId object = ownerOf(*shown_->open, item->subject);
  std::vector<ObjectId> one;
  for (const ObjectId moved : shown_->moved)
    if (object && shown_->open->isAncestor(object, moved)) one.push_back(moved);
  marks.setMoved(ui::scene::MovedOf::kCompared, shown_->there, std::move(one));
  if (object && parts_.bridge.snapshot().world->peek(object)) parts_.selection.select({object});
}

void CompareDesk::take() {
  if (!dialog_ || !shown_) return;
  if (parts_.bridge.snapshot().revision != shown_->revision) {
    // Keys are of the world as it was.
    parts_.messages.say(tr("The world has changed meanwhile: look at the differences again."));
    return find(other_, name_);
  }
  difference::MergeOptions options;
  for (const difference::Conflict& conflict : shown_->conflicts)
    options.choices[conflict.theirs.key] = difference::Side::kTheirs;
  for (const QString& key : dialog_->left()) options.choices[key.toStdString()] = difference::Side::kOurs;
  decline();
  dialog_->setBusy(true);
  parts_.jobs.run<difference::Merged>(
      tr("Take over from %1").arg(name_),
      [open = shown_->open, other = other_, options, store = parts_.bridge.session().sharedStore()](std::stop_token,
                                                                                                    const Progress&) {
        return other->base ? difference::merge(*other->base, *open, *other->world, *store, options)
                           : difference::applied(*open, *other->world, *store, options);
      },
      [this, options, revision = shown_->revision, of = worlds_](const Result<difference::Merged>& merged) {
        if (of != worlds_) return;
        if (dialog_) dialog_->setBusy(false);
        if (merged.ok()) taken(*merged, options, revision);
        else if (merged.status().code != Code::kCancelled)
          parts_.messages.report(tr("Nothing was taken over from %1").arg(name_), merged.status());
      });
}

void CompareDesk::taken(const difference::Merged& merged, const difference::MergeOptions& options,
                        std::uint64_t revision) {
  session::WorldCommit commit;
  commit.label = tr("Take over from %1").arg(name_).toStdString();
  commit.base_revision = revision;
  const auto done = parts_.bridge.session().commitWorld(
      commit, [&](const world::World&) -> Result<world::World> { return merged.world; });
  if (!done.ok()) return parts_.messages.report(tr("Nothing was taken over from %1").arg(name_), done.status());
  QStringList lines;
  for (const difference::Conflict& conflict : merged.conflicts) {
    const auto wish = options.choices.find(conflict.theirs.key);
    if (wish != options.choices.end() && wish->second == conflict.taken) continue;  // as it was chosen
    lines << ui::toText(difference::subjectWords(conflict.theirs.subject)) + QStringLiteral(": ") +
                 (conflict.reason ? ui::toText(*conflict.reason) : itemWords(conflict.theirs.words));
  }
  if (!lines.isEmpty()) {
    note_ = tr("Could not be had without what was left:") + QLatin1Char('\n') + lines.join(QLatin1Char('\n'));
    return find(other_, name_);
  }
  settle();
  if (dialog_) dialog_->close();
}

void CompareDesk::decline() {
  declined_of_ = other_;
  declined_.clear();
  for (const QString& key : dialog_->left()) declined_.insert(key);
}

bool CompareDesk::wasDeclined(const std::string& key) const {
  const bool same =
      declined_of_ && other_ && declined_of_->path == other_->path && declined_of_->state.mark == other_->state.mark;
  return same && declined_.contains(QString::fromStdString(key));
}

// It was decided about: a save need not ask about this state of the file. Of the document's own that state is what it
// has now, and what others do next comes on top of it.
void CompareDesk::settle() {
  if (!other_) return;
  Document& document = parts_.document;
  SavedFile& file = document.savedFile();
  const std::string& mark = other_->state.mark;
  if (other_->path != document.path()) document.keeping().settled = mark;
  if (other_->path != document.path() || file.state().read_only || mark == file.state().mark) return;
  settled_ = {mark, file.lastWorld()};
  FileState state = other_->state;
  state.hold = file.state().hold;
  const auto here = parts_.bridge.snapshot().world;
  const bool same = contentHash(*here) == contentHash(*other_->world);
  file.settle(same ? here : other_->world, std::move(state));
}

void CompareDesk::endGhosts() {
  shown_.reset();
  auto& marks = parts_.view.view()->marks();
  marks.setMoved(ui::scene::MovedOf::kCompared, {}, {});
  marks.setPreview(ui::scene::PreviewOf::kRevision, {});
}

}  // namespace ww::editor
