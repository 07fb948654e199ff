// SPDX-License-Identifier: Apache-2.0
#include "core/world/world.h"

#include <algorithm>
#include <atomic>

#include "core/world/names.h"
#include "core/world/pose_cache.h"
#include "core/world/records.h"
#include "worldwright/v1/file.pb.h"

namespace ww::world {
namespace {

WorldData emptyWorld() {
  WorldData d;
  d.objects.set(kRootObject.value, makeRootObject());
  d.entities.set(kRootEntity.value, EntityOwner{kRootObject, {}});
  d.collision_settings = std::make_shared<intrinsic_proto::world::CollisionSettings>();
  d.record = std::make_shared<worldwright::v1::WorldRecord>();
  d.names.set(nameKey(0, "root"), NameIds{kRootObject.value, nullptr});
  return d;
}

}  // namespace

std::uint64_t newPoseEpoch() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

World::World() : World(emptyWorld()) {}
World::World(WorldData data) : d_(std::move(data)) { d_.pose_epoch = newPoseEpoch(); }

ObjectPtr World::object(ObjectId id) const {
  const ObjectPtr* found = d_.objects.find(id.value);
  return found ? *found : nullptr;
}

FramePtr World::frame(FrameId id) const {
  const FramePtr* found = d_.frames.find(id.value);
  return found ? *found : nullptr;
}

const EntityOwner* World::owner(EntityId id) const { return d_.entities.find(id.value); }

EntityPtr World::entity(EntityId id) const {
  const EntityOwner* own = owner(id);
  if (!own || own->frame) return nullptr;
  const ObjectPtr* object = d_.objects.find(own->object.value);
  if (!object) return nullptr;
  for (const EntityPtr& e : (*object)->entities) {
    if (e->id == id) return e;
  }
  return nullptr;
}

const Object* World::peek(ObjectId id) const {
  const ObjectPtr* found = d_.objects.find(id.value);
  return found ? found->get() : nullptr;
}

const Frame* World::peek(FrameId id) const {
  const FramePtr* found = d_.frames.find(id.value);
  return found ? found->get() : nullptr;
}

const Object& World::root() const { return *peek(kRootObject); }

ObjectId World::childNamed(ObjectId parent, std::string_view name) const {
  return {firstId(d_.names.find(nameKey(parent.value, name)), [&](std::uint64_t id) {
    const Object* o = peek(ObjectId{id});
    return o && o->parent == parent && o->name == name;
  })};
}

FrameId World::frameNamed(ObjectId object, std::string_view name) const {
  return {firstId(d_.names.find(nameKey(object.value, name)), [&](std::uint64_t id) {
    const Frame* f = peek(FrameId{id});
    return f && f->object == object && f->name == name;
  })};
}

ObjectId World::aliasNamed(std::string_view name) const {
  return {firstId(d_.names.find(nameKey(0, name)), [&](std::uint64_t id) {
    const Object* o = peek(ObjectId{id});
    return o && o->name_is_global_alias && o->name == name;
  })};
}

ObjectId World::find(std::string_view path) const {
  if (path.find('/') == std::string_view::npos) {
    if (const ObjectId alias = aliasNamed(path)) return alias;
  }
  ObjectId at = kRootObject;
  while (!path.empty() && at) {
    const std::size_t slash = path.find('/');
    const std::string_view part = path.substr(0, slash);
    const ObjectId child = childNamed(at, part);
    at = !child && at == kRootObject ? aliasNamed(part) : child;
    path = slash == std::string_view::npos ? std::string_view{} : path.substr(slash + 1);
  }
  return at;
}

std::vector<std::string> World::fullPath(ObjectId id) const {
  std::vector<std::string> path;
  for (const Object* o = peek(id); o && o->parent; o = peek(o->parent)) path.push_back(o->name);
  std::reverse(path.begin(), path.end());
  return path;
}

std::string World::display(NodeRef node) const {
  const auto objectText = [this](ObjectId id) {
    const ObjectPtr o = object(id);
    if (!o) return std::string("(gone)");
    if (o->name_is_global_alias || !o->parent) return o->name;
    std::string text;
    for (const std::string& part : fullPath(id)) text += (text.empty() ? "" : "/") + part;
    return text;
  };
  if (const auto* id = std::get_if<ObjectId>(&node)) return objectText(*id);
  if (const auto* id = std::get_if<FrameId>(&node)) {
    const FramePtr f = frame(*id);
    return f ? objectText(f->object) + "/" + f->name : "(gone)";
  }
  const EntityId id = std::get<EntityId>(node);
  const EntityOwner* own = owner(id);
  if (!own) return "(gone)";
  if (own->frame) return display(own->frame);
  return objectText(own->object) + ":" + object(own->object)->entity(id)->name;
}

Pose World::objectTEntity(const Object& object, EntityId entity) {
  Pose pose;
  for (const Entity* e = object.entity(entity); e && e->parent; e = object.entity(e->parent)) {
    pose = e->parent_t_this * pose;
  }
  return pose;
}

Pose World::parentT(const Object& parent, const Object& object) {
  if (object.hangs_on_base || object.parent_entity == parent.rootEntity()) return object.parent_entity_t_this;
  return objectTEntity(parent, object.parent_entity) * object.parent_entity_t_this;
}

// A node's pose in the root entity of its object.
struct World::Start {
  const Object* object = nullptr;
  Pose object_t_node;
};

World::Start World::startOf(NodeRef node) const {
  Start out;
  if (const auto* id = std::get_if<EntityId>(&node)) {
    const EntityOwner& own = *owner(*id);
    if (own.frame) return startOf(own.frame);
    out.object = peek(own.object);
    if (*id != out.object->rootEntity()) out.object_t_node = objectTEntity(*out.object, *id);
    return out;
  }
  if (const auto* id = std::get_if<ObjectId>(&node)) {
    out.object = peek(*id);
    return out;
  }
  const Frame* f = peek(std::get<FrameId>(node));
  out.object = peek(f->object);
  out.object_t_node = f->parent_t_this;
  const EntityId entity = f->parent_entity;
  while (f->parent_frame) {
    f = peek(f->parent_frame);
    out.object_t_node = f->parent_t_this * out.object_t_node;
  }
  if (entity != out.object->rootEntity()) out.object_t_node = objectTEntity(*out.object, entity) * out.object_t_node;
  return out;
}

// Always from the root down, so that the bits do not depend on what the cache knows.
Pose World::rootTObject(const Object* object) const {
  thread_local std::vector<const Object*> path;
  PoseCache& cache = PoseCache::ofThisThread();
  path.clear();
  Pose root_t_object;
  for (; object->parent; object = peek(object->parent)) {
    if (const Pose* known = cache.find(d_.pose_epoch, object->id)) {
      root_t_object = *known;
      break;
    }
    path.push_back(object);
  }
  for (; !path.empty(); path.pop_back()) {
    root_t_object = root_t_object * parentT(*object, *path.back());
    object = path.back();
    cache.store(d_.pose_epoch, object->id, root_t_object);
  }
  return root_t_object;
}

Pose World::rootT(NodeRef node) const {
  if (const auto* id = std::get_if<ObjectId>(&node)) return rootTObject(peek(*id));
  const auto [object, object_t_node] = startOf(node);
  return rootTObject(object) * object_t_node;
}

Pose World::aTB(NodeRef a, NodeRef b) const {
  const Start at_a = startOf(a), at_b = startOf(b);
  if (at_a.object == at_b.object) return at_a.object_t_node.inverse() * at_b.object_t_node;
  return (rootTObject(at_a.object) * at_a.object_t_node).inverse() * (rootTObject(at_b.object) * at_b.object_t_node);
}

Pose World::parentTObject(const Object& object) const {
  return object.parent ? parentT(*peek(object.parent), object) : Pose{};
}

bool World::isAncestor(ObjectId ancestor, ObjectId of) const {
  const Object* o = peek(of);
  while (o && o->id != ancestor) o = o->parent ? peek(o->parent) : nullptr;
  return o != nullptr;
}

void World::forEachObject(const std::function<void(const Object&)>& fn) const {
  d_.objects.forEach([&](std::uint64_t, const ObjectPtr& o) { fn(*o); });
}

void World::forEachFrame(const std::function<void(const Frame&)>& fn) const {
  d_.frames.forEach([&](std::uint64_t, const FramePtr& f) { fn(*f); });
}

std::vector<ObjectId> World::childrenOf(const Object& object) const {
  std::vector<ObjectId> ids;
  ids.reserve(object.children.size());
  object.children.forEach([&](std::uint64_t id, Present) { ids.push_back({id}); });
  return ids;
}

std::vector<FrameId> World::framesOf(const Object& object) const {
  std::vector<FrameId> ids;
  ids.reserve(object.frames.size());
  object.frames.forEach([&](std::uint64_t id, Present) { ids.push_back({id}); });
  return ids;
}

Bounds World::boundsOf(const Object& object) const {
  Bounds bounds;
  const Pose root_t_object = rootT(object.id);
  for (const EntityPtr& e : object.entities) {
    const std::vector<PlacedGeometry>& placed = e->collision.empty() ? e->visual : e->collision;
    if (placed.empty()) continue;
    const Eigen::Affine3d root_t_entity(
        (root_t_object * objectTEntity(object, e->id)).isometry());
    for (const PlacedGeometry& g : placed) bounds.add(g.geometry->bounds.transformed(root_t_entity * g.ref_t_shape));
  }
  return bounds;
}

}  // namespace ww::world
