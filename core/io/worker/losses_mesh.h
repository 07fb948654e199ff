// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/io/worker/context.h"

namespace ww::io::worker {

// Notes what a mesh file holds that no object of ours has a place for: animations, skins, morph targets, cameras and
// lights of glTF and COLLADA; one note for each, with how many there are. Files that were read, of the formats "gltf",
// "glb" and "dae"; of others nothing is told.
void noteLostMeshParts(ReadContext& context);

}  // namespace ww::io::worker
