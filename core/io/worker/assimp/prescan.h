// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "core/io/worker/context.h"

namespace ww::io::worker {

// What our own look at a file found out before assimp sees it.
struct MeshFileFacts {
  double metres_per_unit = 1.0;   // COLLADA
  std::string up;                 // "x", "y", "z", or empty when the file does not say
  Status complaint = okStatus();  // what assimp will drop; the reason when nothing is left
  bool has_textures = false;
  std::string text;          // to be read instead of the file, which has a byte order mark or is no UTF-8
  bool needs_plain = false;  // glTF: assimp reads only the copy of gltf_floats.h rightly
};

// Refuses what assimp dies of or cannot read, with a message: headers that do not end, lengths that lie, node
// cycles, required extensions it does not know, files on the web. Warns of files that are missing.
Result<MeshFileFacts> scanMeshFile(ReadContext& context, const std::filesystem::path& path, const std::string& format);

}  // namespace ww::io::worker
