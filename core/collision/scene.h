// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/collision/broad/broad_phase.h"
#include "core/collision/rules/rules.h"
#include "core/model/model.h"
#include "core/world/values/chunked_map.h"

namespace ww::collision {

// What can collide in a model, prepared for checks: bodies where they stand, a tree of their boxes, the world's
// rules compiled. An immutable value: copies are pointer copies, versions share what they have in common. May
// be read from any number of threads.
class Scene {
 public:
  // Costs the world. Shapes come from the cache (null: that of the process), which later versions use, too.
  static Scene make(model::Model model, std::shared_ptr<ShapeCache> shapes = {});
  static Scene make(const world::World& world, std::shared_ptr<ShapeCache> shapes = {}) {
    return make(model::Model::make(world), std::move(shapes));
  }
  // The scene of a later world; costs the difference and what rides on it. `diff` is from world() to `after`.
  Scene updated(const world::World& after, const world::WorldDiff& diff) const;
  Scene updated(const world::World& after) const { return updated(after, world::diff(world(), after)); }
  // The same world, with only these objects' root entities as free bodies of the model.
  Scene floating(std::vector<ObjectId> objects) const;

  const model::Model& model() const { return model_; }
  const world::World& world() const { return model_.world(); }
  const RuleSet& rules() const { return rules_; }  // the world's own
  std::size_t bodyCount() const { return bodies_.size(); }
  // Null for an entity that is not there or has no collision geometry. Valid as long as the scene.
  const Body* body(EntityId entity) const;
  BodyPtr share(EntityId entity) const;
  // Entities whose bodies came, went or changed; costs the difference.
  std::vector<EntityId> changedSince(const Scene& before) const;
  const BroadPhasePtr& boxes() const { return boxes_; }

 private:
  class Change;
  explicit Scene(model::Model model) : model_(std::move(model)) {}

  model::Model model_;
  RuleSet rules_;
  world::ChunkedMap<BodyPtr> bodies_;  // by entity
  BroadPhasePtr boxes_;
  std::shared_ptr<ShapeCache> shapes_;
};

}  // namespace ww::collision
