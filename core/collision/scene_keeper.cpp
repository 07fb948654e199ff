// SPDX-License-Identifier: Apache-2.0
#include "core/collision/scene_keeper.h"

#include "core/model/keeper.h"

namespace ww::collision {

Scene SceneKeeper::kept(const std::weak_ptr<const void>& owner, const world::World& world, const model::Model* model) {
  const std::shared_ptr<Entry> entry = entries_.of(owner);
  const std::scoped_lock lock(entry->mutex);
  std::optional<Scene>& scene = entry->scene;
  const world::WorldDiff diff = scene ? world::diff(scene->world(), world) : world::WorldDiff();
  // Else another world under the same owner.
  if (scene && !model::isAnother(diff, world)) scene = scene->updated(world, diff);
  else scene = Scene::make(model ? *model : model::Model::make(world));
  return *scene;
}

Scene SceneKeeper::of(const std::weak_ptr<const void>& owner, const world::World& world) {
  return kept(owner, world, nullptr);
}

Scene SceneKeeper::of(const std::weak_ptr<const void>& owner, const model::Model& model) {
  return kept(owner, model.world(), &model);
}

}  // namespace ww::collision
