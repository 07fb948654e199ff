// SPDX-License-Identifier: Apache-2.0
#include "core/world/values/world.h"

#include <algorithm>
#include <atomic>

#include "core/world/values/placing.h"
#include "core/world/values/pose_cache.h"

namespace ww::world {
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
  const FrameSeat* found = d_.frames.find(id.value);
  return found ? found->frame : nullptr;
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
  const FrameSeat* found = d_.frames.find(id.value);
  return found ? found->frame.get() : nullptr;
}

const Object& World::root() const { return *peek(kRootObject); }

ObjectId World::childNamed(ObjectId parent, std::string_view name) const {
  const auto is_object = [&](std::uint64_t id) { return d_.objects.find(id) != nullptr; };
  return {d_.names.find(parent.value, name, is_object, [&](std::uint64_t id) {
    const Object* o = peek(ObjectId{id});
    return o && o->parent == parent && o->name == name;
  })};
}

FrameId World::frameNamed(ObjectId object, std::string_view name) const {
  const auto is_frame = [&](std::uint64_t id) { return d_.frames.find(id) != nullptr; };
  return {d_.names.find(object.value, name, is_frame, [&](std::uint64_t id) {
    const Frame* f = peek(FrameId{id});
    return f && f->object == object && f->name == name;
  })};
}

ObjectId World::aliasNamed(std::string_view name) const {
  const auto is_object = [](std::uint64_t) { return true; };  // nothing else has a global name
  return {d_.names.find(0, name, is_object, [&](std::uint64_t id) {
    const Object* o = peek(ObjectId{id});
    return o && o->name_is_global_alias && o->name == name;
  })};
}

std::pair<FrameId, FrameId> World::framesNamed(ObjectId object_a, std::string_view a, ObjectId object_b,
                                               std::string_view b) const {
  const auto [id_a, id_b] = d_.names.findBoth(object_a.value, a, object_b.value, b);
  const auto checked = [&](std::uint64_t id, ObjectId object, std::string_view name) {
    if (!object) return FrameId();
    return d_.frames.find(id) ? FrameId{id} : frameNamed(object, name);
  };
  return {checked(id_a, object_a, a), checked(id_b, object_b, b)};
}

std::pair<ObjectId, ObjectId> World::aliasesNamed(std::string_view a, std::string_view b) const {
  const auto [id_a, id_b] = d_.names.findBoth(0, a, 0, b);
  d_.objects.prefetchUpTo(id_a);
  d_.objects.prefetchUpTo(id_b);
  return {id_a ? ObjectId{id_a} : aliasNamed(a), id_b ? ObjectId{id_b} : aliasNamed(b)};
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
    if (own.frame) return startOf(own.frame);
    const ObjectSeat& seat = *d_.objects.find(own.object.value);
    return {&seat, own.place == 0 ? Pose() : objectTEntity(*seat.object, *id)};
  }
  const FrameSeat* f = d_.frames.find(std::get<FrameId>(node).value);
  Start out{d_.objects.find(f->object.value), f->parent_t_this};
  const EntityId entity = f->parent_entity;
  while (f->parent_frame) {
    f = d_.frames.find(f->parent_frame.value);
    out.object_t_node = f->parent_t_this * out.object_t_node;
  }
  if (entity != out.seat->root_entity) out.object_t_node = objectTEntity(*out.seat->object, entity) * out.object_t_node;
  return out;
}

// What two nodes cost in a large world is waiting for memory. So that of both is fetched side by side, as far as it can
// be told where it is, before either is looked up.
class World::Fetch {
 public:
  Fetch(const WorldData& data, const NodeRef& node) : data_(data) {
    if (const auto* frame = std::get_if<FrameId>(&node)) {
      frame_ = *frame;
      data.frames.prefetchUpTo(frame_.value);
    } else if (const auto* entity = std::get_if<EntityId>(&node)) {
      fetchSeatOf(*entity);
    } else {
      data.objects.prefetchUpTo(std::get<ObjectId>(node).value);
    }
  }
  // What the frame rides on; then of an entity that is no root its object, and then the others before it.
  void goOn() {
    if (frame_) return goOnFrom(*data_.frames.find(std::exchange(frame_, {}).value));
    if (entities_) entities_->prefetch();
    entities_ = nullptr;
    if (!entity_) return;
    const ObjectSeat* seat = data_.objects.findUpTo(entity_.value);
    if (seat && seat->root_entity != entity_) {
      entities_ = &seat->object->entities;
      __builtin_prefetch(entities_);
      __builtin_prefetch(entities_ + 1);
    }
    entity_ = {};
  }

 private:
  void fetchSeatOf(EntityId entity) {
    entity_ = entity;
    data_.objects.prefetchUpTo(entity.value);  // entities have the ids after their object's, as a rule
  }
  void goOnFrom(const FrameSeat& frame) {
    fetchSeatOf(frame.parent_entity);
    if (frame.parent_frame) data_.frames.prefetchUpTo(frame.parent_frame.value);
  }

  const WorldData& data_;
  FrameId frame_;
  EntityId entity_;
  const EntityList* entities_ = nullptr;
};

std::pair<World::Start, World::Start> World::startsOf(NodeRef a, NodeRef b) const {
  if (std::holds_alternative<ObjectId>(a) && std::holds_alternative<ObjectId>(b)) {
    const auto [seat_a, seat_b] = d_.objects.findBoth(std::get<ObjectId>(a).value, std::get<ObjectId>(b).value);
    return {{seat_a, {}}, {seat_b, {}}};
  }
  Fetch fetch_a(d_, a), fetch_b(d_, b);
  for (int step = 0; step < 3; ++step) {
    fetch_a.goOn();
    fetch_b.goOn();
  }
  return {startOf(a), startOf(b)};
}

std::pair<Pose, Pose> World::rootTObjects(const ObjectSeat& a, const ObjectSeat& b) const {
  if (isPosed(d_, a) && isPosed(d_, b)) return {a.root_t_object, b.root_t_object};
  PoseCache& cache = PoseCache::ofThisThread();
  const ObjectId id_a = a.object->id, id_b = b.object->id;
  const Pose *known_a = cache.find(d_.pose_epoch, id_a), *known_b = cache.find(d_.pose_epoch, id_b);
  if (known_a && known_b) return {*known_a, *known_b};
  const auto made = world::rootTObjects(d_, a, b);
  cache.store(d_.pose_epoch, id_a, made.first);
  cache.store(d_.pose_epoch, id_b, made.second);
  return made;
}

Pose World::rootT(NodeRef node) const {
  if (const auto* id = std::get_if<ObjectId>(&node)) return rootTObject(*d_.objects.find(id->value));
  const auto [seat, object_t_node] = startOf(node);
  return rootTObject(*seat) * object_t_node;
}

Pose World::rootTObject(const ObjectSeat& seat) const {
  return isPosed(d_, seat) ? seat.root_t_object : rootTObjects(seat, seat).first;
}

Pose World::aTB(NodeRef a, NodeRef b) const {
  const auto [at_a, at_b] = startsOf(a, b);
  if (at_a.seat == at_b.seat) return at_a.object_t_node.inverse() * at_b.object_t_node;
  const auto [root_t_a, root_t_b] = rootTObjects(*at_a.seat, *at_b.seat);
  return (root_t_a * at_a.object_t_node).inverse() * (root_t_b * at_b.object_t_node);
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
  d_.frames.forEach([&](std::uint64_t, const FrameSeat& seat) { fn(*seat.frame); });
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
