// SPDX-License-Identifier: Apache-2.0
// What was left behind, without doing it again.
#include <algorithm>
#include <utility>

#include "core/journal/beginning.h"
#include "core/journal/failures.h"
#include "core/journal/reading.h"
#include "core/journal/recovery.h"
#include "core/project/format.h"
#include "core/project/project.h"

namespace ww::journal {
namespace {

// What the base holds.
std::uint64_t objectsIn(const Reading& reading) {
  const auto count = std::ranges::count_if(
      reading.base->rows, [](const project::PartRow& row) { return row.kind == project::kObjectPart; });
  return count > 0 ? static_cast<std::uint64_t>(count) - 1 : 0;
}

// The tally of records, as far as they follow one another.
void count(const Reading& reading, Summary& out) {
  out.tally = Tally(reading.base->head);
  out.base = out.sequence = reading.base->sequence;
  out.notes = reading.notes;
  NamesBetween names(reading.names, out.base);
  for (const auto& [sequence, frame] : reading.later) {
    if (sequence != out.sequence + 1) {
      out.notes.push_back(fail(failures::kRecordsDamaged, {{"number", arg::Count{out.tally.edits() + 1}},
                                                           {"count", arg::Count{editsFrom(reading, sequence)}}}));
      break;
    }
    out.sequence = sequence;
    names.tellUpTo(sequence, out.tally);
    if (static_cast<Kind>(frame.kind) == Kind::kSaved) {
      auto saved = savedOf(frame.payload);
      if (saved.ok()) out.tally.saved(std::move(saved->about), saved->time, saved->names);
    } else if (auto edit = editOf(static_cast<Kind>(frame.kind), sequence, frame.payload); edit.ok()) {
      out.tally.add(std::move(edit->note));
    }
  }
  names.tellAll(out.tally);
}

Result<Summary> lookInto(project::Vfs& vfs, const std::string& folder, const std::string& id) {
  Summary out;
  out.id = id;
  WW_ASSIGN(Reading reading, readJournal(vfs, folder));
  const bool is_lost = !reading.base || isLost(vfs, reading);
  if (!is_lost) {
    count(reading, out);
    out.names = out.tally.names();
    out.has_past = reading.past != nullptr;
    out.objects = objectsIn(reading);
  } else {
    out.unreadable = unreadable(id, reading);
  }
  if (is_lost && reading.base) out.tally = Tally(reading.base->head);  // whose it was
  if (Status note = swallowedNote(out.tally, out.has_past); !is_lost && !note.ok()) out.notes.push_back(note);
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
  // Of the same millisecond, what can be recovered before what was left of a journal that was written anew.
  std::stable_sort(out.begin(), out.end(), [](const Summary& a, const Summary& b) {
    if (a.tally.time() != b.tally.time()) return a.tally.time() > b.tally.time();
    return a.unreadable.ok() && !b.unreadable.ok();
  });
  return out;
}

}  // namespace ww::journal
