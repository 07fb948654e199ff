// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <string>
#include <vector>

#include "core/geometry/store.h"
#include "core/usecase/revision/revision.h"
#include "ui/scene/view_marks.h"

namespace ww::editor {

// What the items of a revision do to the picture, by their ids: the parts that move, change, come or go, as they will
// stand, and what goes where it stands. Items that change nothing that is seen have nothing.
using RevisionGhosts = std::map<std::string, std::vector<ui::scene::BodyShell>>;

// Costs what taking all items costs; any thread. Where that fails there is nothing to be shown.
RevisionGhosts revisionGhosts(const world::World& world, geometry::GeometryStore& store,
                              const usecase::Revision& revision);

}  // namespace ww::editor
