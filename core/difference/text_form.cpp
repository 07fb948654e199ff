// SPDX-License-Identifier: Apache-2.0
#include "core/difference/text_form.h"

#include <google/protobuf/text_format.h>

#include <set>
#include <vector>

#include "core/base/failure.h"
#include "core/difference/pieces.h"
#include "core/difference/text_lines.h"
#include "core/project/records.h"
#include "core/world/failures/failures.h"
#include "core/world/records/canonical.h"
#include "worldwright/v1/edits.pb.h"

namespace ww::difference {
namespace {

using worldwright::v1::PatchWorld;

// In protobuf's words, with numbers that are read back as they are.
std::string printed(const Message& message) {
  google::protobuf::TextFormat::Printer printer;
  printer.SetUseShortRepeatedPrimitives(true);
  printer.SetUseUtf8StringEscaping(true);
  printer.SetHideUnknownFields(true);
  std::string text;
  printer.PrintToString(message, &text);
  return text;
}

class TextWriter {
 public:
  TextWriter(const Records& records, const geometry::GeometryStore& store, const TextOptions& options)
      : r_(records), store_(store), options_(options) {
    for (const auto& [id, frame] : r_.frames) frames_of_[frame->object()].push_back(frame.get());
  }

  Result<std::string> run() {
    out_ += std::string(kTextHead) + std::to_string(kTextVersion) + "\n";
    if (!options_.with_geometry) out_ += std::string(kNoGeometryLine) + "\n";
    WorldRecord world = r_.world;
    world.clear_last_update();
    addRecord("world", world, [](PatchWorld& patch) { return patch.mutable_world(); });
    for (const auto& [id, object] : r_.objects) addObject(*object);
    if (options_.with_geometry) WW_TRY(addGeometry());
    return std::move(out_);
  }

 private:
  void addObject(const ObjectRecord& object) {
    out_ += "\n# " + r_.display(object.id()) + "\n";
    addRecord("objects", object, [](PatchWorld& patch) { return patch.add_objects(); });
    for (const std::uint64_t id : object.entities())
      if (const auto it = r_.entities.find(id); it != r_.entities.end())
        addRecord("entities", *it->second, [](PatchWorld& patch) { return patch.add_entities(); });
    if (const auto it = frames_of_.find(object.id()); it != frames_of_.end())
      for (const FrameRecord* frame : it->second)
        addRecord("frames", *frame, [](PatchWorld& patch) { return patch.add_frames(); });
  }

  // With its bytes where the words alone would not give them again.
  template <typename Record, typename Add>
  void addRecord(const char* field, const Record& record, const Add& add) {
    PatchWorld patch;
    *add(patch) = record;
    const std::string text = printed(patch);
    out_ += text;
    const std::string bytes = world::canonicalBytes(record);
    project::forEachRef(bytes, [this](std::string_view ref) { refs_.emplace(ref); });
    PatchWorld again;
    Record read;
    if (google::protobuf::TextFormat::ParseFromString(text, &again)) takeOnly(again, read);
    if (world::canonicalBytes(read) == bytes) return;
    out_ += std::string(kExactLine) + field + " " + toBase64(bytes) + "\n";
  }

  static void takeOnly(PatchWorld& from, WorldRecord& to) { to.Swap(from.mutable_world()); }
  static void takeOnly(PatchWorld& from, ObjectRecord& to) { to.Swap(from.mutable_objects(0)); }
  static void takeOnly(PatchWorld& from, EntityRecord& to) { to.Swap(from.mutable_entities(0)); }
  static void takeOnly(PatchWorld& from, FrameRecord& to) { to.Swap(from.mutable_frames(0)); }

  Status addGeometry() {
    constexpr std::size_t kBytesInLine = 72;
    for (const std::string& ref : refs_) {
      const auto bytes = store_.bytes(ref);
      if (!bytes) return fail(world::failures::kNoSuchGeometry, {{"name", arg::Name{ref}}, {"ref", arg::Name{ref}}});
      out_ += "\n" + std::string(kGeometryLine) + ref + " " + std::to_string(bytes->size()) + "\n";
      const std::string_view all = *bytes;
      for (std::size_t at = 0; at < all.size(); at += kBytesInLine)
        out_ += std::string(kBytesLine) + toBase64(all.substr(at, kBytesInLine)) + "\n";
    }
    return okStatus();
  }

  const Records& r_;
  const geometry::GeometryStore& store_;
  const TextOptions& options_;
  std::map<std::uint64_t, std::vector<const FrameRecord*>> frames_of_;
  std::set<std::string, std::less<>> refs_;
  std::string out_;
};

}  // namespace

Result<std::string> toText(const world::World& world, const geometry::GeometryStore& store,
                           const TextOptions& options) {
  const Records records = recordsOf(world);
  return TextWriter(records, store, options).run();
}

}  // namespace ww::difference
