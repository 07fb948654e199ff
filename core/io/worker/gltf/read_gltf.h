// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/io/worker/gltf/gltf_document.h"
#include "core/io/worker/mesh_source.h"

namespace ww::io::worker {

// What a document of version 2 shows; `up` as loadMesh has it. INVALID_ARGUMENT (damaged, empty), RESOURCE_EXHAUSTED,
// NOT_FOUND, PERMISSION_DENIED, UNIMPLEMENTED.
Result<LoadedMesh> parseGltfMesh(ReadContext& context, GltfDocument document, double scale, const std::string& up);

}  // namespace ww::io::worker
