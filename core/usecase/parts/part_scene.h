// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <compare>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/base/diagnostic.h"
#include "core/geometry/geometry.h"
#include "core/math/pose.h"
#include "intrinsic/scene/proto/v1/scene_object.pb.h"

// Objects that are put together or taken apart, as scene objects, in no world yet: what files are read as goes the same
// way as what stands in a world. All is pure; shapes stay where they are. Poses in metres.
namespace ww::usecase {

struct EntityOf {
  std::size_t object = 0;  // index into those that are looked at
  std::string entity;      // its name, frames included
  auto operator<=>(const EntityOf&) const = default;
};

struct PartObject {
  intrinsic_proto::scene_object::v1::SceneObject object;  // sound, and without joints that move
  Pose at;                                                // in the frame that all stand in
  std::string name;                                       // that it has, or is to have
  std::optional<EntityOf> on;                             // what it hangs on, of the others
};

// What came of them.
struct Regrouped {
  std::vector<PartObject> objects;
  std::size_t heir = 0;                   // goes on as the first of those that were given
  std::map<EntityOf, EntityOf> carriers;  // where that is now what hung on an entity; of frames the frame itself
  std::map<EntityOf, std::set<EntityOf>> shapes;  // of links: where their shapes are
  Diagnostics notes;                              // what is lost or other than it was
};

using FindGeometry = std::function<geometry::GeometryPtr(const std::string& ref)>;

struct PartsContext {
  FindGeometry find;
  std::string group;  // names what comes of it; of no meaning
};

// A link for each shape of the object's one link, below each other as paths in their names say, or as they were before
// they became one.
Regrouped linksOfShapes(const PartObject& one, const PartsContext& context);
// One object of several, whose root links hang on one: as before they were taken apart, or as they hang on each other.
Regrouped linksOfObjects(const std::vector<PartObject>& objects);
// One link of all.
Regrouped oneOfLinks(const PartObject& links, const PartsContext& context);
// An object for each link with shapes.
Regrouped objectsOfLinks(const PartObject& links, const PartsContext& context);

// The second, made of what came of the first.
Regrouped after(Regrouped first, Regrouped second);

// Links of an object with any shape, and all of them.
struct LinkCount {
  std::size_t links = 0, with_shapes = 0;
  std::size_t shapes = 0;  // by name, of the first link with shapes
};
LinkCount countLinks(const intrinsic_proto::scene_object::v1::SceneObject& object);

}  // namespace ww::usecase
