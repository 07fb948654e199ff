// SPDX-License-Identifier: Apache-2.0
#include "core/base/failure.h"
#include "core/scene/failures.h"
#include "core/scene/updates/kind.h"
#include "core/scene/updates/mentions.h"
#include "intrinsic/scene/proto/v1/scene_object_updates.pb.h"

namespace ww::scene::updates {

static Status renameEntityOf(Draft& draft, const so::RenameEntityUpdate& update) {
  WW_TRY(draft.named(update.entity_name(), "entity_name").status());
  if (update.new_entity_name().empty())
    return fail(failures::kUpdateFieldUnset, {{"field", arg::Words{"new_entity_name"}}});
  if (update.new_entity_name() == update.entity_name()) return okStatus();
  WW_TRY(draft.checkFree(update.new_entity_name()));
  draft.rename(update.entity_name(), update.new_entity_name());
  renameMentions(draft.object(), update.entity_name(), update.new_entity_name());
  return okStatus();
}

UpdateKind renameEntityKind() { return kindOf<renameEntityOf>(); }

}  // namespace ww::scene::updates
