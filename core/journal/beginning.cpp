// SPDX-License-Identifier: Apache-2.0
#include "core/journal/beginning.h"

#include <optional>
#include <utility>

#include "core/journal/failures.h"
#include "core/project/assembly.h"
#include "core/project/project.h"
#include "core/project/records.h"
#include "core/world/updates/edits.h"
#include "worldwright/v1/edits.pb.h"

namespace ww::journal {
namespace {

bool isEditFrame(const Frame& frame) {
  const Kind kind = static_cast<Kind>(frame.kind);
  return kind == Kind::kEdit || kind == Kind::kUndo || kind == Kind::kRedo;
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
  NamesBetween names(reading.names, sequence);
  for (const auto& [number, frame] : reading.later) {
    if (number != ++sequence) break;
    names.tellUpTo(number, tally);
    if (auto edit = editOf(static_cast<Kind>(frame.kind), number, frame.payload); edit.ok()) {
      tally.add(std::move(edit->note));
      continue;
    }
    auto saved = savedOf(frame.payload);
    if (!saved.ok()) break;
    const bool is_it = saved->about.saved_hash == hash;
    tally.saved(std::move(saved->about), saved->time, saved->names);
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
  base = {std::move(head), *at, 0, {}, true, false};
  reading.past.reset();
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

}  // namespace

Status unreadable(const std::string& id, const Reading& reading) {
  return fail(reading.newer ? failures::kNewer : failures::kNoBase, {{"id", arg::Name{id}}});
}

Status swallowedNote(const Tally& tally, bool has_past) {
  if (has_past || tally.swallowed() == 0) return okStatus();
  return fail(failures::kSwallowed, {{"count", arg::Count{tally.swallowed()}}});
}

std::uint64_t editsFrom(const Reading& reading, std::uint64_t sequence) {
  std::uint64_t count = 0;
  for (auto it = reading.later.lower_bound(sequence); it != reading.later.end(); ++it) count += isEditFrame(it->second);
  return count;
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

bool isLost(project::Vfs& vfs, Reading& reading) {
  if (!reading.base->is_damaged || !reading.base->rows.empty()) return false;
  geometry::GeometryStore store;
  const auto file = besideJournal(vfs, reading, store);
  return !file || (contentHash(file->world) != reading.base->head.hash && !beginsInFile(reading, file->world, store));
}

}  // namespace ww::journal
