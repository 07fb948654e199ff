// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>

#include "core/io/worker/picture/picture.h"

namespace ww::io::worker {

// The mean of the picture on a triangle whose corners lie at these places of it: linear light, opaque.
Eigen::Vector4d meanOn(const Picture& picture, const std::array<Eigen::Vector2d, 3>& places);

// A colour in sRGB of one in linear light, of few enough shades that neighbours have the same.
geometry::Color pictureColor(const Eigen::Vector4d& light);

}  // namespace ww::io::worker
