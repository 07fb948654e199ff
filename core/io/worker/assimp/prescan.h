// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "core/io/worker/context.h"

namespace ww::io::worker {

constexpr std::uintmax_t kMaxMeshBytes = 2ull << 30;  // of a file

// What our own look at a file found out before assimp sees it.
struct MeshFileFacts {
  double metres_per_unit = 1.0;   // COLLADA
  std::string up;                 // "x", "y", "z", or empty when the file does not say
  Status complaint = okStatus();  // what assimp will drop; the reason when nothing is left
  std::string text;               // to be read instead of the file, which has a byte order mark or is no UTF-8
};

// Refuses what assimp dies of or cannot read, with a message: headers that do not end, lengths that lie, nodes in
// circles.
Result<MeshFileFacts> scanMeshFile(ReadContext& context, const std::filesystem::path& path, const std::string& format);

}  // namespace ww::io::worker
