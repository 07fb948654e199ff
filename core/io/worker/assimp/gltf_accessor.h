// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "core/io/worker/assimp/gltf_document.h"

namespace ww::io::worker {

// The component types of glTF.
enum class GltfType {
  kByte = 5120,
  kUnsignedByte = 5121,
  kShort = 5122,
  kUnsignedShort = 5123,
  kUnsignedInt = 5125,
  kFloat = 5126
};

// What an accessor says of itself; nothing is known yet of the data.
struct GltfAccessor {
  GltfType type = GltfType::kFloat;
  std::uint64_t count = 0;
  std::size_t components = 0;  // 1 to 4
  bool normalized = false;
};
Result<GltfAccessor> gltfAccessor(const nlohmann::json& json, std::uint64_t index);

// The number that a stored one means: of a normalised type 0 to 1, or -1 to 1.
float gltfValue(double stored, GltfType type, bool normalized);

// All numbers of an accessor, sparse ones put in. RESOURCE_EXHAUSTED for more than `max_count` elements, before any
// memory is taken.
Result<std::vector<float>> gltfFloats(GltfDocument& document, std::uint64_t index, std::uint64_t max_count);

}  // namespace ww::io::worker
