// SPDX-License-Identifier: Apache-2.0
#include "core/project/row_writer.h"

#include "core/project/chunks.h"
#include "core/project/failures.h"

namespace ww::project {

Status RowWriter::put(Statement& statement, const Sha256& hash) {
  ++rows_;
  written_.push_back(hash);
  return statement.run();
}

Status RowWriter::putMeta(std::string_view key, std::string_view value) {
  WW_ASSIGN(Statement row, db_.prepare("INSERT OR REPLACE INTO meta(key, sha256, value) VALUES(?1, ?2, ?3)"));
  const Sha256 hash = metaHash(key, value);
  return put(row.bind(1, key).bindBlob(2, view(hash)).bind(3, value), hash);
}

Status RowWriter::putPart(const PartRow& part) {
  WW_ASSIGN(Statement row, db_.prepare("INSERT OR REPLACE INTO part(id, kind, sha256, bytes) VALUES(?1, ?2, ?3, ?4)"));
  const Sha256 hash = partHash(part.kind, part.id, part.bytes);
  return put(row.bind(1, part.id).bind(2, part.kind).bindBlob(3, view(hash)).bindBlob(4, part.bytes), hash);
}

Status RowWriter::removePart(std::int64_t id) {
  WW_ASSIGN(Statement remove, db_.prepare("DELETE FROM part WHERE id=?1"));
  ++rows_;
  return remove.bind(1, id).run();
}

Status RowWriter::addBlob(std::string_view ref, std::string_view blob, const Progress& progress) {
  WW_ASSIGN(Statement row, db_.prepare("INSERT INTO geometry(ref, chunk, size, codec, sha256, bytes) "
                                       "VALUES(?1, ?2, ?3, ?4, ?5, ?6)"));
  const auto size = static_cast<std::int64_t>(blob.size());
  if (size > kMaxBlobBytes) {
    return fail(failures::kGeometryTooLarge, {{"geometry", arg::Name{std::string(ref)}},
                                              {"size", arg::Bytes{static_cast<std::uint64_t>(size)}},
                                              {"most", arg::Bytes{static_cast<std::uint64_t>(kMaxBlobBytes)}}});
  }
  const std::int64_t count = chunkCount(size);
  for (std::int64_t i = 0; i < count; ++i) {
    const Chunk chunk = compress(blob.substr(static_cast<std::size_t>(i * kSliceBytes), kSliceBytes));
    const Sha256 hash = chunkHash({ref, i, size, chunk.codec}, chunk.bytes);
    row.bind(1, ref).bind(2, i).bind(3, size).bind(4, chunk.codec);
    WW_TRY(put(row.bindBlob(5, view(hash)).bindBlob(6, chunk.bytes), hash));
    progress.report(static_cast<double>(i + 1) / static_cast<double>(count));
  }
  return okStatus();
}

Status RowWriter::putThumbnail(std::int64_t id, std::string_view png) {
  WW_ASSIGN(Statement row, db_.prepare("INSERT OR REPLACE INTO thumbnail(id, sha256, png) VALUES(?1, ?2, ?3)"));
  const Sha256 hash = thumbnailHash(id, png);
  return put(row.bind(1, id).bindBlob(2, view(hash)).bindBlob(3, png), hash);
}

Result<std::string> RowWriter::seal() {
  WW_ASSIGN(std::vector<Sha256> hashes, readHashes(db_));
  std::string hash = rowsHash(std::move(hashes));
  WW_TRY(putMeta(meta::kRows, hash));
  return hash;
}

Result<std::string> RowWriter::seal(std::vector<Sha256> others) {
  exchangeHashes(others, {}, written_);
  std::string hash = rowsHash(std::move(others));
  WW_TRY(putMeta(meta::kRows, hash));
  return hash;
}

}  // namespace ww::project
