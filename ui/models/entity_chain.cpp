// SPDX-License-Identifier: Apache-2.0
#include "ui/models/entity_chain.h"

#include <algorithm>
#include <optional>

namespace ww::ui {
namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

// Indices into the entities of an object, which have parents before children.
struct Kinematics {
  std::vector<const world::Entity*> entities;
  std::vector<std::size_t> parent;   // kNone for the root
  std::vector<std::size_t> moving;   // joints that move: itself and all after it
  std::vector<std::size_t> carries;  // the joint that carries on from it; kNone when all are branches

  bool isJoint(std::size_t i) const { return entities[i]->kind == world::EntityKind::kJoint; }
  bool carriesOn(std::size_t joint) const { return parent[joint] != kNone && carries[parent[joint]] == joint; }
};

void findWhatCarriesOn(Kinematics& k) {
  const std::size_t count = k.entities.size();
  std::vector<std::size_t> joints(count, 0), most(count, 0);
  k.carries.assign(count, kNone);
  for (std::size_t i = 1; i < count; ++i) {
    const std::size_t p = k.parent[i];
    if (p == kNone || !k.isJoint(i)) continue;
    ++joints[p];
    // Of two that are alike neither is the trunk.
    if (joints[p] == 1 || k.moving[i] > most[p]) k.carries[p] = i;
    else if (k.moving[i] == most[p]) k.carries[p] = kNone;
    most[p] = std::max(most[p], k.moving[i]);
  }
}

Kinematics kinematicsOf(const world::Object& object) {
  Kinematics k;
  std::unordered_map<EntityId, std::size_t> index;
  for (const auto& entity : object.entities) {
    const auto found = index.find(entity->parent);
    k.parent.push_back(found == index.end() ? kNone : found->second);
    index[entity->id] = k.entities.size();
    k.entities.push_back(entity.get());
  }
  k.moving.assign(k.entities.size(), 0);
  for (std::size_t i = k.entities.size(); i-- > 0;) {
    k.moving[i] += k.entities[i]->joint && k.entities[i]->joint->moves();
    if (k.parent[i] != kNone) k.moving[k.parent[i]] += k.moving[i];
  }
  findWhatCarriesOn(k);
  return k;
}

}  // namespace

EntityChain::EntityChain(const world::Object& object) {
  const Kinematics k = kinematicsOf(object);
  const std::size_t count = k.entities.size();
  std::vector<std::size_t> row(count, kNone);   // below which entity it is listed
  std::vector<std::size_t> next(count, kNone);  // below which one the joint that carries on from it is
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t p = k.parent[i];
    if (p == kNone) continue;
    if (k.isJoint(i)) {
      row[i] = k.carriesOn(i) ? next[p] : p;
      // What follows on a branch stands below the first link of it.
      next[i] = row[i];
    } else if (k.isJoint(p)) {
      row[i] = p;
      next[i] = k.carriesOn(p) ? next[p] : i;
    } else if (k.entities[i]->kind == world::EntityKind::kSensor) {
      row[i] = k.parent[p] == kNone ? kNone : p;
      next[i] = next[p];
    } else {  // rigid with another link, as the parts of an assembly are: below their sub-assembly
      row[i] = k.parent[p] == kNone ? kNone : p;
      next[i] = next[p];
    }
  }
  for (std::size_t i = 0; i < count; ++i) {
    const EntityId id = k.entities[i]->id;
    if (row[i] == kNone) {
      top_.push_back(id);
      continue;
    }
    const EntityId above = k.entities[row[i]]->id;
    above_[id] = above;
    below_[above].push_back(id);
  }
}

const std::vector<EntityId>& EntityChain::below(EntityId id) const {
  static const std::vector<EntityId> kNothing;
  const auto found = below_.find(id);
  return found == below_.end() ? kNothing : found->second;
}

EntityId EntityChain::above(EntityId id) const {
  const auto found = above_.find(id);
  return found == above_.end() ? EntityId{} : found->second;
}

const EntityChain& EntityChains::of(const world::World& world, ObjectId id) {
  auto object = world.object(id);
  if (!object) {
    static const EntityChain kNothing;
    return kNothing;
  }
  Known& known = known_[id];
  if (known.object != object) {
    known.chain = EntityChain(*object);
    known.object = std::move(object);
  }
  return known.chain;
}

}  // namespace ww::ui
