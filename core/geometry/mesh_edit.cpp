// SPDX-License-Identifier: Apache-2.0
#include "core/geometry/mesh_edit.h"

#include <cmath>

namespace ww::geometry {
namespace {

// Surfaces keep their kind only under a motion with one scale; else the face is of another kind.
void transformFaces(std::vector<CadFace>& faces, const Eigen::Affine3d& t) {
  if (faces.empty()) return;
  const double scale = t.linear().col(0).norm();
  const Eigen::Matrix3d gram = t.linear().transpose() * t.linear() / (scale * scale);
  const bool similar = (gram - Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff() < 1e-9;
  const Eigen::Matrix3d normal_map = t.linear().inverse().transpose();
  for (CadFace& face : faces) {
    const bool plane = face.surface == CadFace::Surface::kPlane;
    face.origin = t * face.origin;
    face.axis = ((plane ? normal_map : Eigen::Matrix3d(t.linear())) * face.axis).normalized();
    face.radius *= scale;
    if (face.surface == CadFace::Surface::kTorus) face.radius2 *= scale;
    if (!similar && !plane) face.surface = CadFace::Surface::kOther;
  }
}

}  // namespace

Mesh transformed(Mesh mesh, const Eigen::Affine3d& t) {
  const Eigen::Matrix3d linear = t.linear();
  // The cofactor matrix is the inverse transposed times the determinant: it turns normals.
  Eigen::Matrix3d cofactor;
  cofactor << linear.col(1).cross(linear.col(2)), linear.col(2).cross(linear.col(0)),
      linear.col(0).cross(linear.col(1));
  const bool mirrored = linear.determinant() < 0.0;
  if (mirrored) cofactor = -cofactor;
  for (Vec3& v : mesh.vertices) v = t * v;
  for (Eigen::Vector3f& n : mesh.normals) n = (cofactor * n.cast<double>()).normalized().cast<float>();
  for (auto& line : mesh.edges) {
    for (Vec3& p : line) p = t * p;
  }
  if (mirrored) {
    for (Triangle& f : mesh.triangles) std::swap(f[1], f[2]);
  }
  transformFaces(mesh.faces, t);
  return mesh;
}

void append(const Mesh& mesh, Mesh& out) {
  const auto v0 = static_cast<std::uint32_t>(out.vertices.size());
  const auto t0 = static_cast<std::uint32_t>(out.triangles.size());
  // Normals are for all vertices or for none.
  const bool keep_normals = (out.vertices.empty() || !out.normals.empty()) && !mesh.normals.empty();
  out.vertices.insert(out.vertices.end(), mesh.vertices.begin(), mesh.vertices.end());
  if (keep_normals) {
    out.normals.insert(out.normals.end(), mesh.normals.begin(), mesh.normals.end());
  } else if (!mesh.vertices.empty()) {
    out.normals.clear();
  }
  for (const Triangle& t : mesh.triangles) out.triangles.push_back({t[0] + v0, t[1] + v0, t[2] + v0});
  for (ColorRun run : mesh.colors) {
    run.first += t0;
    out.colors.push_back(run);
  }
  for (CadFace face : mesh.faces) {
    face.first += t0;
    out.faces.push_back(face);
  }
  out.edges.insert(out.edges.end(), mesh.edges.begin(), mesh.edges.end());
}

}  // namespace ww::geometry
