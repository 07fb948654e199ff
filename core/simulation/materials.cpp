// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "core/geometry/geometry.h"
#include "core/geometry/mass_properties.h"
#include "core/geometry/wire_convert.h"
#include "core/scene/surface_more.h"
#include "core/simulation/world_plan.h"
#include "worldwright/v1/file.pb.h"

namespace ww::simulation {
namespace {

namespace pb = intrinsic_proto::world;

const pb::PhysicsComponent* physicsOf(const world::Entity& entity) {
  if (!entity.message) return nullptr;
  const auto& content = entity.message->content();
  return content.has_link() && content.link().has_physics_component() ? &content.link().physics_component() : nullptr;
}

// Of all collision geometries, for a density; mass 0 where they bound no volume.
Inertial ofShapes(const world::Entity& entity, double density) {
  Inertial sum;
  for (const world::PlacedGeometry& placed : entity.collision) {
    if (!placed.geometry) continue;
    const auto solid = geometry::massProperties(placed.geometry->shape);
    if (!solid.ok() || !(solid->volume > 0.0)) continue;
    // A stretched one only about: the box of its main moments is stretched.
    const Eigen::Matrix3d m = placed.ref_t_shape.linear();
    const double factor = std::cbrt(std::abs(m.determinant()));
    const Eigen::Matrix3d turn = m / factor;
    Inertial part;
    part.mass = density * solid->volume * factor * factor * factor;
    part.com = placed.ref_t_shape * solid->centroid;
    part.inertia = density * std::pow(factor, 5.0) * turn * solid->inertia * turn.transpose();
    sum += part;
  }
  return sum;
}

std::optional<std::string> surfaceText(const world::Object& object, const world::Entity& entity) {
  if (!object.message) return std::nullopt;
  return scene::surfaceText(object.message->content().user_data(), entity.name);
}

std::optional<scene::SurfaceMore> moreOf(const world::Object& object, const world::Entity& entity) {
  const auto text = surfaceText(object, entity);
  return text ? scene::surfaceFromText(*text) : std::nullopt;
}

void take(const scene::SurfaceMore& more, Material& out) {
  out.restitution = std::min(more.restitution_coefficient.value_or(0.0), 1.0);
  out.rolling = more.rolling_friction.value_or(0.0);
  if (more.soft_erp) out.soft_erp = std::min(*more.soft_erp, 1.0);
  out.soft_cfm = more.soft_cfm;
  out.max_vel = more.max_vel;
  out.min_depth = more.min_depth;
}

// Main moments are positive and no larger than the other two together.
bool canBe(const Eigen::Matrix3d& inertia) {
  const Vec3 m = Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(inertia).eigenvalues();
  return m.x() > 0.0 && m.z() <= (m.x() + m.y()) * (1.0 + 1e-6);
}

}  // namespace

bool takesInertiaOfShape(const world::Entity& entity) {
  const pb::PhysicsComponent* physics = physicsOf(entity);
  if (!physics || !(physics->mass_kg() > 0.0) || !std::isfinite(physics->mass_kg())) return false;
  const auto matrix = geometry::fromWire(physics->inertia());
  const bool square = physics->has_inertia() && matrix.ok() && matrix->rows() == 3 && matrix->cols() == 3;
  return !square || !canBe(0.5 * (*matrix + matrix->transpose()));
}

Inertial inertialOf(const world::Entity& entity, double density) {
  const pb::PhysicsComponent* physics = physicsOf(entity);
  const double mass = physics ? physics->mass_kg() : 0.0;
  if (!(mass > 0.0) || !std::isfinite(mass)) return density > 0.0 ? ofShapes(entity, density) : Inertial{};
  Inertial out;
  out.mass = mass;
  const auto center =
      geometry::fromWireOrIdentity(physics->has_this_t_center_of_mass(), physics->this_t_center_of_mass());
  if (center.ok()) out.com = center->p;
  if (physics->has_inertia()) {
    const auto matrix = geometry::fromWire(physics->inertia());
    if (matrix.ok() && matrix->rows() == 3 && matrix->cols() == 3) {
      const Eigen::Matrix3d r =
          center.ok() ? center->q.toRotationMatrix() : Eigen::Matrix3d(Eigen::Matrix3d::Identity());
      const Eigen::Matrix3d inertia = 0.5 * (*matrix + matrix->transpose());
      out.inertia = r * inertia * r.transpose();
      if (canBe(out.inertia)) return out;
    }
  }
  // None, or one that no body has: that of its shapes, else of a ball of 5 cm.
  const Inertial solid = ofShapes(entity, 1.0);
  if (solid.mass > 0.0) out.inertia = mass / solid.mass * solid.inertia;
  else out.inertia = 0.4 * mass * 0.05 * 0.05 * Eigen::Matrix3d::Identity();
  if (solid.mass > 0.0 && !physics->has_this_t_center_of_mass()) out.com = solid.com;
  return out;
}

Material materialOf(const world::Object& object, const world::Entity& entity) {
  Material out;
  if (const auto more = moreOf(object, entity)) take(*more, out);
  const pb::PhysicsComponent* physics = physicsOf(entity);
  if (!physics) return out;
  if (physics->has_friction()) {
    const pb::Friction& f = physics->friction();
    out.mu = f.mu();
    out.slip1 = f.slip1();
    out.slip2 = f.slip2();
    const auto direction = geometry::fromWire(f.fdir1());
    const bool directed = f.has_fdir1() && direction.ok() && direction->norm() > 0.0 && f.mu2() != f.mu();
    if (directed) out.fdir1 = direction->normalized();
    out.mu2 = directed ? f.mu2() : f.mu();
  }
  if (physics->has_torsional()) {
    // Of a patch of radius a that is pressed as Hertz has it.
    const pb::Torsional& t = physics->torsional();
    if (t.use_patch_radius()) {
      out.torsional = torsionOf(t.coefficient(), t.patch_radius());
    } else {
      out.torsional_coefficient = t.coefficient();
      out.surface_radius = t.surface_radius();
    }
  }
  if (physics->has_contact_kp() && physics->contact_kp() > 0.0) out.kp = physics->contact_kp();
  if (physics->has_contact_kd()) out.kd = physics->contact_kd();
  return out;
}

Material floorMaterial() {
  Material out;
  out.restitution = 1.0;
  return out;
}

std::vector<std::string> unsupportedOf(const world::Object& object, const world::Entity& entity) {
  const Material material = materialOf(object, entity);
  std::vector<std::string> out = unsupported(material);
  // A text that is none of a surface.
  if (surfaceText(object, entity) && !moreOf(object, entity)) out.push_back(scene::surfaceKey(entity.name));
  const pb::PhysicsComponent* physics = physicsOf(entity);
  // Across which direction, nobody says: it is as rough in all.
  if (physics && physics->has_friction() && material.fdir1.isZero() && physics->friction().mu2() > 0.0 &&
      physics->friction().mu2() != physics->friction().mu())
    out.insert(out.begin(), "mu2");
  return out;
}

}  // namespace ww::simulation
