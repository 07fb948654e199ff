// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/render/ray_scene.h"

namespace ww::render {

// Share of the sky over a point that nothing within `range` metres hides, 0 to 1, by `rays` rays in a
// cosine-weighted half sphere. The pattern turns from pixel to pixel, in a way that a blur of 4 by 4
// pixels evens out; the same for the same pixel.
double openSky(const RayScene& scene, const Vec3& point, const Vec3& normal, double range, int rays, int pixel_x,
               int pixel_y);

// A blur of 4 by 4 pixels of `values` that keeps edges: pixels join only where depth and id agree.
std::vector<float> blurred(const std::vector<float>& values, const std::vector<float>& depth,
                           const std::vector<std::uint64_t>& ids, int width, int height);

}  // namespace ww::render
