// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>

#include "core/project/stored.h"

namespace ww::project {

// Writes rows with their hashes into an open transaction, and counts them.
class RowWriter {
 public:
  explicit RowWriter(Database& db) : db_(db) {}

  Status putMeta(std::string_view key, std::string_view value);
  Status putPart(const PartRow& part);
  Status removePart(std::int64_t id);
  // Cuts, compresses and appends.
  Status addBlob(std::string_view ref, std::string_view blob, const Progress& progress);
  Status putThumbnail(std::int64_t id, std::string_view png);
  // The hash over all rows; the last one to be written. Returns it.
  Result<std::string> seal();

  std::size_t rows() const { return rows_; }

 private:
  Database& db_;
  std::size_t rows_ = 0;
};

}  // namespace ww::project
