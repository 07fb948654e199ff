// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/parts/part_physics.h"

#include <algorithm>
#include <cmath>

#include "core/geometry/mass_properties.h"
#include "core/geometry/mesh_edit.h"
#include "core/geometry/placed_bounds.h"
#include "core/geometry/wire_convert.h"
#include "core/world/records/canonical.h"

namespace ww::usecase {
namespace {

struct Body {
  double mass = 0.0;
  Vec3 center = Vec3::Zero();
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();  // about the centre
};

// Inertia about another point, from that about the centre (the parallel axis theorem).
Eigen::Matrix3d parallelAxis(const Body& body, const Vec3& about) {
  const Vec3 d = body.center - about;
  return body.inertia + body.mass * (d.squaredNorm() * Eigen::Matrix3d::Identity() - d * d.transpose());
}

Body bodyOf(const MassAt& link) {
  Body out;
  out.mass = link.physics.mass_kg();
  const auto com =
      geometry::fromWireOrIdentity(link.physics.has_this_t_center_of_mass(), link.physics.this_t_center_of_mass());
  const Pose at = link.base_t_link * (com.ok() ? *com : Pose{});
  out.center = at.p;
  if (!link.physics.has_inertia()) return out;
  const auto inertia = geometry::fromWire(link.physics.inertia());
  if (!inertia.ok() || inertia->rows() != 3 || inertia->cols() != 3) return out;
  const Eigen::Matrix3d turn = at.q.toRotationMatrix();
  out.inertia = turn * Eigen::Matrix3d(*inertia) * turn.transpose();
  return out;
}

Body sumOf(const std::vector<Body>& bodies) {
  Body out;
  for (const Body& body : bodies) {
    out.mass += body.mass;
    out.center += body.mass * body.center;
  }
  if (out.mass > 0) out.center /= out.mass;
  for (const Body& body : bodies) out.inertia += parallelAxis(body, out.center);
  out.inertia = 0.5 * (out.inertia + out.inertia.transpose().eval());
  return out;
}

void writeBody(const Body& body, bool with_inertia, PhysicsComponent& out) {
  out.set_mass_kg(body.mass);
  geometry::toWire(Pose{body.center, Quat::Identity()}, out.mutable_this_t_center_of_mass());
  out.clear_inertia();
  if (with_inertia) geometry::toWire(Eigen::MatrixXd(body.inertia), out.mutable_inertia());
}

// Friction and contact alone.
PhysicsComponent surfaceOf(const PhysicsComponent& physics) {
  PhysicsComponent out = physics;
  out.clear_mass_kg();
  out.clear_this_t_center_of_mass();
  out.clear_inertia();
  return out;
}

Body boxBody(const geometry::Geometry& geometry, const Eigen::Affine3d& at) {
  const Bounds box = geometry::placedBounds(geometry, at);
  Body out;
  const Vec3 s = box.size();
  out.mass = s.prod();
  out.center = box.empty() ? Vec3(at.translation()) : box.center();
  const Vec3 sq = s.cwiseProduct(s);
  out.inertia.diagonal() = out.mass / 12.0 * Vec3(sq.y() + sq.z(), sq.x() + sq.z(), sq.x() + sq.y());
  return out;
}

// Of density 1 kg/m^3.
Body solidBody(const geometry::Geometry& geometry, const Eigen::Affine3d& at, bool& by_boxes) {
  const auto solid = geometry.mesh ? geometry::massProperties(geometry::transformed(*geometry.mesh, at))
                                   : Result<geometry::MassProperties>(geometry::MassProperties{});
  if (solid.ok() && solid->volume > 0) return {solid->volume, solid->centroid, solid->inertia};
  by_boxes = true;
  return boxBody(geometry, at);
}

}  // namespace

PhysicsComponent combinedPhysics(const std::vector<MassAt>& links, bool& surfaces_differ) {
  PhysicsComponent out;
  if (links.empty()) return out;
  const auto heaviest = std::ranges::max_element(
      links, [](const MassAt& a, const MassAt& b) { return a.physics.mass_kg() < b.physics.mass_kg(); });
  out = surfaceOf(heaviest->physics);
  for (const MassAt& link : links)
    if (world::canonicalBytes(surfaceOf(link.physics)) != world::canonicalBytes(out)) surfaces_differ = true;
  std::vector<Body> bodies;
  bool with_inertia = false;
  for (const MassAt& link : links) {
    if (!(link.physics.mass_kg() > 0)) continue;
    bodies.push_back(bodyOf(link));
    with_inertia = with_inertia || link.physics.has_inertia();
  }
  if (!bodies.empty()) writeBody(sumOf(bodies), with_inertia || bodies.size() > 1, out);
  return out;
}

std::vector<PhysicsComponent> sharedPhysics(const PhysicsComponent& body, const std::vector<PieceAt>& pieces,
                                            bool& by_boxes) {
  std::vector<Body> solids;
  double volume = 0.0;
  for (const PieceAt& piece : pieces) {
    std::vector<Body> shapes;
    for (const auto& [geometry, at] : piece.shapes)
      if (geometry) shapes.push_back(solidBody(*geometry, at, by_boxes));
    solids.push_back(sumOf(shapes));
    volume += solids.back().mass;
  }
  std::vector<PhysicsComponent> out;
  for (Body& solid : solids) {
    PhysicsComponent one = surfaceOf(body);
    const double density = volume > 0 ? body.mass_kg() / volume : 0.0;
    solid.mass *= density;
    solid.inertia *= density;
    if (solid.mass > 0) writeBody(solid, body.has_inertia(), one);
    out.push_back(std::move(one));
  }
  return out;
}

}  // namespace ww::usecase
