// SPDX-License-Identifier: Apache-2.0
#include "core/geometry/mass_properties.h"
#include "core/session/object_properties.h"

namespace ww::session {
namespace {

using geometry::MassProperties;

bool isRigid(const Eigen::Affine3d& t) {
  constexpr double kSlack = 1e-9;
  const Eigen::Matrix3d m = t.linear();
  return (m * m.transpose()).isApprox(Eigen::Matrix3d::Identity(), kSlack) && m.determinant() > 0.0;
}

// In the link. Primitives exactly where they are only moved; else by their triangles.
Result<MassProperties> propertiesOf(const world::PlacedGeometry& placed) {
  if (isRigid(placed.ref_t_shape)) {
    WW_ASSIGN(MassProperties own, geometry::massProperties(placed.geometry->shape));
    const Eigen::Matrix3d turn = placed.ref_t_shape.linear();
    own.centroid = placed.ref_t_shape * own.centroid;
    own.inertia = turn * own.inertia * turn.transpose();
    return own;
  }
  geometry::Mesh mesh;
  mesh.triangles = placed.geometry->mesh->triangles;
  for (const Vec3& v : placed.geometry->mesh->vertices) mesh.vertices.push_back(placed.ref_t_shape * v);
  return geometry::massProperties(mesh);
}

// Inertia about `place` of a body of that volume whose own is about its centroid.
Eigen::Matrix3d inertiaAt(const MassProperties& body, const Vec3& place) {
  const Vec3 d = body.centroid - place;
  return body.inertia + body.volume * (d.squaredNorm() * Eigen::Matrix3d::Identity() - d * d.transpose());
}

// Of those that enclose something.
std::optional<MassProperties> together(const std::vector<world::PlacedGeometry>& all) {
  std::vector<MassProperties> bodies;
  MassProperties sum;
  Vec3 moment = Vec3::Zero();
  for (const world::PlacedGeometry& placed : all) {
    const auto body = propertiesOf(placed);
    if (!body.ok()) continue;
    bodies.push_back(*body);
    sum.volume += body->volume;
    moment += body->volume * body->centroid;
  }
  if (!(sum.volume > 0.0)) return std::nullopt;
  sum.centroid = moment / sum.volume;
  for (const MassProperties& body : bodies) sum.inertia += inertiaAt(body, sum.centroid);
  return sum;
}

}  // namespace

std::optional<PhysicsEdit> physicsOfShape(const world::Entity& link, double mass) {
  auto body = together(link.collision);
  if (!body) body = together(link.visual);
  if (!body) return std::nullopt;
  PhysicsEdit edit;
  edit.mass = mass;
  edit.center = body->centroid;
  edit.inertia = body->inertia * (mass / body->volume);
  return edit;
}

}  // namespace ww::session
