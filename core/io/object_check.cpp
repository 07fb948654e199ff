// SPDX-License-Identifier: Apache-2.0
#include "core/io/object_check.h"

#include <fmt/format.h>

#include <cmath>

#include "core/geometry/wire_convert.h"
#include "core/io/names.h"
#include "core/io/text_scan.h"

namespace ww::io {
namespace {

namespace so = intrinsic_proto::scene_object::v1;
using intrinsic_proto::geometry::v1::TransformedGeometry;
using intrinsic_proto::world::GeometryComponent;
using intrinsic_proto::world::KinematicsComponent;
using Known = std::unordered_map<std::string, geometry::GeometryPtr>;

constexpr int kMaxEntities = 200'000;
constexpr std::size_t kMaxGeometryName = 2000;
// Above this many vertices the bounds come from boxes instead of each vertex.
constexpr std::uint64_t kExactBoundsVertices = 20'000'000;

Status bad(std::string title) { return fail(Code::kInvalidArgument, std::move(title)); }

bool mayHang(so::Entity::EntityTypeCase child, so::Entity::EntityTypeCase parent) {
  using E = so::Entity;
  switch (child) {
    case E::kLink: return parent == E::kLink || parent == E::kJoint;
    case E::kJoint: return parent == E::kLink;
    case E::kFrame: return parent == E::kLink || parent == E::kFrame;
    case E::kSensor: return parent == E::kLink || parent == E::kJoint;
    case E::ENTITY_TYPE_NOT_SET: break;
  }
  return false;
}

bool soundLimits(const KinematicsComponent::Limits& l) {
  for (const double v : {l.velocity(), l.acceleration(), l.jerk(), l.effort()}) {
    if (std::isnan(v) || v < 0.0) return false;
  }
  const auto& range = l.fixed_limits();
  return !std::isnan(range.lower()) && !std::isnan(range.upper()) && range.lower() <= range.upper();
}

// The deprecated list would escape the checks of the named one.
bool hasOldForm(const GeometryComponent::GeometrySet& set) {
  const auto* field = set.GetDescriptor()->FindFieldByNumber(GeometryComponent::GeometrySet::kGeometriesFieldNumber);
  return set.GetReflection()->FieldSize(set, field) != 0;
}

class ObjectCheck {
 public:
  ObjectCheck(const so::SceneObject& object, const Pose& file_t_object, const Known& known, ImportBudget& budget, ImportCounts& counts, Bounds& bounds)
      : object_(object), file_t_object_(file_t_object), known_(known), budget_(budget), counts_(counts), bounds_(bounds) {}

  Status run() {
    if (!isValidName(object_.name())) return bad("an object has a name that is not allowed");
    if (object_.entities_size() > kMaxEntities) {
      return fail(Code::kResourceExhausted, fmt::format("{} has more than {} links, joints and frames", object_.name(), kMaxEntities))
          .withHint("import it in parts");
    }
    if (object_.entities_size() == 0) return bad(fmt::format("{} has no link", object_.name()));
    for (const so::Entity& entity : object_.entities()) WW_TRY(checkEntity(entity));
    ++counts_.models;
    return okStatus();
  }

 private:
  struct Node {
    so::Entity::EntityTypeCase type;
    Pose file_t_this;
  };

  Status checkEntity(const so::Entity& e) {
    if (!isValidName(e.name())) return bad("an entity has a name that is not allowed");
    Node node{e.entity_type_case(), file_t_object_};
    if (nodes_.empty()) {
      if (!e.parent_name().empty() || node.type != so::Entity::kLink) return bad("the root entity is not a link");
    } else {
      const auto parent = nodes_.find(e.parent_name());
      if (parent == nodes_.end()) return bad(fmt::format("entity {} comes before its parent, or has none", e.name()));
      if (!mayHang(node.type, parent->second.type)) return bad(fmt::format("entity {} hangs on the wrong kind", e.name()));
      WW_ASSIGN(const Pose parent_t_this, geometry::fromWireOrIdentity(e.has_parent_t_this(), e.parent_t_this()));
      node.file_t_this = parent->second.file_t_this * parent_t_this;
      node.file_t_this.q = normalizedOnce(node.file_t_this.q);
      if (!node.file_t_this.p.allFinite()) return bad(fmt::format("entity {} is too far away", e.name()));
    }
    const auto [at, fresh] = nodes_.emplace(e.name(), node);
    if (!fresh) return bad(fmt::format("two entities are called {}", e.name()));
    return checkKind(e, at->second);
  }

