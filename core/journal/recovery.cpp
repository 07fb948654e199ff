// SPDX-License-Identifier: Apache-2.0
#include "core/journal/recovery.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "core/journal/failures.h"
#include "core/journal/reading.h"
#include "core/project/assembly.h"
#include "core/project/project.h"
#include "core/project/records.h"
#include "core/world/updates/edits.h"
#include "worldwright/v1/edits.pb.h"

namespace ww::journal {
namespace {

using Refs = std::set<std::string, std::less<>>;

Status unreadable(const std::string& id, const Reading& reading) {
  return fail(reading.newer ? failures::kNewer : failures::kNoBase, {{"id", arg::Name{id}}});
}

bool isEditFrame(const Frame& frame) {
  const Kind kind = static_cast<Kind>(frame.kind);
  return kind == Kind::kEdit || kind == Kind::kUndo || kind == Kind::kRedo;
}

std::uint64_t editsFrom(const Reading& reading, std::uint64_t sequence) {
  std::uint64_t count = 0;
  for (auto it = reading.later.lower_bound(sequence); it != reading.later.end(); ++it) count += isEditFrame(it->second);
  return count;
}

// Puts the geometry that is named into the store; `keep` holds on to it. What is damaged is missed by those that name
// it.
Status readPacks(project::Vfs& vfs, const Reading& reading, geometry::GeometryStore& store,
                 std::vector<geometry::GeometryPtr>& keep) {
  Refs used;
  const auto note = [&](std::string_view ref) { used.emplace(ref); };
  for (const project::PartRow& row : reading.base->rows) project::forEachRef(row.bytes, note);
  for (const auto* frames : {&reading.later, &reading.all})
    for (const auto& [sequence, frame] : *frames) project::forEachRef(frame.payload, note);
  for (const std::string& path : reading.packs) {
    WW_ASSIGN(const auto file, vfs.open(path, project::Vfs::Mode::kRead));
    const auto take = [&](Frame&& frame) {
      const auto record = geometryOf(frame.payload);
      if (!record.ok() || static_cast<Kind>(frame.kind) != Kind::kGeometry || !used.contains(record->ref))
        return okStatus();
      if (geometry::GeometryPtr known = store.find(record->ref)) {
        keep.push_back(std::move(known));
        return okStatus();
      }
      const auto made = store.internBytes(record->bytes);
      if (made.ok()) keep.push_back(*made);
      return okStatus();
    };
    WW_TRY(readFrames(*file, take).status());
  }
  return okStatus();
}

// What the file of the document has: that world, unless somebody has saved there since.
Result<world::World> worldInFile(project::Vfs& vfs, const Reading& reading, geometry::GeometryStore& store) {
  WW_ASSIGN(project::Loaded loaded, project::load(vfs, reading.base->head.about.path, store));
  return std::move(loaded.world);
}

// In the place of the state that the link tells: that of the last save since then, which is what the file has.
bool beginsAtSave(Reading& reading, const std::string& hash) {
  Tally tally(reading.base->head), at_save;
  std::uint64_t sequence = reading.base->sequence, found = 0;
  for (const auto& [number, frame] : reading.later) {
    if (number != ++sequence) break;
    if (auto edit = editOf(static_cast<Kind>(frame.kind), number, frame.payload); edit.ok()) {
      tally.add(std::move(edit->note));
      continue;
    }
    auto saved = savedOf(frame.payload);
    if (!saved.ok()) break;
    const bool is_it = saved->about.saved_hash == hash;
    tally.saved(std::move(saved->about), saved->time);
    if (is_it && tally.hash() == hash) found = number, at_save = tally;
  }
  if (found == 0) return false;
  reading.base->head = at_save.head();
  reading.base->sequence = found;
  reading.later.erase(reading.later.begin(), reading.later.upper_bound(found));
  return true;
}

bool isRemainsNote(const Status& note) { return note.failure && note.failure->row == &failures::kOnlyRemains; }

// What the file of the document has; none where it cannot be read.
std::optional<project::Loaded> besideJournal(project::Vfs& vfs, const Reading& reading,
                                             geometry::GeometryStore& store) {
  const std::string& path = reading.base->head.about.path;
  if (path.empty()) return std::nullopt;
  auto loaded = project::load(vfs, path, store);
  return loaded.ok() ? std::optional(std::move(loaded).value()) : std::nullopt;
}

// Whether the edit leads from the world to the state that it tells.
bool leadsOn(const world::World& from, const Frame& frame, geometry::GeometryStore& store) {
  const auto record = editOf(static_cast<Kind>(frame.kind), frame.sequence, frame.payload);
  worldwright::v1::Edits edits;
  if (!record.ok() || !edits.ParseFromString(record->edits)) return false;
  const auto next = world::apply(from, edits, store);
  return next.ok() && contentHash(*next) == record->note.hash;
}

// The records that follow one another to the last, and what a file of the document has: a state among theirs, or that
// before the first. They begin there then, instead of at a base that is damaged.
bool beginsInFile(Reading& reading, const world::World& file, geometry::GeometryStore& store) {
  if (reading.all.empty()) return false;
  const std::string hash = contentHash(file);
  std::optional<std::uint64_t> at;
  auto frame = std::prev(reading.all.end());
  for (std::uint64_t next = frame->first + 1; !at && frame->first + 1 == next; --frame) {
    next = frame->first;
    const auto edit = editOf(static_cast<Kind>(frame->second.kind), next, frame->second.payload);
    if (edit.ok() && edit->note.hash == hash) at = next;
    else if (frame == reading.all.begin() && leadsOn(file, frame->second, store)) at = next - 1;
    if (frame == reading.all.begin()) break;
  }
  if (!at) return false;
  Reading::Base& base = *reading.base;
  Head head;
  head.about = base.head.about;
  head.about.saved_hash = hash;
  head.time = base.head.time;
  head.hash = hash;
  base = {std::move(head), *at, {}, true, false};
  reading.later = std::exchange(reading.all, {});
  reading.later.erase(reading.later.begin(), reading.later.upper_bound(*at));
  reading.fell_back = false;
  return true;
}

// Of a state that is not whole, or whose geometry is not: that very world where the file of the document has it, or one
// that the logs lead on from; else with the geometry that the file has; else what is left, and what is missing is told.
Result<world::World> mendedWorld(project::Vfs& vfs, const std::string& id, Reading& reading,
                                 geometry::GeometryStore& store) {
  Reading::Base& base = *reading.base;
  const std::optional<project::Loaded> file = besideJournal(vfs, reading, store);
  const FailureArg place{"file", arg::Place{base.head.about.path}};
  const bool is_it = file && contentHash(file->world) == base.head.hash;
  if (is_it || (file && beginsInFile(reading, file->world, store))) {
    std::erase_if(reading.notes, isRemainsNote);
    reading.notes.push_back(fail(failures::kStateFromFile, {place}));
    base.is_damaged = false;
    return file->world;
  }
  if (file && !base.is_damaged) {
    auto world = project::worldOf(base.rows, store);
    const bool same = world.ok() && contentHash(*world) == base.head.hash;
    if (same) reading.notes.push_back(fail(failures::kGeometryFromFile, {place}));
    if (same) return world;
  }
  if (base.rows.empty()) return fail(failures::kNoBase, {{"id", arg::Name{id}}});
  base.is_damaged = reading.fell_back = true;
  auto left = project::worldOfDamaged(base.rows, store, id, reading.notes);
  return left.ok() ? std::move(left) : fail(failures::kNoBase, {{"id", arg::Name{id}}}, left.status());
}

Result<world::World> baseWorld(project::Vfs& vfs, const std::string& id, Reading& reading,
                               geometry::GeometryStore& store) {
  if (reading.base->is_damaged) return mendedWorld(vfs, id, reading, store);
  const bool in_file = reading.base->in_file;
  auto world = in_file ? worldInFile(vfs, reading, store) : project::worldOf(reading.base->rows, store);
  if (!world.ok() && !in_file) return mendedWorld(vfs, id, reading, store);
  if (!world.ok()) return fail(failures::kNoBase, {{"id", arg::Name{id}}}, world.status());
  const std::string hash = contentHash(*world);
  if (hash == reading.base->head.hash || (in_file && beginsAtSave(reading, hash))) return world;
  return fail(failures::kNoBase, {{"id", arg::Name{id}}});
}

// Undo takes the last step away, and what came before the first is not known any more.
void follow(std::vector<Step>& steps, const Note& note, const world::World& before, const world::World& after) {
  const bool is_back = note.kind == Kind::kUndo;
  if (is_back && steps.empty()) return;
  if (is_back && contentHash(*steps.back().before) == note.hash) {
    steps.pop_back();
    return;
  }
  auto now = std::make_shared<const world::World>(after);
  if (!is_back && note.kind == Kind::kEdit && !steps.empty() && note.entry != 0 &&
      steps.back().note.entry == note.entry) {
    steps.back().note = note;
    steps.back().after = std::move(now);
    return;
  }
  auto from = steps.empty() ? std::make_shared<const world::World>(before) : steps.back().after;
  if (contentHash(*from) != contentHash(before)) {
    steps.clear();
    from = std::make_shared<const world::World>(before);
  }
  steps.push_back({note, std::move(from), std::move(now)});
}

// One edit done again; the failure says which it was and how many are missing for it.
Status replay(Recovered& out, const EditRecord& record, const Reading& reading, geometry::GeometryStore& store) {
  const auto which = [&](const FailureRow& row, Status cause) {
    const arg::Count number{out.tally.edits() + 1};
    const arg::Count later{editsFrom(reading, record.note.sequence + 1)};
    const Phrase& label = record.note.label;
    if (cause.ok()) return fail(row, {{"number", number}, {"label", label}, {"count", later}});
    return fail(row, {{"number", number}, {"label", label}, {"count", later}}, std::move(cause));
  };
  worldwright::v1::Edits edits;
  if (!edits.ParseFromString(record.edits)) return which(failures::kEditFails, fail(failures::kNoRecord));
  auto next = world::apply(out.world, edits, store);
  if (!next.ok()) return which(failures::kEditFails, next.status());
  // Of what is left of a world every edit leads to another.
  if (!reading.base->is_damaged && contentHash(*next) != record.note.hash)
    return which(failures::kEditDiffers, okStatus());
  follow(out.steps, record.note, out.world, *next);
  out.world = *std::move(next);
  out.tally.add(record.note);
  ++out.replayed;
  return okStatus();
}

Status replayFrame(Recovered& out, const Frame& frame, const Reading& reading, geometry::GeometryStore& store) {
  if (static_cast<Kind>(frame.kind) == Kind::kSaved) {
    WW_ASSIGN(SavedRecord saved, savedOf(frame.payload));
    out.tally.saved(std::move(saved.about), saved.time);
    return okStatus();
  }
  WW_ASSIGN(const EditRecord record, editOf(static_cast<Kind>(frame.kind), frame.sequence, frame.payload));
  return replay(out, record, reading, store);
}

Status missingRecord(const Recovered& out, const Reading& reading, std::uint64_t sequence) {
  return fail(failures::kRecordsDamaged,
              {{"number", arg::Count{out.tally.edits() + 1}}, {"count", arg::Count{editsFrom(reading, sequence)}}});
}

// The tally of records, as far as they follow one another.
void count(const Reading& reading, Summary& out) {
  out.tally = Tally(reading.base->head);
  out.base = out.sequence = reading.base->sequence;
  out.notes = reading.notes;
  for (const auto& [sequence, frame] : reading.later) {
    if (sequence != out.sequence + 1) {
      out.notes.push_back(fail(failures::kRecordsDamaged, {{"number", arg::Count{out.tally.edits() + 1}},
                                                           {"count", arg::Count{editsFrom(reading, sequence)}}}));
      return;
    }
    out.sequence = sequence;
    if (static_cast<Kind>(frame.kind) == Kind::kSaved) {
      if (auto saved = savedOf(frame.payload); saved.ok()) out.tally.saved(std::move(saved->about), saved->time);
    } else if (auto edit = editOf(static_cast<Kind>(frame.kind), sequence, frame.payload); edit.ok()) {
      out.tally.add(std::move(edit->note));
    }
  }
}

// Only the head of its state is left, and the file of the document has that world no more.
bool isLost(project::Vfs& vfs, Reading& reading) {
  if (!reading.base->is_damaged || !reading.base->rows.empty()) return false;
  geometry::GeometryStore store;
  const auto file = besideJournal(vfs, reading, store);
  return !file || (contentHash(file->world) != reading.base->head.hash && !beginsInFile(reading, file->world, store));
}

Result<Summary> lookInto(project::Vfs& vfs, const std::string& folder, const std::string& id) {
  Summary out;
  out.id = id;
  WW_ASSIGN(Reading reading, readJournal(vfs, folder));
  const bool is_lost = !reading.base || isLost(vfs, reading);
  if (!is_lost) count(reading, out);
  else out.unreadable = unreadable(id, reading);
  if (is_lost && reading.base) out.tally = Tally(reading.base->head);  // whose it was
  if (!reading.picture.empty()) out.tally.setPicture(reading.picture);
  return out;
}

bool hasSaved(project::Vfs& vfs, const About& about) {
  const auto now = project::storedContentHash(vfs, about.path);
  if (!now.ok() || *now != about.saved_hash) return false;
  const auto rows = project::checkRows(vfs, about.path);
  return rows.ok() && rows->damage.ok();
}

// What was lost may be back, as a drive that was away.
void lookForFile(project::Vfs& vfs, Summary& summary) {
  const About& about = summary.tally.about();
  const bool is_lost = about.is_lost && !summary.in_use && summary.unreadable.ok() && !about.path.empty();
  if (is_lost && !about.saved_hash.empty() && hasSaved(vfs, about)) summary.tally.regained();
}

// What another program did to the file since, as far as a glance tells: the note of it, else OK. Without a record of it
// the editor may have fallen between its saving and telling of it.
Status changedSince(project::Vfs& vfs, const Summary& summary) {
  const Tally& tally = summary.tally;
  const About& about = tally.about();
  if (!summary.unreadable.ok() || about.path.empty() || about.saved_hash.empty()) return okStatus();
  const FailureArg file{"file", arg::Place{about.path}};
  const Status lost = about.is_lost ? fail(failures::kFileLost, {file}) : okStatus();
  const auto now = project::storedContentHash(vfs, about.path);
  if (!now.ok() || now->empty() || *now == about.saved_hash || *now == tally.hash()) return lost;
  const auto& known = tally.latest();
  if (std::any_of(known.begin(), known.end(), [&](const Note& note) { return note.hash == *now; })) return lost;
  return fail(failures::kFileChanged, {file});
}

void noteChange(project::Vfs& vfs, Summary& summary) {
  if (summary.in_use) return;  // its editor tells
  if (Status note = changedSince(vfs, summary); !note.ok()) summary.notes.push_back(std::move(note));
}

// Nothing was ever kept in it: the program ended while it was begun.
bool isBarelyBegun(const std::vector<std::string>& names) {
  return std::none_of(names.begin(), names.end(), [](const std::string& name) {
    const FileKind kind = parsed(name).kind;
    return kind == FileKind::kBase || kind == FileKind::kLog || kind == FileKind::kMark;
  });
}

}  // namespace

Result<Summary> look(project::Vfs& vfs, const std::string& root, const std::string& id) {
  auto held = claim(vfs, root, id);
  const bool in_use = !held.ok() && held.status().code == Code::kUnavailable;
  if (!held.ok() && !in_use) return held.status();
  WW_ASSIGN(Summary out, lookInto(vfs, root + "/" + id, id));
  out.in_use = in_use;
  lookForFile(vfs, out);
  noteChange(vfs, out);
  return out;
}

std::vector<Summary> list(project::Vfs& vfs, const std::string& root) {
  std::vector<Summary> out;
  const auto ids = vfs.list(root);
  if (!ids.ok()) return out;
  for (const std::string& id : *ids) {
    auto held = claim(vfs, root, id);
    const bool in_use = !held.ok() && held.status().code == Code::kUnavailable;
    if (!held.ok() && !in_use) continue;
    const auto names = vfs.list(root + "/" + id);
    if (!names.ok()) continue;
    if (isDiscarded(*names) || isBarelyBegun(*names)) {
      if (!in_use) static_cast<void>(removeJournal(vfs, *held));
      continue;
    }
    auto found = lookInto(vfs, root + "/" + id, id);
    if (!found.ok()) {
      Summary unread;
      unread.id = id;
      unread.unreadable = found.status();
      found = std::move(unread);
    }
    found->in_use = in_use;
    lookForFile(vfs, *found);
    const bool is_needless = !found->isUnsaved() && found->notes.empty();
    if (is_needless && !in_use) static_cast<void>(removeJournal(vfs, *held));
    if (is_needless) continue;
    noteChange(vfs, *found);
    out.push_back(std::move(*found));
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const Summary& a, const Summary& b) { return a.tally.time() > b.tally.time(); });
  return out;
}

