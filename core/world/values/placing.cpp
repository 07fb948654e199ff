// SPDX-License-Identifier: Apache-2.0
#include "core/world/values/placing.h"

#include <array>
#include <limits>

namespace ww::world {
namespace {

// Objects whose poses are worked out at once when what they hang on moves.
constexpr std::size_t kAtOnce = 100;
constexpr std::uint64_t kAlways = std::numeric_limits<std::uint64_t>::max();  // of the root object

const ObjectSeat& seatAt(const WorldData& data, ObjectId id) { return *data.objects.find(id.value); }

// Pose in the root entity of the parent.
Pose parentT(const WorldData& data, const Object& object) {
  if (object.hangs_on_base) return object.parent_entity_t_this;
  const Object& parent = *seatAt(data, object.parent).object;
  if (object.parent_entity == parent.rootEntity()) return object.parent_entity_t_this;
  return World::objectTEntity(parent, object.parent_entity) * object.parent_entity_t_this;
}

bool samePlace(const Object& a, const Object& b) {
  return a.parent == b.parent && a.parent_entity == b.parent_entity && a.parent_entity_t_this == b.parent_entity_t_this;
}

bool entitiesMoved(const Object& before, const Object& after) {
  bool moved = false;
  EntityList::diff(before.entities, after.entities, [&](std::uint64_t, const EntityPtr* a, const EntityPtr* b) {
    moved = moved || !a || !b || (*a)->parent != (*b)->parent || !((*a)->parent_t_this == (*b)->parent_t_this);
  });
  return moved;
}

// The way up from an object to the first one whose pose is known, and down again. Seats tell it alone; what stands on
// the way is fetched meanwhile.
class Climb {
 public:
  Climb(const WorldData& data, const ObjectSeat& from) : data_(data), at_(&from) {}
  // The object to go on to; 0 at the end of the way.
  std::uint64_t next() const { return isPosed(data_, *at_) ? 0 : at_->parent.value; }
  // Null: stays.
  void go(const ObjectSeat* up) {
    if (!up) return;
    const Object* object = at_->object.get();
    __builtin_prefetch(object);
    __builtin_prefetch(&object->parent_entity_t_this.q);
    // What an object hangs on was made before it, as a rule: further on the way are seats that stand before this one.
    for (std::size_t at = 0; at < 2 * sizeof(ObjectSeat); at += 64)
      __builtin_prefetch(reinterpret_cast<const char*>(up - 5) + at);
    if (count_ < few_.size()) few_[count_] = object;
    else more_.push_back(object);
    ++count_;
    at_ = up;
  }
  Pose pose() const {
    Pose root_t_object = at_->root_t_object;
    for (std::size_t i = count_; i-- > 0;)
      root_t_object = root_t_object * parentT(data_, *(i < few_.size() ? few_[i] : more_[i - few_.size()]));
    return root_t_object;
  }

 private:
  const WorldData& data_;
  const ObjectSeat* at_;
  std::size_t count_ = 0;
  std::array<const Object*, 24> few_;
  std::vector<const Object*> more_;
};

// What hangs below, parents first; nothing when that is much.
class Below {
 public:
  Below(const WorldData& data, const Object& top, bool with_base) : data_(data) {
    few_ = add(top, with_base);
    for (std::size_t i = 0; few_ && i < objects_.size(); ++i) few_ = add(*objects_[i], true);
  }
  bool areFew() const { return few_; }
  const std::vector<ObjectPtr>& objects() const { return objects_; }

 private:
  bool add(const Object& object, bool with_base) {
    if (object.children.size() > kAtOnce) return false;
    object.children.forEach([&](std::uint64_t id, Present) {
      const ObjectSeat* child = data_.objects.find(id);
      if (child && (with_base || !child->object->hangs_on_base)) objects_.push_back(child->object);
    });
    return objects_.size() <= kAtOnce;
  }

  const WorldData& data_;
  bool few_ = true;
  std::vector<ObjectPtr> objects_;
};

void pose(WorldData& data, const ObjectPtr& object) {
  const Pose root_t_object = rootTObject(data, object->parent) * parentT(data, *object);
  data.objects.set(object->id.value, ObjectSeat(object, newPoseEpoch(), root_t_object));
}

void carry(WorldData& data, const Object& top, bool with_base) {
  const Below below(data, top, with_base);
  if (!below.areFew()) data.poses_sure_since = newPoseEpoch();
  else
    for (const ObjectPtr& object : below.objects()) pose(data, object);
}

}  // namespace

Pose rootTObject(const WorldData& data, ObjectId id) {
  Climb climb(data, seatAt(data, id));
  while (const std::uint64_t up = climb.next()) climb.go(data.objects.find(up));
  return climb.pose();
}

std::pair<Pose, Pose> rootTObjects(const WorldData& data, const ObjectSeat& a, const ObjectSeat& b) {
  Climb climb_a(data, a), climb_b(data, b);
  for (;;) {
    const std::uint64_t up_a = climb_a.next(), up_b = climb_b.next();
    if (!up_a && !up_b) return {climb_a.pose(), climb_b.pose()};
    const auto [seat_a, seat_b] = data.objects.findBoth(up_a, up_b);
    climb_a.go(seat_a);
    climb_b.go(seat_b);
  }
}

void seat(WorldData& data, ObjectPtr object) {
  const Object& o = *object;
  if (!o.parent) return seatUnposed(data, std::move(object));
  const ObjectSeat* old = data.objects.find(o.id.value);
  const bool stays = old && samePlace(*old->object, o);
  const bool carries = old && !o.children.empty() && (!stays || entitiesMoved(*old->object, o));
  if (stays) data.objects.set(o.id.value, ObjectSeat(std::move(object), old->posed, old->root_t_object));
  else pose(data, object);
  if (carries) carry(data, o, !stays);
}

void seatUnposed(WorldData& data, ObjectPtr object) {
  const std::uint64_t id = object->id.value, posed = object->parent ? 0 : kAlways;
  data.objects.set(id, ObjectSeat(std::move(object), posed, {}));
}

void poseAll(WorldData& data) {
  std::vector<ObjectPtr> order{seatAt(data, kRootObject).object};
  for (std::size_t i = 0; i < order.size(); ++i) {
    const ObjectPtr object = order[i];
    if (object->parent) pose(data, object);
    object->children.forEach([&](std::uint64_t id, Present) { order.push_back(seatAt(data, {id}).object); });
  }
}

}  // namespace ww::world
