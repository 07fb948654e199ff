// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QStringList>

#include "core/world/values/world.h"

namespace ww::ui {

// Why two entities with collision geometry are checked as they are: first the verdict, then each thing that has a say
// about them, with what comes of it, as `worldwright rules FILE explain A B` says it. Costs the objects of the world.
QStringList pairStory(const world::World& world, EntityId a, EntityId b);

}  // namespace ww::ui
