// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/parts.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <map>

#include "core/exchange/failures.h"
#include "core/geometry/wire_convert.h"
#include "core/io/names.h"
#include "core/scene/joint.h"
#include "core/scene/validate.h"

namespace ww::exchange {
namespace {

namespace so = intrinsic_proto::scene_object::v1;
namespace geo = intrinsic_proto::geometry::v1;

constexpr const char* kVisual = "Intrinsic_Visual";
constexpr const char* kCollision = "Intrinsic_Collision";

class Reader {
 public:
  Reader(const so::SceneObject& object, geometry::GeometryStore& store) : object_(object), store_(store) {}

  Status run(ObjectParts& out) {
    const scene::ObjectIndex index(object_);
    if (const scene::Report report = scene::validate(index); !report.ok()) return report.status();
    WW_ASSIGN(follows_, scene::followsOf(object_));
    std::vector<int> place(static_cast<std::size_t>(index.size()), -1);
    for (const int i : index.parentsFirst()) {
      Part part;
      part.entity = &index.entity(i);
      part.name = part.entity->name();
      if (const auto text = scene::surfaceText(object_.user_data(), part.name))
        part.surface = scene::surfaceFromText(*text).value_or(scene::SurfaceMore());
      if (index.parent(i) != scene::ObjectIndex::kNone) part.parent = place[static_cast<std::size_t>(index.parent(i))];
      WW_TRY(readPlace(part));
      if (part.isLink()) WW_TRY(readShapes(part));
      place[static_cast<std::size_t>(i)] = static_cast<int>(out.parts.size());
      if (part.parent >= 0)
        out.parts[static_cast<std::size_t>(part.parent)].children.push_back(static_cast<int>(out.parts.size()));
      out.parts.push_back(std::move(part));
    }
    out.object = &object_;
    return okStatus();
  }

 private:
  Status readPlace(Part& part) {
    const so::Entity& e = *part.entity;
    if (part.parent < 0) return okStatus();  // that of the root says nothing
    if (e.has_joint()) return readJoint(part);
    WW_ASSIGN(part.parent_t_this, geometry::fromWireOrIdentity(e.has_parent_t_this(), e.parent_t_this()));
    return okStatus();
  }

  Status readJoint(Part& part) {
    const auto& k = part.entity->joint().kinematics_component();
    JointPart joint;
    if (scene::moves(k))
      joint.motion =
          k.motion_type() == scene::KinematicsComponent::MOTION_TYPE_REVOLUTE ? Motion::kRevolute : Motion::kPrismatic;
    WW_ASSIGN(joint.parent_t_inboard, geometry::fromWireOrIdentity(k.has_parent_t_inboard(), k.parent_t_inboard()));
    WW_ASSIGN(joint.outboard_t_child, geometry::fromWireOrIdentity(k.has_outboard_t_child(), k.outboard_t_child()));
    WW_ASSIGN(joint.axis, scene::axisOf(k));
    joint.system = scene::limitsOf(k.system_limits());
    joint.application = scene::limitsOf(scene::limitsInForce(k));
    joint.damping = k.damping();
    joint.friction = k.friction();
    joint.position = joint.moves() ? scene::positionOf(k) : 0.0;
    for (const scene::Follow& follow : follows_)
      if (follow.joint == part.name) joint.follow = follow;
    WW_ASSIGN(part.parent_t_this, scene::parentTJoint(k, joint.position));
    part.joint = std::move(joint);
    return okStatus();
  }

  Status readShapes(Part& part) {
    const auto& sets = part.entity->link().geometry_component().named_geometries();
    for (const auto& [kind, pieces] : {std::pair(kVisual, &part.visuals), std::pair(kCollision, &part.collisions)}) {
      const auto set = sets.find(kind);
      if (set == sets.end()) continue;
      // In the order of their names: that of the map is another one in each run.
      std::map<std::string, const geo::TransformedGeometry*> named;
      for (const auto& [name, geometry] : set->second.named_geometries()) named.emplace(name, &geometry);
      for (const auto& [name, geometry] : named) {
        WW_ASSIGN(Piece piece, readPiece(part.name, name, *geometry));
        pieces->push_back(std::move(piece));
      }
    }
    return okStatus();
  }

  Result<Piece> readPiece(const std::string& link, const std::string& name, const geo::TransformedGeometry& wire) {
    Piece out{name, nullptr, Eigen::Affine3d::Identity(), lookOf(wire.geometry())};
    if (wire.geometry().has_inline_geometry_data()) {
      WW_ASSIGN(out.geometry, store_.intern(wire.geometry().inline_geometry_data()));
    } else {
      out.geometry = store_.find(wire.geometry().geo_ref().exact_geometry_ref());
      if (!out.geometry) return fail(failures::kNoGeometry, {{"shape", arg::Name{name}}, {"link", arg::Name{link}}});
    }
    WW_ASSIGN(out.link_t_piece, geometry::toAffine(wire.ref_t_shape()));
    return out;
  }

