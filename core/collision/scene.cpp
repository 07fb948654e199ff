// SPDX-License-Identifier: Apache-2.0
#include "core/collision/scene.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "core/model/ahead.h"

namespace ww::collision {

Bounds boundsAt(const Bounds& bounds, const Pose& root_t_body) {
  const Vec3 center = root_t_body * bounds.center();
  const Vec3 half = root_t_body.q.toRotationMatrix().cwiseAbs() * (0.5 * bounds.size());
  Bounds out;
  out.min = center - half;
  out.max = center + half;
  return out;
}

// Gathers what comes and goes, and takes it over at the end.
class Scene::Change {
 public:
  explicit Change(Scene& scene) : s_(scene) {}
  void all();  // into a scene that is made
  void put(const world::Object& object);
  void putAllOn(const world::Object& object);  // it, and what hangs on it, down to the last
  void drop(const world::Object& object, const world::Object* stays);
  void take() { s_.boxes_ = s_.boxes_->changed(less_, more_); }

 private:
  void put(const world::Entity& entity, ObjectId object);
  BodyShapePtr shapeOf(const world::Entity& entity);
  void add(const world::Entity& entity, ObjectId object);
  void drop(EntityId entity);
  Pose rootT(ObjectId object, EntityId entity);

  Scene& s_;
  std::vector<BodyPtr> less_, more_;
  // Of a scene that is made, so many stand in one piece of memory.
  static constexpr std::size_t kTogether = 64;
  std::shared_ptr<std::vector<Body>> together_;
  std::unordered_map<model::BodyIndex, Pose> root_t_body_;
  // The last shape of each geometry, and how it was placed: many bodies are alike.
  struct Known {
    Eigen::Matrix4d placed;
    BodyShapePtr shape;
  };
  std::unordered_map<const geometry::Geometry*, Known> shapes_;
  std::unordered_set<ObjectId> done_;
};

Pose Scene::Change::rootT(ObjectId object, EntityId entity) {
  const model::Ride ride = s_.model_.ride(object, entity);
  if (ride.body == model::kFixedBody) return ride.body_t_node;
  const auto [at, fresh] = root_t_body_.try_emplace(ride.body);
  if (fresh) at->second = s_.model_.rootT(ride.body);
  return at->second * ride.body_t_node;
}

BodyShapePtr Scene::Change::shapeOf(const world::Entity& entity) {
  if (entity.collision.empty()) return nullptr;
  if (entity.collision.size() > 1) return s_.shapes_->get(entity);
  const world::PlacedGeometry& placed = entity.collision.front();
  const auto [at, fresh] = shapes_.try_emplace(placed.geometry.get());
  if (fresh || at->second.placed != placed.ref_t_shape.matrix())
    at->second = {placed.ref_t_shape.matrix(), s_.shapes_->get(entity)};
  return at->second.shape;
}

void Scene::Change::put(const world::Entity& entity, ObjectId object) {
  BodyShapePtr shape = shapeOf(entity);
  if (!shape) return drop(entity.id);
  const Pose root_t_body = rootT(object, entity.id);
  if (const BodyPtr* old = s_.bodies_.find(entity.id.value)) {
    if ((*old)->shape == shape && (*old)->root_t_body == root_t_body && (*old)->object == object) return;
    less_.push_back(*old);
  }
  const Bounds box = boundsAt(shape->bounds, root_t_body);
  more_.push_back(std::make_shared<const Body>(Body{entity.id, object, std::move(shape), root_t_body, box}));
  s_.bodies_.set(entity.id.value, more_.back());
}

void Scene::Change::add(const world::Entity& entity, ObjectId object) {
  BodyShapePtr shape = shapeOf(entity);
  if (!shape) return;
  if (!together_ || together_->size() == kTogether) {
    together_ = std::make_shared<std::vector<Body>>();
    together_->reserve(kTogether);
  }
  const Pose root_t_body = rootT(object, entity.id);
  const Bounds box = boundsAt(shape->bounds, root_t_body);
  together_->push_back({entity.id, object, std::move(shape), root_t_body, box});
  more_.emplace_back(together_, &together_->back());
}

void Scene::Change::all() {
  const auto entity = [](const world::Object& object) {
    const world::Entity* first = object.entities.empty() ? nullptr : object.entities.front().get();
    __builtin_prefetch(first);
    if (first) __builtin_prefetch(&first->collision);
  };
  const auto placed = [](const world::Object& object) {
    if (object.entities.empty() || object.entities.front()->collision.empty()) return;
    const char* lines = reinterpret_cast<const char*>(object.entities.front()->collision.data());
    for (std::size_t at = 0; at < sizeof(world::PlacedGeometry); at += 64) __builtin_prefetch(lines + at);
  };
  const auto addAll = [this](const world::Object& object) {
    for (const auto& e : object.entities) add(*e, object.id);
  };
  more_.reserve(s_.world().objectCount());
  model::forEachObjectAhead(s_.world(), addAll, entity, placed);
  const auto byEntity = [](const BodyPtr& body) { return body->entity; };
  if (!std::ranges::is_sorted(more_, {}, byEntity)) std::ranges::sort(more_, {}, byEntity);
  world::ChunkedMap<BodyPtr>::Builder bodies;
  for (const BodyPtr& body : more_) bodies.add(body->entity.value, body);
  s_.bodies_ = bodies.finish();
}

void Scene::Change::put(const world::Object& object) {
  if (!done_.insert(object.id).second) return;
  for (const auto& entity : object.entities) put(*entity, object.id);
}

void Scene::Change::putAllOn(const world::Object& first) {
  std::vector<const world::Object*> work{&first};
  while (!work.empty()) {
    const world::Object& object = *work.back();
    work.pop_back();
    put(object);
    object.children.forEach(
        [&](std::uint64_t child, world::Present) { work.push_back(s_.world().peek(ObjectId{child})); });
  }
}

void Scene::Change::drop(EntityId entity) {
  const BodyPtr* old = s_.bodies_.find(entity.value);
  if (!old) return;
  less_.push_back(*old);
  s_.bodies_.erase(entity.value);
}

void Scene::Change::drop(const world::Object& object, const world::Object* stays) {
  for (const auto& entity : object.entities) {
    if (!stays || !stays->entity(entity->id)) drop(entity->id);
  }
}

Scene Scene::make(model::Model model, std::shared_ptr<ShapeCache> shapes) {
  Scene out(std::move(model));
  if (!shapes) shapes = ShapeCache::ofProcess();
  out.shapes_ = std::move(shapes);
  out.rules_ = RuleSet::ofWorld(out.world());
  out.boxes_ = broadPhases().front().empty();
  Change change(out);
  change.all();
  change.take();
  return out;
}

Scene Scene::updated(const world::World& after, const world::WorldDiff& diff) const {
  Scene out = *this;
  out.model_ = model_.updated(after, diff);
  out.rules_ = rules_.updated(after, diff);
  Change change(out);
  constexpr unsigned kMoved = world::kParentChanged | world::kPoseChanged | world::kJointsChanged;
  // What goes first: in a world of another file an entity may have the id of one that another object had.
  for (const world::ObjectChange& c : diff.objects) {
    if (c.before && (!c.after || (world::whatChanged(*c.before, *c.after) & world::kGeometryChanged)))
      change.drop(*c.before, c.after.get());
  }
  for (const world::ObjectChange& c : diff.objects) {
    if (!c.after) continue;
    const unsigned what = c.before ? world::whatChanged(*c.before, *c.after) : kMoved;
    if (what & kMoved) change.putAllOn(*c.after);
    else if (what & world::kGeometryChanged) change.put(*c.after);
  }
  change.take();
  return out;
}

Scene Scene::floating(std::vector<ObjectId> objects) const {
  Scene out = *this;
  out.model_ = model_.floating(std::move(objects));
  return out;
}

std::vector<EntityId> Scene::changedSince(const Scene& before) const {
  std::vector<EntityId> out;
  world::ChunkedMap<BodyPtr>::diff(before.bodies_, bodies_,
                                   [&out](std::uint64_t id, const BodyPtr*, const BodyPtr*) { out.push_back({id}); });
  return out;
}

const Body* Scene::body(EntityId entity) const {
  const BodyPtr* found = bodies_.find(entity.value);
  return found ? found->get() : nullptr;
}

BodyPtr Scene::share(EntityId entity) const {
  const BodyPtr* found = bodies_.find(entity.value);
  return found ? *found : nullptr;
}

}  // namespace ww::collision
