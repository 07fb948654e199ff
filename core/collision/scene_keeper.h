// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <mutex>
#include <optional>

#include "core/collision/scene.h"
#include "core/model/by_owner.h"

namespace ww::collision {

// The scenes of the worlds that were asked for last, so that the next version of such a world costs the
// difference. Shapes are those of the process. Thread-safe; who asks for versions of one world waits for each
// other, nobody else does.
class SceneKeeper {
 public:
  // Scenes of so many owners are kept; those used least recently go first.
  explicit SceneKeeper(std::size_t most = 4) : entries_(most) {}

  // `owner` is what has the versions of a world one after another: a session, a window. Its last scene is
  // moved to this world; the first, or one that has little in common with it, costs the world. Scenes whose
  // owners are gone are let go.
  Scene of(const std::weak_ptr<const void>& owner, const world::World& world);
  // The same of a model's world, for who has the model already.
  Scene of(const std::weak_ptr<const void>& owner, const model::Model& model);
  std::size_t size() const { return entries_.size(); }  // scenes kept

 private:
  struct Entry {
    std::mutex mutex;
    std::optional<Scene> scene;
  };
  Scene kept(const std::weak_ptr<const void>& owner, const world::World& world, const model::Model* model);

  model::ByOwner<Entry> entries_;
};

}  // namespace ww::collision
