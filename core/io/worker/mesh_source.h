// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>

#include "core/io/worker/context.h"

namespace ww::io::worker {

// Corners in metres: the numbers of the file times `scale`.
Result<std::vector<PlacedShape>> loadStl(ReadContext& context, const std::filesystem::path& path, double scale);
// The same, with the same failures, of a file whose bytes are in memory; `path` is for names.
Result<std::vector<PlacedShape>> parseStl(ReadContext& context, std::string_view bytes,
                                          const std::filesystem::path& path, double scale);
struct LoadedMesh {
  std::vector<PlacedShape> shapes;
  double metres_per_unit = 1.0;  // the unit of the file
};
// Of a mesh file that is no STL, by the reader of its format; its failures are those of readers.h (INVALID_ARGUMENT,
// RESOURCE_EXHAUSTED, UNIMPLEMENTED). `scale` counts for files without units; `up` ("y", "z" or
// empty) for files that do not say. Poses z up.
Result<LoadedMesh> loadMesh(ReadContext& context, const std::filesystem::path& path, const std::string& format,
                            double scale, const std::string& up);
// dae, ply, and glTF of version 1; the same failures.
Result<LoadedMesh> loadAssimp(ReadContext& context, const std::filesystem::path& path, const std::string& format,
                              double scale, const std::string& up);
// The same failures, and NOT_FOUND, PERMISSION_DENIED for files that it names. `binary`: GLB.
Result<LoadedMesh> loadGltf(ReadContext& context, const std::filesystem::path& path, bool binary, double scale,
                            const std::string& up);
// The same failures: INVALID_ARGUMENT, RESOURCE_EXHAUSTED.
Result<LoadedMesh> loadObj(ReadContext& context, const std::filesystem::path& path, double scale,
                           const std::string& up);

// A mesh file on its own: one model, one link.
Status readMeshFile(ReadContext& context, Scene& scene);

// Meshes that models name, each read once: the one loader for visual and collision geometry. Their numbers are metres
// unless the file says otherwise.
class MeshLibrary {
 public:
  explicit MeshLibrary(ReadContext& context) : context_(context) {}
  // Shapes in the frame of the mesh, for placing. Fails with a reason that names the URI.
  Result<std::vector<PlacedShape>> load(const std::string& uri, const std::filesystem::path& base);
  // The same, but a failure becomes a warning, once for each URI, and nothing is given.
  std::vector<PlacedShape> loadOrWarn(const std::string& uri, const std::filesystem::path& base,
                                      const std::string& link);

 private:
  Result<std::vector<PlacedShape>> read(const std::filesystem::path& path);

  ReadContext& context_;
  std::map<std::filesystem::path, std::vector<PlacedShape>> loaded_;
  std::map<std::string, Status> failed_;
};

}  // namespace ww::io::worker
