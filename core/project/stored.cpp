// SPDX-License-Identifier: Apache-2.0
#include "core/project/stored.h"

#include <algorithm>
#include <charconv>

#include "core/project/chunks.h"
#include "core/project/failures.h"

namespace ww::project {
namespace {

std::uint64_t numberOr(const std::string& text, std::uint64_t fallback) {
  std::uint64_t out = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  return error == std::errc() && end == text.data() + text.size() ? out : fallback;
}

// A hash column: 32 bytes, or the row is damaged.
bool readHash(const Statement& row, int column, Sha256& out) {
  if (!row.isBlob(column)) return false;
  const std::string_view bytes = row.bytes(column);
  if (bytes.size() != out.size()) return false;
  std::copy(bytes.begin(), bytes.end(), reinterpret_cast<char*>(out.data()));
  return true;
}

// Collects rows of one table after another.
class Reader {
 public:
  Reader(Database& db, PartBytes bytes) : db_(db), bytes_(bytes) {}

  Status read(const Progress& progress) {
    WW_TRY(scan("meta", "SELECT key, sha256, value FROM meta", [this](const Statement& row) { addMeta(row); }));
    WW_TRY(scan("part", "SELECT id, sha256, kind, bytes FROM part", [this](const Statement& row) { addPart(row); }));
    progress.report(0.8);
    WW_TRY(scan("geometry", "SELECT id, sha256, ref, chunk, size, codec FROM geometry",
                [this](const Statement& row) { addChunk(row); }));
    WW_TRY(scan("thumbnail", "SELECT id, sha256, png FROM thumbnail",
                [this](const Statement& row) { addThumbnail(row); }));
    finish();
    return okStatus();
  }

  Stored take() { return std::move(out_); }

 private:
  template <typename Fn>
  Status scan(std::string_view table, const char* sql, Fn&& add) {
    Result<Statement> rows = db_.prepare(sql);
    if (!rows.ok()) return note(table, rows.status());
    for (;;) {
      const Result<bool> row = rows->step();
      if (!row.ok()) return note(table, row.status());
      if (!*row) return okStatus();
      add(*rows);
    }
  }

  // Damage is a finding; anything else ends the reading.
  Status note(std::string_view table, Status status) {
    if (status.code != Code::kDataLoss) return status;
    // The pages' own report stands beside it.
    problem(fail(failures::kTableUnreadable, {{"table", arg::Words{std::string(table)}}}));
    return okStatus();
  }

  void problem(Status what) { out_.problems.push_back(std::move(what)); }

  // Whether the row has the hash that it should have.
  bool sound(const Statement& row, int column, const Sha256& expected) {
    Sha256 stored{};
    const bool readable = readHash(row, column, stored);
    if (readable) out_.hashes.push_back(stored);
    return readable && stored == expected;
  }
  void mismatch(Phrase what) { problem(within(fail(failures::kChecksum), std::move(what))); }

  void addMeta(const Statement& row) {
    std::string key(row.bytes(0)), value(row.bytes(2));
    Sha256 stored{};
    const bool readable = readHash(row, 1, stored);
    if (readable && key != meta::kRows) out_.hashes.push_back(stored);
    if (!readable || stored != metaHash(key, value) || !row.isText(0) || !row.isText(2)) {
      return problem(fail(failures::kEntryChecksum, {{"entry", arg::Name{key}}}));
    }
    out_.meta.emplace(std::move(key), std::move(value));
  }

  void addPart(const Statement& row) {
    PartRow part{row.integer(0), row.integer(2), {}, {}};
    const std::string_view bytes = row.bytes(3);
    part.hash = partHash(part.kind, part.id, bytes);
    if (!sound(row, 1, part.hash)) return mismatch(partName(part.kind, part.id));
    if (bytes_ == PartBytes::kKept || !isKnown(part.kind)) part.bytes = bytes;
    out_.parts.push_back(std::move(part));
  }

  // The bytes of a chunk are checked when they are read.
  void addChunk(const Statement& row) {
    ChunkRow chunk{row.integer(0), row.integer(3), row.integer(4), row.integer(5), {}};
    if (!readHash(row, 1, chunk.hash))
      return problem(fail(failures::kNoChecksum, {{"row", arg::Words{std::to_string(chunk.row)}}}));
    out_.hashes.push_back(chunk.hash);
    out_.geometry[std::string(row.bytes(2))].push_back(chunk);
  }

  void addThumbnail(const Statement& row) {
    std::string png(row.bytes(2));
    if (!sound(row, 1, thumbnailHash(row.integer(0), png))) return mismatch(phrase(WW_TEXT("Core", "the thumbnail")));
    out_.thumbnails.emplace(row.integer(0), std::move(png));
  }