Result<Recovered> recover(project::Vfs& vfs, const Claim& claim, geometry::GeometryStore& store,
                          const RecoverOptions& options, const Progress& progress) {
  progress.text(phrase(WW_TEXT("Core", "Recovering edits")));
  WW_ASSIGN(Reading reading, readJournal(vfs, claim.folder));
  if (!reading.base) return unreadable(claim.id, reading);
  progress.report(0.2);
  std::vector<geometry::GeometryPtr> keep;
  WW_TRY(readPacks(vfs, reading, store, keep));
  WW_ASSIGN(world::World world, baseWorld(vfs, claim.id, reading, store));
  Recovered out{
      std::move(world), Tally(reading.base->head), reading.base->sequence, 0, {}, reading.notes, false, {}, {}};
  progress.report(0.4);
  double done = 0;
  for (const auto& [sequence, frame] : reading.later) {
    if (options.until && sequence > *options.until) break;
    if (sequence != out.sequence + 1) out.stopped = missingRecord(out, reading, sequence);
    else out.stopped = replayFrame(out, frame, reading, store);
    if (!out.stopped.ok()) break;
    out.sequence = sequence;
    progress.report(0.4 + 0.6 * ++done / static_cast<double>(reading.later.size()));
  }
  const std::uint64_t last = reading.later.empty() ? reading.base->sequence : reading.later.rbegin()->first;
  out.whole = out.stopped.ok() && !reading.fell_back && !reading.log_gone && !reading.newer && out.sequence == last;
  if (out.whole && out.notes.empty() && !reading.base->in_file && !reading.base->is_damaged)
    out.resumed = {reading.base->head, reading.base->sequence, out.sequence};
  return out;
}

}  // namespace ww::journal
