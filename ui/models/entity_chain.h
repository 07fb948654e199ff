// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <unordered_map>
#include <vector>

#include "core/world/values/world.h"

namespace ww::ui {

// How the links, joints and sensors of an object are listed: as the chain that they are, without a step to the right
// for each joint. A joint has the link that it moves below it. The joint that carries on from a link, the only one or
// the one with most moving joints after it, stands beside the one before; other branches stand below the link that
// they start from, each with its own chain. So do links that are rigid with another one than the first, as the parts of
// a sub-assembly.
class EntityChain {
 public:
  EntityChain() = default;
  explicit EntityChain(const world::Object& object);
  // Those without an entity above them in the list, in kinematic order.
  const std::vector<EntityId>& top() const { return top_; }
  // What is listed below an entity; empty when nothing is.
  const std::vector<EntityId>& below(EntityId id) const;
  // None for one of the top, or of another object.
  EntityId above(EntityId id) const;

 private:
  std::vector<EntityId> top_;
  std::unordered_map<EntityId, EntityId> above_;
  std::unordered_map<EntityId, std::vector<EntityId>> below_;
};

// The chains of the objects that were asked for, made again for an object that has changed.
class EntityChains {
 public:
  const EntityChain& of(const world::World& world, ObjectId id);
  void forget() { known_.clear(); }

 private:
  struct Known {
    world::ObjectPtr object;
    EntityChain chain;
  };
  std::unordered_map<ObjectId, Known> known_;
};

}  // namespace ww::ui
