// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "core/usecase/revision/revision_sides.h"

// Frames that stand on a feature (a bore, a plane) of a part whose shape the file changed: they go where it went, or it
// is gone.
namespace ww::usecase {

// Of the parts that are named, which have `here_of_file` and other shapes in the file. Looks at surfaces, which takes a
// while for large ones.
std::vector<AnchorChange> anchorChanges(const RevisionSides& sides, const std::vector<std::string>& reshaped,
                                        const std::function<geometry::GeometryPtr(const std::string& ref)>& find);

}  // namespace ww::usecase
