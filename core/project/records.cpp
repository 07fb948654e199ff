// SPDX-License-Identifier: Apache-2.0
#include "core/project/records.h"

#include <algorithm>
#include <memory>

#include "core/project/failures.h"
#include "core/proto/sorted_bytes.h"
#include "core/world/records/hashes.h"
#include "core/world/records/load.h"
#include "core/world/records/records.h"
#include "worldwright/v1/file.pb.h"

namespace ww::project {
namespace {

namespace wire = worldwright::v1;

constexpr std::size_t kMaxPartBytes = std::size_t{256} << 20;
constexpr std::string_view kRefPrefix = "sha256:";
constexpr std::size_t kRefBytes = 7 + 64;
constexpr std::size_t kAhead = 8;  // objects, in a walk over all

std::unique_ptr<google::protobuf::Message> emptyRecord(std::int64_t kind) {
  switch (kind) {
    case kWorldPart: return std::make_unique<wire::WorldRecord>();
    case kObjectPart: return std::make_unique<wire::ObjectRecord>();
    case kEntityPart: return std::make_unique<wire::EntityRecord>();
    case kFramePart: return std::make_unique<wire::FrameRecord>();
    default: return nullptr;
  }
}

template <typename Record>
Status parseInto(const PartRow& part, Record& out) {
  const bool whole =
      part.bytes.size() <= kMaxPartBytes && out.ParseFromArray(part.bytes.data(), static_cast<int>(part.bytes.size()));
  if (!whole) return within(fail(failures::kPartUnreadable), partName(part.kind, part.id));
  return okStatus();
}

template <typename Record>
Status append(const PartRow& part, world::RecordPtrs<Record>& out) {
  auto record = std::make_shared<Record>();
  WW_TRY(parseInto(part, *record));
  if (record->id() != static_cast<std::uint64_t>(part.id))
    return within(fail(failures::kPartOtherId, {{"id", arg::Count{record->id()}}}), partName(part.kind, part.id));
  out.push_back(std::move(record));
  return okStatus();
}

bool isHex(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); }

}  // namespace

std::vector<WorldPart> partsOf(const world::World& world) {
  std::vector<WorldPart> out;
  out.reserve(1 + 2 * world.objectCount() + world.frameCount());
  out.push_back({0, kWorldPart, &world});
  std::vector<const world::Object*> objects;
  objects.reserve(world.objectCount());
  world.forEachObject([&](const world::Object& object) { objects.push_back(&object); });
  for (std::size_t i = 0; i < objects.size(); ++i) {
    // Objects lie far apart in memory: those to come are fetched while these are read.
    if (i + 2 * kAhead < objects.size()) __builtin_prefetch(&objects[i + 2 * kAhead]->entities);
    if (i + kAhead < objects.size()) __builtin_prefetch(objects[i + kAhead]->entities.front().get());
    const world::Object& object = *objects[i];
    out.push_back({static_cast<std::int64_t>(object.id.value), kObjectPart, &object});
    for (const world::EntityPtr& entity : object.entities)
      out.push_back({static_cast<std::int64_t>(entity->id.value), kEntityPart, entity.get()});
  }
  world.forEachFrame([&](const world::Frame& frame) {
    out.push_back({static_cast<std::int64_t>(frame.id.value), kFramePart, &frame});
  });
  const auto by_id = [](const WorldPart& a, const WorldPart& b) { return a.id < b.id; };
  if (!std::is_sorted(out.begin(), out.end(), by_id)) std::sort(out.begin(), out.end(), by_id);
  return out;
}

const world::CachedDigest* rowDigestOf(const WorldPart& part) {
  return std::visit(
      [](const auto* p) -> const world::CachedDigest* {
        if constexpr (std::is_same_v<decltype(p), const world::World*>) return nullptr;
        else return &p->digests.row;
      },
      part.is);
}

Result<PartRow> rowOf(const WorldPart& part) {
  PartRow row{
      part.id, part.kind, std::visit([](const auto* p) { return proto::sortedBytes(toRecord(*p)); }, part.is), {}};
  if (row.bytes.size() > kMaxPartBytes) {
    return within(
        fail(failures::kPartTooLarge, {{"size", arg::Bytes{row.bytes.size()}}, {"most", arg::Bytes{kMaxPartBytes}}}),
        partName(row.kind, row.id));
  }
  row.hash = partHash(row.kind, row.id, row.bytes);
  if (const world::CachedDigest* kept = rowDigestOf(part)) kept->set(row.hash);
  return row;
}

