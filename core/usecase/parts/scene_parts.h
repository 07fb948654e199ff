// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/io/names.h"
#include "core/math/pose.h"
#include "core/usecase/parts/part_scene.h"
#include "intrinsic/geometry/proto/v1/transformed_geometry.pb.h"

// What taking apart and putting together share. Poses in metres, in the root entity of the object.
namespace ww::usecase::scene_parts {

namespace so = intrinsic_proto::scene_object::v1;
using Placed = intrinsic_proto::geometry::v1::TransformedGeometry;

inline constexpr const char* kSeen = "Intrinsic_Visual";
inline constexpr const char* kChecked = "Intrinsic_Collision";

// Entities by name with their parents first, and where they stand. The object must outlive it.
class Entities {
 public:
  explicit Entities(const so::SceneObject& object);

  const std::vector<const so::Entity*>& parentsFirst() const { return order_; }
  const so::Entity* find(const std::string& name) const;
  const so::Entity& root() const { return *order_.front(); }
  const Pose& rootT(const std::string& name) const { return poses_.at(name); }
  // The link that an entity stands on, through frames, joints and sensors; a link is its own. The root if there is
  // none.
  const std::string& linkOf(const std::string& name) const;
  std::vector<const so::Entity*> childrenOf(const std::string& name) const;

 private:
  std::vector<const so::Entity*> order_;
  std::map<std::string, const so::Entity*> by_name_;
  std::map<std::string, Pose> poses_;
  std::map<std::string, std::vector<const so::Entity*>> children_;
};

// A shape of a link: its set, its name in there.
struct ShapeAt {
  std::string kind, name;
  const Placed* placed = nullptr;
};
// In the order of their kinds and names.
std::vector<ShapeAt> shapesOf(const so::Entity& link);
bool hasShapes(const so::Entity& entity);
// Names of the shapes that are seen, else of those that are checked, else of all.
std::set<std::string> partNames(const so::Entity& link);

// The same where a link stands elsewhere; shapes that are scaled or mirrored stay so.
Placed moved(const Placed& placed, const Pose& new_t_old);
// The rigid part of a placement: what is left of it is scale, mirror or the identity.
Pose rigidPartOf(const Placed& placed);

void setPose(so::Entity& entity, const Pose& parent_t_entity);
// Of names that are taken.
io::NameSet takenNames(const so::SceneObject& object);
// The note of what hangs in the object is for the object of that index.
EntityOf here(std::size_t object, const std::string& entity);

// Frames and sensors of a link go on to another: `new_t_old` moves them. Frames on frames stay on these.
void hangOn(so::Entity& entity, const std::string& link, const Pose& link_t_entity);

// Adds that these joints of an object are gone; nothing of none.
void noteJointsGone(Diagnostics& notes, std::vector<std::string> joints, const std::string& object);

}  // namespace ww::usecase::scene_parts
