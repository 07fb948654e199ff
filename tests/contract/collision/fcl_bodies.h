// SPDX-License-Identifier: Apache-2.0
// Bodies of ours as those of FCL, the peer beside which checks are judged. Not a part of the product.
#pragma once
#include <fcl/fcl.h>

#include <memory>
#include <vector>

#include "core/geometry/shape.h"

namespace ww::test {

using FclGeometry = std::shared_ptr<fcl::CollisionGeometryd>;

inline fcl::Transform3d fclPose(const Pose& pose) {
  fcl::Transform3d out = fcl::Transform3d::Identity();
  out.linear() = pose.q.toRotationMatrix();
  out.translation() = pose.p;
  return out;
}

inline FclGeometry fclMesh(const geometry::Mesh& mesh) {
  auto out = std::make_shared<fcl::BVHModel<fcl::OBBRSSd>>();
  std::vector<fcl::Triangle> triangles;
  for (const auto& t : mesh.triangles) triangles.emplace_back(t[0], t[1], t[2]);
  out->beginModel();
  out->addSubModel(mesh.vertices, triangles);
  out->endModel();
  return out;
}

// The corners of a convex mesh and its triangles.
inline FclGeometry fclConvex(const geometry::Mesh& mesh) {
  auto faces = std::make_shared<std::vector<int>>();
  for (const auto& t : mesh.triangles) {
    faces->push_back(3);
    for (const std::uint32_t v : t) faces->push_back(static_cast<int>(v));
  }
  return std::make_shared<fcl::Convexd>(std::make_shared<const std::vector<Vec3>>(mesh.vertices),
                                        static_cast<int>(mesh.triangles.size()), faces);
}

inline FclGeometry fclPrimitive(const geometry::Primitive& primitive) {
  if (const auto* box = std::get_if<geometry::Box>(&primitive)) return std::make_shared<fcl::Boxd>(box->size);
  if (const auto* ball = std::get_if<geometry::Sphere>(&primitive)) return std::make_shared<fcl::Sphered>(ball->radius);
  if (const auto* round = std::get_if<geometry::Cylinder>(&primitive))
    return std::make_shared<fcl::Cylinderd>(round->radius, round->length);
  if (const auto* capsule = std::get_if<geometry::Capsule>(&primitive))
    return std::make_shared<fcl::Capsuled>(capsule->radius, capsule->length);
  if (const auto* egg = std::get_if<geometry::Ellipsoid>(&primitive))
    return std::make_shared<fcl::Ellipsoidd>(egg->radii);
  return fclConvex(geometry::tessellate(primitive));
}

}  // namespace ww::test
