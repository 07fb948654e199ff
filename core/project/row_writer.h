// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>

#include "core/project/stored.h"

namespace ww::project {

// Writes rows with their hashes into an open transaction, and counts them.
class RowWriter {
 public:
  explicit RowWriter(Database& db) : db_(db) {}

  // Fail as Statement::run(), so below.
  Status putMeta(std::string_view key, std::string_view value);
  Status putPart(const PartRow& part);
  Status removePart(std::int64_t id);
  // Cuts, compresses and appends. Fails so, too.
  Status addBlob(std::string_view ref, std::string_view blob, const Progress& progress);
  Status putThumbnail(std::int64_t id, std::string_view png);
  // Writes the hash over all rows, which is the last one, and returns it. The others are read from the file, or
  // given: sorted, without those that were written here, went or were exchanged. Fails as Statement::run().
  Result<std::string> seal();
  Result<std::string> seal(std::vector<Sha256> others);

  std::size_t rows() const { return rows_; }

 private:
  // Fails as Statement::run().
  Status put(Statement& statement, const Sha256& hash);

  Database& db_;
  std::size_t rows_ = 0;
  std::vector<Sha256> written_;
};

}  // namespace ww::project
