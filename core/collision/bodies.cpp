// SPDX-License-Identifier: Apache-2.0
#include "core/collision/bodies.h"

namespace ww::collision {

std::vector<Body> collectBodies(const model::Model& model, std::span<const EntityId> movers, ShapeCache& cache) {
  std::vector<Body> out;
  model::Anchors anchors(model, movers);
  model.world().forEachObject([&](const world::Object& object) {
    for (const auto& entity : object.entities) {
      if (entity->collision.empty()) continue;
      auto shape = cache.get(*entity);
      if (!shape) continue;
      const auto [mover, mover_t_body] = anchors.of(entity->id);
      out.push_back({entity->id, mover, mover_t_body, std::move(shape)});
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
