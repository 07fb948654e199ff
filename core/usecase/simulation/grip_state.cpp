// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/simulation/grip_state.h"

#include <algorithm>

#include "core/model/carriers.h"

namespace ww::usecase {
namespace {

constexpr double kSlipSpeed = 5e-3;   // m/s
constexpr double kOpposite = -0.5;    // cosine of normals that face each other
constexpr double kLeastPress = 1e-3;  // N

struct Press {
  Vec3 normal;  // on the object
  double force, slip;
};

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
    presses[{held->object, carriers.front()->object}].push_back({normal, force, contact.slip});
  };
  for (const simulation::ContactPoint& contact : moment.contacts) {
    add(contact.a, contact.b, contact.normal, contact);
    add(contact.b, contact.a, -contact.normal, contact);
  }
  std::vector<GripState> out;
  for (const simulation::GripMoment& grip : moment.grips)
    if (const auto* owner = world.owner(grip.holder)) out.push_back({grip.object, owner->object, true});
  for (const auto& [pair, all] : presses) {
    const auto faces = [&](const Press& a) {
      return std::ranges::any_of(all, [&](const Press& b) { return a.normal.dot(b.normal) < kOpposite; });
    };
    GripState state{pair.first, pair.second};
    for (const Press& press : all) {
      if (!faces(press)) continue;
      state.force += 0.5 * press.force;
      state.slip = std::max(state.slip, press.slip);
    }
    if (state.force > 0.0) out.push_back(state);
  }
  std::ranges::sort(out, {}, &GripState::object);
  return out;
}

}  // namespace ww::usecase
