// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <string>

#include "core/geometry/mesh.h"

namespace ww::samples::files {

// Texts of files; lengths in the unit of the mesh times `scale`.
std::string asciiStl(const geometry::Mesh& mesh, const std::string& name, double scale);
std::string ply(const geometry::Mesh& mesh);
// In metres, z up, one material per color.
std::string collada(const geometry::Mesh& mesh, const std::string& name);
// With groups per color run, and the material file that goes with it.
struct ObjFiles {
  std::string obj, mtl;
};
ObjFiles obj(const geometry::Mesh& mesh, const std::string& mtl_name);
// glTF text with its buffer inside, from binary glTF.
std::string embeddedGltf(const std::string& glb);
// Uncompressed.
std::string zip(const std::map<std::string, std::string>& files);

// A STEP file (AP214, millimetres): a plate with bores, two clamps and a pin, as an assembly with names
// and colours. False when it cannot be written.
bool writeStep(const std::string& path);

}  // namespace ww::samples::files
