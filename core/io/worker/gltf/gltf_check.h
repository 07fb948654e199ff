// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>

#include "core/io/worker/gltf/gltf_document.h"

namespace ww::io::worker {

// Whether the file is of version 1, which is another format.
bool isFirstGltf(const nlohmann::json& gltf);

// Refuses what cannot be read: other versions, extensions without which nothing can be made of the triangles, nodes
// that hold themselves, files that are missing or too short, numbers of parts that are not there where shapes hang on
// them. Warns of what is lost with the rest: materials and pictures that are not there, words that the format does not
// know.
Status checkGltf(ReadContext& context, const GltfDocument& document);

// The two halves of it: what nodes and extensions say, and what stands in the members of each part. INVALID_ARGUMENT,
// UNIMPLEMENTED (versions and extensions), NOT_FOUND and PERMISSION_DENIED (files that it names).
Status checkGltfScenes(ReadContext& context, const GltfDocument& document);
// INVALID_ARGUMENT.
Status checkGltfMembers(ReadContext& context, const nlohmann::json& gltf);

}  // namespace ww::io::worker
