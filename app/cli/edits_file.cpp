// SPDX-License-Identifier: Apache-2.0
#include "app/cli/edits_file.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>

#include "app/cli/cli.h"
#include "app/cli/failures.h"
#include "core/base/failure.h"
#include "intrinsic/world/proto/object_world_updates.pb.h"
#include "worldwright/v1/edits.pb.h"

namespace ww::cli {
namespace {

// Fields that this program does not know, in the message and all in it.
std::size_t unknownFields(const google::protobuf::Message& message) {
  const google::protobuf::Reflection& reflection = *message.GetReflection();
  std::size_t count = static_cast<std::size_t>(reflection.GetUnknownFields(message).field_count());
  std::vector<const google::protobuf::FieldDescriptor*> fields;
  reflection.ListFields(message, &fields);
  for (const auto* field : fields) {
    if (field->cpp_type() != google::protobuf::FieldDescriptor::CPPTYPE_MESSAGE) continue;
    if (!field->is_repeated()) count += unknownFields(reflection.GetMessage(message, field));
    for (int i = 0; field->is_repeated() && i < reflection.FieldSize(message, field); ++i) {
      count += unknownFields(reflection.GetRepeatedMessage(message, field, i));
    }
  }
  return count;
}

EditsPtr editsFrom(const intrinsic_proto::world::ObjectWorldUpdates& updates) {
  auto edits = std::make_shared<worldwright::v1::Edits>();
  for (const auto& update : updates.updates()) *edits->add_edits()->mutable_world_update() = update;
  return edits;
}

bool isSet(const intrinsic_proto::world::ObjectWorldUpdate& update) {
  return update.update_case() != intrinsic_proto::world::ObjectWorldUpdate::UPDATE_NOT_SET;
}

bool allSet(const intrinsic_proto::world::ObjectWorldUpdates& updates) {
  return std::all_of(updates.updates().begin(), updates.updates().end(), isSet);
}

bool allSet(const worldwright::v1::Edits& edits) {
  return std::all_of(edits.edits().begin(), edits.edits().end(), [](const worldwright::v1::Edit& edit) {
    return edit.has_world_update() ? isSet(edit.world_update())
                                   : edit.kind_case() != worldwright::v1::Edit::KIND_NOT_SET;
  });
}

// Whether it is what `export --format json` or textproto writes.
bool isExport(const std::string& bytes) {
  constexpr std::size_t kLooked = 300;
  const std::string first = bytes.substr(0, kLooked);
  const std::size_t world = first.find("world_metadata"), objects = first.find("objects");
  return world != std::string::npos && objects != std::string::npos && first.find("edits") == std::string::npos &&
         first.find("updates") == std::string::npos;
}

// What people have at hand that is no edits: told by the fields that no edits begin with.
Status otherKind(const std::string& path, const std::string& bytes) {
  constexpr std::size_t kLooked = 2000;
  const std::string first = bytes.substr(0, kLooked);
  const auto has = [&first](const char* word) { return first.find(word) != std::string::npos; };
  if (has("edits") || has("updates")) return okStatus();
  const arg::Name file{path};
  if (has("SceneObject") || (has("entities") && has("name") && !has("world_metadata")))
    return ww::fail(failures::kIsSceneObject, {{"file", file}});
  if (has("state_hash") || (has("content_hash") && has("time_step")))
    return ww::fail(failures::kIsRecord, {{"file", file}});
  return okStatus();
}

// The message of the reader that knows the list's name is of more use, misspelt though it be.
bool begunAsUpdates(const std::string& bytes) {
  const bool updates = bytes.find("updates") != std::string::npos, edits = bytes.find("edits") != std::string::npos;
  if (updates || edits) return updates && !edits;
  const auto isLetter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; };
  const auto from = std::find_if(bytes.begin(), bytes.end(), isLetter);
  const std::string first(from, std::find_if_not(from, bytes.end(), isLetter));
  const std::vector<std::string> names{"edits", "updates"}, near = nearestNames(first, names, 1);
  return !near.empty() && near.front() == "updates";
}

}  // namespace

bool isWorldFile(const std::string& path) {
  constexpr std::string_view kBegin = "SQLite format 3";
  std::error_code error;
  // A pipe can be read but once.
  if (!std::filesystem::is_regular_file(path, error)) return false;
  std::string begin(kBegin.size(), '\0');
  std::ifstream(path, std::ios::binary).read(begin.data(), static_cast<std::streamsize>(begin.size()));
  return begin == kBegin;
}

// Our own edits, else a client's updates: whichever the message is.
Result<EditsPtr> readEdits(const std::string& path) {
  WW_ASSIGN(const std::string bytes, readMessageBytes(path));
  auto edits = std::make_shared<worldwright::v1::Edits>();
  intrinsic_proto::world::ObjectWorldUpdates updates;
  const Status as_ours = parseMessage(path, bytes, *edits);
  const Status as_updates = parseMessage(path, bytes, updates);
  if (isBinaryMessage(path)) {
    // Both have one repeated field 1, so bytes may fit both: the true one has all its cases set, and leaves
    // less that is unknown.
    if (!as_ours.ok() && !as_updates.ok()) return ww::fail(failures::kNoEditsBytes, {{"file", arg::Name{path}}});
    // Bytes of the one kind are mostly read as the other, with all in them unknown.
    const auto notText = [](const Status& s) { return s.failure && s.failure->row == &failures::kTextNotUtf8; };
    if (notText(as_ours) && !(as_updates.ok() && allSet(updates))) return as_ours;
    if (notText(as_updates) && !(as_ours.ok() && allSet(*edits))) return as_updates;
    const bool ours_set = as_ours.ok() && allSet(*edits), updates_set = as_updates.ok() && allSet(updates);
    if (ours_set != updates_set) return ours_set ? edits : editsFrom(updates);
    const bool ours = as_ours.ok() && (!as_updates.ok() || unknownFields(*edits) <= unknownFields(updates));
    return ours ? edits : editsFrom(updates);
  }
  if (as_ours.ok()) return edits;
  if (as_updates.ok()) return editsFrom(updates);
  if (Status other = otherKind(path, bytes); !other.ok()) return other;
  if (isExport(bytes)) return ww::fail(failures::kIsExport, {{"file", arg::Name{path}}});
  return begunAsUpdates(bytes) ? as_updates : as_ours;
}

}  // namespace ww::cli