  void finish() {
    for (auto& [ref, rows] : out_.geometry) {
      std::sort(rows.begin(), rows.end(), [](const ChunkRow& a, const ChunkRow& b) { return a.chunk < b.chunk; });
    }
    sortHashes(out_.hashes);
    out_.rows_hash = rowsHash(out_.hashes);
    if (out_.metaOr(meta::kRows, "") != out_.rows_hash) {
      problem(fail(failures::kRowsChanged));
    }
  }

  Database& db_;
  PartBytes bytes_;
  Stored out_;
};

}  // namespace

Status geometryProblem(const std::string& ref, Status problem) {
  problem.subject = ref;
  return within(std::move(problem), phrase(WW_TEXT("Core", "geometry {ref}"), {{"ref", arg::Words{ref}}}));
}

std::string Stored::metaOr(std::string_view key, std::string fallback) const {
  const auto it = meta.find(std::string(key));
  return it == meta.end() ? std::move(fallback) : it->second;
}
const PartRow* Stored::part(std::int64_t id, std::int64_t kind) const {
  const auto it = std::lower_bound(parts.begin(), parts.end(), id,
                                   [](const PartRow& row, std::int64_t wanted) { return row.id < wanted; });
  return it != parts.end() && it->id == id && it->kind == kind ? &*it : nullptr;
}
std::uint64_t Stored::revision() const { return numberOr(metaOr(meta::kRevision, ""), 0); }
std::uint64_t Stored::version() const { return numberOr(metaOr(meta::kFormat, ""), 0); }

Result<std::string> readPartBytes(Database& db, std::int64_t id) {
  WW_ASSIGN(Statement statement, db.prepare("SELECT bytes FROM part WHERE id=?1"));
  WW_ASSIGN(const bool found, statement.bind(1, id).step());
  if (!found) return fail(failures::kPartMissing, {{"id", arg::Words{std::to_string(id)}}});
  return std::string(statement.bytes(0));
}

Result<Stored> readStored(Database& db, const Progress& progress, PartBytes bytes) {
  Reader reader(db, bytes);
  WW_TRY(reader.read(progress));
  return reader.take();
}

Result<std::string> readBlob(Database& db, const std::string& ref, const std::vector<ChunkRow>& rows, bool decode) {
  const std::int64_t size = rows.empty() ? -1 : rows.front().size;
  if (size < 0 || size > kMaxBlobBytes) return geometryProblem(ref, fail(failures::kGeometrySize));
  if (static_cast<std::int64_t>(rows.size()) != chunkCount(size))
    return geometryProblem(ref, fail(failures::kGeometryIncomplete));
  WW_ASSIGN(Statement statement, db.prepare("SELECT bytes FROM geometry WHERE id=?1"));
  std::string blob;
  if (decode) blob.reserve(static_cast<std::size_t>(size));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const ChunkRow& row = rows[i];
    if (row.chunk != static_cast<std::int64_t>(i) || row.size != size)
      return geometryProblem(ref, fail(failures::kGeometryIncomplete));
    WW_ASSIGN(const bool found, statement.bind(1, row.row).step());
    if (!found) return geometryProblem(ref, fail(failures::kGeometryIncomplete));
    Chunk chunk{row.codec, std::string(statement.bytes(0))};
    if (chunkHash({ref, row.chunk, size, row.codec}, chunk.bytes) != row.hash) {
      return geometryProblem(ref, fail(failures::kChecksum));
    }
    if (decode) {
      if (Status status = decompress(chunk, sliceBytes(size, row.chunk), blob); !status.ok()) {
        return geometryProblem(ref, std::move(status));
      }
    }
    statement.reset();
  }
  return blob;
}

Status checkBlobs(Database& db, Stored& stored) {
  for (const auto& [ref, rows] : stored.geometry) {
    const Status status = readBlob(db, ref, rows, false).status();
    if (!status.ok() && status.code != Code::kDataLoss) return status;
    if (!status.ok()) stored.problems.push_back(status);
  }
  return okStatus();
}

Result<std::vector<Sha256>> readHashes(Database& db) {
  WW_ASSIGN(Statement rows, db.prepare("SELECT sha256 FROM meta WHERE key<>'rows' UNION ALL SELECT sha256 FROM part "
                                       "UNION ALL SELECT sha256 FROM geometry UNION ALL SELECT sha256 FROM thumbnail"));
  std::vector<Sha256> out;
  for (;;) {
    WW_ASSIGN(const bool row, rows.step());
    if (!row) return out;
    Sha256 hash{};
    if (readHash(rows, 0, hash)) out.push_back(hash);
  }
}

}  // namespace ww::project
