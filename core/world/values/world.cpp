// SPDX-License-Identifier: Apache-2.0
#include "core/world/values/world.h"

#include <algorithm>
#include <atomic>

#include "core/world/values/names.h"
#include "core/world/values/placing.h"
#include "core/world/values/pose_cache.h"

namespace ww::world {
namespace {

constexpr std::uint64_t kNoKey = 0;  // ids begin at 1

}  // namespace

std::uint64_t newPoseEpoch() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

World::World(WorldData data) : d_(std::move(data)) { d_.pose_epoch = newPoseEpoch(); }

ObjectPtr World::object(ObjectId id) const {
  const ObjectSeat* found = d_.objects.find(id.value);
  return found ? found->object : nullptr;
}

FramePtr World::frame(FrameId id) const {
  const FramePtr* found = d_.frames.find(id.value);
  return found ? *found : nullptr;
}

const EntityOwner* World::owner(EntityId id) const { return d_.entities.find(id.value); }

EntityPtr World::entity(EntityId id) const {
  const EntityOwner* own = owner(id);
  if (!own || own->frame) return nullptr;
  const Object* object = peek(own->object);
  return object && own->place < object->entities.size() ? object->entities[own->place] : nullptr;
}

const Object* World::peek(ObjectId id) const {
  const ObjectSeat* found = d_.objects.find(id.value);
  return found ? found->object.get() : nullptr;
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

bool World::isAliased(const Object* o, std::string_view name) {
  return o && o->name_is_global_alias && o->name == name;
}

ObjectId World::aliasNamed(std::string_view name) const {
  return {
      firstId(d_.names.find(nameKey(0, name)), [&](std::uint64_t id) { return isAliased(peek(ObjectId{id}), name); })};
}

std::pair<ObjectId, ObjectId> World::aliasesNamed(std::string_view a, std::string_view b) const {
  const auto [ids_a, ids_b] = d_.names.findBoth(nameKey(0, a), nameKey(0, b));
  const auto [seat_a, seat_b] = d_.objects.findBoth(ids_a ? ids_a->first : kNoKey, ids_b ? ids_b->first : kNoKey);
  const Object *object_a = seat_a ? seat_a->object.get() : nullptr, *object_b = seat_b ? seat_b->object.get() : nullptr;
  for (const Object* o : {object_a, object_b}) {
    if (!o) continue;
    __builtin_prefetch(&o->name_is_global_alias);
    __builtin_prefetch(&o->name);
  }
  // Names that share a key are looked through.
  return {isAliased(object_a, a) ? object_a->id : aliasNamed(a), isAliased(object_b, b) ? object_b->id : aliasNamed(b)};
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

Pose World::objectTEntity(const Object& object, EntityId id) { return object.entities.firstT(id).value_or(Pose()); }

// A node's pose in the root entity of its object.
struct World::Start {
  const ObjectSeat* seat;
  Pose object_t_node;
};

World::Start World::startAt(const ObjectSeat& seat, const EntityOwner* owner, EntityId id) {
  if (!owner || owner->place == 0) return {&seat, {}};
  return {&seat, objectTEntity(*seat.object, id)};
}

// Without asking whose the entity is: they have the ids after their object's, as a rule.
std::optional<World::Start> World::likelyStart(EntityId id) const {
  const ObjectSeat* seat = d_.objects.findUpTo(id.value);
  if (!seat) return std::nullopt;
  if (seat->root_entity == id) return Start{seat, {}};
  const EntityList& entities = seat->object->entities;
  if (id.value - seat->root_entity.value >= entities.size()) return std::nullopt;
  const std::optional<Pose> object_t_entity = entities.firstT(id);
  return object_t_entity ? std::optional(Start{seat, *object_t_entity}) : std::nullopt;
}

World::Start World::startOf(NodeRef node) const {
  if (const auto* id = std::get_if<ObjectId>(&node)) return {d_.objects.find(id->value), {}};
  if (const auto* id = std::get_if<EntityId>(&node)) {
    if (const auto likely = likelyStart(*id)) return *likely;
    const EntityOwner& own = *owner(*id);
    return own.frame ? startOf(own.frame) : startAt(*d_.objects.find(own.object.value), &own, *id);
  }
  const Frame* f = peek(std::get<FrameId>(node));
  Start out{d_.objects.find(f->object.value), f->parent_t_this};
  const EntityId entity = f->parent_entity;
  while (f->parent_frame) {
    f = peek(f->parent_frame);
    out.object_t_node = f->parent_t_this * out.object_t_node;
  }
  if (entity != out.seat->root_entity) out.object_t_node = objectTEntity(*out.seat->object, entity) * out.object_t_node;
  return out;
}

// What two nodes cost in a large world is waiting for memory. So both are looked up side by side.
std::pair<World::Start, World::Start> World::startsOf(NodeRef a, NodeRef b) const {
  const auto *entity_a = std::get_if<EntityId>(&a), *entity_b = std::get_if<EntityId>(&b);
  const auto *frame_a = std::get_if<FrameId>(&a), *frame_b = std::get_if<FrameId>(&b);
  if (frame_a || frame_b) {
    const auto [held_a, held_b] =
        d_.frames.findBoth(frame_a ? frame_a->value : kNoKey, frame_b ? frame_b->value : kNoKey);
    for (const FramePtr* frame : {held_a, held_b}) {
      if (!frame) continue;
      __builtin_prefetch(&(*frame)->object);
      __builtin_prefetch(&(*frame)->parent_t_this.q);
    }
  }
  // Entities have the ids after their object's, as a rule.
  if (entity_a) d_.objects.prefetchUpTo(entity_a->value);
  if (entity_b) d_.objects.prefetchUpTo(entity_b->value);
  std::pair<const EntityOwner*, const EntityOwner*> owners;
  if (entity_a || entity_b)
    owners = d_.entities.findBoth(entity_a ? entity_a->value : kNoKey, entity_b ? entity_b->value : kNoKey);
  const auto [own_a, own_b] = owners;
  const bool simple_a = own_a ? !own_a->frame : std::holds_alternative<ObjectId>(a);
  const bool simple_b = own_b ? !own_b->frame : std::holds_alternative<ObjectId>(b);
  if (!simple_a || !simple_b) return {startOf(a), startOf(b)};
  const auto [seat_a, seat_b] = d_.objects.findBoth((own_a ? own_a->object : std::get<ObjectId>(a)).value,
                                                    (own_b ? own_b->object : std::get<ObjectId>(b)).value);
  return {startAt(*seat_a, own_a, own_a ? *entity_a : EntityId()),
          startAt(*seat_b, own_b, own_b ? *entity_b : EntityId())};
}

Pose World::rootTObject(const ObjectSeat& seat) const {
  if (isPosed(d_, seat)) return seat.root_t_object;
  const ObjectId id = seat.object->id;
  PoseCache& cache = PoseCache::ofThisThread();
  if (const Pose* known = cache.find(d_.pose_epoch, id)) return *known;
  const Pose root_t_object = world::rootTObject(d_, id);
  cache.store(d_.pose_epoch, id, root_t_object);
  return root_t_object;
}

Pose World::rootT(NodeRef node) const {
  if (const auto* id = std::get_if<ObjectId>(&node)) return rootTObject(*d_.objects.find(id->value));
  const auto [seat, object_t_node] = startOf(node);
  return rootTObject(*seat) * object_t_node;
}

Pose World::aTB(NodeRef a, NodeRef b) const {
  const auto [at_a, at_b] = startsOf(a, b);
  if (at_a.seat == at_b.seat) return at_a.object_t_node.inverse() * at_b.object_t_node;
  return (rootTObject(*at_a.seat) * at_a.object_t_node).inverse() * (rootTObject(*at_b.seat) * at_b.object_t_node);
}

Pose World::parentTObject(const Object& object) const {
  if (!object.parent) return {};
  const Object& parent = *peek(object.parent);
  const Pose& pose = object.parent_entity_t_this;
  return object.parent_entity == parent.rootEntity() ? pose : objectTEntity(parent, object.parent_entity) * pose;
}

bool World::isAncestor(ObjectId ancestor, ObjectId of) const {
  const Object* o = peek(of);
  while (o && o->id != ancestor) o = o->parent ? peek(o->parent) : nullptr;
  return o != nullptr;
}

void World::forEachObject(const std::function<void(const Object&)>& fn) const {
  d_.objects.forEach([&](std::uint64_t, const ObjectSeat& seat) { fn(*seat.object); });
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
    const Eigen::Affine3d root_t_entity((root_t_object * objectTEntity(object, e->id)).isometry());
    for (const PlacedGeometry& g : placed) bounds.add(g.geometry->bounds.transformed(root_t_entity * g.ref_t_shape));
  }
  return bounds;
}

}  // namespace ww::world
