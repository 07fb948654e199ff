// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/features.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "core/session/user_data.h"
#include "core/usecase/failures.h"

namespace ww::usecase {
namespace {

using geometry::Feature;

// One factor in all directions, and no mirror; 0 for others.
double factorOf(const Eigen::Affine3d& t) {
  const double scale = std::cbrt(t.linear().determinant());
  if (!(scale > 0.0)) return 0.0;
  const Eigen::Matrix3d turn = t.linear() / scale;
  return (turn.transpose() * turn - Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff() < 1e-9 ? scale : 0.0;
}

Feature moved(const Feature& from, const Eigen::Affine3d& t, double scale) {
  Feature out = from;
  out.center = t * from.center;
  out.axis = (t.linear() * from.axis).normalized();
  out.along = (t.linear() * from.along).normalized();
  for (double* length : {&out.radius, &out.length, &out.span, &out.error}) *length *= scale;
  out.area *= scale * scale;
  return out;
}

const std::vector<world::PlacedGeometry>& shownOf(const world::Entity& entity) {
  return entity.visual.empty() ? entity.collision : entity.visual;
}

double offBounds(const Bounds& bounds, const Vec3& p) {
  return bounds.empty() ? 0.0 : (p - p.cwiseMax(bounds.min).cwiseMin(bounds.max)).norm();
}

std::string nameOfNewFrame(const world::World& world, ObjectId on, const char* wished) {
  std::string name = wished;
  for (int i = 2; world.frameNamed(on, name) || world.childNamed(on, name); ++i)
    name = std::string(wished) + "_" + std::to_string(i);
  return name;
}

// Lines that people and programs can read.
std::string linkText(const PlacedFeature& on, const std::string& entity) {
  const Feature& f = on.feature;
  std::string out = fmt::format("kind: {}\nlink: {}\nshape: {}\ngeometry: {}\nfeature: {}\n", featureWord(f.kind),
                                entity, on.shape, on.geometry, on.index);
  if (f.radius > 0.0) out += fmt::format("radius_m: {:.9g}\n", f.radius);
  if (f.length > 0.0) out += fmt::format("length_m: {:.9g}\n", f.length);
  return out + (f.exact ? "exact: yes" : fmt::format("error_m: {:.3g}", f.error));
}

}  // namespace

std::shared_ptr<const geometry::FeatureSet> FeatureCache::of(const geometry::Geometry& geometry) {
  {
    const std::lock_guard lock(mutex_);
    if (const auto known = known_.find(geometry.ref); known != known_.end()) return known->second;
  }
  auto made = std::make_shared<const geometry::FeatureSet>(geometry::findFeatures(*geometry.mesh));
  const std::lock_guard lock(mutex_);
  return known_.emplace(geometry.ref, std::move(made)).first->second;
}

const char* featureWord(Feature::Kind kind) {
  switch (kind) {
    case Feature::Kind::kBore: return "bore";
    case Feature::Kind::kPin: return "pin";
    case Feature::Kind::kPlane: return "plane";
    case Feature::Kind::kCircle: return "circle";
    case Feature::Kind::kSlot: return "slot";
  }
  return "plane";
}

std::vector<PlacedFeature> featuresOf(const world::Entity& entity, FeatureCache& cache, std::stop_token stop) {
  std::vector<PlacedFeature> out;
  for (const world::PlacedGeometry& shape : shownOf(entity)) {
    if (stop.stop_requested()) break;
    const double scale = factorOf(shape.ref_t_shape);
    if (scale == 0.0) continue;
    const auto set = cache.of(*shape.geometry);
    for (std::size_t i = 0; i < set->features.size(); ++i)
      out.push_back({entity.id, shape.name, shape.geometry->ref, i, moved(set->features[i], shape.ref_t_shape, scale)});
  }
  return out;
}

std::optional<PlacedFeature> featureAt(const world::Entity& entity, const Vec3& entity_p, double reach,
                                       FeatureCache& cache) {
  std::optional<PlacedFeature> best;
  double least = std::numeric_limits<double>::infinity();
  for (const world::PlacedGeometry& shape : shownOf(entity)) {
    const double scale = factorOf(shape.ref_t_shape);
    if (scale == 0.0) continue;
    const Vec3 p = shape.ref_t_shape.inverse() * entity_p;
    const geometry::Mesh& mesh = *shape.geometry->mesh;
    if (scale * offBounds(shape.geometry->bounds, p) >= least) continue;
    const double off = scale * geometry::distanceTo(mesh, p);
    if (!(off < least)) continue;
    const auto set = cache.of(*shape.geometry);
    least = off;
    best.reset();
    if (const auto found = geometry::featureNear(*set, mesh, p, reach / scale))
      best = {entity.id, shape.name, shape.geometry->ref, *found,
              moved(set->features[*found], shape.ref_t_shape, scale)};
  }
  return best;
}

std::string featureKey(const std::string& frame_name) { return "feature_of_" + frame_name; }

Result<FeatureFrame> frameOnFeature(const world::World& world, const PlacedFeature& on, const Vec3& entity_near) {
  const auto* owner = world.owner(on.entity);
  const auto object = owner ? world.object(owner->object) : nullptr;
  const world::Entity* entity = object ? object->entity(on.entity) : nullptr;
  if (!entity) return fail(failures::kPlaceGone);
  FeatureFrame out;
  out.object = object->id;
  out.name = nameOfNewFrame(world, object->id, featureWord(on.feature.kind));
  const Pose entity_t_frame = geometry::framePose(on.feature, entity_near);
  const Pose object_t_frame = world::World::objectTEntity(*object, on.entity) * entity_t_frame;
  out.edits = session::join({session::createFrame(object->id, on.entity, out.name, object_t_frame),
                             session::setUserText(object->id, featureKey(out.name), linkText(on, entity->name))});
  return out;
}

}  // namespace ww::usecase
