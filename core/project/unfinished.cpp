// SPDX-License-Identifier: Apache-2.0
#include "core/project/unfinished.h"

#include "core/project/carve.h"
#include "core/project/failures.h"
#include "core/project/memory_vfs.h"
#include "core/project/open_file.h"

namespace ww::project {
namespace {

constexpr const char* kFile = "/looked-at";

Status checkAll(Database& db) {
  WW_TRY(db.exec("BEGIN"));
  WW_TRY(checkSchema(db, NewerMajor::kRead));
  std::vector<Status> problems;
  WW_TRY(quickCheck(db, "PRAGMA quick_check(1)", problems));
  WW_ASSIGN(const Stored stored, readStored(db, {}, PartBytes::kChecked));
  for (const auto& [ref, rows] : stored.geometry) WW_TRY(readBlob(db, ref, rows, false).status());
  return problems.empty() && stored.problems.empty() ? okStatus() : fail(failures::kUnreadable);
}

// In memory, with or without what lies beside it.
bool isSound(const std::string& bytes, const std::string& journal) {
  MemoryVfs vfs;
  vfs.put(kFile, bytes);
  if (!journal.empty()) vfs.put(std::string(kFile) + "-journal", journal);
  const auto db = Database::open(vfs, kFile, Database::Access::kReadWrite);
  // What an unfinished save has appended is no part of it.
  return db.ok() && checkAll(**db).ok() && checkLength(vfs, kFile).ok();
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
  if (isSound(bytes, journal)) return okStatus();
  if (isSound(bytes, {})) {
    WW_TRY(vfs.remove(beside));
    return vfs.syncFolder(folderOf(path));
  }
  return damaged(path, {fail(failures::kOtherJournal, {{"journal", arg::Place{beside}}})});
}

}  // namespace ww::project
