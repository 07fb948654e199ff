// SPDX-License-Identifier: Apache-2.0
#include "core/project/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <numeric>

#include "core/project/failures.h"
#include "core/project/no_world.h"

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

Status checkVersion(const std::string& path, std::uint64_t version, NewerMajor newer) {
  if (majorOf(version) == kMajor) return okStatus();
  if (majorOf(version) > kMajor && newer == NewerMajor::kRead) return okStatus();
  if (majorOf(version) == 0) return notWorld(path, fail(failures::kNoVersion));
  return fail(failures::kNewerFormat, {{"file", arg::Place{path}},
                                       {"format", arg::Words{fmt::format("{}.{}", majorOf(version), version & 0xffff)}},
                                       {"own", arg::Words{std::to_string(kMajor)}}});
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
      return fail(failures::kForeignTable, {{"file", arg::Place{db.path()}},
                                            {"path", arg::Name{db.path()}},
                                            {"type", arg::Words{std::string(type)}},
                                            {"name", arg::Name{std::string(name)}},
                                            {"out", arg::Name{proposedName(db.path(), "-repaired")}}});
    }
    ++found;
  }
  return found == kTables.size() ? okStatus() : notWorld(db.path(), fail(failures::kTablesMissing));
}

// As operator< of the arrays, which compares byte by byte.
constexpr auto below = [](const Sha256& a, const Sha256& b) {
  std::uint64_t x = 0, y = 0;
  std::memcpy(&x, a.data(), sizeof x);
  std::memcpy(&y, b.data(), sizeof y);
  if (x != y) return __builtin_bswap64(x) < __builtin_bswap64(y);
  return std::memcmp(a.data(), b.data(), a.size()) < 0;
};

}  // namespace

Phrase partName(std::int64_t kind, std::int64_t id) {
  // As references name them.
  const auto named = [id](const char* kind_of_id) {
    return FailureArg{"id", arg::Words{kind_of_id + std::to_string(id)}};
  };
  const FailureArg number = named("");
  switch (kind) {
    case kWorldPart: return phrase(WW_TEXT("Core", "the world's settings"));
    case kObjectPart: return phrase(WW_TEXT("Core", "object {id}"), {named("o")});
    case kEntityPart: return phrase(WW_TEXT("Core", "entity {id}"), {named("e")});
    case kFramePart: return phrase(WW_TEXT("Core", "frame {id}"), {named("f")});
    case kViewPart: return phrase(WW_TEXT("Core", "the settings of the view"));
    case kHistoryPart: return phrase(WW_TEXT("Core", "the history"));
    default:
      return phrase(WW_TEXT("Core", "part {id} of kind {kind}"), {number, {"kind", arg::Words{std::to_string(kind)}}});
  }
}

Sha256 metaHash(std::string_view key, std::string_view value) {
  Hasher hasher;
  framed(hasher, "meta");
  framed(hasher, key);
  return framed(hasher, value).finish();
}

