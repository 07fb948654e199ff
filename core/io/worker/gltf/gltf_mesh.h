// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <span>

#include "core/io/worker/gltf/corner_table.h"
#include "core/io/worker/gltf/draco_mesh.h"
#include "core/io/worker/gltf/gltf_elements.h"
#include "core/io/worker/gltf/gltf_looks.h"

namespace ww::io::worker {

// A shape of a mesh of the file; it has several where it has several materials.
struct GltfShape {
  ShapePtr shape;
  std::optional<geometry::Color> color;
  std::optional<Finish> finish;
};

// What of the meshes cannot be shown.
struct GltfLosses {
  std::uint64_t dropped = 0;  // triangles with corners at no place
  std::uint64_t loose = 0;    // triangles of vertices that are not there
  std::uint64_t cut = 0;      // parts whose corners are no whole number of triangles
  std::uint64_t nowhere = 0;  // parts that do not say where their vertices are
  std::uint64_t lines = 0;    // and points
};

// How a node has its mesh: bent by weights of targets, or by joints.
struct GltfBend {
  std::vector<double> weights;          // empty: those of the mesh
  std::vector<Eigen::Affine3d> joints;  // scene_t_bound of each; empty: not by joints
};

// Makes shapes of meshes. Corners of a triangle with the same place and normal are put together, and corners that no
// triangle has are left out.
class GltfMeshes {
 public:
  // `farthest`: in the unit of the file.
  GltfMeshes(ReadContext& context, GltfDocument& document, double farthest)
      : looks(context, document), context_(context), document_(document), farthest_(farthest) {}

  // INVALID_ARGUMENT where positions or indices are damaged, RESOURCE_EXHAUSTED where there are more triangles than
  // are to be read.
  Result<std::vector<GltfShape>> shapes(std::uint64_t mesh, const GltfBend& bend);
  const GltfLosses& losses() const { return losses_; }
  GltfLooks looks;

 private:
  struct Source;  // the numbers of a primitive
  struct Target {
    double weight = 0.0;
    GltfElements positions;
  };

  // INVALID_ARGUMENT for what is damaged, RESOURCE_EXHAUSTED for too much; so do those that follow.
  Result<Source> plainSource(const nlohmann::json& primitive, const GltfLook& look_of);
  // The same: INVALID_ARGUMENT, RESOURCE_EXHAUSTED.
  Result<Source> dracoSource(const nlohmann::json& primitive, const GltfLook& look_of);
  // `mesh`: its name, for what is told. INVALID_ARGUMENT, RESOURCE_EXHAUSTED.
  Result<Source> source(const std::string& mesh, const nlohmann::json& primitive, const GltfLook& look_of);
  // INVALID_ARGUMENT where it is damaged.
  Result<const DracoMesh*> draco(std::uint64_t view);
  // An attribute that only its look hangs on: without it, which is told, where it is damaged.
  std::optional<GltfElements> look(const nlohmann::json& attributes, const char* name, std::uint64_t count);
  // INVALID_ARGUMENT where they are damaged.
  Status addBends(const nlohmann::json& mesh, const nlohmann::json& primitive, const GltfBend& bend, Source& source);
  // RESOURCE_EXHAUSTED beyond the triangles that are to be read.
  Result<std::optional<GltfShape>> shape(const Source& source, const GltfLook& look);
  // The vertex of the mesh for one of the file; kNowhere where that is at no place.
  std::uint32_t corner(const Source& source, std::uint32_t vertex, bool normals, geometry::Mesh& mesh);
  // RESOURCE_EXHAUSTED.
  Status countTriangles(std::uint64_t more);

  ReadContext& context_;
  GltfDocument& document_;
  double farthest_;  // in the unit of the file, along each axis
  GltfLosses losses_;
  std::uint64_t triangles_ = 0;
  std::map<std::uint64_t, DracoMesh> draco_;  // of the views
  CornerTable corners_;
};

// The triangles that corners in their order make by the mode of a primitive (4, 5, 6), and their number of lines and
// points by the other ones. Corners that are too many for the last triangle are `left`.
struct GltfTriangles {
  std::vector<std::uint32_t> corners;  // three for each
  std::uint64_t lines = 0, left = 0;
};
GltfTriangles gltfTriangles(std::uint64_t mode, std::vector<std::uint32_t> corners);

}  // namespace ww::io::worker
