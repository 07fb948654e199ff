// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/io/worker/context.h"

namespace ww::io::worker {

// A glTF file as assimp reads it rightly: the main file, and a buffer that it names and that lies beside it.
struct GltfCopy {
  std::string main;
  std::string buffer_name;
  std::string buffer;
};

// assimp takes the bytes of quantised positions and normals (KHR_mesh_quantization) for floats, loses the indices of
// some Draco meshes, and reads neither what is compressed by EXT_meshopt_compression, nor EXT_mesh_gpu_instancing, nor
// skins that do not say how they bind, nor places of pictures that do not begin with the first set. The copy has plain
// floats, indices and nodes instead, in a buffer of its own, and of such primitives only what is shown: positions,
// normals, colours, places, indices. All numbers that are changed are checked.
bool needsPlainGltf(const nlohmann::json& gltf);
Result<GltfCopy> plainGltf(ReadContext& context, const std::filesystem::path& path, bool binary);

}  // namespace ww::io::worker
