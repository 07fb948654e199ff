// SPDX-License-Identifier: Apache-2.0
#include "core/collision/bodies.h"

#include <unordered_map>

namespace ww::collision {
namespace {

// Finds what entities ride on; every entity is looked at once.
class Riding {
 public:
  Riding(const world::World& world, std::span<const EntityId> movers) : world_(world) {
    for (std::size_t i = 0; i < movers.size(); ++i) known_[movers[i]] = static_cast<int>(i);
  }

  int of(const world::Object& object, const world::Entity& entity) {
    if (known_.empty()) return -1;
    if (const auto it = known_.find(entity.id); it != known_.end()) return it->second;
    int mover = -1;
    if (entity.parent) {
      if (const auto* parent = object.entity(entity.parent)) mover = of(object, *parent);
    } else if (object.parent_entity) {
      const auto parent_object = world_.object(object.parent);
      const auto* parent = parent_object ? parent_object->entity(object.parent_entity) : nullptr;
      if (parent) mover = of(*parent_object, *parent);
    }
    known_[entity.id] = mover;
    return mover;
  }

 private:
  const world::World& world_;
  std::unordered_map<EntityId, int> known_;
};

}  // namespace

std::vector<Body> collectBodies(const world::World& world, std::span<const EntityId> movers, ShapeCache& cache) {
  std::vector<Body> out;
  std::vector<Pose> mover_t_root;
  for (const EntityId mover : movers) mover_t_root.push_back(world.rootT(mover).inverse());
  Riding riding(world, movers);
  world.forEachObject([&](const world::Object& object) {
    for (const auto& entity : object.entities) {
      if (entity->collision.empty()) continue;
      auto shape = cache.get(*entity);
      if (!shape) continue;
      const int mover = riding.of(object, *entity);
      const Pose root_t_body = world.rootT(entity->id);
      out.push_back({entity->id, mover,
                     mover < 0 ? root_t_body : mover_t_root[static_cast<std::size_t>(mover)] * root_t_body,
                     std::move(shape)});
    }
  });
  return out;
}

Bounds boundsAt(const Bounds& bounds, const Pose& root_t_body) {
  const Vec3 center = root_t_body * bounds.center();
  const Vec3 half = root_t_body.q.toRotationMatrix().cwiseAbs() * (0.5 * bounds.size());
  Bounds out;
  out.min = center - half;
  out.max = center + half;
  return out;
}

}  // namespace ww::collision
