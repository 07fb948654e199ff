// SPDX-License-Identifier: Apache-2.0
#include "core/base/failure.h"
#include "core/geometry/wire_convert.h"
#include "core/scene/failures.h"
#include "core/scene/updates/kind.h"
#include "intrinsic/scene/proto/v1/scene_object_updates.pb.h"

namespace ww::scene::updates {

static Status moveEntity(Draft& draft, const so::EntityPoseUpdate& update) {
  WW_ASSIGN(so::Entity* const entity, draft.named(update.entity_name(), "entity_name"));
  if (!update.has_parent_t_this()) return fail(failures::kUpdateFieldUnset, {{"field", arg::Words{"parent_t_this"}}});
  if (entity->parent_name().empty()) return fail(failures::kRootPose, {{"entity", arg::Name{entity->name()}}});
  WW_ASSIGN(const Pose pose, geometry::fromWire(update.parent_t_this()));
  return draft.setPose(*entity, pose);
}

UpdateKind entityPoseKind() { return kindOf<moveEntity>(); }

}  // namespace ww::scene::updates
