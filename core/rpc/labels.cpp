// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/labels.h"

#include "core/world/updates/edits_label.h"

namespace ww::rpc {

Phrase labelOf(const world::World& world, const worldwright::v1::Edits& edits) { return world::labelOf(world, edits); }

}  // namespace ww::rpc
