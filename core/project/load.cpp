// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "core/project/failures.h"
#include "core/project/imprint.h"
#include "core/project/no_world.h"
#include "core/project/open_file.h"
#include "core/project/records.h"
#include "core/project/regain.h"
#include "core/project/save_plan.h"

namespace ww::project {
namespace {

constexpr const char* kCheckAll = "PRAGMA quick_check(20)";

struct Read {
  Stored stored;
  std::vector<geometry::GeometryPtr> keep;
};

bool goesOn(const Status& length) { return length.failure && length.failure->row == &failures::kGoesOn; }

// What is damaged where nothing is read of it. A file whose pages are not sound says enough.
Status checkRest(Vfs& vfs, Database& db, Stored& stored) {
  for (const Status& odd : {checkFixedHeader(vfs, db.path()), checkOwnHeader(vfs, db.path(), stored)}) {
    if (!odd.ok() && odd.code != Code::kDataLoss) return odd;
    if (!odd.ok()) stored.problems.push_back(odd);
  }
  if (!stored.problems.empty()) return okStatus();
  Status unused = checkUnused(vfs, db, stored);
  if (unused.code != Code::kDataLoss) return unused;
  stored.problems.push_back(std::move(unused));
  return okStatus();
}

enum class Look { kAtWorld, kAtEverything };

// Everything in the file, with what is wrong with it in `stored.problems`.
Result<Read> readAll(Vfs& vfs, const std::string& path, geometry::GeometryStore& store, const Progress& progress,
                     Purpose purpose = Purpose::kRead, Look look = Look::kAtWorld) {
  WW_ASSIGN(auto db, openWorldFile(vfs, path, purpose));
  std::vector<Status> pages;
  WW_TRY(quickCheck(*db, kCheckAll, pages));
  progress.report(0.1);
  Read out;
  WW_ASSIGN(out.stored, readStored(*db, progress.portion(0.1, 0.3)));
  auto& problems = out.stored.problems;
  problems.insert(problems.begin(), pages.begin(), pages.end());
  std::vector<std::string> lost;
  WW_TRY(loadGeometry(*db, out.stored, store, out.keep, lost, progress.portion(0.3, 0.9)));
  nameProblems(problems, out.stored.parts);
  // While the file is held: another program may be about to add to it.
  if (Status end = checkLength(vfs, path); goesOn(end)) problems.push_back(std::move(end));
  if (out.stored.version() == 0) problems.push_back(fail(failures::kFormatMissing));
  if (look == Look::kAtEverything) WW_TRY(checkRest(vfs, *db, out.stored));
  return out;
}

bool isOfDamage(const Status& status) { return status.failure && status.failure->row == &failures::kDamaged; }

// Told of the file as it was asked for. What can be done depends on whether a save has left a backup.
Status withAdvice(Vfs& vfs, const std::string& path, const std::string& real, Status status) {
  status = toldAs(std::move(status), real, path);
  if (status.code != Code::kDataLoss) return status;
  if (isOfDamage(status)) {
    if (Status cut = checkLength(vfs, real); cut.code == Code::kDataLoss && !goesOn(cut))
      status = withReason(std::move(status), std::move(cut));
    if (isMostlyGone(vfs, real)) status = asCutOff(std::move(status));
  }
  const auto there = vfs.exists(real + "~");
  return there.ok() && *there ? withBackup(std::move(status), path + "~") : status;
}

bool isNewerFormat(const Status& status) { return status.failure && status.failure->row == &failures::kNewerFormat; }

// Why a file of a newer major version cannot be shown; OK for one that can, and for any other.
Status newerRefused(const Status& header, const Result<Read>& read) {
  if (!isNewerFormat(header)) return okStatus();
  const bool whole = read.ok() && read->stored.problems.empty();
  // A header that alone says so has been damaged.
  return whole && majorOf(read->stored.version()) > kMajor ? okStatus() : header;
}

Result<Loaded> loadChecked(Vfs& vfs, const std::string& path, const std::string& real, geometry::GeometryStore& store,
                           const Progress& progress) {
  auto tried = readAll(vfs, real, store, progress, Purpose::kReadNewer);
  const Status header = checkHeader(vfs, real);
  WW_TRY(newerRefused(header, tried));
  WW_ASSIGN(Read read, std::move(tried));
  if (!read.stored.problems.empty()) return damaged(path, read.stored.problems);
  auto world = checkedWorld(read.stored, store);
  if (!world.ok() && isNewerFormat(header)) return header;
  if (!world.ok()) return damaged(path, {world.status()});
  Loaded out{*std::move(world), infoOf(read.stored), {}, {}};
  out.info.is_newer = isNewerFormat(header);
  out.info.foreign = foreignOf(read.stored);
  if (const PartRow* view = read.stored.part(kViewId, kViewPart)) out.view = viewIn(out.world, viewOf(view->bytes));
  for (PartRow& part : read.stored.parts)
    if (part.kind == kHistoryPart) out.history.push_back({part.id, std::move(part.bytes)});
  WW_ASSIGN(out.info.file_bytes, sizeOf(vfs, real));
  return out;
}

Status checkRowsOf(Vfs& vfs, const std::string& path, const std::string& real, RowCheck& out) {
  WW_ASSIGN(auto db, openWorldFile(vfs, real, Purpose::kRead));
  std::vector<Status> pages;
  WW_TRY(quickCheck(*db, kCheckAll, pages));
  WW_ASSIGN(Stored stored, readStored(*db));
  out.rows_hash = stored.metaOr(meta::kRows, "");
  stored.problems.insert(stored.problems.begin(), pages.begin(), pages.end());
  WW_TRY(checkBlobs(*db, stored));
  nameProblems(stored.problems, stored.parts);
  return stored.problems.empty() ? okStatus() : damaged(path, stored.problems);
}

}  // namespace

Result<Loaded> load(Vfs& vfs, const std::string& path, geometry::GeometryStore& store, Progress progress) {
  progress.text(phrase(WW_TEXT("Core", "Reading {path}"), {{"path", arg::Words{path}}}));
  WW_ASSIGN(const std::string real, vfs.resolve(path));
  auto out = loadChecked(vfs, path, real, store, progress);
  if (!out.ok()) return withAdvice(vfs, path, real, out.status());
  progress.report(1.0);
  return out;
}

Status newerNote(const std::string& path, const FileInfo& info) {
  if (!info.is_newer) return okStatus();
  const std::string format = fmt::format("{}.{}", majorOf(info.format_version), info.format_version & 0xffff);
  return fail(failures::kReadOnlyNewer, {{"file", arg::Place{path}}, {"format", arg::Words{format}}});
}

Result<Verification> verify(Vfs& vfs, const std::string& path) {
  geometry::GeometryStore store;
  WW_ASSIGN(const std::string real, vfs.resolve(path));
  auto read = readAll(vfs, real, store, {}, Purpose::kRead, Look::kAtEverything);
  Verification out;
  if (!read.ok()) {
    Status status = withAdvice(vfs, path, real, read.status());
    if (status.code != Code::kDataLoss) return status;
    out.unreadable = std::move(status);
    out.problems.push_back(out.unreadable.title);
    return out;
  }
  if (const Status cut = checkLength(vfs, real); cut.code == Code::kDataLoss && !goesOn(cut))
    out.problems.push_back(cut.title);
  for (const Status& problem : read->stored.problems) out.problems.push_back(problem.title);
  auto world = checkedWorld(read->stored, store);
  if (world.ok()) out.content_hash = contentHash(*world);
  else out.problems.push_back(world.status().title);
  out.ok = out.problems.empty();
  return out;
}

Result<RowCheck> checkRows(Vfs& vfs, const std::string& path) {
  WW_ASSIGN(const std::string real, vfs.resolve(path));
  RowCheck out;
  const Status status = checkRowsOf(vfs, path, real, out);
  if (status.ok()) return out;
  out.damage = withAdvice(vfs, path, real, status);
  return out.damage.code == Code::kDataLoss ? Result<RowCheck>(out) : out.damage;
}

Result<HistoryRows> storedHistory(Vfs& vfs, const std::string& path) {
  WW_ASSIGN(const std::string real, vfs.resolve(path));
  WW_ASSIGN(auto db, openWorldFile(vfs, real, Purpose::kRead));
  WW_ASSIGN(Statement rows, db->prepare("SELECT id, sha256, bytes FROM part WHERE kind=6 ORDER BY id"));
  HistoryRows out;
  for (;;) {
    WW_ASSIGN(const bool row, rows.step());
    if (!row) return out;
    HistoryRow one{rows.integer(0), std::string(rows.bytes(2))};
    if (rows.bytes(1) == view(partHash(kHistoryPart, one.id, one.bytes))) out.push_back(std::move(one));
  }
}

Result<std::string> storedRowsHash(Vfs& vfs, const std::string& path) {
  WW_ASSIGN(const std::string real, vfs.resolve(path));
  WW_ASSIGN(auto db, openWorldFile(vfs, real, Purpose::kRead));
  WW_ASSIGN(Statement rows, db->prepare("SELECT value FROM meta WHERE key='rows'"));
  WW_ASSIGN(const bool row, rows.step());
  return row ? std::string(rows.bytes(0)) : std::string();
}

Result<std::string> storedContentHash(Vfs& vfs, const std::string& path) {
  WW_ASSIGN(const std::string real, vfs.resolve(path));
  WW_ASSIGN(auto db, openWorldFile(vfs, real, Purpose::kRead));
  WW_ASSIGN(Statement rows, db->prepare("SELECT a.value, b.value FROM meta a, meta b WHERE a.key='content_hash' AND "
                                        "b.key='hashed_by'"));
  WW_ASSIGN(const bool row, rows.step());
  return row && rows.bytes(1) == std::to_string(kHashVersion) ? std::string(rows.bytes(0)) : std::string();
}

Result<std::string> thumbnail(Vfs& vfs, const std::string& path) {
  WW_ASSIGN(const std::string real, vfs.resolve(path));
  WW_ASSIGN(auto db, openWorldFile(vfs, real, Purpose::kRead));
  WW_ASSIGN(Statement rows, db->prepare("SELECT sha256, png FROM thumbnail WHERE id=1"));
  WW_ASSIGN(const bool row, rows.step());
  if (!row) return std::string();
  std::string png(rows.bytes(1));
  if (rows.bytes(0) != view(thumbnailHash(1, png)))
    return damaged(path, {within(fail(failures::kChecksum), phrase(WW_TEXT("Core", "the thumbnail")))});
  return png;
}

}  // namespace ww::project
