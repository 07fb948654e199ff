// SPDX-License-Identifier: Apache-2.0
#include "core/collision/broad/broad_phase.h"

#include "core/collision/broad/box_tree.h"
#include "core/collision/bullet/bullet_tree.h"

namespace ww::collision {

std::span<const BroadPhaseRow> broadPhases() {
  static constexpr BroadPhaseRow kRows[] = {{"box_tree", &makeBoxTree}, {"bullet", &makeBulletTree}};
  return kRows;
}

}  // namespace ww::collision
