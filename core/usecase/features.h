// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/geometry/features/features.h"
#include "core/session/edit_builders.h"
#include "core/world/values/world.h"

namespace ww::usecase {

// Features of geometries that were looked for, each once. Any thread may ask.
class FeatureCache {
 public:
  std::shared_ptr<const geometry::FeatureSet> of(const geometry::Geometry& geometry);

 private:
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<const geometry::FeatureSet>> known_;  // by the ref of the geometry
};

// A feature of a shape that an entity shows.
struct PlacedFeature {
  EntityId entity;
  std::string shape;          // the name of the shape in the entity
  std::string geometry;       // its ref
  std::size_t index = 0;      // in the features of the geometry
  geometry::Feature feature;  // metres, in the frame of the entity
};

// "bore", "pin", "plane", "circle", "slot".
const char* featureWord(geometry::Feature::Kind kind);

// Of what an entity shows, else of what it collides with. Shapes that are stretched more in one direction than in
// another have none. Looking at large meshes takes a while: `stop` ends it between two shapes.
std::vector<PlacedFeature> featuresOf(const world::Entity& entity, FeatureCache& cache, std::stop_token stop);

// The feature that is meant by a point of an entity (metres, in its frame); beside a rim within `reach` metres of it.
std::optional<PlacedFeature> featureAt(const world::Entity& entity, const Vec3& entity_p, double reach,
                                       FeatureCache& cache);

// The same for the one of an object's entities that the point (metres, root frame) lies on.
std::optional<PlacedFeature> featureOfObjectAt(const world::World& world, ObjectId object, const Vec3& root_p,
                                               double reach, FeatureCache& cache);

// A new frame on the feature, at the end that is nearest to the point (metres, in the frame of the entity), z out of
// the part; and which feature it is on as a text in the user data of the object, under the key featureKey(name).
struct FeatureFrame {
  session::EditsPtr edits;
  ObjectId object;
  std::string name;  // of the frame
};
// `entity_near` in metres, in the frame of the entity. NOT_FOUND when the entity is no longer there.
Result<FeatureFrame> frameOnFeature(const world::World& world, const PlacedFeature& on, const Vec3& entity_near);
std::string featureKey(const std::string& frame_name);

// A frame that is there goes onto the feature, from wherever it was; its link is the new one. `entity_near` as above.
// NOT_FOUND when the frame or the entity is no longer there.
Result<session::EditsPtr> frameOntoFeature(const world::World& world, FrameId frame, const PlacedFeature& on,
                                           const Vec3& entity_near);

}  // namespace ww::usecase
