// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "core/math/pose.h"

namespace ww::ui::scene {

// Corners of all boxes; of many, of boxes around those that are near each other. Nothing lies outside of
// them, and what they stick out by is small against the whole.
std::vector<Vec3> fitPoints(const std::vector<Bounds>& boxes);

}  // namespace ww::ui::scene
