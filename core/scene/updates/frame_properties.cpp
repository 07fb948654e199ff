// SPDX-License-Identifier: Apache-2.0
#include "core/base/failure.h"
#include "core/scene/failures.h"
#include "core/scene/names.h"
#include "core/scene/updates/kind.h"
#include "intrinsic/scene/proto/v1/scene_object_updates.pb.h"

namespace ww::scene::updates {

static Status setFrameProperties(Draft& draft, const so::UpdateFrameProperties& update) {
  WW_ASSIGN(so::Entity* const entity, draft.named(update.frame_name(), "frame_name"));
  if (!entity->has_frame()) return fail(failures::kNoFrame, {{"entity", arg::Name{shown(entity->name())}}});
  if (update.has_is_attachment_frame()) entity->mutable_frame()->set_is_attachment_frame(update.is_attachment_frame());
  return okStatus();
}

UpdateKind framePropertiesKind() { return kindOf<setFrameProperties>(); }

}  // namespace ww::scene::updates
