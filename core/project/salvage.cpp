// SPDX-License-Identifier: Apache-2.0
#include "core/project/salvage.h"

#include <algorithm>
#include <map>
#include <optional>

#include "core/project/failures.h"
#include "core/project/records.h"
#include "core/project/regain.h"
#include "core/world/values/world.h"
#include "worldwright/v1/file.pb.h"

namespace ww::project {
namespace {

namespace wire = worldwright::v1;

constexpr std::int64_t kMaxProbed = 1'000'000;

template <typename Record>
struct Parsed {
  const PartRow* row = nullptr;
  Record record;
};

// ---- Rows

class Prober {
 public:
  Prober(Database& db, Stored& stored) : db_(db), stored_(stored) {
    for (const PartRow& part : stored.parts) known_.insert(part.id);
  }

  Status run() {
    WW_TRY(scan("SELECT id, sha256, kind, bytes FROM part ORDER BY id DESC"));
    const std::int64_t last = known_.empty() ? 0 : *known_.rbegin();
    WW_ASSIGN(Statement one, db_.prepare("SELECT id, sha256, kind, bytes FROM part WHERE id=?1"));
    for (std::int64_t id = 0; id <= std::min(last, kMaxProbed); ++id) {
      if (known_.contains(id)) continue;
      one.bind(1, id);
      const Result<bool> row = one.step();
      if (row.ok() && *row) take(one);
      else if (!row.ok() && row.status().code != Code::kDataLoss) return row.status();
      one.reset();
    }
    std::sort(stored_.parts.begin(), stored_.parts.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
    return okStatus();
  }

 private:
  Status scan(const char* sql) {
    WW_ASSIGN(Statement rows, db_.prepare(sql));
    for (;;) {
      const Result<bool> row = rows.step();
      if (!row.ok()) return row.status().code == Code::kDataLoss ? okStatus() : row.status();
      if (!*row) return okStatus();
      take(rows);
    }
  }

  void take(const Statement& row) {
    PartRow part{row.integer(0), row.integer(2), std::string(row.bytes(3))};
    if (row.bytes(1) != view(partHash(part.kind, part.id, part.bytes)) || !known_.insert(part.id).second) return;
    stored_.parts.push_back(std::move(part));
  }

  Database& db_;
  Stored& stored_;
  std::set<std::int64_t> known_;
};

// ---- References

class Sieve {
 public:
  Sieve(const std::vector<PartRow>& parts, const std::set<std::string, std::less<>>& lost_refs)
      : lost_refs_(lost_refs) {
    for (const PartRow& part : parts) {
      if (part.kind == kWorldPart) world_ = &part;
      else if (part.kind == kObjectPart) parse(part, objects_);
      else if (part.kind == kEntityPart) parse(part, entities_);
      else if (part.kind == kFramePart) parse(part, frames_);
    }
  }

