// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <unordered_map>

#include "core/model/model.h"

namespace ww::model {

// A body as a key of maps.
inline std::uint64_t key(BodyIndex i) { return static_cast<std::uint64_t>(i); }

// Not for use outside this folder. Brings a model to a world: all of it, or what a difference names and
// what rides differently by it. No recursion, as objects may hang on each other thousands deep.
class Compiler {
 public:
  // The model's world is the new one.
  explicit Compiler(Model& model) : m_(model), riders_(model.riders_), children_(model.children_) {}

  void all();
  void change(const world::WorldDiff& diff);
  void refloat(std::vector<ObjectId> free);  // sorted

 private:
  using ObjectPart = Model::ObjectPart;
  // Which children of an object have to be looked at after it.
  enum class Reach { kNone, kRootPiece, kAll };
  struct Dirty {
    const world::ObjectChange* change = nullptr;
    int depth = -1;  // below the nearest object that is not dirty; -1: not known yet
    bool done = false;
  };

  // Sets of numbers by body. The last that was changed is kept out of the trie meanwhile, so that it is
  // changed in place: nobody else holds it.
  class Sets {
   public:
    explicit Sets(Model::Numbers& sets) : sets_(sets) {}
    void link(BodyIndex i, std::uint64_t member);
    void unlink(BodyIndex i, std::uint64_t member);
    void erase(BodyIndex i);
    void put(BodyIndex i, world::ChunkedSet set);
    void close();

   private:
    world::ChunkedSet& open(BodyIndex i);
    Model::Numbers& sets_;
    BodyIndex at_ = kNoBody;
    world::ChunkedSet set_;
  };

  void close();
  // All objects by themselves on the root object, into a model that has no other yet. Most objects of large worlds
  // are so. Gives the others there, in the order of their ids.
  std::vector<ObjectId> placeSimple();
  void place(ObjectId first) { place(std::vector{first}); }  // an object and what it reaches
  void place(std::vector<ObjectId> work);                    // the last first
  Reach placeOne(const world::Object& object);
  void pushChildren(const world::Object& object, Reach reach, std::vector<ObjectId>& work) const;
  bool isFree(ObjectId object) const;
  bool hasFreeBody(ObjectId object, const ObjectPart& part) const;
  Ride seatOf(const world::Object& object) const;
  // Gives the object numbers above that of what it rides on, if it has none, too few or too low ones.
  bool renumber(const world::Object& object, const ObjectPart* old, BodyIndex rides_on, ObjectPart& part);
  bool sameJoints(const world::Object& object, const ObjectPart& part) const;
  void fillBodies(const world::Object& object, const ObjectPart& part, bool all);
  void fillPositions(const world::Object& object, const ObjectPart& part);
  Body jointBody(const world::Object& object, const ObjectPart& part, int joint) const;
  void put(BodyIndex i, Body body);
  void remove(const world::Object& object);
  void dropBodies(ObjectId object, const ObjectPart& part);
  std::vector<ObjectId> dirtyInOrder(const world::WorldDiff& diff);
  void findDepth(ObjectId object);
  void compact();

  Model& m_;
  Sets riders_, children_;
  std::unordered_map<ObjectId, Dirty> dirty_;
};

}  // namespace ww::model
