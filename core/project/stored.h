// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/project/format.h"

namespace ww::project {

struct PartRow {
  std::int64_t id = 0;
  std::int64_t kind = 0;
  std::string bytes;
  Sha256 hash{};  // of the row
};

struct ChunkRow {
  std::int64_t row = 0;  // rowid
  std::int64_t chunk = 0;
  std::int64_t size = 0;  // of the whole blob
  std::int64_t codec = 0;
  Sha256 hash{};
};

// What a file holds, without the bytes of its geometry. Damaged rows are left out and named.
struct Stored {
  std::map<std::string, std::string> meta;
  std::vector<PartRow> parts;                             // by id
  std::map<std::string, std::vector<ChunkRow>> geometry;  // by ref; in the order of the chunks
  std::map<std::int64_t, std::string> thumbnails;
  std::vector<Sha256> hashes;  // of all rows but the one that holds the next; ascending
  std::string rows_hash;       // over them
  std::vector<Status> problems;

  std::string metaOr(std::string_view key, std::string fallback) const;
  // The part by that id; null when there is none.
  const PartRow* part(std::int64_t id, std::int64_t kind) const;
  std::uint64_t revision() const;
  std::uint64_t version() const;
};

enum class PartBytes { kKept, kChecked /* and left out, but for parts of unknown kinds */ };
// Reads all rows and checks each against its hash, and all against the hash over all. Fails only
// when the file cannot be read (locked, disk errors); damage is listed in `problems`.
Result<Stored> readStored(Database& db, const Progress& progress = {}, PartBytes bytes = PartBytes::kKept);
// The bytes of one part as they stand in the file. DATA_LOSS when there is none.
Result<std::string> readPartBytes(Database& db, std::int64_t id);

// The blob of one geometry; DATA_LOSS when any of its rows is damaged or missing. Without `decode`
// the rows are checked but the blob stays empty.
Result<std::string> readBlob(Database& db, const std::string& ref, const std::vector<ChunkRow>& rows, bool decode);

// Adds what is damaged of the geometry, whose bytes are not decoded, to `problems`. Fails only when the file cannot be
// read.
Status checkBlobs(Database& db, Stored& stored);

// The failure, with the geometry that has it in front.
Status geometryProblem(const std::string& ref, Status problem);

// The row hashes as they stand in the file, without those that are damaged beyond reading. Fails only when
// the file cannot be read.
Result<std::vector<Sha256>> readHashes(Database& db);

}  // namespace ww::project
