// SPDX-License-Identifier: Apache-2.0
#include "core/project/unfinished.h"

#include <optional>

#include "core/project/carve.h"
#include "core/project/failures.h"
#include "core/project/memory_vfs.h"
#include "core/project/open_file.h"

namespace ww::project {
namespace {

constexpr const char* kFile = "/looked-at";

// What a sound file holds, as far as it tells states of one world apart.
struct Sound {
  std::uint64_t revision = 0;
  std::string rows;
};

Result<Sound> checkAll(Database& db) {
  WW_TRY(db.exec("BEGIN"));
  WW_TRY(checkSchema(db, NewerMajor::kRead));
  std::vector<Status> problems;
  WW_TRY(quickCheck(db, "PRAGMA quick_check(1)", problems));
  WW_ASSIGN(const Stored stored, readStored(db, {}, PartBytes::kChecked));
  for (const auto& [ref, rows] : stored.geometry) WW_TRY(readBlob(db, ref, rows, false).status());
  if (!problems.empty() || !stored.problems.empty()) return fail(failures::kUnreadable);
  return Sound{stored.revision(), stored.rows_hash};
}

// In memory, with or without what lies beside it; none: it is not sound.
std::optional<Sound> soundOf(const std::string& bytes, const std::string& journal) {
  MemoryVfs vfs;
  vfs.put(kFile, bytes);
  if (!journal.empty()) vfs.put(std::string(kFile) + "-journal", journal);
  const auto db = Database::open(vfs, kFile, Database::Access::kReadWrite);
  // What an unfinished save has appended is no part of it.
  if (!db.ok()) return std::nullopt;
  const auto sound = checkAll(**db);
  return sound.ok() && checkLength(vfs, kFile).ok() ? std::optional(*sound) : std::nullopt;
}

}  // namespace

Status settleUnfinished(Vfs& vfs, const std::string& path) {
  const std::string beside = path + "-journal";
  WW_ASSIGN(const bool is_there, vfs.exists(beside));
  if (!is_there) return okStatus();
  const auto opened = vfs.open(path, Vfs::Mode::kRead);
  if (!opened.ok()) return okStatus();  // told by who opens it in earnest
  VfsFile& file = **opened;
  // Nobody begins to write, or to undo, while this is held; who writes now has more.
  if (const Status held = file.lock(false); held.code == Code::kUnavailable) return okStatus();
  else if (!held.ok()) return held;
  WW_ASSIGN(const bool is_left, vfs.exists(beside));
  if (!is_left) return okStatus();
  WW_ASSIGN(const std::string bytes, wholeFile(vfs, path));
  WW_ASSIGN(const std::string journal, wholeFile(vfs, beside));
  const std::optional<Sound> before = soundOf(bytes, journal), as_it_is = soundOf(bytes, {});
  // Where it is sound either way, the save was at its end: else this is another file, and a small one, all of which
  // would be exchanged.
  const bool fits =
      before && (!as_it_is || as_it_is->rows == before->rows || as_it_is->revision == before->revision + 1);
  if (fits) return okStatus();
  if (as_it_is) {
    WW_TRY(vfs.remove(beside));
    return vfs.syncFolder(folderOf(path));
  }
  return damaged(path, {fail(failures::kOtherJournal, {{"journal", arg::Place{beside}}})});
}

}  // namespace ww::project
