// SPDX-License-Identifier: Apache-2.0
#include "core/project/open_file.h"

#include <algorithm>
#include <set>

#include "core/project/failures.h"
#include "core/project/no_world.h"
#include "core/project/records.h"
#include "core/project/unfinished.h"

namespace ww::project {
namespace {

constexpr std::size_t kProblemsNamed = 20;

bool isPage(const Status& problem) {
  const FailureRow* row = problem.failure ? problem.failure->row : nullptr;
  return row == &failures::kPageDamaged || row == &failures::kPageOfFileDamaged || row == &failures::kPagesDamaged ||
         row == &failures::kUnreadable;
}

// Those that have a name first: pages are the reason, seldom what is missed.
std::vector<Status> namedFirst(const std::vector<Status>& problems) {
  std::vector<Status> sorted = problems;
  std::stable_partition(sorted.begin(), sorted.end(), [](const Status& problem) { return !isPage(problem); });
  if (sorted.size() > kProblemsNamed) sorted.resize(kProblemsNamed);
  if (sorted.empty()) sorted.push_back(fail(failures::kUnreadable));
  return sorted;
}

NewerMajor newerOf(Purpose purpose) {
  return purpose == Purpose::kReadNewer ? NewerMajor::kRead : NewerMajor::kRefused;
}

Result<std::unique_ptr<Database>> openOnce(Vfs& vfs, const std::string& path, Database::Access access,
                                           const char* begin, Purpose purpose) {
  WW_ASSIGN(auto db, Database::open(vfs, path, access));
  WW_TRY(db->exec(begin));
  WW_TRY(checkSchema(*db, newerOf(purpose)));
  return db;
}

// The first bytes, unless an unfinished save is still to be undone: they may be half written then.
Status lookAt(Vfs& vfs, const std::string& path, bool unfinished, Purpose purpose) {
  return unfinished ? okStatus() : checkHeader(vfs, path, newerOf(purpose));
}

}  // namespace

Result<std::unique_ptr<Database>> openWorldFile(Vfs& vfs, const std::string& path, Purpose purpose) {
  const std::string journal = path + "-journal";
  WW_TRY(settleUnfinished(vfs, path));
  WW_ASSIGN(const bool unfinished, vfs.exists(journal));
  WW_TRY(lookAt(vfs, path, unfinished, purpose));
  if (purpose == Purpose::kWrite) return openOnce(vfs, path, Database::Access::kReadWrite, "BEGIN IMMEDIATE", purpose);
  auto db = openOnce(vfs, path, Database::Access::kRead, "BEGIN", purpose);
  if (db.ok() || db.status().code == Code::kNotFound) return db;
  // Undoing an unfinished save writes, which reading alone need not be able to.
  WW_ASSIGN(const bool still_unfinished, vfs.exists(journal));
  if (!unfinished && !still_unfinished) return db;
  return openOnce(vfs, path, Database::Access::kReadWrite, "BEGIN", purpose);
}

Status quickCheck(Database& db, const char* sql, std::vector<Status>& problems) {
  const auto note = [&](Status status) {
    if (status.code != Code::kDataLoss) return status;
    problems.push_back(fail(failures::kUnreadable));
    return okStatus();
  };
  Result<Statement> rows = db.prepare(sql);
  if (!rows.ok()) return note(rows.status());
  for (;;) {
    const Result<bool> row = rows->step();
    if (!row.ok()) return note(row.status());
    if (!*row) return okStatus();
    if (rows->bytes(0) != "ok") problems.push_back(pageProblem(rows->bytes(0)));
  }
}

Status damaged(const std::string& path, const std::vector<Status>& problems) {
  const std::vector<Status> causes = namedFirst(problems);
  std::vector<Phrase> lines;
  const std::size_t shown = std::min(problems.size(), causes.size());
  for (std::size_t i = 0; i < shown; ++i) lines.push_back(told(causes[i]));
  if (shown < problems.size())
    lines.push_back(phrase(WW_TEXT("Core", "and {count} more"), {{"count", arg::Count{problems.size() - shown}}}));
  return withDetails(damagedBy(path, causes), std::move(lines));
}

Status loadGeometry(Database& db, Stored& stored, geometry::GeometryStore& store,
                    std::vector<geometry::GeometryPtr>& keep, std::vector<std::string>& lost,
                    const Progress& progress) {
  std::set<std::string, std::less<>> used;
  for (const PartRow& part : stored.parts) forEachRef(part.bytes, [&](std::string_view ref) { used.emplace(ref); });
  double done = 0;
  for (const auto& [ref, rows] : stored.geometry) {
    geometry::GeometryPtr known = used.contains(ref) ? store.find(ref) : nullptr;
    const bool decode = used.contains(ref) && !known;
    Result<std::string> blob = readBlob(db, ref, rows, decode);
    Status status = blob.status();
    if (status.ok() && decode) {
      auto made = store.internBytes(*blob);
      if (!made.ok()) status = geometryProblem(ref, fail(failures::kGeometryUnsound, {}, made.status()));
      else if ((*made)->ref != ref) status = geometryProblem(ref, fail(failures::kGeometryOther));
      else known = *made;
    }
    if (!status.ok() && status.code != Code::kDataLoss) return status;
    if (!status.ok()) {
      stored.problems.push_back(std::move(status));
      lost.push_back(ref);
    } else if (known) {
      keep.push_back(std::move(known));
    }
    progress.report(++done / static_cast<double>(stored.geometry.size()));
  }
  return okStatus();
}

Result<world::World> checkedWorld(const Stored& stored, const geometry::GeometryStore& store) {
  WW_ASSIGN(world::World world, worldOf(stored.parts, store));
  rememberRows(world, stored.parts);
  const std::string by = stored.metaOr(meta::kHashedBy, ""), hash = stored.metaOr(meta::kContentHash, "");
  bool same = true;
  if (by == std::to_string(kHashVersion)) same = contentHash(world) == hash;
  else if (by == std::to_string(kFlatHashVersion) && stored.version() == kFlatHashVersion)
    same = flatContentHash(world) == hash;
  // Another version may count more into the hash than this one knows; the row hashes stand for it. So it is with
  // one of 1.0 when a newer program has changed the file before.
  if (!same) return fail(failures::kContentHash);
  return world;
}

FileInfo infoOf(const Stored& stored) {
  FileInfo info;
  info.format_version = stored.version();
  info.name = stored.metaOr(meta::kName, "");
  info.revision = stored.revision();
  info.content_hash = stored.metaOr(meta::kContentHash, "");
  info.rows_hash = stored.rows_hash;
  return info;
}

Result<std::uint64_t> sizeOf(Vfs& vfs, const std::string& path) {
  WW_ASSIGN(auto file, vfs.open(path, Vfs::Mode::kRead));
  return file->size();
}

}  // namespace ww::project
