// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "core/geometry/mesh.h"

namespace ww::geometry {

enum class GlbAxes {
  kAsIs,  // the numbers of the mesh, as renderables on the wire
  kYUp    // turned, z up to y up, as glTF viewers expect
};

// Binary glTF 2.0 of the mesh: metres, floats, one material per color; triangles outside of all color runs
// get `fallback`. Empty when the mesh has no triangles or would need more than 4 GB.
std::string toGlb(const Mesh& mesh, Color fallback = {}, GlbAxes axes = GlbAxes::kAsIs);

// How a surface looks, with the meaning of glTF's materials; the color is in sRGB.
struct GlbMaterial {
  std::string name;
  Color color;
  double metalness = 0.0, roughness = 0.6;  // 0 to 1
  bool operator==(const GlbMaterial&) const = default;
};
struct GlbMesh {
  std::string name;
  MeshPtr mesh;
  GlbMaterial material;        // of triangles without a color of their own
  bool covers_colors = false;  // of all triangles
};
// Of a tree; parents come before their children. `parent_t_this` in metres, z up; it may scale.
struct GlbNode {
  std::string name;
  int parent = -1;  // index of an earlier node
  Eigen::Affine3d parent_t_this = Eigen::Affine3d::Identity();
  int mesh = -1;  // index into the meshes
};
struct GlbScene {
  std::string name;
  std::vector<GlbNode> nodes;
  std::vector<GlbMesh> meshes;  // each with triangles
};

// Binary glTF 2.0 of a tree, turned to y up by a node above all. Nodes without scale are written as position and
// rotation in full double precision, vertices as floats. Empty when it would need more than 4 GB.
std::string toGlb(const GlbScene& scene);

}  // namespace ww::geometry
