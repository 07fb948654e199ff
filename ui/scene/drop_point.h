// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "core/world/values/world.h"

namespace ww::ui {

// Where something was let go in the 3D view: on what, and where in the root frame (metres).
struct DropPoint {
  Vec3 p_in_root = Vec3::Zero();
  EntityId entity;  // none: on the floor
};

}  // namespace ww::ui
