// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/simulation/grip_state.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/model/carriers.h"
#include "core/simulation/world_plan.h"

namespace ww::usecase {
namespace {

constexpr double kSlipSpeed = 5e-3;   // m/s
constexpr double kOpposite = -0.5;    // cosine of normals that face each other
constexpr double kLeastPress = 1e-3;  // N

constexpr double kGravity = 9.81;  // m/s^2

struct Press {
  Vec3 normal;  // on the object
  double force, slip;
  EntityId own, other;
};

double massOf(const world::World& world, const world::Object& object) {
  double sum = 0.0;
  for (const auto& entity : object.entities) sum += simulation::inertialOf(*entity, 0.0).mass;
  object.children.forEach([&](std::uint64_t id, world::Present) { sum += massOf(world, *world.peek(ObjectId{id})); });
  return sum;
}

double frictionOf(const world::World& world, EntityId id) {
  const auto entity = world.entity(id);
  return simulation::materialOf(*world.peek(entity->object), *entity).mu;
}

// What of its weight is across what presses it rubbing must carry.
void addNeed(const world::World& world, const std::vector<Press>& presses, GripState& state) {
  Vec3 along = Vec3::Zero();
  state.friction = std::numeric_limits<double>::infinity();
  for (const Press& press : presses) {
    state.friction = std::min({state.friction, frictionOf(world, press.own), frictionOf(world, press.other)});
    along += press.force * (press.normal.dot(presses.front().normal) < 0.0 ? -press.normal : press.normal);
  }
  const double weight = massOf(world, *world.peek(state.object)) * kGravity;
  const double across = along.isZero() ? 0.0 : std::hypot(along.x(), along.y()) / along.norm();
  state.needed = state.friction > 0.0 ? 0.5 * weight * across / state.friction : 0.0;
}

}  // namespace

bool GripState::slips() const { return !is_fast && slip > kSlipSpeed; }

std::vector<GripState> gripsAt(const world::World& world, const simulation::Moment& moment) {
  std::map<std::pair<ObjectId, ObjectId>, std::vector<Press>> presses;
  const auto flies = [&](ObjectId id) {
    return std::ranges::binary_search(moment.flying, id, {}, &simulation::FlyingMoment::object);
  };
  const auto add = [&](EntityId own, EntityId other, const Vec3& normal, const simulation::ContactPoint& contact) {
    const auto *held = world.owner(own), *holder = world.owner(other);
    if (!held || !holder || held->object == holder->object || !flies(held->object)) return;
    const auto carriers = model::carriersOf(world, other);
    if (carriers.empty()) return;
    const double force = std::abs(contact.force.dot(contact.normal));
    if (force < kLeastPress) return;
    presses[{held->object, carriers.front()->object}].push_back({normal, force, contact.slip, own, other});
  };
  for (const simulation::ContactPoint& contact : moment.contacts) {
    add(contact.a, contact.b, contact.normal, contact);
    add(contact.b, contact.a, -contact.normal, contact);
  }
  std::vector<GripState> out;
  for (const simulation::GripMoment& grip : moment.grips)
    if (const auto* owner = world.owner(grip.holder)) out.push_back({grip.object, owner->object, true});
  for (const auto& [pair, all] : presses) {
    const auto faces = [&, &others = all](const Press& a) {
      return std::ranges::any_of(others, [&](const Press& b) { return a.normal.dot(b.normal) < kOpposite; });
    };
    GripState state{pair.first, pair.second};
    for (const Press& press : all) {
      if (!faces(press)) continue;
      state.force += 0.5 * press.force;
      state.slip = std::max(state.slip, press.slip);
    }
    if (state.force <= 0.0) continue;
    addNeed(world, all, state);
    out.push_back(state);
  }
  std::ranges::sort(out, {}, &GripState::object);
  return out;
}

}  // namespace ww::usecase