  Salvage run() {
    addRoot();
    for (const auto& [id, object] : objects_) keeps(id);
    for (const auto& [id, frame] : frames_) keepFrame(id, 0);
    addParts();
    std::sort(out_.parts.begin(), out_.parts.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
    return std::move(out_);
  }

 private:
  template <typename Record>
  void parse(const PartRow& part, std::map<std::uint64_t, Parsed<Record>>& into) {
    Parsed<Record> parsed;
    parsed.row = &part;
    const bool sound =
        parsed.record.ParseFromString(part.bytes) && parsed.record.id() == static_cast<std::uint64_t>(part.id);
    if (sound) into.emplace(parsed.record.id(), std::move(parsed));
    else lose(within(fail(failures::kPartUnreadable), partName(part.kind, part.id)));
  }

  void lose(Status what) { out_.lost.push_back(std::move(what)); }

  bool rootIsSound() const {
    const auto root = objects_.find(world::kRootObject.value);
    return root != objects_.end() && problemOf(root->second.record).ok();
  }

  // The root holds nothing of its own: without it all else would be lost for nothing.
  void addRoot() {
    const world::World empty;
    for (const WorldPart& part : partsOf(empty)) made_.push_back(rowOf(part).value());
    for (const PartRow& part : made_) {
      if (part.kind == kWorldPart && !world_) {
        world_ = &part;
        lose(fail(failures::kLostSettings));
      }
    }
    if (rootIsSound()) return;
    lose(fail(failures::kLostRoot));
    objects_.erase(world::kRootObject.value);
    entities_.erase(world::kRootEntity.value);
    for (const PartRow& part : made_) {
      if (part.kind == kObjectPart) parse(part, objects_);
      if (part.kind == kEntityPart) parse(part, entities_);
    }
  }

  // Why an object cannot be kept, apart from its parents; ok when it can.
  Status problemOf(const wire::ObjectRecord& object) const {
    if (object.entities().empty()) return fail(failures::kLostNoEntities);
    for (const std::uint64_t id : object.entities()) {
      const auto entity = entities_.find(id);
      if (entity == entities_.end() || entity->second.record.object() != object.id())
        return fail(failures::kLostEntity, {{"entity", arg::Words{"e" + std::to_string(id)}}});
      std::string lost;
      forEachRef(entity->second.row->bytes, [&](std::string_view ref) {
        if (lost_refs_.contains(ref)) lost = ref;
      });
      if (!lost.empty()) return fail(failures::kLostGeometry, {{"geometry", arg::Words{lost}}});
    }
    return okStatus();
  }

  bool hasEntity(std::uint64_t object, std::uint64_t entity) const {
    const auto it = entities_.find(entity);
    return it != entities_.end() && it->second.record.object() == object;
  }

  // Follows the parents, with a bound on their number against cycles.
  bool keeps(std::uint64_t id) {
    std::vector<std::uint64_t> chain;
    Status problem;
    for (std::uint64_t at = id; at != 0 && !verdict_.contains(at) && problem.ok();) {
      chain.push_back(at);
      const auto object = objects_.find(at);
      if (object == objects_.end()) {
        problem = fail(failures::kLost);
        break;
      }
      const wire::ObjectRecord& record = object->second.record;
      problem = problemOf(record);
      if (chain.size() > objects_.size()) problem = fail(failures::kLostCycle);
      else if (record.parent() && !hasEntity(record.parent(), record.parent_entity()))
        problem = fail(failures::kLostParent);
      else if (!record.parent() && at != world::kRootObject.value) problem = fail(failures::kLostNoParent);
      at = record.parent();
      if (problem.ok() && at != 0 && verdict_.contains(at) && !verdict_[at]) problem = fail(failures::kLostParent);
    }
    decide(chain, problem);
    return verdict_[id];
  }

  // The problem is that of the last in the chain; those before it hang on it.
  void decide(const std::vector<std::uint64_t>& chain, const Status& problem) {
    for (std::size_t i = 0; i < chain.size(); ++i) {
      verdict_[chain[i]] = problem.ok();
      const auto object = objects_.find(chain[i]);
      if (problem.ok() || object == objects_.end()) continue;
      lose(fail(
          failures::kLostObject,
          {{"id", arg::Words{"o" + std::to_string(chain[i])}}, {"object", arg::Name{object->second.record.name()}}},
          i + 1 == chain.size() ? problem : fail(failures::kLostParent)));
    }
  }

  bool keepFrame(std::uint64_t id, int depth) {
    if (const auto known = frame_verdict_.find(id); known != frame_verdict_.end()) return known->second;
    const auto frame = frames_.find(id);
    if (frame == frames_.end() || depth > 1000) return false;
    const wire::FrameRecord& record = frame->second.record;
    const bool kept = objects_.contains(record.object()) && verdict_[record.object()] &&
                      hasEntity(record.object(), record.parent_entity()) &&
                      (!record.parent_frame() || keepFrame(record.parent_frame(), depth + 1));
    if (!kept)
      lose(fail(failures::kLostFrame,
                {{"id", arg::Words{"f" + std::to_string(id)}}, {"frame", arg::Name{record.content().name()}}}));
    frame_verdict_[id] = kept;
    return kept;
  }

  void addParts() {
    out_.parts.push_back(*world_);
    for (const auto& [id, object] : objects_) {
      if (!verdict_[id]) continue;
      out_.parts.push_back(*object.row);
      for (const std::uint64_t entity : object.record.entities()) out_.parts.push_back(*entities_[entity].row);
    }
    for (const auto& [id, frame] : frames_) {
      if (frame_verdict_[id]) out_.parts.push_back(*frame.row);
    }
  }

  const std::set<std::string, std::less<>>& lost_refs_;
  const PartRow* world_ = nullptr;
  std::map<std::uint64_t, Parsed<wire::ObjectRecord>> objects_;
  std::map<std::uint64_t, Parsed<wire::EntityRecord>> entities_;
  std::map<std::uint64_t, Parsed<wire::FrameRecord>> frames_;
  std::map<std::uint64_t, bool> verdict_, frame_verdict_;
  std::vector<PartRow> made_;
  Salvage out_;
};

}  // namespace

Result<Stored> salvageRows(Database& db) {
  WW_ASSIGN(Stored stored, readStored(db));
  if (stored.problems.empty()) return stored;
  // Where the table itself cannot be read there is nothing to probe.
  if (Status probed = Prober(db, stored).run(); !probed.ok() && probed.code != Code::kDataLoss) return probed;
  return stored;
}

Salvage soundParts(const Stored& stored, const std::set<std::string, std::less<>>& lost_refs) {
  Regained regained = regain(stored.parts, lost_refs);
  Salvage out = Sieve(regained.parts, lost_refs).run();
  out.lost.insert(out.lost.begin(), regained.lost.begin(), regained.lost.end());
  return out;
}

}  // namespace ww::project
