// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/base/phrase.h"
#include "core/world/values/world.h"

namespace worldwright::v1 {
class Edits;
}

namespace ww::rpc {

// What edits do, as the history calls it: "Move gripper", "Delete crate", "Move gripper and 11 more
// updates". `world` is the one that they are made for, or one of about that time.
Phrase labelOf(const world::World& world, const worldwright::v1::Edits& edits);

}  // namespace ww::rpc
