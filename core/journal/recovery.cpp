// SPDX-License-Identifier: Apache-2.0
#include "core/journal/recovery.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/journal/beginning.h"
#include "core/journal/failures.h"
#include "core/journal/reading.h"
#include "core/project/records.h"
#include "core/world/updates/edits.h"
#include "worldwright/v1/edits.pb.h"

namespace ww::journal {
namespace {

using Refs = std::set<std::string, std::less<>>;

// Puts the geometry that is named into the store; `keep` holds on to it. What is damaged is missed by those that name
// it.
Status readPacks(project::Vfs& vfs, const Reading& reading, geometry::GeometryStore& store,
                 std::vector<geometry::GeometryPtr>& keep) {
  Refs used;
  const auto note = [&](std::string_view ref) { used.emplace(ref); };
  for (const project::PartRow& row : reading.base->rows) project::forEachRef(row.bytes, note);
  for (const project::HistoryRow& row : reading.past ? *reading.past : project::HistoryRows())
    project::forEachRef(row.bytes, note);
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

// The parts of a stream are one, but for those before and after a save or a name: the state between stands in a file,
// or is called something.
void follow(Recovered& out, const Note& note, const world::World& next, bool may_join) {
  auto now = std::make_shared<const world::World>(next);
  Step* last = out.steps.empty() ? nullptr : &out.steps.back();
  if (last && may_join && note.kind == Kind::kEdit && last->note.kind == Kind::kEdit && note.entry != 0 &&
      last->note.entry == note.entry) {
    last->note = note;
    last->after = std::move(now);
    return;
  }
  auto from = last ? last->after : std::make_shared<const world::World>(out.world);
  out.steps.push_back({note, std::move(from), std::move(now)});
}

// Where a save came: at the last state that the file has.
void noteSave(Recovered& out, const std::string& hash) {
  out.saved_after.reset();
  std::size_t at = out.steps.size();
  while (at > 0 && out.steps[at - 1].note.hash != hash) --at;
  const bool is_first = at == 0 && contentHash(out.steps.empty() ? out.world : *out.steps.front().before) == hash;
  if (at > 0 || is_first) out.saved_after = at;
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
  const std::uint64_t before = record.note.sequence - 1;
  const bool is_named = std::ranges::any_of(out.names, [&](const NameRecord& name) { return name.after == before; });
  follow(out, record.note, *next, !is_named && out.saved_after != out.steps.size());
  out.world = *std::move(next);
  out.tally.add(record.note);
  ++out.replayed;
  return okStatus();
}

Status replayFrame(Recovered& out, const Frame& frame, const Reading& reading, geometry::GeometryStore& store) {
  if (static_cast<Kind>(frame.kind) == Kind::kSaved) {
    WW_ASSIGN(SavedRecord saved, savedOf(frame.payload));
    if (!saved.about.saved_hash.empty()) noteSave(out, saved.about.saved_hash);
    out.tally.saved(std::move(saved.about), saved.time, saved.names);
    return okStatus();
  }
  WW_ASSIGN(const EditRecord record, editOf(static_cast<Kind>(frame.kind), frame.sequence, frame.payload));
  return replay(out, record, reading, store);
}

Status missingRecord(const Recovered& out, const Reading& reading, std::uint64_t sequence) {
  return fail(failures::kRecordsDamaged,
              {{"number", arg::Count{out.tally.edits() + 1}}, {"count", arg::Count{editsFrom(reading, sequence)}}});
}

}  // namespace

Result<Recovered> recover(project::Vfs& vfs, const Claim& claim, geometry::GeometryStore& store,
                          const RecoverOptions& options, const Progress& progress) {
  progress.text(phrase(WW_TEXT("Core", "Recovering edits")));
  WW_ASSIGN(Reading reading, readJournal(vfs, claim.folder));
  if (!reading.base) return unreadable(claim.id, reading);
  progress.report(0.2);
  std::vector<geometry::GeometryPtr> keep;
  WW_TRY(readPacks(vfs, reading, store, keep));
  WW_ASSIGN(world::World world, baseWorld(vfs, claim.id, reading, store));
  // The history with the base has those that were given before it.
  if (reading.past)
    std::erase_if(reading.names, [&](const NameRecord& name) { return name.after < reading.base->sequence; });
  Recovered out{std::move(world),
                Tally(reading.base->head),
                reading.base->sequence,
                0,
                {},
                reading.notes,
                false,
                {},
                {},
                std::move(reading.names),
                reading.past,
                std::move(keep),
                {}};
  noteSave(out, reading.base->head.about.saved_hash);
  NamesBetween names(out.names, reading.base->sequence);
  progress.report(0.4);
  double done = 0;
  for (const auto& [sequence, frame] : reading.later) {
    if (options.until && sequence > *options.until) break;
    names.tellUpTo(sequence, out.tally);
    if (sequence != out.sequence + 1) out.stopped = missingRecord(out, reading, sequence);
    else out.stopped = replayFrame(out, frame, reading, store);
    if (!out.stopped.ok()) break;
    out.sequence = sequence;
    progress.report(0.4 + 0.6 * ++done / static_cast<double>(reading.later.size()));
  }
  names.tellUpTo(out.sequence + 1, out.tally);
  const std::uint64_t last = reading.later.empty() ? reading.base->sequence : reading.later.rbegin()->first;
  out.whole = out.stopped.ok() && !reading.fell_back && !reading.log_gone && !reading.newer && out.sequence == last;
  if (out.whole && out.notes.empty() && !reading.base->in_file && !reading.base->is_damaged)
    out.resumed = {reading.base->head, reading.base->sequence, out.sequence};
  if (const Status note = swallowedNote(out.tally, out.past != nullptr); !note.ok()) out.notes.push_back(note);
  return out;
}

}  // namespace ww::journal
