// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/base/ids.h"
#include "core/world/values/world.h"

namespace ww::isaac {

// Objects whose names clients know otherwise than the world has them.
using ToldNames = std::map<ObjectId, std::string>;
// As clients know it. Null: all by the world's names.
std::string nameTold(const ToldNames* told, const world::World& world, ObjectId id);

// A name that an object can bear: that one, or one like it ("Box (1)": Box_1). The same for the same name.
std::string nameInWorld(const std::string& asked);
// By its name in the world or, where none is called so, by one like it. None: there is none, or it is the root.
ObjectId objectLike(const world::World& world, const std::string& name);
// A joint that moves by itself, by "OBJECT/JOINT" with a name like that of its object, or by a name that one joint
// alone has.
struct JointPlace {
  ObjectId object;
  std::size_t index = 0;  // among the object's moving joints
};
std::optional<JointPlace> jointLike(const world::World& world, const std::string& name);
// Where it stands, in radians or metres.
double positionOf(const world::World& world, const JointPlace& joint);

// Actors by the names that were asked for. One whose name no object can bear has another in the world, and is told by
// its own; the second of such a name as "Box (1)_2". One whose name the world can bear is told as the world has it.
class ActorNames {
 public:
  static constexpr std::size_t kMostGone = 1000;

  struct Actor {
    ObjectId id;
    std::string asked;
  };
  // They are there in that world.
  void add(const world::World& world, const std::vector<Actor>& actors);
  // All of a name that are there; else the one that is told so, or the object of the world. Never the root.
  std::vector<ObjectId> named(const world::World& world, const std::string& name) const;
  // Of these the first.
  ObjectId find(const world::World& world, const std::string& name) const;
  std::string of(const world::World& world, ObjectId id) const { return nameTold(told_.get(), world, id); }
  // Another one once something was added.
  const std::shared_ptr<const ToldNames>& told() const { return told_; }
  // That are known, those that have gone, too.
  std::size_t count() const { return count_; }

 private:
  void forgetGone(const world::World& world, ToldNames& told);

  std::map<std::string, std::vector<ObjectId>> asked_;
  std::size_t count_ = 0, next_look_ = 2 * kMostGone;
  std::shared_ptr<const ToldNames> told_ = std::make_shared<const ToldNames>();
};

// What a simulator tells of and a world does not have: each name once, the first 20 of them (isaac.not-here).
struct Lacking {
  std::vector<Status> first;
  std::size_t names = 0;
  std::uint64_t times = 0;  // that something was passed over for it
};
class LackingNames {
 public:
  void passOver(const world::World& world, const std::string& name);
  const Lacking& told() const { return told_; }

 private:
  std::set<std::string> names_;
  Lacking told_;
};

}  // namespace ww::isaac
