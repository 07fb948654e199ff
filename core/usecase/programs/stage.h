// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "core/world/values/world.h"

namespace intrinsic_proto::world {
class CollisionSettings;
}
namespace worldwright::v1 {
class AttachStep;
class AwaitSignalStep;
class DetachStep;
class Edits;
class PlannedStep;
class Program;
class SetJointStep;
class SetSignalStep;
}  // namespace worldwright::v1

namespace ww::usecase {

// A world as a program has left it so far: where its robots stand, what they hold, which signals are set. What is held
// hangs on what holds it, so that it rides along and is checked wherever the world is. A value; the world that it
// began with stays as it is.
class Stage {
 public:
  explicit Stage(world::World world);

  const world::World& world() const { return world_; }
  // As the program found it: there the tools are chosen that steps leave open, whatever is picked up on the way.
  const world::World& begun() const { return begun_; }
  // All moving joints of an object, radians or metres. Fails as the edit does.
  Status setJoints(ObjectId object, const JointVector& positions);
  // Puts the robot of a program where it says that it starts, if it does. NOT_FOUND, and as setJoints.
  Status start(const worldwright::v1::Program& program);
  // The object rides on what the step says, where it is. NOT_FOUND, and as the edit.
  Status attach(const worldwright::v1::Program& program, const worldwright::v1::AttachStep& step);
  Status detach(const worldwright::v1::DetachStep& step);
  void setSignal(const worldwright::v1::SetSignalStep& step);
  // Whether a step before has attached the object, or it rode on another when the program began.
  bool isHeld(ObjectId object) const;
  // Whether the program itself has set the signal so.
  bool isSet(const worldwright::v1::AwaitSignalStep& step) const;

  // The settings given, or those of the world, with what the things that are held may touch, and with pairs of an
  // object and what it may touch besides.
  using SettingsPtr = std::shared_ptr<const intrinsic_proto::world::CollisionSettings>;
  SettingsPtr allowing(const intrinsic_proto::world::CollisionSettings& settings, ObjectId object,
                       const std::vector<ObjectId>& may_touch) const;

  // What is held and set, into a step that is done.
  void write(worldwright::v1::PlannedStep& out) const;

 private:
  using Value = std::variant<bool, double>;
  struct Holding {
    ObjectId before_parent;  // that it hung on before
    EntityId before_entity;
    std::vector<ObjectId> may_touch;
  };

  // These fail as edits do.
  Status apply(const std::shared_ptr<const worldwright::v1::Edits>& edits);
  Status hang(ObjectId object, EntityId on);
  // The rules of the world with what the things that are held may touch; fails so, too.
  Status refreshRules();

  world::World world_;
  world::World begun_;
  std::shared_ptr<const intrinsic_proto::world::CollisionSettings> own_settings_;
  std::map<ObjectId, Holding> held_;
  std::map<std::string, Value> signals_;
};

}  // namespace ww::usecase
