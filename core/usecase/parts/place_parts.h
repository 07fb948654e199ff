// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "core/usecase/parts/part_scene.h"
#include "core/world/updates/editor.h"

namespace ww::usecase {

// Objects of a world in the place of others: `given` are those that `made` came of, in that order; the first goes on as
// the heir, the others are gone where one was made of several. Ids of what stays are kept, of frames in all cases; what
// hung on a link or was attached to a frame is so still, and where it was. Notes of `made` get what could not stay as
// it was. Fails as scene objects are judged, and when geometry is not in the store. Gives the objects that were made,
// in their order.
Result<std::vector<ObjectId>> placeParts(world::WorldEditor& editor, const std::vector<ObjectId>& given,
                                         Regrouped& made);

}  // namespace ww::usecase
