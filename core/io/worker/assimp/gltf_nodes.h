// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/io/worker/assimp/gltf_document.h"

namespace ww::io::worker {

// Skins bend nothing here, and the library fails on those that do not say how they bind.
bool hasSkins(const nlohmann::json& gltf);
void dropSkins(nlohmann::json& gltf);

bool hasInstances(const nlohmann::json& gltf);
// Gives a node that EXT_mesh_gpu_instancing draws in many places a child for each of them. RESOURCE_EXHAUSTED beyond
// `most` of all together.
Status expandInstances(GltfDocument& document, std::uint64_t most);

}  // namespace ww::io::worker
