// SPDX-License-Identifier: Apache-2.0
#include "core/simulation/self_touch.h"

#include <algorithm>

#include "core/scene/self_collide.h"
#include "worldwright/v1/file.pb.h"

namespace ww::simulation {
namespace {

bool isOf(const intrinsic_proto::scene_object::v1::CollisionEntityPair& pair, const std::string& a,
          const std::string& b) {
  const std::string &left = pair.left_entity().entity_name(), &right = pair.right_entity().entity_name();
  return (left == a && right == b) || (left == b && right == a);
}

// An own rule of the object says that the two are checked, or with which margin.
bool isAsked(const world::Object& object, const std::string& a, const std::string& b) {
  const auto& rules = object.message->content().collision_rules();
  return std::ranges::any_of(rules.exclusion_rules(),
                             [&](const auto& r) { return !r.is_excluded() && isOf(r.entity_pair(), a, b); }) ||
         std::ranges::any_of(rules.margin_rules(), [&](const auto& r) { return isOf(r.entity_pair(), a, b); });
}

}  // namespace

bool passOwn(const world::World& world, EntityId a, EntityId b, const collision::Explanation& why) {
  const world::EntityOwner *of_a = world.owner(a), *of_b = world.owner(b);
  if (why.excluded || !of_a || !of_b || of_a->object != of_b->object) return false;
  if (why.source == collision::RuleSource::kWorldMargin) return false;
  const world::Object& object = *world.peek(of_a->object);
  if (!object.message) return false;
  const auto& data = object.message->content().user_data();
  const std::string name_a = world.entity(a)->name, name_b = world.entity(b)->name;
  const auto word_a = scene::selfCollide(data, name_a), word_b = scene::selfCollide(data, name_b);
  if (!word_a || !word_b || *word_a || *word_b) return false;
  return !isAsked(object, name_a, name_b);
}

bool linksPass(const world::World& world, ObjectId object, const collision::RuleSet& rules) {
  const world::Object& o = *world.peek(object);
  if (!o.message || !scene::selfCollide(o.message->content().user_data(), {})) return false;
  const std::vector<EntityId> bodies = collision::bodiesOf(world, object);
  for (std::size_t i = 0; i < bodies.size(); ++i)
    for (std::size_t k = i + 1; k < bodies.size(); ++k)
      if (passOwn(world, bodies[i], bodies[k], rules.explain(bodies[i], bodies[k]))) return true;
  return false;
}

}  // namespace ww::simulation
