// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/world_mirror.h"

#include "core/world/diff.h"
#include "ui/scene/materials.h"

namespace ww::ui::scene {
namespace {

constexpr float kKindCollision = 1.0f;
// Every entity costs time in every frame; beyond this many meshes their edges are left out.
constexpr std::size_t kMeshesWithEdges = 400;
constexpr geometry::Color kCollisionColor{0.55f, 0.63f, 0.86f, 0.62f};

}  // namespace

WorldMirror::WorldMirror(FrameGraph& graph, q3c::QEntity* root, PoseLayer* poses)
    : graph_(graph),
      root_(root),
      poses_(poses),
      world_(std::make_shared<world::World>()),
      library_(std::make_unique<MeshLibrary>(root)) {
  DrawState faces, lines, blended;
  faces.push_back = true;
  lines.depth_write = false;
  lines.blend = true;
  blended.blend = true;
  blended.push_back = true;
  const auto mesh_v = QStringLiteral("mesh.vert"), mesh_f = QStringLiteral("mesh.frag");
  auto* edges = makeMaterial(QStringLiteral("edges.vert"), QStringLiteral("color.frag"), lines, root);
  solid_ = {makeMaterial(mesh_v, mesh_f, faces, root, true), edges,
            {graph.layer(LayerId::kSolid), graph.layer(LayerId::kIds)}, {graph.layer(LayerId::kBlend)}};
  translucent_ = solid_;
  translucent_.faces = makeMaterial(mesh_v, mesh_f, blended, root, true);
  translucent_.face_layers[0] = graph.layer(LayerId::kBlend);
  collision_ = translucent_;
  connect(library_.get(), &MeshLibrary::ready, this, &WorldMirror::placeReady);
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
  std::set<ObjectId> moved;
  for (const auto& change : d.objects) {
    if (!change.after) {
      removeObject(change.before->id);
      continue;
    }
    const unsigned what = change.before ? world::whatChanged(*change.before, *change.after) : ~0u;
    if (!change.before || (what & (world::kGeometryChanged | world::kColorChanged | world::kContentChanged))) {
      removeObject(change.after->id);
      addObject(*change.after);
    }
    if (what & (world::kPoseChanged | world::kParentChanged | world::kJointsChanged | world::kContentChanged |
                world::kGeometryChanged))
      moved.insert(change.after->id);
  }
  movePoses(moved);
  library_->dropUnused();
  ++version_;
  Q_EMIT changed();
}

void WorldMirror::syncPoses() {
  std::set<ObjectId> now = poses_->moved(*world_);
  std::set<ObjectId> touched = now;
  touched.insert(overridden_.begin(), overridden_.end());
  overridden_ = std::move(now);
  movePoses(touched);
  ++version_;
  Q_EMIT changed();
}

void WorldMirror::addBelow(ObjectId id, std::set<ObjectId>& out) const {
  const auto object = world_->object(id);
  if (!object || !out.insert(id).second) return;
  for (const ObjectId child : world_->childrenOf(*object)) addBelow(child, out);
}

void WorldMirror::movePoses(const std::set<ObjectId>& objects) {
  std::set<ObjectId> all;
  for (const ObjectId id : objects) addBelow(id, all);
  for (const ObjectId id : all)
    if (by_object_.contains(id)) setPoses(*world_->object(id));
}

void WorldMirror::setPoses(const world::Object& object) {
  std::unordered_map<EntityId, Pose> root_t;
  for (const std::uint32_t slot : by_object_.at(object.id)) {
    Part& part = parts_[slot];
    auto [it, fresh] = root_t.try_emplace(part.entity);
    if (fresh) it->second = rootT(part.entity);
    part.root_t_shape = it->second.isometry() * part.entity_t_shape;
    if (part.group) part.group->instances->set(part.index, instanceOf(part, slot));
    if (!tree_stale_) tree_.move(slot, part.root_t_shape);
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
      part.color = collision ? kCollisionColor : g.color.value_or(own ? geometry::Color{0, 0, 0, -1} : geometry::Color{});
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
  tree_stale_ = true;
}

void WorldMirror::removeObject(ObjectId id) {
  const auto it = by_object_.find(id);
  if (it == by_object_.end()) return;
  for (const std::uint32_t slot : it->second) {
    unplace(slot);
    parts_[slot] = Part{};
    free_.push_back(slot);
  }
  by_object_.erase(it);
  tree_stale_ = true;
}

InstanceData WorldMirror::instanceOf(const Part& part, std::uint32_t slot) const {
  InstanceData data = makeInstance(part.root_t_shape * Eigen::Translation3d(part.mesh->gpu.origin));
  const float color[4] = {part.color.r, part.color.g, part.color.b, part.color.a};
  std::copy(color, color + 4, data.color);
  data.info[0] = static_cast<float>(slot + 1);
  data.info[1] = part.collision ? kKindCollision : 0.0f;
  data.info[3] = dimmed_.contains(part.object) ? 1.0f : 0.0f;
  return data;
}

bool WorldMirror::isShown(const Part& part) const {
  return part.mesh && part.collision == show_collision_ && !hidden_.contains(part.object);
}

BatchGroup& WorldMirror::groupFor(const Part& part) {
  const bool see_through = part.color.a < 0 ? part.mesh->translucent : part.color.a < 0.999f;
  auto& group = groups_[{part.mesh.get(), part.collision, see_through}];
  if (!group) {
    group = makeGroup(part.mesh, part.collision ? collision_ : see_through ? translucent_ : solid_, root_);
    if (group->edges) group->edges->setEnabled(edges_shown_);
  }
  return *group;
}

void WorldMirror::place(std::uint32_t slot) {
  Part& part = parts_[slot];
  if (part.group || !isShown(part) || !part.mesh->ready) return;
  part.group = &groupFor(part);
  part.index = part.group->instances->add(instanceOf(part, slot));
  part.group->slots.push_back(slot);
}

void WorldMirror::unplace(std::uint32_t slot) {
  Part& part = parts_[slot];
  if (!part.group) return;
  auto& slots = part.group->slots;
  part.group->instances->removeSwap(part.index);
  slots[part.index] = slots.back();
  slots.pop_back();
  if (part.index < slots.size()) parts_[slots[part.index]].index = part.index;
  part.group = nullptr;
}

void WorldMirror::placeReady() {
  for (std::uint32_t slot = 0; slot < parts_.size(); ++slot) place(slot);
  tree_stale_ = true;
  ++version_;
  Q_EMIT changed();
}

void WorldMirror::refreshAll() {
  for (std::uint32_t slot = 0; slot < parts_.size(); ++slot) {
    Part& part = parts_[slot];
    if (part.group && !isShown(part)) unplace(slot);
    else if (part.group) part.group->instances->set(part.index, instanceOf(part, slot));
    else place(slot);
  }
  tree_stale_ = true;
  ++version_;
  Q_EMIT changed();
}

void WorldMirror::setShowCollision(bool on) {
  if (show_collision_ == on) return;
  show_collision_ = on;
  refreshAll();
}

void WorldMirror::setHidden(const std::set<ObjectId>& hidden) {
  hidden_ = hidden;
  refreshAll();
}

void WorldMirror::setDimmed(const std::set<ObjectId>& dimmed) {
  dimmed_ = dimmed;
  refreshAll();
}

void WorldMirror::setEdgesVisible(bool on) {
  edges_ = on;
  showEdges();
  Q_EMIT changed();
}

void WorldMirror::showEdges() {
  const bool show = edges_ && groups_.size() <= kMeshesWithEdges;
  if (show == edges_shown_) return;
  edges_shown_ = show;
  for (auto& [key, group] : groups_)
    if (group->edges) group->edges->setEnabled(show);
}

void WorldMirror::flush() {
  for (auto& [key, group] : groups_) group->flush();
  // An empty group costs time in every frame.
  std::erase_if(groups_, [](const auto& item) { return item.second->slots.empty(); });
  showEdges();
}

std::vector<std::uint32_t> WorldMirror::shownParts(world::NodeRef node) const {
  std::vector<std::uint32_t> out;
  ObjectId object;
  EntityId entity;
  if (const auto* id = std::get_if<ObjectId>(&node)) object = *id;
  if (const auto* id = std::get_if<EntityId>(&node)) {
    entity = *id;
    if (const auto* owner = world_->owner(entity)) object = owner->object;
  }
  const auto it = by_object_.find(object);
  if (it == by_object_.end()) return out;
  for (const std::uint32_t slot : it->second)
    if (isShown(parts_[slot]) && (!entity || parts_[slot].entity == entity)) out.push_back(slot);
  return out;
}

std::vector<std::uint32_t> WorldMirror::partsOf(ObjectId object, bool collision) const {
  std::vector<std::uint32_t> out;
  if (const auto it = by_object_.find(object); it != by_object_.end())
    for (const std::uint32_t slot : it->second)
      if (parts_[slot].collision == collision) out.push_back(slot);
  return out;
}

Bounds WorldMirror::boundsOf(world::NodeRef node) const {
  Bounds box;
  for (const std::uint32_t slot : shownParts(node))
    box.add(parts_[slot].mesh->geometry->bounds.transformed(parts_[slot].root_t_shape));
  return box;
}

void WorldMirror::addCorners(std::vector<Vec3>& out, std::uint32_t slot) const {
  const Bounds& b = parts_[slot].mesh->geometry->bounds;
  if (b.empty()) return;
  for (int i = 0; i < 8; ++i)
    out.push_back(parts_[slot].root_t_shape * Vec3(i & 1 ? b.max.x() : b.min.x(), i & 2 ? b.max.y() : b.min.y(), i & 4 ? b.max.z() : b.min.z()));
}

std::vector<Vec3> WorldMirror::corners() const {
  std::vector<Vec3> out;
  for (std::uint32_t slot = 0; slot < parts_.size(); ++slot)
    if (parts_[slot].mesh && isShown(parts_[slot])) addCorners(out, slot);
  return out;
}

std::vector<Vec3> WorldMirror::cornersOf(world::NodeRef node) const {
  std::vector<Vec3> out;
  for (const std::uint32_t slot : shownParts(node)) addCorners(out, slot);
  return out;
}

Bounds WorldMirror::bounds() { return pickTree().bounds(); }

const geometry::SceneBvh& WorldMirror::pickTree() {
  if (!tree_stale_) return tree_;
  std::vector<geometry::BvhInstance> instances;
  for (std::uint32_t slot = 0; slot < parts_.size(); ++slot)
    if (parts_[slot].mesh && parts_[slot].mesh->ready && isShown(parts_[slot]))
      instances.push_back({slot, parts_[slot].root_t_shape, parts_[slot].mesh->bvh});
  tree_.assign(std::move(instances));
  tree_stale_ = false;
  return tree_;
}

std::size_t WorldMirror::entityCount() const {
  std::size_t count = 0;
  for (const auto& [key, group] : groups_) count += group->edges && edges_shown_ ? 2 : 1;
  return count;
}

}  // namespace ww::ui::scene
