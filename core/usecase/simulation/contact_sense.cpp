// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/simulation/contact_sense.h"

#include <algorithm>
#include <utility>

#include "core/model/carriers.h"

namespace ww::usecase {
namespace {

enum class Freedom { kNone, kJoints, kFlies };

Freedom freedomOf(const world::World& world, const simulation::Moment& moment, EntityId entity) {
  const auto* owner = world.owner(entity);  // null: the floor
  for (const world::Object* at = owner ? world.peek(owner->object) : nullptr; at && at->id != world::kRootObject;
       at = world.peek(at->parent))
    if (std::ranges::binary_search(moment.flying, at->id, {}, &simulation::FlyingMoment::object))
      return Freedom::kFlies;
  const auto moves = [&](const world::EntityPtr& joint) {
    return std::ranges::find(moment.joints, joint->object, &simulation::JointMoment::object) != moment.joints.end();
  };
  return owner && std::ranges::any_of(model::carriersOf(world, entity), moves) ? Freedom::kJoints : Freedom::kNone;
}

}  // namespace

simulation::ContactPoint onWhatMoves(const world::World& world, const simulation::Moment& moment,
                                     simulation::ContactPoint contact) {
  const Freedom a = freedomOf(world, moment, contact.a), b = freedomOf(world, moment, contact.b);
  if (a > b || (a == b && contact.force.z() >= 0.0)) return contact;
  std::swap(contact.a, contact.b);
  contact.normal = -contact.normal;
  contact.force = -contact.force;
  return contact;
}

}  // namespace ww::usecase
