// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>
#include <optional>

#include "core/base/hash.h"
#include "core/project/failures.h"
#include "core/project/imprint.h"
#include "core/project/open_file.h"
#include "core/project/records.h"
#include "core/project/row_writer.h"
#include "core/project/save_plan.h"

namespace ww::project {
namespace {

constexpr const char* kUnchanged = WW_TEXT("Core", "The file still holds its previous state.");
constexpr const char* kWritten =
    WW_TEXT("Core", "The new state is in the file, but might not outlast a loss of power.");

// One call of save().
struct Job {
  Vfs& vfs;
  const std::string path;  // with links followed
  const geometry::GeometryStore& store;
  const SaveOptions& options;
  Wanted& wanted;
  Progress progress;
};

std::string stemOf(const std::string& path) {
  const std::string name = path.substr(path.rfind('/') + 1);
  const std::size_t dot = name.rfind('.');
  return dot == std::string::npos || dot == 0 ? name : name.substr(0, dot);
}

Status writeBlobs(const Job& job, RowWriter& writer, const std::vector<std::string>& refs, const Progress& progress) {
  const double count = static_cast<double>(refs.size());
  for (std::size_t i = 0; i < refs.size(); ++i) {
    const auto bytes = job.store.bytes(refs[i]);
    if (!bytes) return fail(failures::kGeometryGone, {{"geometry", arg::Name{refs[i]}}});
    const double from = static_cast<double>(i) / count;
    WW_TRY(writer.addBlob(refs[i], *bytes, progress.portion(from, from + 1.0 / count)));
  }
  return okStatus();
}

// The geometry of the world is there; `refs` are read in full.
Status checkSavedGeometry(const Job& job, Database& db, Stored& stored, const std::vector<std::string>& refs) {
  for (const std::string& ref : job.wanted.refs) {
    if (!stored.geometry.contains(ref))
      return damaged(db.path(), {geometryProblem(ref, fail(failures::kGeometryMissing))});
  }
  const Progress progress = job.progress.portion(0.8, 1.0);
  for (std::size_t i = 0; i < refs.size(); ++i) {
    WW_ASSIGN(const std::string blob, readBlob(db, refs[i], stored.geometry[refs[i]], true));
    if ("sha256:" + toHex(sha256(blob)) != refs[i])
      return damaged(db.path(), {geometryProblem(refs[i], fail(failures::kGeometryOther))});
    progress.report(static_cast<double>(i + 1) / static_cast<double>(refs.size()));
  }
  return okStatus();
}

// Reads a whole file anew and compares it with what was to be saved.
Result<Stored> checkWhole(const Job& job, const std::string& path) {
  WW_ASSIGN(auto db, openWorldFile(job.vfs, path, Purpose::kRead));
  WW_ASSIGN(Stored stored, readStored(*db, job.progress.portion(0.7, 0.8)));
  WW_TRY(quickCheck(*db, "PRAGMA quick_check(part)", stored.problems));
  if (!stored.problems.empty()) return damaged(path, stored.problems);
  WW_TRY(checkSavedGeometry(job, *db, stored, {job.wanted.refs.begin(), job.wanted.refs.end()}));
  WW_ASSIGN(const world::World world, worldOf(stored.parts, job.store));
  if (contentHash(world) != job.wanted.content_hash) return damaged(path, {fail(failures::kOtherWorldThanSaved)});
  return stored;
}

Result<FileInfo> finished(const Job& job, const Stored& stored, std::size_t rows) {
  FileInfo info = infoOf(stored);
  info.rows_written = rows;
  WW_ASSIGN(info.file_bytes, sizeOf(job.vfs, job.path));
  job.progress.report(1.0);
  return info;
}

Status writeView(const Job& job, RowWriter& writer, bool replaces) {
  if (!job.wanted.view) return okStatus();
  if (!job.wanted.view->bytes.empty()) return writer.putPart(*job.wanted.view);
  return replaces ? writer.removePart(kViewId) : okStatus();
}

PartRow rowIn(const WantedPart& wanted) { return {wanted.part.id, wanted.part.kind, wanted.bytes, wanted.hash}; }

// Whether what stands or would stand in the file makes the part that it was made from.
Status checkReadable(const Job& job, const WantedPart& part) {
  Status same = checkReadBack(rowIn(part), part.part, job.store);
  return same.ok() ? same : fail(failures::kUnreadableSave, {{"file", arg::Place{job.path}}}, std::move(same));
}

// ---- In place

// What a save in place has written.
struct Written {
  std::size_t rows = 0;
  std::string rows_hash;
};

// The hashes of the rows that stay as they are.
std::vector<Sha256> stayingHashes(const Stored& stored, const Plan& plan, const std::vector<std::string_view>& keys) {
  std::vector<Sha256> gone = plan.gone;
  for (const std::string_view key : keys) {
    const auto old = stored.meta.find(std::string(key));
    if (old != stored.meta.end()) gone.push_back(metaHash(key, old->second));
  }
  const auto picture = stored.thumbnails.find(1);
  if (plan.thumbnail && picture != stored.thumbnails.end()) gone.push_back(thumbnailHash(1, picture->second));
  std::vector<Sha256> staying = stored.hashes;
  exchangeHashes(staying, gone, {});
  return staying;
}

// The entries that go with any change.
std::vector<std::pair<std::string_view, std::string>> changedMeta(const Job& job, const Stored& stored) {
  std::vector<std::pair<std::string_view, std::string>> out;
  if (!job.wanted.name.empty()) out.emplace_back(meta::kName, job.wanted.name);
  // What this program adds, one of the former version cannot tell.
  if (stored.version() < kVersion) out.emplace_back(meta::kFormat, std::to_string(kVersion));
  out.emplace_back(meta::kContentHash, job.wanted.content_hash);
  out.emplace_back(meta::kHashedBy, std::to_string(kHashVersion));
  out.emplace_back(meta::kRevision, std::to_string(stored.revision() + 1));
  return out;
}

// Within the transaction: the header goes with the rest.
Status raiseFormat(Database& db, const Stored& stored) {
  return stored.version() < kVersion ? db.exec(fmt::format("PRAGMA user_version={}", kVersion).c_str()) : okStatus();
}

Status writeChanges(const Job& job, Database& db, const Stored& stored, const Plan& plan, Written& out) {
  WW_TRY(db.makeRoomToWrite());
  WW_TRY(raiseFormat(db, stored));
  RowWriter writer(db);
  for (const std::int64_t id : plan.remove) WW_TRY(writer.removePart(id));
  for (const WantedPart* put : plan.put) WW_TRY(writer.putPart(rowIn(*put)));
  WW_TRY(writeBlobs(job, writer, plan.add_refs, job.progress.portion(0.2, 0.7)));
  if (plan.thumbnail) WW_TRY(writer.putThumbnail(1, job.wanted.thumbnail));
  if (plan.view) WW_TRY(writeView(job, writer, true));
  for (const PartRow* row : plan.put_history) WW_TRY(writer.putPart(*row));
  WW_ASSIGN(const bool cleared, isCleared(job.vfs, job.path, stored));
  WW_ASSIGN(const Imprint imprint, comingImprint(job.vfs, db, cleared));
  auto entries = changedMeta(job, stored);
  entries.emplace_back(meta::kImprint, entryOf(imprint));
  std::vector<std::string_view> keys;
  for (const auto& [key, value] : entries) {
    WW_TRY(writer.putMeta(key, value));
    keys.push_back(key);
  }
  WW_ASSIGN(out.rows_hash, writer.seal(stayingHashes(stored, plan, keys)));
  out.rows = writer.rows();
  return db.exec("COMMIT");
}

// Reads the file anew: every row has its hash, all of them that which was to be written, and what was written has the
// bytes that were judged before.
Result<Stored> checkChanges(const Job& job, const Plan& plan, const Written& written) {
  WW_ASSIGN(auto db, openWorldFile(job.vfs, job.path, Purpose::kRead));
  WW_ASSIGN(Stored stored, readStored(*db, job.progress.portion(0.7, 0.8), PartBytes::kChecked));
  if (!stored.problems.empty()) return damaged(job.path, stored.problems);
  if (stored.rows_hash != written.rows_hash) return damaged(job.path, {fail(failures::kOtherRowsThanSaved)});
  for (const WantedPart* put : plan.put) {
    PartRow row = rowIn(*put);
    WW_ASSIGN(row.bytes, readPartBytes(*db, row.id));
    if (row.bytes != put->bytes)
      return damaged(job.path, {within(fail(failures::kOtherThanSaved), partName(row.kind, row.id))});
  }
  WW_TRY(checkSavedGeometry(job, *db, stored, plan.add_refs));
  return stored;
}

// What a failed save left in the file, as far as it can be told.
Phrase stateNote(const Job& job, const std::string& old_rows) {
  auto db = openWorldFile(job.vfs, job.path, Purpose::kRead);
  if (db.ok()) {
    auto stored = readStored(**db);
    if (stored.ok() && stored->problems.empty()) {
      if (stored->rows_hash == old_rows) return phrase(kUnchanged);
      if (stored->metaOr(meta::kContentHash, "") == job.wanted.content_hash) {
        return phrase(kWritten);
      }
    }
  }
  return phrase(WW_TEXT("Core", "What the file holds now could not be checked; save under another name."));
}

bool mayStayInPlace(const Job& job, const Stored& stored, const Plan& plan) {
  if (job.options.whole || plan.strips_history) return false;
  return job.options.came_from.empty() ? plan.sameWorld() : job.options.came_from == stored.rows_hash;
}

struct InPlace {
  std::optional<FileInfo> info;  // none: a whole file is to be written
  Carried carried;
  Status damage = {};  // FileInfo::damage
};

// Of what is to be another file anyway nobody wants to know.
InPlace notInPlace(const Job& job, Status damage) {
  return InPlace{std::nullopt, {}, job.options.whole ? okStatus() : std::move(damage)};
}

Result<InPlace> writeInPlace(const Job& job, std::unique_ptr<Database> db, const Stored& stored, const Plan& plan) {
  for (const WantedPart* put : plan.put) WW_TRY(checkReadable(job, *put));
  Written written;
  Status status = writeChanges(job, *db, stored, plan, written);
  db.reset();  // rolls back, unless all was committed
  if (!status.ok()) return withDetails(std::move(status), {stateNote(job, stored.rows_hash)});
  auto saved = checkChanges(job, plan, written);
  if (!saved.ok()) return withDetails(saved.status(), {stateNote(job, stored.rows_hash)});
  WW_ASSIGN(FileInfo info, finished(job, *saved, written.rows));
  return InPlace{info, {}};
}

// What is damaged where nothing is read of it, and a save in place would leave it so.
Status oddHeader(const Job& job, const Stored& stored) {
  WW_TRY(checkFixedHeader(job.vfs, job.path));
  return checkOwnHeader(job.vfs, job.path, stored);
}

// A header that is damaged may say that the file can be read only.
Result<std::unique_ptr<Database>> openToSave(const Job& job) {
  auto db = openWorldFile(job.vfs, job.path, Purpose::kWrite);
  if (db.ok() || db.status().code == Code::kDataLoss || checkFixedHeader(job.vfs, job.path).code != Code::kDataLoss)
    return db;
  auto read = openWorldFile(job.vfs, job.path, Purpose::kRead);
  return read.ok() ? std::move(read) : std::move(db);
}

// Over an existing file.
Result<InPlace> saveOver(const Job& job) {
  auto db = openToSave(job);
  // Not a sound world file: the whole is written, and this one kept as the backup.
  if (!db.ok() && db.status().code == Code::kDataLoss) return notInPlace(job, db.status());
  if (!db.ok() && db.status().code == Code::kFailedPrecondition && job.options.whole) return InPlace{};
  if (!db.ok()) return db.status();
  WW_ASSIGN(Stored stored, readStored(**db, job.progress.portion(0.0, 0.1), PartBytes::kChecked));
  // A row whose bytes went bad since would stay, as a save only adds to geometry.
  WW_TRY(checkBlobs(**db, stored));
  if (!stored.problems.empty()) return notInPlace(job, damaged(job.path, stored.problems));
  WW_ASSIGN(const Plan plan, planOf(stored, **db, job.wanted, job.store));
  const Status odd = oddHeader(job, stored);
  if (!odd.ok() && odd.code != Code::kDataLoss) return odd;
  if (!odd.ok() || !mayStayInPlace(job, stored, plan)) {
    InPlace out = notInPlace(job, odd.ok() ? okStatus() : damaged(job.path, {odd}));
    if (plan.sameWorld()) out.carried = carriedOf(stored, job.wanted);
    return out;
  }
  if (!plan.empty()) return writeInPlace(job, std::move(db).value(), stored, plan);
  WW_ASSIGN(FileInfo info, finished(job, stored, 0));
  return InPlace{info, {}};
}

// ---- Beside

// Removes a file unless it was renamed away.
class TemporaryFile {
 public:
  TemporaryFile(Vfs& vfs, std::string path) : vfs_(vfs), path_(std::move(path)) {}
  ~TemporaryFile() {
    // A failure leaves a stray file, which the next save removes.
    if (!gone_) static_cast<void>(vfs_.remove(path_));
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  void release() { gone_ = true; }
  const std::string& path() const { return path_; }

 private:
  Vfs& vfs_;
  std::string path_;
  bool gone_ = false;
};

// What a save that was killed has left; not that of a save which is at work.
Status clearStale(Vfs& vfs, const std::string& path) {
  WW_ASSIGN(const bool exists, vfs.exists(path));
  if (!exists) return okStatus();
  WW_ASSIGN(auto file, vfs.open(path, Vfs::Mode::kReadWrite));
  WW_TRY(file->lock(true));
  return vfs.remove(path);
}

Status writeWhole(const Job& job, Database& db, const Carried& carried, std::size_t& rows) {
  // Nobody sees the file yet; when this fails it is thrown away.
  WW_TRY(db.makeRoomToWrite());
  WW_TRY(db.exec("PRAGMA journal_mode=MEMORY; BEGIN IMMEDIATE"));
  WW_TRY(createSchema(db, carried.version));
  RowWriter writer(db);
  for (const WantedPart& part : job.wanted.parts) WW_TRY(writer.putPart(rowIn(part)));
  for (const PartRow& part : carried.parts) WW_TRY(writer.putPart(part));
  WW_TRY(writeView(job, writer, false));
  for (const PartRow& row : job.wanted.history) WW_TRY(writer.putPart(row));
  const std::vector<std::string> refs(job.wanted.refs.begin(), job.wanted.refs.end());
  WW_TRY(writeBlobs(job, writer, refs, job.progress.portion(0.2, 0.6)));
  for (const auto& [id, png] : carried.thumbnails) WW_TRY(writer.putThumbnail(id, png));
  if (!job.wanted.thumbnail.empty()) WW_TRY(writer.putThumbnail(1, job.wanted.thumbnail));
  for (const auto& [key, value] : carried.meta) WW_TRY(writer.putMeta(key, value));
  const std::string& name = job.wanted.name.empty() ? carried.name : job.wanted.name;
  WW_TRY(writer.putMeta(meta::kName, name.empty() ? stemOf(job.path) : name));
  WW_TRY(writer.putMeta(meta::kFormat, std::to_string(carried.version)));
  WW_TRY(writer.putMeta(meta::kContentHash, job.wanted.content_hash));
  WW_TRY(writer.putMeta(meta::kHashedBy, std::to_string(kHashVersion)));
  WW_TRY(writer.putMeta(meta::kRevision, std::to_string(carried.revision + 1)));
  WW_ASSIGN(const Imprint imprint, comingImprint(job.vfs, db, true));
  WW_TRY(writer.putMeta(meta::kImprint, entryOf(imprint)));
  WW_ASSIGN(const std::string hash, writer.seal());
  rows = writer.rows();
  return db.exec("COMMIT");
}

// Of a file that is not there any more, or of one that could not be read: it would be put into the new one.
Status removeUnfinished(const Job& job) {
  const std::string beside = job.path + "-journal";
  WW_ASSIGN(const bool is_there, job.vfs.exists(beside));
  if (!is_there) return okStatus();
  WW_TRY(job.vfs.remove(beside));
  return job.vfs.syncFolder(folderOf(job.path));
}

Result<FileInfo> writeBeside(const Job& job, const Carried& carried, bool replaces) {
  TemporaryFile temporary(job.vfs, job.path + ".saving");
  if (Status status = clearStale(job.vfs, temporary.path()); !status.ok()) {
    temporary.release();
    return status;
  }
  std::size_t rows = 0;
  {
    WW_ASSIGN(auto db, Database::open(job.vfs, temporary.path(), Database::Access::kCreate));
    if (replaces) WW_TRY(job.vfs.copyMode(job.path, temporary.path()));
    WW_TRY(writeWhole(job, *db, carried, rows));
  }
  const auto saved = checkWhole(job, temporary.path());
  // Is it the disk, or what was to be written?
  for (const WantedPart& part : job.wanted.parts)
    if (!saved.ok()) WW_TRY(checkReadable(job, part));
  if (!saved.ok()) return saved.status();
  if (replaces) WW_TRY(job.vfs.backup(job.path, job.path + "~"));
  WW_TRY(removeUnfinished(job));
  WW_TRY(job.vfs.rename(temporary.path(), job.path));
  temporary.release();
  if (Status status = job.vfs.syncFolder(folderOf(job.path)); !status.ok()) {
    return withDetails(std::move(status), {phrase(kWritten)});
  }
  return finished(job, *saved, rows);
}

Result<FileInfo> saveBeside(const Job& job, Carried carried, bool replaces) {
  if (job.options.foreign) addForeign(*job.options.foreign, job.wanted, carried);
  WW_TRY(serialiseAll(job.wanted, job.store));
  auto info = writeBeside(job, carried, replaces);
  if (info.ok() || !info.status().message.empty()) return info;
  return withDetails(info.status(), {phrase(replaces ? kUnchanged : WW_TEXT("Core", "No file was written."))});
}

}  // namespace

Result<FileInfo> save(Vfs& vfs, const std::string& path, const world::World& world,
                      const geometry::GeometryStore& store, const SaveOptions& options, Progress progress) {
  progress.text(phrase(WW_TEXT("Core", "Saving {path}"), {{"path", arg::Words{path}}}));
  WW_ASSIGN(std::string real, vfs.resolve(path));
  WW_ASSIGN(Wanted wanted, wantedOf(world, store, options));
  const Job job{vfs, std::move(real), store, options, wanted, progress};
  WW_ASSIGN(const bool exists, vfs.exists(job.path));
  if (!exists) return saveBeside(job, {}, false);
  WW_ASSIGN(InPlace in_place, saveOver(job));
  if (in_place.info) return *in_place.info;
  auto info = saveBeside(job, in_place.carried, true);
  if (info.ok()) info->damage = in_place.damage;
  return info;
}

}  // namespace ww::project
