// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/base/phrase.h"
#include "core/world/values/world.h"

namespace worldwright::v1 {
class Edits;
}  // namespace worldwright::v1

namespace ww::world {

// What edits that are done at once do, for a history: "Move gripper and 2 more updates". `world` as for one of them.
Phrase labelOf(const World& world, const worldwright::v1::Edits& edits);

}  // namespace ww::world
