// SPDX-License-Identifier: Apache-2.0
#include "core/base/failure.h"
#include "core/scene/failures.h"
#include "core/scene/names.h"
#include "core/scene/updates/kind.h"
#include "intrinsic/scene/proto/v1/scene_object_updates.pb.h"

namespace ww::scene::updates {

// Whether the numbers can be is a rule of scene objects.
static Status updatePhysics(Draft& draft, const so::UpdatePhysicsProperties& update) {
  WW_ASSIGN(so::Entity* const entity, draft.named(update.entity_name(), "entity_name"));
  if (!entity->has_link()) return fail(failures::kNoLinkToWeigh, {{"entity", arg::Name{shown(entity->name())}}});
  auto& physics = *entity->mutable_link()->mutable_physics_component();
  if (update.has_mass_kg()) physics.set_mass_kg(update.mass_kg());
  if (update.has_this_t_center_of_mass()) *physics.mutable_this_t_center_of_mass() = update.this_t_center_of_mass();
  if (update.has_inertia()) *physics.mutable_inertia() = update.inertia();
  if (update.has_friction()) *physics.mutable_friction() = update.friction();
  if (update.has_torsional()) *physics.mutable_torsional() = update.torsional();
  if (update.has_contact_kp()) physics.set_contact_kp(update.contact_kp());
  if (update.has_contact_kd()) physics.set_contact_kd(update.contact_kd());
  return okStatus();
}

UpdateKind physicsKind() { return kindOf<updatePhysics>(); }

}  // namespace ww::scene::updates
