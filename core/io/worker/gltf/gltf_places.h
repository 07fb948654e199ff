// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>

#include "core/io/worker/gltf/gltf_document.h"

namespace ww::io::worker {

// Where the picture of a material's base colour lies on what it is laid on: by which of the sets of places, and how
// that is moved (KHR_texture_transform).
struct GltfPlaces {
  std::uint64_t set = 0;
  // With v down, as the format has it.
  Eigen::Affine2d picture_t_set = Eigen::Affine2d::Identity();
};
// Of what a material says of its picture.
GltfPlaces gltfPlaces(const nlohmann::json& texture);

}  // namespace ww::io::worker
