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

// assimp takes the bytes of quantised positions and normals (KHR_mesh_quantization) for floats and loses the indices of
// some Draco meshes. The copy has plain floats and indices in a buffer of its own for such primitives, and of them only
// what is shown: positions, normals, colours, indices. All numbers of the file are checked.
bool needsPlainGltf(const nlohmann::json& gltf);
Result<GltfCopy> plainGltf(ReadContext& context, const std::filesystem::path& path, bool binary);

}  // namespace ww::io::worker