  // Materials that say no colour leave those of the geometry, as everywhere.
  static std::optional<Look> lookOf(const geo::Geometry& wire) {
    const geo::MaterialProperties& m = wire.material_overrides();
    if (!m.has_base_color()) return std::nullopt;
    const auto color = geometry::fromWire(m.base_color());
    if (!color.ok()) return std::nullopt;
    const auto unit = [](bool said, double v) { return said ? std::clamp(v, 0.0, 1.0) : 1.0; };
    return Look{*color, unit(m.has_metalness(), m.metalness()), unit(m.has_roughness(), m.roughness())};
  }

  const so::SceneObject& object_;
  geometry::GeometryStore& store_;
  std::vector<scene::Follow> follows_;
};

bool isSound(const Eigen::Matrix3d& inertia) {
  if (!inertia.allFinite()) return false;
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(inertia);
  const Vec3& m = solver.eigenvalues();  // ascending
  return m[0] > 0.0 && m[0] + m[1] >= m[2] * (1.0 - 1e-9);
}

// With the smaller moments raised until a body can have them; none where nothing is left of it.
std::optional<Eigen::Matrix3d> nearestSound(const Eigen::Matrix3d& inertia) {
  constexpr double kThinnest = 1e-3;  // of the largest moment: no body is thinner to any purpose
  if (!inertia.allFinite()) return std::nullopt;
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(0.5 * (inertia + inertia.transpose()));
  Vec3 m = solver.eigenvalues();  // ascending
  if (!(m[2] > 0.0)) return std::nullopt;
  m = m.cwiseMax(kThinnest * m[2]);
  const double missing = m[2] - m[0] - m[1];
  if (missing > 0.0) m.head<2>().array() += 0.5 * missing * (1.0 + 1e-9);
  return solver.eigenvectors() * m.asDiagonal() * solver.eigenvectors().transpose();
}

}  // namespace

const intrinsic_proto::world::PhysicsComponent* Part::physics() const {
  return isLink() && entity->link().has_physics_component() ? &entity->link().physics_component() : nullptr;
}

Pose ObjectParts::objectT(int part) const {
  Pose out;
  for (int i = part; i >= 0; i = at(i).parent) out = at(i).parent_t_this * out;
  return out;
}

bool ObjectParts::hasMovingJoint() const {
  return std::any_of(parts.begin(), parts.end(), [](const Part& p) { return p.joint && p.joint->moves(); });
}

Result<SceneParts> partsOf(const ExportScene& scene, geometry::GeometryStore& store) {
  SceneParts out{scene.name, scene.isScene(), {}};
  if (scene.objects.empty()) return fail(failures::kNothingToExport);
  io::NameSet names;
  for (const ExportedObject& exported : scene.objects) {
    ObjectParts object;
    object.name = names.add(exported.object.name(), "object");
    object.scene_t_object = exported.scene_t_object;
    if (Status status = Reader(exported.object, store).run(object); !status.ok())
      return within(std::move(status), exported.object.name());
    out.objects.push_back(std::move(object));
  }
  return out;
}

std::optional<Inertia> inertiaOf(const Part& link) {
  const auto* physics = link.physics();
  if (!physics || !(physics->mass_kg() > 0.0)) return std::nullopt;
  Inertia out;
  out.mass_kg = physics->mass_kg();
  const auto com = geometry::fromWireOrIdentity(physics->has_this_t_center_of_mass(), physics->this_t_center_of_mass());
  if (com.ok()) out.link_t_com = *com;
  if (!physics->has_inertia()) return out;
  const auto inertia = geometry::fromWire(physics->inertia());
  if (!inertia.ok() || inertia->rows() != 3 || inertia->cols() != 3) return out;
  out.about_com = *inertia;
  out.is_sound = isSound(out.about_com);
  if (out.is_sound) return out;
  const auto nearest = nearestSound(out.about_com);
  if (!nearest) return out;
  out.about_com = *nearest;
  out.is_sound = out.is_changed = true;
  return out;
}

bool hasInertiaAlone(const Part& link) {
  const auto* physics = link.physics();
  if (!physics || physics->mass_kg() > 0.0 || !physics->has_inertia()) return false;
  const auto inertia = geometry::fromWire(physics->inertia());
  return inertia.ok() && !inertia->isZero();
}

bool saysSurface(const Part& link) {
  const auto* physics = link.physics();
  return !link.surface.empty() || (physics && (physics->has_friction() || physics->has_torsional() ||
                                               physics->has_contact_kp() || physics->has_contact_kd()));
}

}  // namespace ww::exchange
