// SPDX-License-Identifier: Apache-2.0
#include "core/journal/reading.h"

#include <algorithm>

#include "core/journal/failures.h"
#include "core/project/view_state.h"

namespace ww::journal {
namespace {

struct Listed {
  FileName is;
  std::string path;
};

// What one log holds, and whether it breaks off.
struct LogEnd {
  std::uint64_t last = 0;
  bool cut = false;
  bool damaged = false;  // before its end
};

Kind kindOf(const Frame& frame) { return static_cast<Kind>(frame.kind); }

Status noRow() { return fail(failures::kNoRecord); }

// None when it is not whole.
Result<std::optional<Reading::Base>> readBase(project::Vfs& vfs, const std::string& path, bool& newer) {
  WW_ASSIGN(const auto file, vfs.open(path, project::Vfs::Mode::kRead));
  Reading::Base base;
  bool sound = true, ended = false, begun = false;
  const auto take = [&](Frame&& frame) {
    sound = sound && !ended && begun == (kindOf(frame) != Kind::kHead) && (!begun || frame.sequence == base.sequence);
    if (kindOf(frame) == Kind::kHead && sound) {
      auto head = headOf(frame.payload);
      sound = head.ok();
      if (sound) base.head = std::move(*head);
      base.sequence = frame.sequence;
      begun = true;
    } else if (kindOf(frame) == Kind::kPart && sound) {
      auto row = partOf(frame.payload);
      sound = row.ok();
      if (sound) base.rows.push_back(std::move(*row));
    } else {
      ended = kindOf(frame) == Kind::kEnd;
      sound = sound && ended;
    }
    return okStatus();
  };
  WW_ASSIGN(const NotWhole left, readFrames(*file, take));
  newer = newer || left.newer;
  if (!sound || !ended || left.between + left.at_end > 0 || base.rows.size() != base.head.parts)
    return std::optional<Reading::Base>();
  return std::optional(std::move(base));
}

// What is left of one that was written to its end and damaged since; none of others, and where no part is left.
// `head_alone`: its head, of others, too, which says what world it was and which file may have that.
Result<std::optional<Reading::Base>> readRemains(project::Vfs& vfs, const std::string& path, bool head_alone) {
  WW_ASSIGN(const auto file, vfs.open(path, project::Vfs::Mode::kRead));
  Reading::Base base;
  base.is_damaged = true;
  bool ended = false;
  const auto take = [&](Frame&& frame) {
    base.sequence = frame.sequence;
    ended = kindOf(frame) == Kind::kEnd;
    if (kindOf(frame) == Kind::kHead) {
      if (auto head = headOf(frame.payload); head.ok()) base.head = std::move(*head);
    } else if (kindOf(frame) == Kind::kPart) {
      if (auto row = partOf(frame.payload); row.ok()) base.rows.push_back(std::move(*row));
    }
    return okStatus();
  };
  WW_TRY(readFrames(*file, take).status());
  if (head_alone) base.rows.clear();
  const bool is_left = head_alone ? !base.head.hash.empty() : ended && !base.rows.empty();
  return is_left ? std::optional(std::move(base)) : std::nullopt;
}

// One that says nothing costs a name.
Status noteName(const Frame& frame, Reading& out) {
  if (auto name = nameOf(frame.payload); name.ok()) out.names.push_back(*std::move(name));
  return okStatus();
}

Result<LogEnd> readLog(project::Vfs& vfs, const std::string& path, Reading& out) {
  WW_ASSIGN(const auto file, vfs.open(path, project::Vfs::Mode::kRead));
  LogEnd end;
  const std::uint64_t from = out.base->sequence;
  WW_ASSIGN(const NotWhole left, readFrames(*file, [&](Frame&& frame) {
              if (kindOf(frame) == Kind::kName) return noteName(frame, out);
              end.last = std::max(end.last, frame.sequence);
              if (out.base->is_damaged) out.all.emplace(frame.sequence, frame);
              if (frame.sequence > from) out.later.emplace(frame.sequence, std::move(frame));
              return okStatus();
            }));
  out.newer = out.newer || left.newer;
  end.cut = left.at_end > 0;
  end.damaged = left.between > 0;
  return end;
}

// That a log was there: of which document, behind which state, from which record on. None when it is not whole.
struct LogMark {
  Reading::Base behind;  // its head alone
  std::uint64_t first = 0;
};
Result<std::optional<LogMark>> readMark(project::Vfs& vfs, const std::string& path) {
  WW_ASSIGN(const auto file, vfs.open(path, project::Vfs::Mode::kRead));
  LogMark mark;
  mark.behind.is_damaged = true;
  WW_TRY(readFrames(*file, [&](Frame&& frame) {
           if (kindOf(frame) == Kind::kEnd) mark.first = frame.sequence;
           auto head = kindOf(frame) == Kind::kHead ? headOf(frame.payload) : Result<Head>(Head());
           if (kindOf(frame) != Kind::kHead || !head.ok()) return okStatus();
           mark.behind.head = std::move(*head);
           mark.behind.sequence = frame.sequence;
           return okStatus();
         }).status());
  const bool whole = mark.first > 0 && !mark.behind.head.hash.empty();
  return whole ? std::optional(std::move(mark)) : std::nullopt;
}

// The history that led to the base of that number and sequence; null when it is not whole.
Result<std::shared_ptr<const project::HistoryRows>> readPast(project::Vfs& vfs, const std::string& path,
                                                             const Reading::Base& base) {
  WW_ASSIGN(const auto file, vfs.open(path, project::Vfs::Mode::kRead));
  auto rows = std::make_shared<project::HistoryRows>();
  bool sound = true, ended = false;
  WW_ASSIGN(const NotWhole left, readFrames(*file, [&](Frame&& frame) {
              sound = sound && !ended && frame.sequence == base.sequence;
              ended = ended || kindOf(frame) == Kind::kEnd;
              if (!sound || ended) return okStatus();
              auto row = kindOf(frame) == Kind::kPast ? pastRowOf(frame.payload) : Result<project::HistoryRow>(noRow());
              sound = row.ok();
              if (sound) rows->push_back(*std::move(row));
              return okStatus();
            }));
  const bool whole = sound && ended && !left.newer && left.between + left.at_end == 0;
  return whole ? std::shared_ptr<const project::HistoryRows>(std::move(rows)) : nullptr;
}

// Empty when it is not whole, or no picture.
Result<std::string> readPicture(project::Vfs& vfs, const std::string& path) {
  WW_ASSIGN(const auto file, vfs.open(path, project::Vfs::Mode::kRead));
  std::string png;
  WW_TRY(readFrames(*file, [&](Frame&& frame) {
           if (kindOf(frame) == Kind::kPicture && project::isSmallPng(frame.payload)) png = std::move(frame.payload);
           return okStatus();
         }).status());
  return png;
}

Result<std::vector<Listed>> filesOf(project::Vfs& vfs, const std::string& folder) {
  WW_ASSIGN(const std::vector<std::string> names, vfs.list(folder));
  std::vector<Listed> files;
  for (const std::string& name : names) files.push_back({parsed(name), folder + "/" + name});
  std::sort(files.begin(), files.end(), [](const Listed& a, const Listed& b) { return a.is.number < b.is.number; });
  return files;
}

Status remains(const Reading::Base& base) {
  // Without its head nobody knows how many there were.
  const std::uint64_t lost = base.head.parts > base.rows.size() ? base.head.parts - base.rows.size() : 0;
  return fail(failures::kOnlyRemains, {{"lost", arg::Count{lost}}, {"count", arg::Count{base.rows.size()}}});
}

// Nothing depends on it but what can be undone and what that is called, so that it is told.
Status readPastOf(project::Vfs& vfs, const std::vector<Listed>& files, Reading& out) {
  for (const Listed& file : files) {
    if (file.is.kind != FileKind::kPast || file.is.number != out.base->number) continue;
    WW_ASSIGN(out.past, readPast(vfs, file.path, *out.base));
    if (!out.past) out.notes.push_back(fail(failures::kPastDamaged));
  }
  return okStatus();
}

// Where the states are gone altogether, what they say of them; and whether a log is.
Status readMarks(project::Vfs& vfs, const std::vector<Listed>& files, Reading& out) {
  for (auto file = files.rbegin(); file != files.rend() && !out.newer; ++file) {
    if (file->is.kind != FileKind::kMark) continue;
    WW_ASSIGN(auto mark, readMark(vfs, file->path));
    if (!mark) continue;
    if (!out.base) out.base = std::move(mark->behind);
    const bool is_there = std::ranges::any_of(files, [&](const Listed& other) {
      return other.is.kind == FileKind::kLog && other.is.number == file->is.number;
    });
    out.log_gone = out.log_gone || (!is_there && mark->first > out.base->sequence);
  }
  if (out.log_gone) out.notes.push_back(fail(failures::kLogGone));
  return okStatus();
}

// No record behind the base is missing.
bool followsOn(const Reading& reading) {
  std::uint64_t last = reading.base->sequence;
  return std::ranges::all_of(reading.later, [&last](const auto& one) { return one.first == ++last; });
}

}  // namespace

Result<Reading> readJournal(project::Vfs& vfs, const std::string& folder) {
  WW_ASSIGN(const std::vector<Listed> files, filesOf(vfs, folder));
  Reading out;
  for (auto file = files.rbegin(); file != files.rend() && !out.base; ++file) {
    if (file->is.kind != FileKind::kBase) continue;
    WW_ASSIGN(out.base, readBase(vfs, file->path, out.newer));
    out.fell_back = out.fell_back || !out.base;
    if (out.base) out.base->number = file->is.number;
  }
  for (auto file = files.rbegin(); file != files.rend() && !out.base && !out.fell_back; ++file) {
    if (file->is.kind != FileKind::kLink) continue;
    WW_ASSIGN(out.base, readBase(vfs, file->path, out.newer));
    if (out.base) out.base->in_file = true;
  }
  for (const bool head_alone : {false, true}) {
    for (auto file = files.rbegin(); file != files.rend() && !out.base && !out.newer; ++file) {
      if (file->is.kind != FileKind::kBase) continue;
      WW_ASSIGN(out.base, readRemains(vfs, file->path, head_alone));
    }
  }
  for (auto file = files.rbegin(); file != files.rend() && out.picture.empty(); ++file) {
    // Nothing depends on it.
    if (file->is.kind != FileKind::kPicture) continue;
    if (auto png = readPicture(vfs, file->path); png.ok()) out.picture = *std::move(png);
  }
  WW_TRY(readMarks(vfs, files, out));
  if (!out.base) return out;
  if (out.base->is_damaged) out.notes.push_back(remains(*out.base));
  else if (out.fell_back) out.notes.push_back(fail(failures::kBaseDamaged));
  if (out.base->number != 0) WW_TRY(readPastOf(vfs, files, out));
  std::vector<LogEnd> ends;
  for (const Listed& file : files) {
    if (file.is.kind == FileKind::kPack) out.packs.push_back(file.path);
    if (file.is.kind != FileKind::kLog) continue;
    WW_ASSIGN(const LogEnd end, readLog(vfs, file.path, out));
    ends.push_back(end);
  }
  // Records that are missing are told by who reads them; what has no number is missed by nobody else.
  if (std::ranges::any_of(ends, &LogEnd::damaged) && followsOn(out)) out.notes.push_back(fail(failures::kNamesDamaged));
  // A later log may have some once more.
  std::ranges::stable_sort(out.names, {}, &NameRecord::after);
  // What was cut off there and stands in a later log is not missing.
  const std::uint64_t last = out.later.empty() ? out.base->sequence : out.later.rbegin()->first;
  const auto misses = [last](const LogEnd& end) { return end.cut && (end.last == 0 || end.last >= last); };
  // The newest was written to until the end, whatever the base says.
  const bool cut = std::ranges::any_of(ends, misses) || (!ends.empty() && ends.back().cut);
  if (cut) out.notes.push_back(fail(failures::kEndCutOff));
  return out;
}

}  // namespace ww::journal
