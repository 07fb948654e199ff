// SPDX-License-Identifier: Apache-2.0
#include "core/io/object_check.h"

#include "core/geometry/wire_convert.h"
#include "core/io/failures.h"
#include "core/io/names.h"
#include "core/io/size_words.h"
#include "core/io/text_scan.h"
#include "core/scene/validate.h"

namespace ww::io {
namespace {

namespace so = intrinsic_proto::scene_object::v1;
using intrinsic_proto::geometry::v1::TransformedGeometry;
using intrinsic_proto::world::GeometryComponent;
using Known = std::unordered_map<std::string, geometry::GeometryPtr>;

constexpr int kMaxEntities = 200'000;
constexpr std::size_t kMaxGeometryName = 2000;
// Above this many vertices the bounds come from boxes instead of each vertex.
constexpr std::uint64_t kExactBoundsVertices = 20'000'000;

// The deprecated list would escape the checks of the named one.
bool hasOldForm(const GeometryComponent::GeometrySet& set) {
  const auto* field = set.GetDescriptor()->FindFieldByNumber(GeometryComponent::GeometrySet::kGeometriesFieldNumber);
  return set.GetReflection()->FieldSize(set, field) != 0;
}

class ObjectCheck {
 public:
  ObjectCheck(const so::SceneObject& object, const Pose& file_t_object, const Known& known, ImportBudget& budget,
              ImportCounts& counts, Bounds& bounds)
      : object_(object),
        file_t_object_(file_t_object),
        known_(known),
        budget_(budget),
        counts_(counts),
        bounds_(bounds) {}

  Status run() {
    if (!isValidName(object_.name())) return fail(failures::kObjectName);
    if (object_.entities_size() > kMaxEntities) {
      return fail(failures::kTooManyEntities,
                  {{"object", arg::Name{object_.name()}}, {"most", arg::Count{std::uint64_t{kMaxEntities}}}});
    }
    const scene::ObjectIndex index(object_);
    WW_TRY(scene::validate(index).status());
    for (int i = 0; i < index.size(); ++i) WW_TRY(checkEntity(i, index.parent(i)));
    ++counts_.models;
    return okStatus();
  }

 private:
  // What the rules of scene objects leave open: how far away the entity is in the file, and what its geometry costs.
  Status checkEntity(int i, int parent) {
    const so::Entity& e = object_.entities(i);
    // Readers send parents first, and what takes their objects over counts on it.
    if (parent >= i) return fail(failures::kChildFirst, {{"entity", arg::Name{e.name()}}});
    Pose file_t_this = file_t_object_;
    if (parent != scene::ObjectIndex::kNone) {
      WW_ASSIGN(const Pose parent_t_this, geometry::fromWireOrIdentity(e.has_parent_t_this(), e.parent_t_this()));
      file_t_this = file_t_entity_[static_cast<std::size_t>(parent)] * parent_t_this;
      file_t_this.q = normalizedOnce(file_t_this.q);
      if (!file_t_this.p.allFinite()) return fail(failures::kEntityTooFar, {{"entity", arg::Name{e.name()}}});
    }
    file_t_entity_.push_back(file_t_this);
    count(e);
    return e.has_link() ? checkLink(e.link(), file_t_this) : okStatus();
  }

  void count(const so::Entity& e) {
    counts_.links += e.has_link();
    counts_.joints += e.has_joint();
    counts_.frames += e.has_frame();
    counts_.sensors += e.has_sensor();
  }

  Status checkLink(const so::Link& link, const Pose& file_t_link) {
    for (const auto& [purpose, set] : link.geometry_component().named_geometries()) {
      if (purpose.size() > 200) return fail(failures::kSetName);
      if (hasOldForm(set)) return fail(failures::kOldForm);
      const bool collision = purpose == "Intrinsic_Collision";
      for (const auto& [name, placed] : set.named_geometries()) {
        if (name.empty() || name.size() > kMaxGeometryName || !isUtf8(name)) return fail(failures::kGeometryName);
        WW_TRY(checkGeometry(placed, file_t_link, collision));
      }
    }
    return okStatus();
  }

  Status checkGeometry(const TransformedGeometry& placed, const Pose& file_t_link, bool collision) {
    const auto found = known_.find(placed.geometry().geo_ref().exact_geometry_ref());
    if (!placed.geometry().has_geo_ref() || found == known_.end()) return fail(failures::kGeometryNotSent);
    WW_ASSIGN(const Eigen::Affine3d link_t_shape, geometry::toAffine(placed.ref_t_shape()));
    const geometry::Geometry& g = *found->second;
    (collision ? counts_.collision_triangles : counts_.triangles) += g.mesh->triangles.size();
    if (++budget_.instances > 2ull * budget_.max_instances)
      return fail(failures::kMorePartsThan, {{"most", arg::Count{budget_.max_instances}}});
    if (counts_.triangles > budget_.max_triangles || counts_.collision_triangles > budget_.max_triangles)
      return fail(failures::kMoreTrianglesThan, {{"most", arg::Count{budget_.max_triangles}}});
    addBounds(g, Eigen::Affine3d(file_t_link.isometry()) * link_t_shape);
    return okStatus();
  }

  void addBounds(const geometry::Geometry& g, const Eigen::Affine3d& file_t_shape) {
    const Bounds placed = g.bounds.transformed(file_t_shape);
    if (!isGround(g.bounds.size()) && !isGround(placed.size())) budget_.without_ground.add(placed);
    vertices_ += g.mesh->vertices.size();
    if (vertices_ > kExactBoundsVertices) {
      bounds_.add(placed);
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
  std::vector<Pose> file_t_entity_;
  std::uint64_t vertices_ = 0;
};

}  // namespace

Status checkObject(const so::SceneObject& object, const Pose& file_t_object, const Known& known, ImportBudget& budget,
                   ImportCounts& counts, Bounds& bounds) {
  return ObjectCheck(object, file_t_object, known, budget, counts, bounds).run();
}

}  // namespace ww::io
