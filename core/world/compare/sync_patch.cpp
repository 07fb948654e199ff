// SPDX-License-Identifier: Apache-2.0
#include "core/world/compare/sync_patch.h"

#include "core/world/values/diff.h"
#include "worldwright/v1/edits.pb.h"

namespace ww::world {

using worldwright::v1::PatchWorld;

PatchWorld patchBetween(const World& before, const World& after) {
  PatchWorld patch;
  const WorldDiff changes = diff(before, after);
  for (const ObjectChange& c : changes.objects) {
    if (!c.after) {
      patch.add_removed_objects(c.before->id.value);
      continue;
    }
    *patch.add_objects() = toRecord(*c.after);
    for (const EntityPtr& e : c.after->entities) *patch.add_entities() = toRecord(*e);
  }
  for (const FrameChange& c : changes.frames) {
    if (c.after) *patch.add_frames() = toRecord(*c.after);
    else patch.add_removed_frames(c.before->id.value);
  }
  if (changes.collision_settings || before.data().record != after.data().record)
    *patch.mutable_world() = toRecord(after);
  return patch;
}

}  // namespace ww::world
