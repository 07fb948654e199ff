// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "core/base/status.h"

namespace ww::isaac {

// Reads the unnamed database of an LMDB data file (format 1, little endian, 64 bits). LMDB itself maps the file and
// trusts its pages, so that a damaged one ends the program; here every number is checked, and nothing is mapped.
class LmdbPages {
 public:
  // NOT_FOUND, PERMISSION_DENIED or UNAVAILABLE when it cannot be opened; DATA_LOSS (kLogDamaged) when it is no such
  // file.
  static Result<LmdbPages> open(const std::string& path);
  ~LmdbPages();
  LmdbPages(LmdbPages&&) noexcept;
  LmdbPages& operator=(LmdbPages&&) noexcept;

  // None when there is no such key. DATA_LOSS (kLogDamaged); RESOURCE_EXHAUSTED (kTooLarge) above `most` bytes;
  // CANCELLED (kLogStopped).
  Result<std::optional<std::string>> get(std::string_view key, std::uint64_t most,
                                         const std::stop_token& stop = {}) const;
  // Every key with the length of its value, in order, until fn says false. DATA_LOSS as above; a page that comes twice
  // is damage, so that it ends.
  Status forEachKey(const std::function<bool(std::string_view key, std::uint64_t bytes)>& fn) const;
  // As the file says.
  std::uint64_t entries() const;

 private:
  struct File;
  explicit LmdbPages(std::unique_ptr<File> file);
  std::unique_ptr<File> file_;
};

}  // namespace ww::isaac
