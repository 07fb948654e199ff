// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/io/worker/gltf/gltf_document.h"

namespace ww::io::worker {

constexpr const char* kMeshopt = "EXT_meshopt_compression";

// What EXT_meshopt_compression says of the view with that number; null where it is not compressed.
const nlohmann::json& meshoptOf(const nlohmann::json& view);

// What a compressed view holds: `bytes` are those of its buffer. INVALID_ARGUMENT where they are damaged.
Result<std::string> decodeMeshopt(const nlohmann::json& extension, std::string_view bytes, std::uint64_t view);

}  // namespace ww::io::worker
