// SPDX-License-Identifier: Apache-2.0
#include "core/journal/files.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <random>
#include <set>
#include <utility>

#include "core/journal/failures.h"
#include "core/journal/frame.h"
#include "core/journal/recovery.h"
#include "core/project/records.h"

namespace ww::journal {
namespace {

using project::Vfs;

constexpr const char* kLockName = "lock";
constexpr const char* kGoneName = "discarded";
constexpr const char* kUnfinished = ".new";
constexpr std::size_t kSyncedAtOnce = std::size_t{4} << 20;
constexpr std::size_t kMadeAtOnce = std::size_t{1} << 18;  // some milliseconds of work
constexpr std::uint64_t kWasteBorne = std::uint64_t{64} << 20;
struct KindName {
  FileKind kind;
  std::string_view name;
};
constexpr std::array kKindNames = {KindName{FileKind::kBase, "base-"},       KindName{FileKind::kLog, "log-"},
                                   KindName{FileKind::kPack, "pack-"},       KindName{FileKind::kLink, "link-"},
                                   KindName{FileKind::kPicture, "picture-"}, KindName{FileKind::kMark, "mark-"},
                                   KindName{FileKind::kPast, "past-"}};

std::string randomId() {
  std::random_device random;
  return fmt::format("{:08x}{:08x}", random(), random());
}

bool isId(const std::string& id) {
  return !id.empty() && id.size() <= 64 &&
         std::all_of(id.begin(), id.end(), [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z'); });
}

Result<Claim> lockedIn(Vfs& vfs, const std::string& folder, const std::string& id, Vfs::Mode mode) {
  Claim out{id, folder, nullptr};
  WW_ASSIGN(out.lock, vfs.open(folder + "/" + kLockName, mode));
  Status locked = out.lock->lock(true);
  if (locked.code == Code::kUnavailable) return fail(failures::kInUse, {{"id", arg::Name{id}}}, std::move(locked));
  WW_TRY(locked);
  return out;
}

Status write(project::VfsFile& file, std::uint64_t& end, std::string_view bytes) {
  WW_TRY(file.write(end, bytes));
  end += bytes.size();
  return okStatus();
}

}  // namespace

FileName parsed(const std::string& name) {
  for (const KindName& row : kKindNames) {
    if (!name.starts_with(row.name)) continue;
    FileName out{row.kind, 0};
    const char* end = name.data() + name.size();
    const auto read = std::from_chars(name.data() + row.name.size(), end, out.number);
    if (read.ec == std::errc() && read.ptr == end && named(out.kind, out.number) == name) return out;
  }
  return {};
}

std::string named(FileKind kind, std::uint64_t number) {
  for (const KindName& row : kKindNames) {
    if (row.kind == kind) return fmt::format("{}{:08}", row.name, number);
  }
  return {};
}

Result<Claim> claim(Vfs& vfs, const std::string& root, const std::string& id) {
  if (!isId(id)) return fail(failures::kNoJournal, {{"id", arg::Name{id}}});
  const std::string folder = root + "/" + id;
  const auto names = vfs.list(folder);
  if (!names.ok() && names.status().code != Code::kNotFound) return names.status();
  const auto isOurs = [](const std::string& name) {
    return name == kLockName || name == kGoneName || parsed(name).kind != FileKind::kOther;
  };
  if (!names.ok() || std::none_of(names->begin(), names->end(), isOurs))
    return fail(failures::kNoJournal, {{"id", arg::Name{id}}});
  // A copy of a journal, or one that a loss of power hit, may have none.
  const bool has_lock = std::find(names->begin(), names->end(), kLockName) != names->end();
  return lockedIn(vfs, folder, id, has_lock ? Vfs::Mode::kReadWrite : Vfs::Mode::kCreatePrivate);
}

Result<Claim> makeClaim(Vfs& vfs, const std::string& root) {
  const std::string id = randomId(), folder = root + "/" + id;
  WW_TRY(vfs.makePrivateFolder(folder));
  const Status synced = vfs.syncFolder(root);
  auto out = synced.ok() ? lockedIn(vfs, folder, id, Vfs::Mode::kCreatePrivate) : Result<Claim>(synced);
  if (out.ok()) return out;
  // It is tried again, under another name.
  static_cast<void>(vfs.remove(folder + "/" + kLockName));
  static_cast<void>(vfs.removeFolder(folder));
  return out;
}

bool isDiscarded(const std::vector<std::string>& names) {
  return std::find(names.begin(), names.end(), kGoneName) != names.end();
}

Status removeJournal(Vfs& vfs, const Claim& claim) {
  WW_ASSIGN(std::vector<std::string> names, vfs.list(claim.folder));
  // From here on it is gone, wherever this is interrupted.
  if (!isDiscarded(names)) {
    WW_TRY(vfs.open(claim.folder + "/" + kGoneName, Vfs::Mode::kCreatePrivate).status());
    names.emplace_back(kGoneName);
  }
  WW_TRY(vfs.syncFolder(claim.folder));
  for (const std::string& name : names) {
    const bool unfinished = name.ends_with(kUnfinished) && parsed(name.substr(0, name.size() - 4)).number != 0;
    if (unfinished || parsed(name).kind != FileKind::kOther) WW_TRY(vfs.remove(claim.folder + "/" + name));
  }
  WW_TRY(vfs.syncFolder(claim.folder));
  for (const char* name : {kLockName, kGoneName}) {
    if (std::find(names.begin(), names.end(), name) != names.end()) WW_TRY(vfs.remove(claim.folder + "/" + name));
  }
  static_cast<void>(vfs.removeFolder(claim.folder));  // stays when somebody put something there
  return okStatus();
}

Result<std::unique_ptr<Files>> Files::open(Vfs& vfs, Claim&& claim, const Resumed* resumed) {
  WW_ASSIGN(const std::vector<std::string> names, vfs.list(claim.folder));
  std::unique_ptr<Files> out(new Files(vfs, std::move(claim)));
  for (std::string name : names) {
    if (name.ends_with(kUnfinished)) name.resize(name.size() - 4);
    const FileName is = parsed(name);
    out->next_number_ = std::max(out->next_number_, is.number + 1);
    if (is.kind == FileKind::kPicture) out->picture_ = std::max(out->picture_, is.number);
  }
  out->packs_from_ = out->next_number_;
  if (resumed) out->resume(names, *resumed);
  return out;
}

void Files::resume(const std::vector<std::string>& names, const Resumed& from) {
  std::uint64_t base = 0;
  const auto sizeOf = [&](const std::string& name) {
    const auto file = vfs_.open(claim_.folder + "/" + name, Vfs::Mode::kRead);
    const auto size = file.ok() ? (*file)->size() : Result<std::uint64_t>(file.status());
    return size.ok() ? *size : 0;
  };
  for (const std::string& name : names) {
    const FileName is = parsed(name);
    if (is.kind == FileKind::kBase) base = std::max(base, is.number);
    if (is.kind != FileKind::kLog) continue;
    logs_[is.number] = from.sequence;
    resumed_.push_back(name);
    log_bytes_ += sizeOf(name);
  }
  whole_ = named(FileKind::kBase, base);
  past_ = named(FileKind::kPast, base);
  if (std::ranges::find(names, past_) == names.end()) past_.clear();
  base_bytes_ = sizeOf(whole_);
  head_ = from.head;
  head_.parts = 0;
  head_sequence_ = from.base;
}

std::string Files::pathOf(FileKind kind, std::uint64_t number) const {
  return claim_.folder + "/" + named(kind, number);
}

Result<Files::Open> Files::create(const std::string& path, std::uint64_t number) {
  Open out{number, 0, nullptr};
  WW_ASSIGN(out.file, vfs_.open(path, Vfs::Mode::kCreatePrivate));
  if (Status begun = write(*out.file, out.end, kFileMark); !begun.ok()) {
    static_cast<void>(vfs_.remove(path));
    return begun;
  }
  return out;
}

// Of logs that failed one stays until a later one is synced, as it may hold what was to be written: the first, unless
// the last got further.
void Files::logFailed(std::uint64_t number, bool was_written) {
  const std::uint64_t needless = failed_log_ == 0 ? 0 : was_written ? failed_log_ : number;
  if (needless != number) failed_log_ = number;
  dropLog(needless);
}

void Files::dropLog(std::uint64_t number) {
  if (number == 0 || !vfs_.remove(pathOf(FileKind::kLog, number)).ok()) return;
  logs_.erase(number);
}

Status Files::writeGeometry(std::span<const std::string> refs, const geometry::GeometryStore& store) {
  std::vector<std::string> missing;
  for (const std::string& ref : refs) {
    if (!written_.contains(ref) && store.bytes(ref)) missing.push_back(ref);
  }
  if (missing.empty()) return okStatus();
  Open pack = std::move(pack_);
  pack_ = {};
  const bool fresh = !pack.file;
  if (fresh) {
    const std::uint64_t number = next_number_++;
    WW_ASSIGN(pack, create(pathOf(FileKind::kPack, number), number));
  }
  std::map<std::string, std::uint64_t> added;
  const Status written = [&]() -> Status {
    for (const std::string& ref : missing) {
      const auto bytes = store.bytes(ref);
      if (!bytes || added.contains(ref)) continue;
      WW_TRY(write(*pack.file, pack.end,
                   framed(static_cast<std::uint32_t>(Kind::kGeometry), 0, geometryPayload(ref, *bytes))));
      added[ref] = bytes->size();
    }
    WW_TRY(pack.file->sync());
    return fresh ? vfs_.syncFolder(claim_.folder) : okStatus();
  }();
  // No record names what is in it alone.
  if (!written.ok() && fresh) static_cast<void>(vfs_.remove(pathOf(FileKind::kPack, pack.number)));
  WW_TRY(written);
  for (const auto& [ref, bytes] : added) pack_bytes_ += bytes;
  written_.merge(added);
  pack_ = std::move(pack);
  return okStatus();
}

Status Files::writeLog(std::span<const Record> records) {
  Open log = std::move(log_);
  log_ = {};
  const bool fresh = !log.file;
  if (fresh) {
    const std::uint64_t number = next_number_++;
    WW_ASSIGN(log, create(pathOf(FileKind::kLog, number), number));
  }
  // Also when it fails: some of them may be in it.
  std::uint64_t& last = logs_[log.number];
  last = std::max(last, records.back().sequence);
  std::string bytes;
  for (const Record& record : records) bytes += record.frame;
  const Status put = write(*log.file, log.end, bytes);
  Status synced = put.ok() ? log.file->sync() : put;
  if (synced.ok() && fresh) synced = vfs_.syncFolder(claim_.folder);
  if (!synced.ok() && fresh) logFailed(log.number, put.ok());
  WW_TRY(synced);
  dropLog(std::exchange(failed_log_, 0));
  log_bytes_ += bytes.size();
  log_ = std::move(log);
  if (fresh) markLog(log_.number, records.front().sequence);
  return okStatus();
}

// After the log is synced, so that none is missed that never was.
void Files::markLog(std::uint64_t number, std::uint64_t first) {
  if (whole_.empty()) return;
  const std::string frames = framed(static_cast<std::uint32_t>(Kind::kHead), head_sequence_, payloadOf(head_)) +
                             framed(static_cast<std::uint32_t>(Kind::kEnd), first, {});
  if (writeWhole(FileKind::kMark, number, frames).ok()) static_cast<void>(vfs_.syncFolder(claim_.folder));
}

Status Files::append(std::span<const Record> records, const geometry::GeometryStore& store) {
  if (records.empty()) return okStatus();
  for (const Record& record : records) WW_TRY(writeGeometry(record.refs, store));
  return writeLog(records);
}

// Geometry that no longer is in the world stays in its pack until that is mostly waste.
void Files::repackIfWasteful(const std::vector<std::string>& used, const geometry::GeometryStore& store) {
  std::uint64_t bytes = 0;
  for (const std::string& ref : used) {
    if (const auto blob = store.bytes(ref)) bytes += blob->size();
  }
  if (pack_bytes_ <= 2 * bytes + kWasteBorne) return;
  written_.clear();
  pack_ = {};
  pack_bytes_ = 0;
  packs_from_ = next_number_;
}

Status Files::writeMany(Open& out, const Many& frames, const std::function<bool()>& between) {
  std::string bytes;
  const auto flush = [&]() -> Status {
    WW_TRY(write(*out.file, out.end, bytes));
    bytes.clear();
    return out.file->sync();
  };
  for (std::size_t i = 0; i < frames.count; ++i) {
    bytes += framed(static_cast<std::uint32_t>(frames.kind), frames.sequence, frames.payload(i));
    if (bytes.size() < kSyncedAtOnce) continue;
    WW_TRY(flush());
    if (between && !between()) return fail(failures::kNotWritten);
  }
  bytes += framed(static_cast<std::uint32_t>(Kind::kEnd), frames.sequence, {});
  return flush();
}

Status Files::writeParts(std::uint64_t number, const Base& base, const std::vector<project::PartRow>& rows,
                         const std::function<bool()>& between) {
  const std::string path = pathOf(FileKind::kBase, number), beside = path + kUnfinished;
  Status written = [&]() -> Status {
    WW_ASSIGN(Open out, create(beside, number));
    WW_TRY(write(*out.file, out.end,
                 framed(static_cast<std::uint32_t>(Kind::kHead), base.sequence, payloadOf(base.head))));
    const auto payload = [&](std::size_t i) { return payloadOf(rows[i]); };
    WW_TRY(writeMany(out, {Kind::kPart, base.sequence, rows.size(), payload}, between));
    base_bytes_ = out.end;
    return vfs_.rename(beside, path);
  }();
  if (!written.ok()) static_cast<void>(vfs_.remove(beside));
  return written;
}

void Files::writePast(std::uint64_t number, const Base& base, const std::function<bool()>& between) {
  past_.clear();
  if (!base.past) return;
  const std::string path = pathOf(FileKind::kPast, number), beside = path + kUnfinished;
  const Status written = [&]() -> Status {
    WW_ASSIGN(Open out, create(beside, number));
    const auto payload = [&](std::size_t i) { return payloadOf((*base.past)[i]); };
    WW_TRY(writeMany(out, {Kind::kPast, base.sequence, base.past->size(), payload}, between));
    WW_TRY(vfs_.rename(beside, path));
    return vfs_.syncFolder(claim_.folder);
  }();
  if (written.ok()) past_ = named(FileKind::kPast, number);
  else static_cast<void>(vfs_.remove(beside));
}

Status Files::writeGeometryOf(const std::vector<std::string>& refs, const geometry::GeometryStore& store,
                              const std::function<bool()>& between) {
  for (std::size_t i = 0; i < refs.size(); i += 64) {
    WW_TRY(writeGeometry(std::span(refs).subspan(i, std::min<std::size_t>(64, refs.size() - i)), store));
    if (between && !between()) return fail(failures::kNotWritten);
  }
  return okStatus();
}

Status Files::writeBase(Base base, const geometry::GeometryStore& store, const std::function<bool()>& between) {
  std::vector<project::PartRow> rows;
  std::set<std::string, std::less<>> refs;
  const auto note = [&](std::string_view ref) { refs.emplace(ref); };
  std::size_t since = 0;
  for (const project::WorldPart& part : project::partsOf(base.world)) {
    WW_ASSIGN(project::PartRow row, project::rowOf(part));
    project::forEachRef(row.bytes, note);
    since += row.bytes.size();
    rows.push_back(std::move(row));
    if (since < kMadeAtOnce) continue;
    since = 0;
    if (between && !between()) return fail(failures::kNotWritten);
  }
  for (const project::HistoryRow& row : base.past ? *base.past : project::HistoryRows())
    project::forEachRef(row.bytes, note);
  base.head.parts = rows.size();
  const std::vector<std::string> used(refs.begin(), refs.end());
  repackIfWasteful(used, store);
  WW_TRY(writeGeometryOf(used, store, between));
  const std::uint64_t number = next_number_++;
  const std::string past_before = past_;
  writePast(number, base, between);
  if (Status written = writeParts(number, base, rows, between); !written.ok()) {
    if (!past_.empty()) static_cast<void>(vfs_.remove(pathOf(FileKind::kPast, number)));
    past_ = past_before;
    return written;
  }
  whole_ = named(FileKind::kBase, number);
  head_ = std::move(base.head);
  head_.parts = 0;
  head_sequence_ = base.sequence;
  resumed_.clear();
  // Until the name is synced, the older state must stay.
  WW_TRY(vfs_.syncFolder(claim_.folder));
  removeNeedless(number, base.sequence);
  return okStatus();
}

Status Files::writeWhole(FileKind kind, std::uint64_t number, std::string_view frames) {
  const std::string path = pathOf(kind, number), beside = path + kUnfinished;
  Status written = [&]() -> Status {
    WW_ASSIGN(Open out, create(beside, number));
    WW_TRY(write(*out.file, out.end, frames));
    WW_TRY(out.file->sync());
    return vfs_.rename(beside, path);
  }();
  if (!written.ok()) static_cast<void>(vfs_.remove(beside));
  return written;
}

Status Files::writeLink(const Head& head, std::uint64_t sequence) {
  const std::string frames = framed(static_cast<std::uint32_t>(Kind::kHead), sequence, payloadOf(head)) +
                             framed(static_cast<std::uint32_t>(Kind::kEnd), sequence, {});
  const std::uint64_t number = next_number_++;
  WW_TRY(writeWhole(FileKind::kLink, number, frames));
  whole_ = named(FileKind::kLink, number);
  head_ = head;
  head_sequence_ = sequence;
  return vfs_.syncFolder(claim_.folder);
}

Status Files::writePicture(std::string_view png) {
  const std::uint64_t number = next_number_++, before = picture_;
  WW_TRY(writeWhole(FileKind::kPicture, number, framed(static_cast<std::uint32_t>(Kind::kPicture), 0, png)));
  picture_ = number;
  return before == 0 ? okStatus() : vfs_.remove(pathOf(FileKind::kPicture, before));
}

bool Files::isThere() const {
  const auto names = vfs_.list(claim_.folder);
  if (!names.ok()) return names.status().code != Code::kNotFound;
  const auto has = [&](const std::string& name) { return std::ranges::find(*names, name) != names->end(); };
  return has(kLockName) && (whole_.empty() || has(whole_)) && (past_.empty() || has(past_)) &&
         std::ranges::all_of(resumed_, has) && (!log_.file || has(named(FileKind::kLog, log_.number))) &&
         (!pack_.file || has(named(FileKind::kPack, pack_.number)));
}

// What fails here is tried again after the next base.
void Files::removeNeedless(std::uint64_t base, std::uint64_t sequence) {
  const auto last = logs_.find(log_.number);
  if (log_.file && (last == logs_.end() || last->second <= sequence)) log_ = {};
  log_bytes_ = log_.file ? log_.end : 0;
  const auto names = vfs_.list(claim_.folder);
  if (!names.ok()) return;
  // Bases last: with an older one, whose logs are gone, the newest still counts.
  std::vector<std::string> gone, gone_bases;
  for (const std::string& name : *names) {
    const FileName is = parsed(name);
    const auto log = logs_.find(is.number);
    const bool needed =
        is.kind == FileKind::kOther || is.kind == FileKind::kPicture || is.number >= base ||
        (is.kind == FileKind::kPack && is.number >= packs_from_) ||
        ((is.kind == FileKind::kLog || is.kind == FileKind::kMark) && log != logs_.end() && log->second > sequence);
    if (!needed) (is.kind == FileKind::kBase ? gone_bases : gone).push_back(name);
    if (name.ends_with(kUnfinished)) gone.push_back(name);
  }
  gone.insert(gone.end(), gone_bases.begin(), gone_bases.end());
  for (const std::string& name : gone) {
    if (!vfs_.remove(claim_.folder + "/" + name).ok()) continue;
    if (parsed(name).kind == FileKind::kLog) logs_.erase(parsed(name).number);
  }
}

}  // namespace ww::journal
