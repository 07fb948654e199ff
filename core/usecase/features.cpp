// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/features.h"

#include <cmath>
#include <limits>

#include "core/session/user_data.h"
#include "core/usecase/failures.h"
#include "core/usecase/feature_link.h"

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

// Nor one that a frame had when it was put on a feature, and has no more: its link is known by it.
std::string nameOfNewFrame(const world::World& world, const world::Object& on, const char* wished) {
  const auto isTaken = [&](const std::string& name) {
    return world.frameNamed(on.id, name) || world.childNamed(on.id, name) || !featureLinkOf(on, name).empty();
  };
  std::string name = wished;
  for (int i = 2; isTaken(name); ++i) name = std::string(wished) + "_" + std::to_string(i);
  return name;
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

std::optional<PlacedFeature> featureOfObjectAt(const world::World& world, ObjectId id, const Vec3& root_p, double reach,
                                               FeatureCache& cache) {
  const auto object = world.object(id);
  if (!object) return std::nullopt;
  const world::Entity* nearest = nullptr;
  double least = std::numeric_limits<double>::infinity();
  for (const auto& entity : object->entities) {
    const Vec3 entity_p = world.rootT(entity->id).inverse() * root_p;
    for (const world::PlacedGeometry& shape : shownOf(*entity)) {
      const double scale = factorOf(shape.ref_t_shape);
      const Vec3 p = shape.ref_t_shape.inverse() * entity_p;
      if (scale == 0.0 || scale * offBounds(shape.geometry->bounds, p) >= least) continue;
      const double off = scale * geometry::distanceTo(*shape.geometry->mesh, p);
      if (off < least) {
        least = off;
        nearest = entity.get();
      }
    }
  }
  if (!nearest) return std::nullopt;
  return featureAt(*nearest, world.rootT(nearest->id).inverse() * root_p, reach, cache);
}

Result<FeatureFrame> frameOnFeature(const world::World& world, const PlacedFeature& on, const Vec3& entity_near) {
  const auto* owner = world.owner(on.entity);
  const auto object = owner ? world.object(owner->object) : nullptr;
  const world::Entity* entity = object ? object->entity(on.entity) : nullptr;
  if (!entity) return fail(failures::kPlaceGone);
  FeatureFrame out;
  out.object = object->id;
  out.name = nameOfNewFrame(world, *object, featureWord(on.feature.kind));
  const Pose entity_t_frame = geometry::framePose(on.feature, entity_near);
  const Pose object_t_frame = world::World::objectTEntity(*object, on.entity) * entity_t_frame;
  out.edits =
      session::join({session::createFrame(object->id, on.entity, out.name, object_t_frame),
                     session::setUserText(object->id, featureKey(out.name), featureLinkText(on, entity->name))});
  return out;
}

Result<session::EditsPtr> frameOntoFeature(const world::World& world, FrameId id, const PlacedFeature& on,
                                           const Vec3& entity_near) {
  const world::Frame* frame = world.peek(id);
  const auto* owner = world.owner(on.entity);
  const auto object = owner ? world.object(owner->object) : nullptr;
  const world::Entity* entity = object ? object->entity(on.entity) : nullptr;
  if (!frame || !entity) return fail(failures::kPlaceGone);
  std::vector<session::EditsPtr> edits;
  if (frame->parent_frame || frame->parent_entity != on.entity)
    edits.push_back(session::reparentFrame(id, object->id, on.entity));
  const Pose object_t_entity = world::World::objectTEntity(*object, on.entity);
  edits.push_back(session::setPose(id, object->id, object_t_entity * geometry::framePose(on.feature, entity_near)));
  const std::string key = featureKey(frame->name);
  const auto before = world.object(frame->object);
  if (before->id != object->id && !featureLinkOf(*before, frame->name).empty())
    edits.push_back(session::removeUserDatum(before->id, key));
  edits.push_back(session::setUserText(object->id, key, featureLinkText(on, entity->name)));
  return session::join(edits);
}

}  // namespace ww::usecase
