// SPDX-License-Identifier: Apache-2.0
#include "core/scene/updates/file_names.h"

#include <algorithm>
#include <optional>

#include "core/scene/own_data.h"
#include "core/scene/part_sources.h"
#include "intrinsic/scene/proto/v1/scene_object.pb.h"
#include "worldwright/v1/import_note.pb.h"

namespace ww::scene {
namespace {

using intrinsic_proto::scene_object::v1::SceneObject;
using worldwright::v1::ImportedPart;
using worldwright::v1::ImportNote;

const std::string& nameHere(const ImportedPart& part) { return part.here().empty() ? part.name() : part.here(); }

std::optional<ImportNote> noteOf(const SceneObject& object) {
  const auto found = object.user_data().find(kImportNoteKey);
  ImportNote note;
  if (found == object.user_data().end() || !found->second.UnpackTo(&note)) return std::nullopt;
  return note;
}

}  // namespace

bool fileNamesMention(const SceneObject& object, const std::string& name) {
  const auto note = noteOf(object);
  if (note && std::ranges::any_of(note->parts(), [&](const auto& part) { return nameHere(part) == name; })) return true;
  const PartSources sources = partSourcesOf(object);
  return std::ranges::any_of(sources.parts, [&](const auto& part) { return part.entity == name; });
}

void renameInFileNames(SceneObject& object, const std::string& from, const std::string& to) {
  if (auto note = noteOf(object)) {
    bool any = false;
    for (ImportedPart& part : *note->mutable_parts()) {
      if (nameHere(part) != from) continue;
      if (part.name() == to) part.clear_here();
      else part.set_here(to);
      any = true;
    }
    if (any) packSorted(*note, (*object.mutable_user_data())[kImportNoteKey]);
  }
  PartSources sources = partSourcesOf(object);
  const auto same = std::ranges::find(sources.parts, from, &PartSource::entity);
  if (same == sources.parts.end()) return;
  same->entity = to;
  setPartSources(object, sources);
}

}  // namespace ww::scene
