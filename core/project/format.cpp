// SPDX-License-Identifier: Apache-2.0
#include "core/project/format.h"

#include <fmt/format.h>

#include <algorithm>

namespace ww::project {
namespace {

constexpr std::size_t kHeaderBytes = 100;
constexpr char kWriteAheadLog = 2;  // SQLite's way of writing, of the two bytes at 18
constexpr std::string_view kMagic{"SQLite format 3\0", 16};

// Lengths are part of it, so that no two rows feed the same bytes.
Hasher& framed(Hasher& hasher, std::string_view bytes) { return hasher.add(std::uint64_t{bytes.size()}).add(bytes); }
Hasher& number(Hasher& hasher, std::int64_t value) { return hasher.add(static_cast<std::uint64_t>(value)); }

std::uint32_t bigEndian(std::string_view bytes, std::size_t at) {
  std::uint32_t out = 0;
  for (std::size_t i = 0; i < 4; ++i) out = out << 8 | static_cast<std::uint8_t>(bytes[at + i]);
  return out;
}

Status notOurs(const std::string& path, std::string_view why) {
  return fail(Code::kDataLoss, fmt::format("{} is not a Worldwright world: {}", path, why))
      .withHint("choose another file")
      .about(path);
}

Status checkVersion(const std::string& path, std::uint64_t version) {
  if (majorOf(version) == kMajor) return okStatus();
  if (majorOf(version) == 0) return notOurs(path, "it has no format version");
  return fail(Code::kFailedPrecondition, fmt::format("{} has format {}.{}, this program reads format {}", path,
                                                     majorOf(version), version & 0xffff, kMajor))
      .withHint("open it with a newer version of the program")
      .about(path);
}

Result<std::int64_t> pragma(Database& db, const char* sql) {
  WW_ASSIGN(Statement statement, db.prepare(sql));
  WW_ASSIGN(const bool row, statement.step());
  return row ? statement.integer(0) : std::int64_t{0};
}

Status checkTables(Database& db) {
  WW_ASSIGN(Statement rows, db.prepare("SELECT type, name, sql FROM sqlite_schema"));
  std::size_t found = 0;
  for (;;) {
    WW_ASSIGN(const bool row, rows.step());
    if (!row) break;
    const std::string_view type = rows.bytes(0), name = rows.bytes(1), sql = rows.bytes(2);
    const auto table = std::find_if(kTables.begin(), kTables.end(), [&](const Table& t) { return name == t.name; });
    if (type != "table" || table == kTables.end() || sql != table->sql) {
      return fail(Code::kDataLoss, fmt::format("{} holds a {} \"{}\" that does not belong there", db.path(), type, name))
          .withHint("the file was made or changed by another program; `worldwright verify FILE --repair OUT` takes out what is sound")
          .about(db.path());
    }
    ++found;
  }
  return found == kTables.size() ? okStatus() : notOurs(db.path(), "tables are missing");
}

}  // namespace

std::string partName(std::int64_t kind, std::int64_t id) {
  switch (kind) {
    case kWorldPart: return "the world's settings";
    case kObjectPart: return fmt::format("object {}", id);
    case kEntityPart: return fmt::format("entity {}", id);
    case kFramePart: return fmt::format("frame {}", id);
    default: return fmt::format("part {} of kind {}", id, kind);
  }
}

Sha256 metaHash(std::string_view key, std::string_view value) {
  Hasher hasher;
  framed(hasher, "meta");
  framed(hasher, key);
  return framed(hasher, value).finish();
}

Sha256 partHash(std::int64_t kind, std::int64_t id, std::string_view bytes) {
  Hasher hasher;
  framed(hasher, "part");
  number(hasher, kind);
  number(hasher, id);
  return framed(hasher, bytes).finish();
}

Sha256 chunkHash(const ChunkKey& key, std::string_view bytes) {
  Hasher hasher;
  framed(hasher, "geometry");
  framed(hasher, key.ref);
  number(hasher, key.chunk);
  number(hasher, key.size);
  number(hasher, key.codec);
  return framed(hasher, bytes).finish();
}

Sha256 thumbnailHash(std::int64_t id, std::string_view png) {
  Hasher hasher;
  framed(hasher, "thumbnail");
  number(hasher, id);
  return framed(hasher, png).finish();
}

std::string rowsHash(std::vector<Sha256> hashes) {
  std::sort(hashes.begin(), hashes.end());
  Hasher hasher;
  for (const Sha256& hash : hashes) hasher.add(view(hash));
  return toHex(hasher.finish());
}

Status checkHeader(Vfs& vfs, const std::string& path) {
  WW_ASSIGN(auto file, vfs.open(path, Vfs::Mode::kRead));
  std::string header(kHeaderBytes, '\0');
  WW_ASSIGN(const std::size_t size, file->read(0, header));
  if (size == 0) return notOurs(path, "it is empty");
  if (size < kHeaderBytes || !header.starts_with(kMagic)) return notOurs(path, "it is another kind of file");
  if (bigEndian(header, 68) != kApplicationId) return notOurs(path, "it is a database of another program");
  if (header[18] == kWriteAheadLog || header[19] == kWriteAheadLog) {
    return fail(Code::kDataLoss, fmt::format("{} was set to write-ahead logging by another program, which may hold the newest edits beside it", path))
        .withHint("set it back there: PRAGMA journal_mode=DELETE")
        .about(path);
  }
  return checkVersion(path, bigEndian(header, 60));
}

Status checkSchema(Database& db) {
  WW_ASSIGN(const std::int64_t application, pragma(db, "PRAGMA application_id"));
  if (application != kApplicationId) return notOurs(db.path(), "it is a database of another program");
  WW_ASSIGN(const std::int64_t version, pragma(db, "PRAGMA user_version"));
  WW_TRY(checkVersion(db.path(), static_cast<std::uint32_t>(version)));
  return checkTables(db);
}

Status createSchema(Database& db) {
  WW_TRY(db.exec(fmt::format("PRAGMA application_id={}; PRAGMA user_version={}", kApplicationId, kVersion).c_str()));
  for (const Table& table : kTables) WW_TRY(db.exec(table.sql));
  return okStatus();
}

}  // namespace ww::project
