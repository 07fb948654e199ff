// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/readers.h"
#include "core/io/worker/mesh_source.h"
namespace ww::io::worker {
Reader readerFor(std::string_view format) {
  return format == "stl" ? readStl : format == "step" ? readStep : format == "obj" || format=="gltf"||format=="glb"||format=="dae"||format=="ply" ? readAssimp : format=="urdf" ? readUrdf : nullptr;
}
void warmUp(std::string_view f) { if (f == "step") warmUpStep(); }
}