namespace {

template <typename Record>
Result<Record> recordOf(const PartRow& row) {
  Record record;
  WW_TRY(parseInto(row, record));
  return record;
}

Result<bool> readsAs(const PartRow& row, const world::World& world, const geometry::GeometryStore&) {
  WW_ASSIGN(const auto record, recordOf<wire::WorldRecord>(row));
  return proto::sortedBytes(record) == proto::sortedBytes(toRecord(world));
}

Result<bool> readsAs(const PartRow& row, const world::Object& object, const geometry::GeometryStore&) {
  WW_ASSIGN(const auto record, recordOf<wire::ObjectRecord>(row));
  WW_ASSIGN(const world::Object read, world::toObject(record));
  const auto sameId = [](std::uint64_t id, const world::EntityPtr& entity) { return id == entity->id.value; };
  const auto& ids = record.entities();
  return structureDigest(read) == structureDigest(object) && read.parent_entity_t_this == object.parent_entity_t_this &&
         std::equal(ids.begin(), ids.end(), object.entities.begin(), object.entities.end(), sameId);
}

Result<bool> readsAs(const PartRow& row, const world::Entity& entity, const geometry::GeometryStore& store) {
  WW_ASSIGN(const auto record, recordOf<wire::EntityRecord>(row));
  WW_ASSIGN(const world::EntityPtr read, world::toEntity(record, store));
  return contentDigest(*read) == contentDigest(entity);
}

Result<bool> readsAs(const PartRow& row, const world::Frame& frame, const geometry::GeometryStore&) {
  WW_ASSIGN(const auto record, recordOf<wire::FrameRecord>(row));
  WW_ASSIGN(const world::FramePtr read, world::toFrame(record));
  return contentDigest(*read) == contentDigest(frame);
}

}  // namespace

Status checkReadBack(const PartRow& row, const WorldPart& part, const geometry::GeometryStore& store) {
  const Result<bool> same = std::visit([&](const auto* p) { return readsAs(row, *p, store); }, part.is);
  if (!same.ok()) return same.status();
  return *same ? okStatus() : within(fail(failures::kOtherThanSaved), partName(row.kind, row.id));
}

void rememberRows(const world::World& world, const std::vector<PartRow>& rows) {
  auto row = rows.begin();
  for (const WorldPart& part : partsOf(world)) {
    while (row != rows.end() && row->id < part.id) ++row;
    const world::CachedDigest* kept = rowDigestOf(part);
    if (kept && row != rows.end() && row->id == part.id && row->kind == part.kind) kept->set(row->hash);
  }
}

bool sameRecord(const PartRow& a, const PartRow& b) {
  if (a.kind != b.kind) return false;
  if (a.bytes == b.bytes) return true;
  auto x = emptyRecord(a.kind), y = emptyRecord(b.kind);
  return x && x->ParseFromString(a.bytes) && y->ParseFromString(b.bytes) &&
         proto::sortedBytes(*x) == proto::sortedBytes(*y);
}

Result<world::World> worldOf(const std::vector<PartRow>& parts, const geometry::GeometryStore& store) {
  wire::WorldRecord world;
  world::RecordPtrs<wire::ObjectRecord> objects;
  world::RecordPtrs<wire::EntityRecord> entities;
  world::RecordPtrs<wire::FrameRecord> frames;
  bool has_world = false;
  for (const PartRow& part : parts) {
    switch (part.kind) {
      case kWorldPart:
        if (has_world || part.id != 0) return fail(failures::kTwoWorlds);
        WW_TRY(parseInto(part, world));
        has_world = true;
        break;
      case kObjectPart: WW_TRY(append(part, objects)); break;
      case kEntityPart: WW_TRY(append(part, entities)); break;
      case kFramePart: WW_TRY(append(part, frames)); break;
      default: break;
    }
  }
  if (!has_world) return fail(failures::kNoSettings);
  return world::fromRecords(world, objects, entities, frames, store);
}

void forEachRef(std::string_view bytes, const std::function<void(std::string_view)>& fn) {
  for (std::size_t at = bytes.find(kRefPrefix); at != std::string_view::npos; at = bytes.find(kRefPrefix, at + 1)) {
    const std::string_view ref = bytes.substr(at, kRefBytes);
    if (ref.size() == kRefBytes && std::all_of(ref.begin() + kRefPrefix.size(), ref.end(), isHex)) fn(ref);
  }
}

}  // namespace ww::project
