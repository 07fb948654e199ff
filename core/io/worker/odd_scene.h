// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/io/worker/context.h"

namespace ww::io::worker {

struct OddOptions {
  double uniform_scale = 1.0;
  bool drop_collision = false;
  // Whether links are parts that a person named, as in URDF and SDF, and whether the largest may be the ground.
  bool names_links = false, may_have_ground = false;
};

// Notes what is odd about a scene and most likely a mistake: limits in degrees, lengths in millimetres, masses that no
// material has, meshes with holes or inside out. One note of a kind, which names the others. Linear in the scene; of
// meshes only some millions of triangles are looked at.
void tellSuspicions(const Scene& scene, const OddOptions& options, Reporter& report);
// Files that are called otherwise than the file writes them.
void tellOtherCases(const FileAccess& files, Reporter& report);

}  // namespace ww::io::worker
