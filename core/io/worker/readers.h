// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/io/worker/context.h"

namespace ww::io::worker {

// INVALID_ARGUMENT (damaged, empty, of another kind), RESOURCE_EXHAUSTED (larger than the limits), NOT_FOUND (a file
// that it names), UNIMPLEMENTED (what no reader knows), CANCELLED.
Status readStl(ReadContext& context, Scene& scene);
Status readStep(ReadContext& context, Scene& scene);
Status readObj(ReadContext& context, Scene& scene);
Status readAssimp(ReadContext& context, Scene& scene);  // dae, ply
Status readGltf(ReadContext& context, Scene& scene);    // gltf, glb
Status readUrdf(ReadContext& context, Scene& scene);
Status readSdf(ReadContext& context, Scene& scene);
Status readZip(ReadContext& context, Scene& scene);
Status readIges(ReadContext& context, Scene& scene);
Status readBrep(ReadContext& context, Scene& scene);
Status read3mf(ReadContext& context, Scene& scene);
Status readCloud(ReadContext& context, Scene& scene);  // pcd, xyz

// Opens what the libraries open late, before the sandbox closes.
void warmUp(std::string_view format);
void warmUpStep();

}  // namespace ww::io::worker
