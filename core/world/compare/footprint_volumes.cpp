// SPDX-License-Identifier: Apache-2.0
#include "core/geometry/bvh.h"
#include "core/geometry/wire_convert.h"
#include "core/world/compare/footprints.h"
#include "core/world/failures/failures.h"
#include "intrinsic/geometry/proto/transformed_geometry_storage_refs.pb.h"
#include "intrinsic/geometry/proto/v1/geometric_transform.pb.h"

namespace ww::world {
namespace {

using geometry::TriangleBvh;

constexpr std::size_t kMostTreeTriangles = 4'000'000;  // kept for the next volumes: about 400 MB

bool overlap(const Bounds& a, const Bounds& b) {
  return !a.empty() && !b.empty() && (a.min.array() <= b.max.array()).all() && (b.min.array() <= a.max.array()).all();
}

// Does an edge of `mesh` go through a triangle of `other`?
bool edgesHit(const geometry::Mesh& mesh, const Eigen::Affine3d& other_t_mesh, const TriangleBvh& other,
              const std::stop_token& stop) {
  for (const auto& triangle : mesh.triangles) {
    if (stop.stop_requested()) return false;
    Bounds box;
    Vec3 corners[3];
    for (int i = 0; i < 3; ++i) {
      corners[i] = other_t_mesh * mesh.vertices[triangle[static_cast<std::size_t>(i)]];
      box.add(corners[i]);
    }
    if (!overlap(box, other.bounds())) continue;
    for (int i = 0; i < 3; ++i) {
      const Vec3 along = corners[(i + 1) % 3] - corners[i];
      if (along.squaredNorm() > 0.0 && other.anyHit(corners[i], along, 1.0)) return true;
    }
  }
  return false;
}

// The nearest face as seen from the point shows its back.
bool isInside(const Vec3& point, const TriangleBvh& other) {
  // No axis of anything, so that no edge is hit.
  const Vec3 direction = Vec3(0.4321, 0.7654, 0.5678).normalized();
  const auto hit = other.raycast(point, direction);
  return hit && hit->from_behind;
}

bool startsInside(const geometry::Mesh& mesh, const Eigen::Affine3d& other_t_mesh, const TriangleBvh& other) {
  return !mesh.vertices.empty() && isInside(other_t_mesh * mesh.vertices[mesh.triangles.front()[0]], other);
}

}  // namespace

Result<Volume> toVolume(const intrinsic_proto::geometry::TransformedGeometryStorageRefs& refs,
                        const geometry::GeometryStore& store) {
  Volume out;
  const std::string& ref = refs.geometry_storage_refs().geometry_ref();
  out.geometry = store.find(ref);
  if (!out.geometry) return fail(failures::kNoSuchVolume, {{"ref", arg::Name{ref}}});
  if (!refs.has_ref_t_shape_aff()) return out;
  intrinsic_proto::geometry::v1::GeometricTransform transform;
  *transform.mutable_matrix4d() = refs.ref_t_shape_aff();
  WW_ASSIGN(out.root_t_shape, geometry::toAffine(transform));
  return out;
}

geometry::TriangleBvhPtr VolumeTrees::of(const geometry::GeometryPtr& geometry) {
  if (const auto known = trees_.find(geometry); known != trees_.end()) return known->second;
  const std::size_t triangles = geometry->mesh->triangles.size();
  if (triangles_ + triangles > kMostTreeTriangles) {
    trees_.clear();
    triangles_ = 0;
  }
  triangles_ += triangles;
  return trees_[geometry] = std::make_shared<const TriangleBvh>(geometry->mesh);
}

bool volumesMeet(const Volume& a, const Volume& b, VolumeTrees& trees, const std::stop_token& stop) {
  const geometry::Mesh &mesh_a = *a.geometry->mesh, &mesh_b = *b.geometry->mesh;
  if (mesh_a.triangles.empty() || mesh_b.triangles.empty()) return false;
  if (!overlap(a.geometry->bounds.transformed(a.root_t_shape), b.geometry->bounds.transformed(b.root_t_shape)))
    return false;
  const Eigen::Affine3d a_t_b = a.root_t_shape.inverse() * b.root_t_shape;
  const Eigen::Affine3d b_t_a = a_t_b.inverse();
  const geometry::TriangleBvhPtr tree_a = trees.of(a.geometry), tree_b = trees.of(b.geometry);
  return edgesHit(mesh_a, b_t_a, *tree_b, stop) || edgesHit(mesh_b, a_t_b, *tree_a, stop) ||
         startsInside(mesh_a, b_t_a, *tree_b) || startsInside(mesh_b, a_t_b, *tree_a);
}

}  // namespace ww::world
