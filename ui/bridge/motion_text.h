// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QString>

#include "core/collision/contact.h"
#include "core/world/values/world.h"

namespace ww::ui {

// "3.2 mm", with as many places as tell, in the unit that the user prefers.
QString lengthText(double metres);

// "crate and table overlap by 3.2 mm", of a pair that is nearer than its margin allows.
QString pairText(const world::World& world, const collision::Contact& contact);

// Which rule set the margin of a contact, in words: "rule 3", "minimum margin", "no rule".
QString ruleText(const world::World& world, const collision::Contact& contact);

}  // namespace ww::ui
