// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <stop_token>
#include <vector>

#include "core/base/status.h"

namespace ww::io {

// What a folder offers.
struct FoundModels {
  std::vector<std::filesystem::path> files;  // sorted; within the folder as it was given
  bool cut = false;                          // there is more than was looked at
};

struct FindLimits {
  int depth = 8;                 // folders below the one given
  std::size_t entries = 50'000;  // files and folders looked at
  std::size_t files = 500;       // found
};

// The files in a folder that one would import: descriptions of robots and scenes (URDF, SDF); where there are none,
// templates (xacro), CAD assemblies and scenes, meshes, clouds of points, in this order. So the meshes of a robot are
// not offered beside it. By the ending alone. Hidden folders, links to folders and links to what lies outside are
// left out. NOT_FOUND when there is nothing, CANCELLED.
Result<FoundModels> findModels(const std::filesystem::path& folder, const std::stop_token& stop,
                               const FindLimits& limits = {});

}  // namespace ww::io
