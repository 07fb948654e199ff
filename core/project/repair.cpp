// SPDX-License-Identifier: Apache-2.0
#include <set>

#include "core/project/assembly.h"
#include "core/project/carve.h"
#include "core/project/failures.h"
#include "core/project/imprint.h"
#include "core/project/no_world.h"
#include "core/project/open_file.h"
#include "core/project/records.h"
#include "core/project/regain.h"
#include "core/project/salvage.h"
#include "core/project/save_plan.h"

namespace ww::project {
namespace {

// A geometry that some part names and the file does not have.
std::set<std::string, std::less<>> missingRefs(const Stored& stored, const std::vector<std::string>& damaged_refs) {
  std::set<std::string, std::less<>> out(damaged_refs.begin(), damaged_refs.end());
  for (const PartRow& part : stored.parts) {
    forEachRef(part.bytes, [&](std::string_view ref) {
      if (part.kind == kEntityPart && !stored.geometry.contains(std::string(ref))) out.emplace(ref);
    });
  }
  return out;
}

// Opens also a file whose tables are not quite ours, or of which a part is missing.
Result<std::unique_ptr<Database>> openDamaged(Vfs& vfs, const std::string& path) {
  auto db = openWorldFile(vfs, path, Purpose::kRead);
  if (db.ok() || db.status().code != Code::kDataLoss) return db;
  auto salvaged = Database::open(vfs, path, Database::Access::kSalvage);
  return salvaged.ok() ? std::move(salvaged) : std::move(db);
}

struct Rescued {
  geometry::GeometryStore store;
  std::vector<geometry::GeometryPtr> keep;  // alive as long as the store is used
  Stored stored;
  Salvage salvage;
  world::World world;
};

// The rows by the tables, or page by page where those lead to none, and where they stand.
struct Source {
  std::unique_ptr<Database> tables;
  Carved pages;
  Database& db() const { return pages.db ? *pages.db : *tables; }
};

Result<Source> readRows(Vfs& vfs, const std::string& real, Stored& out) {
  Source source;
  auto db = openDamaged(vfs, real);
  if (!db.ok() && db.status().code != Code::kDataLoss) return db.status();
  if (db.ok()) {
    source.tables = *std::move(db);
    auto rows = salvageRows(*source.tables);
    if (!rows.ok() && rows.status().code != Code::kDataLoss) return rows.status();
    if (rows.ok() && !rows->parts.empty()) {
      out = *std::move(rows);
      return source;
    }
  }
  WW_ASSIGN(source.pages, carve(vfs, real));
  WW_ASSIGN(out, readStored(*source.pages.db));
  out.problems.insert(out.problems.begin(), fail(failures::kGathered));
  return source;
}

Status rescue(Vfs& vfs, const std::string& path, const std::string& real, Rescued& out) {
  WW_ASSIGN(const Source source, readRows(vfs, real, out.stored));
  if (out.stored.parts.empty()) return fail(failures::kNothingIntact, {{"file", arg::Place{path}}});
  std::vector<std::string> lost_refs;
  WW_TRY(loadGeometry(source.db(), out.stored, out.store, out.keep, lost_refs, {}));
  nameProblems(out.stored.problems, out.stored.parts);
  out.salvage = soundParts(out.stored, missingRefs(out.stored, lost_refs));
  WW_ASSIGN(out.world, assembleWorld(out.salvage, out.store, path));
  // The root object is in every world.
  const bool empty = out.world.objectCount() <= 1 && out.world.frameCount() == 0;
  if (empty && !out.stored.problems.empty()) return fail(failures::kNothingIntact, {{"file", arg::Place{path}}});
  return okStatus();
}

// What makes a file of which nothing can be had what it is.
Status whyNothing(Vfs& vfs, const std::string& real) {
  if (Status cut = checkLength(vfs, real); cut.code == Code::kDataLoss) return cut;
  const Status header = checkHeader(vfs, real);
  if (header.code == Code::kDataLoss && header.failure && !header.failure->causes.empty())
    return header.failure->causes.front();
  return fail(failures::kUnreadable);
}

// The last word on a file: no other command helps it.
Status nothingIntact(Vfs& vfs, const std::string& path, const std::string& real) {
  const auto there = vfs.exists(real + "~");
  const bool backup = there.ok() && *there;
  return fail(backup ? failures::kNothingIntactButBackup : failures::kNothingIntact,
              {{"file", arg::Place{path}}, {"backup", arg::Name{path + "~"}}}, whyNothing(vfs, real));
}

// The past of a world that is whole leads to it still; who reads it judges each state by its hash.
std::shared_ptr<const HistoryRows> historyOf(const Rescued& rescued, const HistorySieve& sieve,
                                             std::vector<Status>& lost) {
  HistoryRows rows;
  for (const PartRow& part : rescued.stored.parts)
    if (part.kind == kHistoryPart) rows.push_back({part.id, part.bytes});
  const bool leads_here = contentHash(rescued.world) == rescued.stored.metaOr(meta::kContentHash, "");
  if (!rows.empty() && !leads_here) {
    lost.push_back(fail(failures::kLostHistory));
    rows.clear();
  }
  if (!rows.empty() && sieve) rows = sieve(rows, lost);
  return std::make_shared<const HistoryRows>(std::move(rows));
}

}  // namespace

Result<std::vector<Status>> repair(Vfs& vfs, const std::string& path, const std::string& out,
                                   const HistorySieve& sieve) {
  WW_ASSIGN(const std::string real, vfs.resolve(path));
  WW_ASSIGN(const std::string real_out, vfs.resolve(out));
  if (real == real_out) {
    return fail(failures::kRepairOntoItself,
                {{"path", arg::Name{out}}, {"out", arg::Name{proposedName(path, "-repaired")}}});
  }
  Rescued rescued;
  if (const Status done = rescue(vfs, path, real, rescued); !done.ok())
    return done.code == Code::kDataLoss ? nothingIntact(vfs, path, real) : done;
  const Stored& stored = rescued.stored;
  SaveOptions options;
  options.name = stored.metaOr(meta::kName, "");
  const auto picture = stored.thumbnails.find(1);
  if (picture != stored.thumbnails.end()) options.thumbnail = picture->second;
  if (const PartRow* view = stored.part(kViewId, kViewPart)) options.view = viewOf(view->bytes);
  options.whole = true;
  options.foreign = foreignOf(stored);  // what a newer program wrote is no damage
  options.history = historyOf(rescued, sieve, rescued.salvage.lost);
  WW_TRY(save(vfs, out, rescued.world, rescued.store, options).status());
  std::vector<Status> lost;
  if (Status cut = checkLength(vfs, real); cut.code == Code::kDataLoss) lost.push_back(std::move(cut));
  for (Status odd : {checkFixedHeader(vfs, real), checkOwnHeader(vfs, real, stored)})
    if (odd.code == Code::kDataLoss) lost.push_back(std::move(odd));
  lost.insert(lost.end(), stored.problems.begin(), stored.problems.end());
  lost.insert(lost.end(), rescued.salvage.lost.begin(), rescued.salvage.lost.end());
  if (rescued.world.objectCount() <= 1 && !lost.empty())
    lost.insert(lost.begin(), fail(failures::kNoObjectLeft, {{"out", arg::Place{out}}}));
  return lost;
}

}  // namespace ww::project
