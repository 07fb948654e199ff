// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <variant>

#include "core/exchange/exporter.h"
#include "core/exchange/parts.h"

// The shapes of a link as formats of robots have them: primitives and meshes, each with a pose. For this folder alone.
namespace ww::exchange {

struct MeshForm {
  geometry::MeshPtr mesh;
  Vec3 scale = Vec3::Ones();  // along the axes of the mesh; above 0
  std::string key;            // equal for equal meshes
};
using FormShape =
    std::variant<geometry::Box, geometry::Sphere, geometry::Cylinder, geometry::Capsule, geometry::Ellipsoid, MeshForm>;
struct Form {
  Pose link_t_form;
  FormShape shape;
};

// A placement taken apart: turned, then stretched along the axes of the shape. None when it mirrors or shears.
struct Placement {
  Pose pose;                  // in the frame that `t` leads to
  Vec3 scale = Vec3::Ones();  // above 0; exactly 1 where it is within 1e-12 of it
};
std::optional<Placement> placementOf(const Eigen::Affine3d& t);

// One for a mesh, one for each primitive of a set. What cannot be said of a primitive becomes a mesh.
std::vector<Form> formsOf(const Piece& piece);
// The same shape as triangles.
MeshForm asMesh(const FormShape& shape);
// The triangles of a piece in the frame of its link.
geometry::Mesh meshInLink(const Piece& piece);

// OBJ files with their materials in a folder beside the main file, one for each mesh that is asked for. Their names
// hold the hash of what they are made from: no two meshes share one, and none takes the place of another file.
class MeshFiles {
 public:
  explicit MeshFiles(std::string folder) : folder_(std::move(folder)) {}
  // Path of the file, relative to the main one; `wish` is what people know it by. `own_colors`: its colours go along.
  std::string add(const MeshForm& form, const std::string& wish, bool own_colors);
  const std::vector<ExportedFile>& files() const { return files_; }

 private:
  std::string folder_;
  std::vector<ExportedFile> files_;
};

}  // namespace ww::exchange
