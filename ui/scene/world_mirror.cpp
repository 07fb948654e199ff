// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/world_mirror.h"

#include <QElapsedTimer>
#include <algorithm>
#include <iterator>
#include <limits>
#include <unordered_set>
#include <utility>

#include "core/world/values/diff.h"

namespace ww::ui::scene {
namespace {

constexpr float kKindCollision = 1.0f;
// What an object waits for.
constexpr unsigned kAnew = 1, kMoved = 2, kShown = 4;
constexpr double kSliceMs = 6.0;
constexpr std::size_t kMostAlone = 200;
constexpr float kGhostOpacity = 0.3f;
constexpr geometry::Color kCollisionColor{0.55f, 0.63f, 0.86f, 0.62f};

}  // namespace

WorldMirror::WorldMirror(FrameGraph& graph, q3c::QEntity* root, PoseLayer* poses)
    : root_(root),
      poses_(poses),
      world_(std::make_shared<world::World>()),
      library_(std::make_unique<MeshLibrary>(root)),
      styles_(graph, root) {
  edges_ = std::make_unique<GroupEdges>(styles_.pooledEdges(), styles_.edgeLayers(), root);
  connect(library_.get(), &MeshLibrary::ready, this, &WorldMirror::placeReady);
  next_slice_.setSingleShot(true);
  connect(&next_slice_, &QTimer::timeout, this, [this] { work(kSliceMs); });
}

WorldMirror::~WorldMirror() = default;

Pose WorldMirror::rootT(world::NodeRef node) const {
  return poses_->empty() ? world_->rootT(node) : poses_->rootT(*world_, node);
}

void WorldMirror::sync(const world::WorldPtr& world) {
  const auto d = world::diff(*world_, *world);
  world_ = world;
  if (d.empty()) return;
  library_->beginUpdate();
  for (const auto& change : d.objects) {
    const ObjectId id = change.after ? change.after->id : change.before->id;
    const unsigned what = change.before && change.after ? world::whatChanged(*change.before, *change.after) : ~0u;
    if (what & (world::kGeometryChanged | world::kColorChanged | world::kContentChanged)) mark(id, kAnew);
    if (!change.after) continue;
    if (change.before && (what & (world::kPoseChanged | world::kParentChanged | world::kJointsChanged |
                                  world::kContentChanged | world::kGeometryChanged)))
      markBelow(id);
    // Elsewhere it may be hidden or locked by others.
    if (change.before && (what & world::kParentChanged)) markShownBelow(id);
  }
  startWork();
}

void WorldMirror::mark(ObjectId object, unsigned what) {
  auto [it, fresh] = waits_for_.try_emplace(object, 0u);
  it->second |= what;
  if (fresh) todo_.push_back(object);
}

void WorldMirror::markBelow(ObjectId id) {
  const auto found = waits_for_.find(id);
  const world::Object* object = world_->peek(id);
  if (!object || (found != waits_for_.end() && (found->second & kMoved))) return;
  mark(id, kMoved);
  if (!object->children.empty())
    for (const ObjectId child : world_->childrenOf(*object)) markBelow(child);
}

void WorldMirror::startWork() {
  ++version_;
  work(kSliceMs);
  if (isWorking()) Q_EMIT changed();  // work() tells the end
}

void WorldMirror::work(double milliseconds) {
  QElapsedTimer clock;
  clock.start();
  while (!todo_.empty() && static_cast<double>(clock.nsecsElapsed()) < 1e6 * milliseconds) {
    const auto next = waits_for_.extract(todo_.front());
    todo_.pop_front();
    workOn(next.key(), next.mapped());
  }
  if (isWorking()) return next_slice_.start(0);
  library_->dropUnused();
  tree_.tend();
  ++version_;
  Q_EMIT changed();
}

void WorldMirror::finish() {
  if (isWorking()) work(std::numeric_limits<double>::infinity());
}

void WorldMirror::workOn(ObjectId id, unsigned what) {
  const world::Object* object = world_->peek(id);
  if (!object || (what & kAnew)) removeObject(id);
  if (!object) return;
  if (what & kAnew) return addObject(*object);
  if (!by_object_.contains(id)) return;
  if (what & kMoved) setPoses(*object);
  if (what & kShown) show(id);
}

void WorldMirror::show(ObjectId id) {
  for (const std::uint32_t slot : by_object_.at(id)) {
    Part& part = parts_[slot];
    const bool shown = isShown(part);
    if (part.group && (!shown || rules_.isGhost(part) != part.ghost)) unplace(slot);
    if (part.group) update(slot);
    else if (shown) place(slot);
  }
}

// What is shown of a part, where it is now.
void WorldMirror::update(std::uint32_t slot) {
  const Part& part = parts_[slot];
  const InstanceData data = instanceOf(part, slot);
  part.group->instances->set(part.index, data);
  touched_.emplace(part.group, keyOf(part));
  if (part.alone) part.group->faces->setBox(part.mesh->geometry->bounds.transformed(part.root_t_shape));
  edges_->set(slot, part.mesh->gpu, data);
}

void WorldMirror::syncPoses() {
  std::vector<ObjectId> now = poses_->moved(*world_), touched;
  std::ranges::set_union(now, overridden_, std::back_inserter(touched));
  overridden_ = std::move(now);
  movePoses(std::move(touched));
  tree_.tend();
  ++version_;
  Q_EMIT changed();
}

// And those of what hangs on them.
void WorldMirror::movePoses(std::vector<ObjectId> objects) {
  std::unordered_set<ObjectId> seen;
  seen.reserve(objects.size());
  for (std::size_t i = 0; i < objects.size(); ++i) {
    const world::Object* object = world_->peek(objects[i]);
    if (!object || !seen.insert(objects[i]).second) continue;
    if (by_object_.contains(object->id)) setPoses(*object);
    object->children.forEach([&](std::uint64_t id, world::Present) { objects.push_back({id}); });
  }
}

void WorldMirror::setPoses(const world::Object& object) {
  EntityId of;
  Pose root_t_entity;
  for (const std::uint32_t slot : by_object_.at(object.id)) {
    Part& part = parts_[slot];
    // The parts of an entity follow one another.
    if (!isCurrent(part)) continue;
    if (part.entity != of) root_t_entity = rootT(part.entity);
    of = part.entity;
    part.root_t_shape = root_t_entity.isometry() * part.entity_t_shape;
    if (!part.group) continue;
    update(slot);
    tree_.instances().move(slot, part.root_t_shape);
  }
}

std::uint32_t WorldMirror::newSlot() {
  if (free_.empty()) {
    parts_.emplace_back();
    return static_cast<std::uint32_t>(parts_.size() - 1);
  }
  const std::uint32_t slot = free_.back();
  free_.pop_back();
  return slot;
}

void WorldMirror::addObject(const world::Object& object) {
  std::vector<std::uint32_t> slots;
  const auto add = [&](const world::Entity& entity, const std::vector<world::PlacedGeometry>& placed, bool collision) {
    for (const auto& g : placed) {
      if (!g.geometry) continue;
      const std::uint32_t slot = newSlot();
      Part& part = parts_[slot];
      part = Part{};
      part.entity = entity.id;
      part.object = object.id;
      part.collision = collision;
      part.mesh = library_->get(g.geometry);
      part.entity_t_shape = g.ref_t_shape;
      const bool own = !g.geometry->mesh->colors.empty();
      part.color =
          collision ? kCollisionColor : g.color.value_or(own ? geometry::Color{0, 0, 0, -1} : geometry::Color{});
      slots.push_back(slot);
    }
  };
  for (const auto& entity : object.entities) {
    add(*entity, entity->visual, false);
    add(*entity, entity->collision, true);
  }
  if (slots.empty()) return;
  by_object_[object.id] = slots;
  setPoses(object);
  for (const std::uint32_t slot : slots) place(slot);
}

void WorldMirror::removeObject(ObjectId id) {
  const auto it = by_object_.find(id);
  if (it == by_object_.end()) return;
  for (const std::uint32_t slot : it->second) {
    unplace(slot);
    library_->release(parts_[slot].mesh);
    parts_[slot] = Part{};
    free_.push_back(slot);
  }
  by_object_.erase(it);
}

InstanceData WorldMirror::instanceOf(const Part& part, std::uint32_t slot) const {
  InstanceData data = makeInstance(part.root_t_shape * Eigen::Translation3d(part.mesh->gpu.origin));
  const float color[4] = {part.color.r, part.color.g, part.color.b, part.color.a};
  std::copy(color, color + 4, data.color);
  data.info[0] = static_cast<float>(slot + 1);
  data.info[1] = part.collision ? kKindCollision : 0.0f;
  if (part.ghost) data.info[2] = kGhostOpacity;
  data.info[3] = isLocked(part) ? 1.0f : 0.0f;
  return data;
}

bool WorldMirror::isGlass(const Part& part) {
  return part.ghost || (part.color.a < 0 ? part.mesh->translucent : part.color.a < 0.999f);
}

GroupKey WorldMirror::keyOf(const Part& part) {
  // A mirrored solid is turned inside out.
  const bool solid = !part.collision && !isGlass(part) && part.entity_t_shape.linear().determinant() > 0.0;
  return {part.mesh.get(), part.collision, isGlass(part), part.ghost, solid && part.mesh->outward, part.alone};
}

BatchGroup& WorldMirror::groupFor(const Part& part) {
  const GroupKey key = keyOf(part);
  auto& group = groups_[key];
  if (!group) {
    BatchStyle style = styles_.of(key);
    if (!edges_->areOwn()) style.edges = nullptr;
    group = makeGroup(part.mesh, style, root_);
    if (group->edges) group->edges->setEnabled(edges_->areShown());
    if (isLarge(*part.mesh)) library_->wantLevels(part.mesh);
  }
  return *group;
}

void WorldMirror::place(std::uint32_t slot) {
  Part& part = parts_[slot];
  if (part.group || !isShown(part)) return;
  if (!part.mesh->ready) {
    unready_[part.mesh].push_back(slot);
    return;
  }
  part.ghost = rules_.isGhost(part);
  // Sorted one by one; where there are very many, their order matters less than their number.
  part.alone = isGlass(part) && !part.collision && !part.ghost && glass_ < kMostAlone ? slot + 1 : 0;
  glass_ += isGlass(part);
  part.group = &groupFor(part);
  part.index = part.group->instances->add(instanceOf(part, slot));
  part.group->slots.push_back(slot);
  edges_->place(part.mesh->gpu.edge_vertex_count);
  update(slot);
  tree_.instances().add({slot, part.root_t_shape, part.mesh->bvh});
}

void WorldMirror::unplace(std::uint32_t slot) {
  Part& part = parts_[slot];
  if (!part.group) return;
  auto& slots = part.group->slots;
  part.group->instances->removeSwap(part.index);
  slots[part.index] = slots.back();
  slots.pop_back();
  if (part.index < slots.size()) parts_[slots[part.index]].index = part.index;
  touched_.emplace(part.group, keyOf(part));
  glass_ -= isGlass(part);
  edges_->remove(slot, part.mesh->gpu.edge_vertex_count);
  part.group = nullptr;
  tree_.instances().remove(slot);
}

void WorldMirror::placeReady() {
  for (auto it = unready_.begin(); it != unready_.end();) {
    if (!it->first->ready) {
      ++it;
      continue;
    }
    const auto [mesh, slots] = *it;
    it = unready_.erase(it);
    for (const std::uint32_t slot : slots)
      if (parts_[slot].mesh == mesh) place(slot);
  }
  tree_.tend();
  ++version_;
  Q_EMIT changed();
}

void WorldMirror::refreshAll() {
  for (const auto& [id, slots] : by_object_) mark(id, kShown);
  startWork();
}

// Eyes and locks hold for what hangs on an object; of an entity its object is looked at as a whole.
void WorldMirror::refresh(const std::vector<std::uint64_t>& nodes) {
  for (const std::uint64_t id : nodes) {
    const auto* owner = world_->owner(EntityId{id});
    if (owner && !owner->frame) mark(owner->object, kShown);
    else markShownBelow(ObjectId{id});
  }
  startWork();
}

void WorldMirror::markShownBelow(ObjectId id) {
  const world::Object* object = world_->peek(id);
  if (!object) return;
  mark(id, kShown);
  if (!object->children.empty())
    for (const ObjectId child : world_->childrenOf(*object)) markShownBelow(child);
}

void WorldMirror::setRules(PartRules rules) {
  const auto difference = rules.from(rules_);
  rules_ = std::move(rules);
  if (difference.all) refreshAll();
  else if (difference.frames || !difference.ids.empty()) refresh(difference.ids);
}

void WorldMirror::setEdgesVisible(bool on) {
  edges_->setWanted(on);
  Q_EMIT changed();
}

void WorldMirror::setHurried(bool on) { edges_->setHurried(on); }

void WorldMirror::flush(std::chrono::milliseconds least_age) {
  flushed_ = {touched_.size(), 0};
  std::erase_if(touched_, [&](const auto& entry) {
    flushed_.bytes += entry.first->flush();
    if (!entry.first->slots.empty()) return true;
    // An empty group costs time in every frame.
    return std::chrono::steady_clock::now() - entry.first->made >= least_age && groups_.erase(entry.second) > 0;
  });
  flushed_.bytes += edges_->flush(groups_.size(), [this](const GroupEdges::Visit& visit) {
    for (auto& [key, group] : groups_) visit(*group, styles_.of(key));
  });
}

}  // namespace ww::ui::scene