  Status checkKind(const so::Entity& e, const Node& node) {
    switch (e.entity_type_case()) {
      case so::Entity::kLink: ++counts_.links; return checkLink(e.link(), node.file_t_this);
      case so::Entity::kJoint: ++counts_.joints; return checkJoint(e);
      case so::Entity::kFrame: ++counts_.frames; return okStatus();
      case so::Entity::kSensor: ++counts_.sensors; return okStatus();
      case so::Entity::ENTITY_TYPE_NOT_SET: break;
    }
    return bad(fmt::format("entity {} is of no kind", e.name()));
  }

  Status checkJoint(const so::Entity& e) {
    const KinematicsComponent& k = e.joint().kinematics_component();
    WW_TRY(geometry::fromWireOrIdentity(k.has_parent_t_inboard(), k.parent_t_inboard()).status());
    WW_TRY(geometry::fromWireOrIdentity(k.has_outboard_t_child(), k.outboard_t_child()).status());
    WW_ASSIGN(const Vec3 axis, geometry::fromWire(k.axis()));
    if (k.has_axis() && std::abs(axis.norm() - 1.0) > 1e-3) return bad(fmt::format("joint {} has no axis", e.name()));
    if (!std::isfinite(k.raw_value()) || !std::isfinite(k.damping()) || !std::isfinite(k.friction())) {
      return bad(fmt::format("joint {} has a number that is not finite", e.name()));
    }
    if (!soundLimits(k.system_limits()) || !soundLimits(k.application_limits())) {
      return bad(fmt::format("joint {} has limits that are not sound", e.name()));
    }
    return okStatus();
  }

  Status checkLink(const so::Link& link, const Pose& file_t_link) {
    const auto& physics = link.physics_component();
    if (!std::isfinite(physics.mass_kg()) || physics.mass_kg() < 0.0) return bad("a link has no sound mass");
    WW_TRY(geometry::fromWireOrIdentity(physics.has_this_t_center_of_mass(), physics.this_t_center_of_mass()).status());
    WW_TRY(geometry::fromWire(physics.inertia()).status());
    for (const auto& [purpose, set] : link.geometry_component().named_geometries()) {
      if (purpose.size() > 200) return bad("a geometry set has too long a name");
      if (hasOldForm(set)) return bad("a geometry has the old form");
      const bool collision = purpose == "Intrinsic_Collision";
      for (const auto& [name, placed] : set.named_geometries()) {
        if (name.empty() || name.size() > kMaxGeometryName || !isUtf8(name)) return bad("a geometry has no sound name");
        WW_TRY(checkGeometry(placed, file_t_link, collision));
      }
    }
    return okStatus();
  }

  Status checkGeometry(const TransformedGeometry& placed, const Pose& file_t_link, bool collision) {
    const auto found = known_.find(placed.geometry().geo_ref().exact_geometry_ref());
    if (!placed.geometry().has_geo_ref() || found == known_.end()) return bad("a geometry was named that was not sent");
    WW_ASSIGN(const Eigen::Affine3d link_t_shape, geometry::toAffine(placed.ref_t_shape()));
    if (placed.geometry().has_material_overrides() && placed.geometry().material_overrides().has_base_color()) {
      WW_TRY(geometry::fromWire(placed.geometry().material_overrides().base_color()).status());
    }
    const geometry::Geometry& g = *found->second;
    (collision ? counts_.collision_triangles : counts_.triangles) += g.mesh->triangles.size();
    if (++budget_.instances > 2ull * budget_.max_instances) {
      return fail(Code::kResourceExhausted, fmt::format("more than {} parts", budget_.max_instances))
          .withHint("import the assembly in pieces, or leave small parts out");
    }
    if (counts_.triangles > budget_.max_triangles || counts_.collision_triangles > budget_.max_triangles) {
      return fail(Code::kResourceExhausted, fmt::format("more than {} triangles", budget_.max_triangles))
          .withHint("import it coarsely, or in pieces");
    }
    addBounds(g, Eigen::Affine3d(file_t_link.isometry()) * link_t_shape);
    return okStatus();
  }

  void addBounds(const geometry::Geometry& g, const Eigen::Affine3d& file_t_shape) {
    vertices_ += g.mesh->vertices.size();
    if (vertices_ > kExactBoundsVertices) {
      bounds_.add(g.bounds.transformed(file_t_shape));
      return;
    }
    for (const Vec3& v : g.mesh->vertices) bounds_.add(Vec3(file_t_shape * v));
  }

  const so::SceneObject& object_;
  const Pose& file_t_object_;
  const Known& known_;
  ImportBudget& budget_;
  ImportCounts& counts_;
  Bounds& bounds_;
  std::unordered_map<std::string, Node> nodes_;
  std::uint64_t vertices_ = 0;
};

}  // namespace

Status checkObject(const so::SceneObject& object, const Pose& file_t_object, const Known& known, ImportBudget& budget,
                   ImportCounts& counts, Bounds& bounds) {
  return ObjectCheck(object, file_t_object, known, budget, counts, bounds).run();
}

}  // namespace ww::io
