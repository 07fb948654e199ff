// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/base/failure.h"
#include "core/scene/failures.h"
#include "core/scene/hanging.h"
#include "core/scene/names.h"
#include "core/scene/updates/kind.h"
#include "intrinsic/scene/proto/v1/scene_object_updates.pb.h"

namespace ww::scene::updates {
namespace {

// No way up is longer than there are entities, in whatever state the object is.
bool isBelow(Draft& draft, const so::Entity& entity, const std::string& above) {
  const so::Entity* at = &entity;
  for (int steps = 0; at && steps <= draft.object().entities_size(); ++steps) {
    if (at->name() == above) return true;
    at = at->parent_name().empty() ? nullptr : draft.find(at->parent_name());
  }
  return false;
}

Status checkNewParent(Draft& draft, const so::Entity& entity, const so::Entity& parent) {
  const arg::Name name{shown(entity.name())}, on{shown(parent.name())};
  if (entity.parent_name().empty()) return fail(failures::kRootEntityReparented, {{"entity", name}});
  if (isBelow(draft, parent, entity.name())) return fail(failures::kOntoItself, {{"entity", name}, {"parent", on}});
  if (!mayHang(entity, &parent)) return fail(hangingFailure(entity), {{"entity", name}, {"parent", on}});
  if (!entity.has_link() || !parent.has_joint()) return okStatus();
  const auto carried = draft.childrenOf(parent.name());
  const bool carries = std::any_of(carried.begin(), carried.end(), [&](const so::Entity* child) {
    return child->has_link() && child->name() != entity.name();
  });
  return carries ? fail(failures::kJointCarries, {{"joint", on}, {"entity", name}}) : okStatus();
}

}  // namespace

// It stays where it is, unless the new parent is a frame that things snap to.
static Status reparentEntity(Draft& draft, const so::ReparentEntityUpdate& update) {
  WW_ASSIGN(so::Entity* const entity, draft.named(update.entity_name(), "entity_name"));
  WW_ASSIGN(const so::Entity* const parent, draft.named(update.new_parent_name(), "new_parent_name"));
  WW_TRY(checkNewParent(draft, *entity, *parent));
  if (entity->parent_name() == parent->name()) return okStatus();
  Pose parent_t_entity;
  if (!parent->frame().is_attachment_frame()) {
    WW_ASSIGN(const Pose root_t_entity, draft.rootT(*entity));
    WW_ASSIGN(const Pose root_t_parent, draft.rootT(*parent));
    parent_t_entity = root_t_parent.inverse() * root_t_entity;
  }
  entity->set_parent_name(parent->name());
  return draft.setPose(*entity, parent_t_entity);
}

UpdateKind reparentKind() { return kindOf<reparentEntity>(); }

}  // namespace ww::scene::updates
