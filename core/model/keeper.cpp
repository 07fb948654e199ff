// SPDX-License-Identifier: Apache-2.0
#include "core/model/keeper.h"

#include <utility>

namespace ww::model {

bool isAnother(const world::WorldDiff& diff, const world::World& after) {
  return diff.objects.size() > 100 + after.objectCount() / 2;
}

Model ModelKeeper::of(const world::World& world) {
  std::optional<Model> last;
  {
    const std::scoped_lock lock(mutex_);
    last = last_;
  }
  const world::WorldDiff diff = last ? world::diff(last->world(), world) : world::WorldDiff();
  // What bodies do not care for, such as programs, is read off the model's world, too.
  const bool same_record = last && last->world().data().record == world.data().record;
  if (same_record && diff.empty()) return *last;
  Model out = last && !isAnother(diff, world) ? last->updated(world, diff) : Model::make(world);
  {
    const std::scoped_lock lock(mutex_);
    last = std::exchange(last_, out);
  }
  return out;  // what was kept is taken apart outside the lock
}

}  // namespace ww::model
