// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "core/project/stored.h"

namespace ww::project {

// How a save has left what no sum of a row covers: the header of the file, and what no row needs. Stands in the file as
// the entry `imprint`. Another program that writes with SQLite raises the count of changes, and it holds no more.
struct Imprint {
  std::uint32_t changes = 0;  // SQLite's count of them
  std::uint32_t schema = 0;   // SQLite's count of those of the tables
  std::uint32_t version = 0;  // of the format, as the header has it: those of before may have an older one there
  std::uint32_t library = 0;  // version of SQLite: 3040001
  bool is_clear = false;      // bytes that no row needs are zero
};
std::string entryOf(const Imprint& imprint);
// As the transaction that is open will leave the file; `cleared`: what no row needs was zero before it. Fails as
// Database::exec() and VfsFile::read().
Result<Imprint> comingImprint(Vfs& vfs, Database& db, bool cleared);
// Whether what no row needs is zero there, by its imprint. Fails as VfsFile::read().
Result<bool> isCleared(Vfs& vfs, const std::string& path, const Stored& stored);

// DATA_LOSS when the header is not one that any save of this program makes. Fails else as VfsFile::read(). Of the files
// of all versions; not while a save is unfinished.
Status checkFixedHeader(Vfs& vfs, const std::string& path);
// The same, and fails so, for what depends on the file, by its imprint.
Status checkOwnHeader(Vfs& vfs, const std::string& path, const Stored& stored);
// DATA_LOSS when something stands where no row needs it, and its imprint says that nothing does. For a file whose pages
// are sound otherwise. Costs reading it once; fails else as Database::exec() and VfsFile::read().
Status checkUnused(Vfs& vfs, Database& db, const Stored& stored);

}  // namespace ww::project
