// SPDX-License-Identifier: Apache-2.0
#include "core/world/values/placing.h"

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
  data.objects.set(object->id.value, {object, newPoseEpoch(), object->rootEntity(), root_t_object});
}

void carry(WorldData& data, const Object& top, bool with_base) {
  const Below below(data, top, with_base);
  if (!below.areFew()) data.poses_sure_since = newPoseEpoch();
  else
    for (const ObjectPtr& object : below.objects()) pose(data, object);
}

}  // namespace

Pose rootTObject(const WorldData& data, ObjectId id) {
  std::vector<const Object*> path;
  const ObjectSeat* at = &seatAt(data, id);
  for (; !isPosed(data, *at); at = &seatAt(data, at->object->parent)) path.push_back(at->object.get());
  Pose root_t_object = at->root_t_object;
  for (; !path.empty(); path.pop_back()) root_t_object = root_t_object * parentT(data, *path.back());
  return root_t_object;
}

void seat(WorldData& data, ObjectPtr object) {
  const Object& o = *object;
  if (!o.parent) return seatUnposed(data, std::move(object));
  const ObjectSeat* old = data.objects.find(o.id.value);
  const bool stays = old && samePlace(*old->object, o);
  const bool carries = old && !o.children.empty() && (!stays || entitiesMoved(*old->object, o));
  if (stays) data.objects.set(o.id.value, {std::move(object), old->posed, o.rootEntity(), old->root_t_object});
  else pose(data, object);
  if (carries) carry(data, o, !stays);
}

void seatUnposed(WorldData& data, ObjectPtr object) {
  const std::uint64_t id = object->id.value, posed = object->parent ? 0 : kAlways;
  data.objects.set(id, {object, posed, object->rootEntity(), {}});
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
