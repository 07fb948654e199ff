// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/readers.h"
#include "core/io/worker/mesh_source.h"
namespace ww::io::worker {
Result<std::vector<PlacedShape>> loadAssimp(ReadContext&, const std::filesystem::path&, const std::string&, double, const std::string&) { return fail(Code::kUnimplemented, "meshes of this kind are not read yet").withHint("use STL"); }
Reader readerFor(std::string_view format) {
  return format == "stl" ? readStl : format == "step" ? readStep : nullptr;
}
void warmUp(std::string_view f) { if (f == "step") warmUpStep(); }
}
