// SPDX-License-Identifier: Apache-2.0
#include "core/project/records.h"

#include <fmt/format.h>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>

#include <algorithm>
#include <memory>

#include "core/world/load.h"
#include "worldwright/v1/file.pb.h"

namespace ww::project {
namespace {

namespace wire = worldwright::v1;

constexpr std::size_t kMaxPartBytes = std::size_t{256} << 20;
constexpr std::string_view kRefPrefix = "sha256:";
constexpr std::size_t kRefBytes = 7 + 64;

std::string canonical(const google::protobuf::Message& message) {
  std::string out;
  google::protobuf::io::StringOutputStream stream(&out);
  google::protobuf::io::CodedOutputStream coded(&stream);
  coded.SetSerializationDeterministic(true);
  message.SerializeToCodedStream(&coded);
  coded.Trim();
  return out;
}

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
  const bool whole = part.bytes.size() <= kMaxPartBytes &&
                     out.ParseFromArray(part.bytes.data(), static_cast<int>(part.bytes.size()));
  if (!whole) return fail(Code::kDataLoss, partName(part.kind, part.id) + " cannot be read");
  return okStatus();
}

template <typename Record>
Status append(const PartRow& part, world::RecordPtrs<Record>& out) {
  auto record = std::make_shared<Record>();
  WW_TRY(parseInto(part, *record));
  if (record->id() != static_cast<std::uint64_t>(part.id))
    return fail(Code::kDataLoss, fmt::format("{} says that its id is {}", partName(part.kind, part.id), record->id()));
  out.push_back(std::move(record));
  return okStatus();
}

bool isHex(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); }

}  // namespace

Result<std::vector<PartRow>> partsOf(const world::World& world) {
  std::vector<PartRow> out;
  const auto add = [&](std::int64_t kind, std::uint64_t id, const google::protobuf::Message& record) {
    out.push_back({static_cast<std::int64_t>(id), kind, canonical(record)});
  };
  add(kWorldPart, 0, toRecord(world));
  world.forEachObject([&](const world::Object& object) {
    add(kObjectPart, object.id.value, toRecord(object));
    for (const world::EntityPtr& entity : object.entities) add(kEntityPart, entity->id.value, toRecord(*entity));
  });
  world.forEachFrame([&](const world::Frame& frame) { add(kFramePart, frame.id.value, toRecord(frame)); });
  std::sort(out.begin(), out.end(), [](const PartRow& a, const PartRow& b) { return a.id < b.id; });
  for (const PartRow& part : out) {
    if (part.bytes.size() <= kMaxPartBytes) continue;
    return fail(Code::kResourceExhausted, fmt::format("{} is too large to be saved: {} bytes, at most {}",
                                                      partName(part.kind, part.id), part.bytes.size(), kMaxPartBytes))
        .withHint("remove user data from it");
  }
  return out;
}

bool sameRecord(const PartRow& a, const PartRow& b) {
  if (a.kind != b.kind) return false;
  if (a.bytes == b.bytes) return true;
  auto x = emptyRecord(a.kind), y = emptyRecord(b.kind);
  return x && x->ParseFromString(a.bytes) && y->ParseFromString(b.bytes) && canonical(*x) == canonical(*y);
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
        if (has_world || part.id != 0) return fail(Code::kDataLoss, "the file holds more than one world");
        WW_TRY(parseInto(part, world));
        has_world = true;
        break;
      case kObjectPart: WW_TRY(append(part, objects)); break;
      case kEntityPart: WW_TRY(append(part, entities)); break;
      case kFramePart: WW_TRY(append(part, frames)); break;
      default: break;
    }
  }
  if (!has_world) return fail(Code::kDataLoss, "the world's settings are missing");
  return world::fromRecords(world, objects, entities, frames, store);
}

void forEachRef(std::string_view bytes, const std::function<void(std::string_view)>& fn) {
  for (std::size_t at = bytes.find(kRefPrefix); at != std::string_view::npos; at = bytes.find(kRefPrefix, at + 1)) {
    const std::string_view ref = bytes.substr(at, kRefBytes);
    if (ref.size() == kRefBytes && std::all_of(ref.begin() + kRefPrefix.size(), ref.end(), isHex)) fn(ref);
  }
}

}  // namespace ww::project
