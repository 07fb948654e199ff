// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/hash.h"
#include "core/base/phrase.h"
#include "core/project/database.h"

namespace ww::project {

// The layout of a world file. A newer minor version may add meta keys, kinds of parts and fields of
// messages, all of which an older program keeps; anything else needs a new major version.
constexpr std::uint32_t kApplicationId = 0x57575254;  // "WWRT"
inline constexpr std::uint32_t kMajor = 1;
inline constexpr std::uint32_t kMinor = 2;  // since 1.2 there are rows of history
constexpr std::uint32_t kVersion = kMajor << 16 | kMinor;
// 1.0 hashed the content in a row (flatContentHash); since 1.1 it is a hash of hashes (contentHash).
constexpr std::uint32_t kFlatHashVersion = kMajor << 16;
constexpr std::uint32_t kHashVersion = kMajor << 16 | 1;
constexpr std::uint32_t majorOf(std::uint64_t version) { return static_cast<std::uint32_t>(version >> 16); }

// Rows of the table part. Ids of objects, entities and frames share one namespace; the world is 0.
// The view (view_state.h) and the history (core/history) have ids that no node has; programs that do not know the kind
// keep them.
enum Kind : std::int64_t {
  kWorldPart = 1,
  kObjectPart = 2,
  kEntityPart = 3,
  kFramePart = 4,
  kViewPart = 5,
  kHistoryPart = 6
};
constexpr std::int64_t kViewId = -1;  // those of the history are below
// Whether the row is a part of the world.
constexpr bool isKnown(std::int64_t kind) { return kind >= kWorldPart && kind <= kFramePart; }
Phrase partName(std::int64_t kind, std::int64_t id);  // "object 17"

// Keys of the table meta.
namespace meta {
constexpr std::string_view kFormat = "format";  // user_version, in decimal
constexpr std::string_view kName = "name";
constexpr std::string_view kRevision = "revision";         // saves so far, in decimal
constexpr std::string_view kContentHash = "content_hash";  // contentHash() of the world
constexpr std::string_view kHashedBy = "hashed_by";        // the version whose rule gave the former
constexpr std::string_view kImprint = "imprint";           // imprint.h
constexpr std::string_view kRows = "rows";                 // hash over the hashes of all other rows
}  // namespace meta

// Names and statements of the tables; a file has exactly these.
struct Table {
  const char* name;
  const char* sql;
};
inline constexpr std::array kTables = {
    Table{"meta",
          "CREATE TABLE meta(key TEXT PRIMARY KEY NOT NULL, sha256 BLOB NOT NULL, value TEXT NOT NULL) WITHOUT ROWID"},
    Table{
        "part",
        "CREATE TABLE part(id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, sha256 BLOB NOT NULL, bytes BLOB NOT NULL)"},
    Table{"geometry",
          "CREATE TABLE geometry(id INTEGER PRIMARY KEY, ref TEXT NOT NULL, chunk INTEGER NOT NULL, size INTEGER NOT "
          "NULL, codec INTEGER NOT NULL, sha256 BLOB NOT NULL, bytes BLOB NOT NULL)"},
    Table{"thumbnail", "CREATE TABLE thumbnail(id INTEGER PRIMARY KEY, sha256 BLOB NOT NULL, png BLOB NOT NULL)"}};

// One chunk of a geometry, `size` being that of the whole uncompressed blob.
struct ChunkKey {
  std::string_view ref;
  std::int64_t chunk = 0;
  std::int64_t size = 0;
  std::int64_t codec = 0;
};

// Row hashes: over table, key and content.
Sha256 metaHash(std::string_view key, std::string_view value);
Sha256 partHash(std::int64_t kind, std::int64_t id, std::string_view bytes);
Sha256 chunkHash(const ChunkKey& key, std::string_view bytes);
Sha256 thumbnailHash(std::int64_t id, std::string_view png);
// Hash over all row hashes in ascending order, in hexadecimal; quicker when they are in that order.
std::string rowsHash(std::vector<Sha256> hashes);
void sortHashes(std::vector<Sha256>& hashes);
// Takes some out of sorted hashes and puts others in.
void exchangeHashes(std::vector<Sha256>& sorted, const std::vector<Sha256>& out, const std::vector<Sha256>& in);
inline std::string_view view(const Sha256& hash) { return {reinterpret_cast<const char*>(hash.data()), hash.size()}; }

// Files of a newer major version may be looked at, as far as they still are what this program knows; never written.
enum class NewerMajor { kRefused, kRead };
// Looks at the first bytes, without a trust in anything: DATA_LOSS when it is no world file,
// FAILED_PRECONDITION when it is of a newer major version. `path` must exist.
Status checkHeader(Vfs& vfs, const std::string& path, NewerMajor newer = NewerMajor::kRefused);
// DATA_LOSS when the file is shorter than it says: it was cut, or not copied to its end.
Status checkLength(Vfs& vfs, const std::string& path);
// Whether less than a third of it is there: too little to save anything of.
bool isMostlyGone(Vfs& vfs, const std::string& path);
// Application id, version and tables, once the database is open. Fails as checkHeader().
Status checkSchema(Database& db, NewerMajor newer = NewerMajor::kRefused);
// Empty tables in a new file. Fails as Database::exec().
Status createSchema(Database& db, std::uint64_t version = kVersion);

}  // namespace ww::project