// As the others, in one go: a file has many of them.
Sha256 partHash(std::int64_t kind, std::int64_t id, std::string_view bytes) {
  std::array<char, 36> head{};
  const auto put = [&](std::size_t at, std::uint64_t value) {
    for (std::size_t i = 0; i < 8; ++i) head[at + i] = static_cast<char>(value >> (8 * i));
  };
  put(0, 4);
  std::memcpy(head.data() + 8, "part", 4);
  put(12, static_cast<std::uint64_t>(kind));
  put(20, static_cast<std::uint64_t>(id));
  put(28, bytes.size());
  return sha256({head.data(), head.size()}, bytes);
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

// Hashes are spread evenly: dealt out by their first bits, few are left in each heap to be compared. In a file that
// was made to be slow they are not, and it takes what std::sort does.
void sortHashes(std::vector<Sha256>& hashes) {
  if (std::is_sorted(hashes.begin(), hashes.end(), below)) return;
  constexpr std::size_t kHeaps = 4096;
  const auto heapOf = [](const Sha256& hash) { return std::size_t{hash[0]} << 4 | hash[1] >> 4; };
  std::vector<std::size_t> ends(kHeaps + 1, 0);
  for (const Sha256& hash : hashes) ++ends[heapOf(hash) + 1];
  std::partial_sum(ends.begin(), ends.end(), ends.begin());
  std::vector<Sha256> dealt(hashes.size());
  for (const Sha256& hash : hashes) dealt[ends[heapOf(hash)]++] = hash;
  auto from = dealt.begin();
  for (std::size_t i = 0; i < kHeaps; ++i) {
    const auto to = dealt.begin() + static_cast<std::ptrdiff_t>(ends[i]);
    if (to - from > 1) std::sort(from, to, below);
    from = to;
  }
  hashes = std::move(dealt);
}

void exchangeHashes(std::vector<Sha256>& sorted, const std::vector<Sha256>& out, const std::vector<Sha256>& in) {
  for (const Sha256& hash : out) {
    const auto at = std::lower_bound(sorted.begin(), sorted.end(), hash, below);
    if (at != sorted.end() && *at == hash) sorted.erase(at);
  }
  for (const Sha256& hash : in) sorted.insert(std::lower_bound(sorted.begin(), sorted.end(), hash, below), hash);
}

std::string rowsHash(std::vector<Sha256> hashes) {
  sortHashes(hashes);
  Hasher hasher;
  for (const Sha256& hash : hashes) hasher.add(view(hash));
  return toHex(hasher.finish());
}

Status checkHeader(Vfs& vfs, const std::string& path, NewerMajor newer) {
  WW_ASSIGN(auto file, vfs.open(path, Vfs::Mode::kRead));
  std::string header(kHeaderBytes, '\0');
  WW_ASSIGN(const std::size_t size, file->read(0, header));
  header.resize(size);
  if (size < kHeaderBytes || !header.starts_with(kMagic)) return notWorld(path, whatItIs(path, header));
  if (bigEndian(header, 68) != kApplicationId) return notWorld(path, fail(failures::kIsOtherDatabase));
  if (header[18] == kWriteAheadLog || header[19] == kWriteAheadLog) {
    return fail(failures::kWriteAheadLog,
                {{"file", arg::Place{path}}, {"path", arg::Name{path}}, {"log", arg::Place{path + "-wal"}}});
  }
  return checkVersion(path, bigEndian(header, 60), newer);
}

namespace {

// As the header tells it; both 0 where it tells nothing.
struct Length {
  std::uint64_t size = 0, whole = 0;
};

Result<Length> lengthOf(Vfs& vfs, const std::string& path) {
  constexpr std::size_t kPageSize = 16, kPages = 28;
  WW_ASSIGN(auto file, vfs.open(path, Vfs::Mode::kRead));
  std::string header(kHeaderBytes, '\0');
  WW_ASSIGN(const std::size_t read, file->read(0, header));
  WW_ASSIGN(const std::uint64_t size, file->size());
  if (read < kHeaderBytes) return Length{};
  const std::uint64_t page = bigEndian(header, kPageSize) >> 16;  // 1 stands for 65536
  return Length{size, (page == 1 ? 65536 : page) * bigEndian(header, kPages)};
}

}  // namespace

Status checkLength(Vfs& vfs, const std::string& path) {
  WW_ASSIGN(const Length length, lengthOf(vfs, path));
  if (length.whole > 0 && length.size > length.whole)
    return fail(failures::kGoesOn, {{"size", arg::Bytes{length.size - length.whole}}});
  if (length.size >= length.whole) return okStatus();
  return fail(failures::kBreaksOff, {{"size", arg::Bytes{length.size}}, {"whole", arg::Bytes{length.whole}}});
}

bool isMostlyGone(Vfs& vfs, const std::string& path) {
  const auto length = lengthOf(vfs, path);
  return length.ok() && length->size < length->whole / 3;
}

Status checkSchema(Database& db, NewerMajor newer) {
  WW_ASSIGN(const std::int64_t application, pragma(db, "PRAGMA application_id"));
  if (application != kApplicationId) return notWorld(db.path(), fail(failures::kIsOtherDatabase));
  WW_ASSIGN(const std::int64_t version, pragma(db, "PRAGMA user_version"));
  WW_TRY(checkVersion(db.path(), static_cast<std::uint32_t>(version), newer));
  return checkTables(db);
}

Status createSchema(Database& db, std::uint64_t version) {
  WW_TRY(db.exec(fmt::format("PRAGMA application_id={}; PRAGMA user_version={}", kApplicationId, version).c_str()));
  for (const Table& table : kTables) WW_TRY(db.exec(table.sql));
  return okStatus();
}

}  // namespace ww::project
