// SPDX-License-Identifier: Apache-2.0
#include "core/world/world.h"

#include <algorithm>

#include "core/world/names.h"
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
  const std::vector<std::uint64_t> root{kRootObject.value};
  d.names.set(nameKey(0, "root"), std::make_shared<const std::vector<std::uint64_t>>(root));
  return d;
}

}  // namespace

std::uint64_t nameKey(std::uint64_t parent, std::string_view name) {
  std::uint64_t h = 1469598103934665603ULL ^ (parent * 0x9E3779B97F4A7C15ULL);
  for (const char c : name) h = (h ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  h ^= h >> 29;
  h *= 0xBF58476D1CE4E5B9ULL;
  h ^= h >> 32;
  return h & PersistentSet::kKeyMask;
}

World::World() : d_(emptyWorld()) {}

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

const Object& World::root() const { return **d_.objects.find(kRootObject.value); }

ObjectId World::childNamed(ObjectId parent, std::string_view name) const {
  const auto* ids = d_.names.find(nameKey(parent.value, name));
  if (!ids) return {};
  for (const std::uint64_t id : **ids) {
    const ObjectPtr* o = d_.objects.find(id);
    if (o && (*o)->parent == parent && (*o)->name == name) return {id};
  }
  return {};
}

FrameId World::frameNamed(ObjectId object, std::string_view name) const {
  const auto* ids = d_.names.find(nameKey(object.value, name));
  if (!ids) return {};
  for (const std::uint64_t id : **ids) {
    const FramePtr* f = d_.frames.find(id);
    if (f && (*f)->object == object && (*f)->name == name) return {id};
  }
  return {};
}

ObjectId World::aliasNamed(std::string_view name) const {
  const auto* ids = d_.names.find(nameKey(0, name));
  if (!ids) return {};
  for (const std::uint64_t id : **ids) {
    const ObjectPtr* o = d_.objects.find(id);
    if (o && (*o)->name_is_global_alias && (*o)->name == name) return {id};
  }
  return {};
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
  for (ObjectPtr o = object(id); o && o->parent; o = object(o->parent)) path.push_back(o->name);
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

Pose World::rootT(NodeRef node) const {
  if (const auto* id = std::get_if<FrameId>(&node)) {
    const Frame& f = **d_.frames.find(id->value);
    const Pose parent = f.parent_frame ? rootT(f.parent_frame) : rootT(f.parent_entity);
    return parent * f.parent_t_this;
  }
  ObjectId at;
  Pose pose;
  if (const auto* id = std::get_if<EntityId>(&node)) {
    const EntityOwner& own = *owner(*id);
    if (own.frame) return rootT(own.frame);
    pose = objectTEntity(**d_.objects.find(own.object.value), *id);
    at = own.object;
  } else {
    at = std::get<ObjectId>(node);
  }
  const Object* o = d_.objects.find(at.value)->get();
  while (o->parent) {
    pose = o->parent_entity_t_this * pose;
    const Object* parent = d_.objects.find(o->parent.value)->get();
    if (o->parent_entity != parent->rootEntity()) pose = objectTEntity(*parent, o->parent_entity) * pose;
    o = parent;
  }
  return pose;
}

Pose World::parentTObject(const Object& object) const {
  if (!object.parent) return {};
  const Object& parent = **d_.objects.find(object.parent.value);
  if (object.parent_entity == parent.rootEntity()) return object.parent_entity_t_this;
  return objectTEntity(parent, object.parent_entity) * object.parent_entity_t_this;
}

bool World::isAncestor(ObjectId ancestor, ObjectId of) const {
  for (ObjectPtr o = object(of); o; o = object(o->parent)) {
    if (o->id == ancestor) return true;
    if (!o->parent) break;
  }
  return false;
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
