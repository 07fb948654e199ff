// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/geometry/mesh.h"

namespace ww::ui::scene {

// Whether the mesh bounds solids whose faces all look outwards: from outside, what looks away from the eye is hidden by
// what looks at it. False for one with an opening or with a part (or a hollow within) that is turned inside out. In
// time linear in the triangles.
bool looksOutward(const geometry::Mesh& mesh);

}  // namespace ww::ui::scene
