// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <vector>

#include "core/io/worker/assimp/gltf_document.h"

namespace ww::io::worker {

// Where the picture of a material's base colour lies on what it is laid on: by which of the sets of places, and how
// that is moved (KHR_texture_transform).
struct GltfPlaces {
  std::uint64_t set = 0;
  Eigen::Affine2f picture_t_set = Eigen::Affine2f::Identity();
  bool isPlain() const { return set == 0 && picture_t_set.isApprox(Eigen::Affine2f::Identity(), 0.0f); }
};
GltfPlaces gltfPlaces(const nlohmann::json& gltf, const nlohmann::json& primitive);

// Whether the library takes the places of the primitive for what they are.
bool hasOddPlaces(const nlohmann::json& gltf, const nlohmann::json& primitive);

// Moves pairs of numbers, with v down as the format has it.
void movePlaces(const GltfPlaces& by, std::vector<float>& places);

}  // namespace ww::io::worker
