// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QStringList>

#include "core/world/world.h"

namespace ww::ui {

// What the collision rules say about an object, a line for each other object and action that differs
// from the default. At most `most` lines, then how many more there are.
QStringList ruleTexts(const world::World& world, ObjectId object, int most = 8);

}  // namespace ww::ui
