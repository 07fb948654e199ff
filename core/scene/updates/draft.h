// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <set>
#include <string>
#include <vector>

#include "core/math/pose.h"
#include "core/scene/followers.h"
#include "core/scene/updates/apply.h"
#include "intrinsic/scene/proto/v1/scene_object.pb.h"

namespace ww::scene::updates {

namespace so = intrinsic_proto::scene_object::v1;

// A scene object while it is changed. Entities are found by name; pointers to them hold until one is added or removed.
class Draft {
 public:
  Draft(so::SceneObject& object, bool is_instance);

  so::SceneObject& object() { return object_; }
  bool isInstance() const { return is_instance_; }
  // Names that entities had, by those that they have.
  const EntityOrigins& origins() const { return origins_; }

  so::Entity* find(const std::string& name);  // null when there is none
  so::Entity* root();                         // null when there is none
  // INVALID_ARGUMENT when the name is empty, as `field` is then unset; NOT_FOUND with names that were perhaps meant.
  Result<so::Entity*> named(const std::string& name, const char* field);
  std::vector<so::Entity*> childrenOf(const std::string& name);
  // INVALID_ARGUMENT unless it can be the name of another entity.
  Status checkFree(const std::string& name);

  so::Entity& add(const std::string& name);
  // Whoever hangs on it follows; what else names it does not.
  void rename(const std::string& from, const std::string& to);
  void remove(const std::set<std::string>& names);

  // Those that are sound, chains multiplied out.
  std::vector<Follow> follows();
  // In radians or metres; of joints that follow others where their leaders put them.
  double positionOf(const so::Entity& joint);
  // In the parent; fails as poses do.
  Result<Pose> poseOf(const so::Entity& entity);
  Result<Pose> rootT(const so::Entity& entity);
  // A joint stays at its position: the place that it moves from goes along. Fails for poses that are not sound.
  Status setPose(so::Entity& entity, const Pose& parent_t_entity);
  // The pose that a joint's component gives, where one is kept beside it; fails as poses do.
  Status refreshPose(so::Entity& joint);

 private:
  void index();

  so::SceneObject& object_;
  bool is_instance_;
  bool is_indexed_ = false;
  std::map<std::string, int> by_name_;
  EntityOrigins origins_;
};

}  // namespace ww::scene::updates
