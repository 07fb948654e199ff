// SPDX-License-Identifier: Apache-2.0
#include "core/project/carve.h"

#include <set>
#include <tuple>

#include "core/project/failures.h"
#include "core/project/format.h"
#include "core/project/row_writer.h"
#include "core/project/sqlite_pages.h"

namespace ww::project {
namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t{2} << 30;
using Record = SqlitePages::Record;
using Kind = SqlitePages::Value::Kind;

// Whether the columns are of these types.
bool hasTypes(const Record& record, std::initializer_list<Kind> types) {
  return record.values.size() == types.size() &&
         std::equal(types.begin(), types.end(), record.values.begin(),
                    [](Kind kind, const SqlitePages::Value& value) { return value.kind == kind; });
}

class Carver {
 public:
  explicit Carver(Database& db) : db_(db), writer_(db) {}

  // True when it was a row of ours.
  bool take(const Record& row) {
    using enum SqlitePages::Value::Kind;
    if (!row.has_rowid) return hasTypes(row, {kText, kBlob, kText}) && takeMeta(row);
    if (hasTypes(row, {kNull, kInteger, kBlob, kBlob})) return takePart(row);
    if (hasTypes(row, {kNull, kBlob, kBlob})) return takeThumbnail(row);
    return hasTypes(row, {kNull, kText, kInteger, kInteger, kInteger, kBlob, kBlob}) && takeChunk(row);
  }
  const Status& failure() const { return failure_; }

 private:
  bool takeMeta(const Record& row) {
    const std::string_view key = row.values[0].bytes, value = row.values[2].bytes;
    if (row.values[1].bytes != view(metaHash(key, value))) return false;
    if (meta_.emplace(key).second) note(writer_.putMeta(key, value));
    return true;
  }

  bool takePart(const Record& row) {
    PartRow part{row.rowid, row.values[1].integer, std::string(row.values[3].bytes), {}};
    if (row.values[2].bytes != view(partHash(part.kind, part.id, part.bytes))) return false;
    if (parts_.insert(part.id).second) note(writer_.putPart(part));
    return true;
  }

  bool takeThumbnail(const Record& row) {
    if (row.values[1].bytes != view(thumbnailHash(row.rowid, row.values[2].bytes))) return false;
    if (thumbnails_.insert(row.rowid).second) note(writer_.putThumbnail(row.rowid, row.values[2].bytes));
    return true;
  }

  bool takeChunk(const Record& row) {
    const auto& v = row.values;
    const ChunkKey key{v[1].bytes, v[2].integer, v[3].integer, v[4].integer};
    if (v[5].bytes != view(chunkHash(key, v[6].bytes))) return false;
    if (chunks_.emplace(key.ref, key.chunk).second) note(putChunk(key, v[5].bytes, v[6].bytes));
    return true;
  }

  Status putChunk(const ChunkKey& key, std::string_view hash, std::string_view bytes) {
    WW_ASSIGN(Statement row, db_.prepare("INSERT INTO geometry(ref, chunk, size, codec, sha256, bytes) "
                                         "VALUES(?1, ?2, ?3, ?4, ?5, ?6)"));
    row.bind(1, key.ref).bind(2, key.chunk).bind(3, key.size).bind(4, key.codec);
    return row.bindBlob(5, hash).bindBlob(6, bytes).run();
  }

  void note(const Status& status) {
    if (failure_.ok() && !status.ok()) failure_ = status;
  }

  Database& db_;
  RowWriter writer_;
  std::set<std::string, std::less<>> meta_;
  std::set<std::int64_t> parts_, thumbnails_;
  std::set<std::pair<std::string, std::int64_t>> chunks_;
  Status failure_;
};

}  // namespace

Result<std::string> wholeFile(Vfs& vfs, const std::string& path) {
  WW_ASSIGN(auto file, vfs.open(path, Vfs::Mode::kRead));
  WW_ASSIGN(const std::uint64_t size, file->size());
  if (size > kMostBytes) return fail(failures::kTooLargeToGather, {{"size", arg::Bytes{size}}});
  std::string out(static_cast<std::size_t>(size), '\0');
  WW_ASSIGN(const std::size_t read, file->read(0, out));
  out.resize(read);
  return out;
}

Result<Carved> carve(Vfs& vfs, const std::string& path) {
  WW_ASSIGN(const std::string bytes, wholeFile(vfs, path));
  Carved out{std::make_unique<MemoryVfs>(), nullptr};
  WW_ASSIGN(out.db, Database::open(*out.vfs, "/carved", Database::Access::kCreate));
  WW_TRY(out.db->exec("PRAGMA journal_mode=MEMORY; BEGIN IMMEDIATE"));
  WW_TRY(createSchema(*out.db));
  Carver carver(*out.db);
  SqlitePages(bytes).forEachRecord([&](const Record& record) { return carver.take(record); });
  WW_TRY(carver.failure());
  WW_TRY(out.db->exec("COMMIT"));
  return out;
}

}  // namespace ww::project
