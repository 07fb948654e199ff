// SPDX-License-Identifier: Apache-2.0
#include "app/editor/import_place.h"

#include <fmt/format.h>

#include <QCoreApplication>
#include <algorithm>

#include "app/editor/free_spot.h"
#include "core/kinematics/tool.h"

namespace ww::editor {
namespace {

struct Places { Q_DECLARE_TR_FUNCTIONS(Places) };

constexpr std::size_t kMostMounts = 8;
constexpr double kSunk = 0.01;  // a base that lies deeper than this below the origin of its robot is lifted

// ---- what to put it on

ObjectId ownerOf(const world::World& world, const world::NodeRef& node) {
  if (const auto* id = std::get_if<ObjectId>(&node)) return *id;
  if (const auto* id = std::get_if<FrameId>(&node)) return world.frame(*id) ? world.frame(*id)->object : ObjectId{};
  const auto* owner = world.owner(std::get<EntityId>(node));
  return owner ? owner->object : ObjectId{};
}

// The nearest moving joint at or above an entity; none for what stands with the base.
EntityId moverOf(const world::Object& object, EntityId entity) {
  for (const world::Entity* at = object.entity(entity); at; at = at->parent ? object.entity(at->parent) : nullptr)
    for (const std::size_t i : object.moving_joints)
      if (object.entities[i]->id == at->id) return at->id;
  return {};
}

// Where grippers go: an attachment frame that moves with the last joint, else what the robot itself has for a tool.
std::optional<world::NodeRef> mountOf(const world::World& world, const world::Object& robot) {
  for (const FrameId id : world.framesOf(robot)) {
    const auto frame = world.frame(id);
    if (frame->is_attachment && moverOf(robot, frame->parent_entity)) return world::NodeRef(id);
  }
  for (const auto& choice : kinematics::toolChoices(world, robot.id))
    if (ownerOf(world, choice.node) == robot.id) return choice.node;
  return std::nullopt;
}

struct Mount {
  world::ObjectPtr object;
  EntityId entity;
  FrameId attachment;  // to be attached to, if it is an attachment frame
  Pose root_t_mount;
};

Result<Mount> resolved(const world::World& world, const world::NodeRef& node) {
  const auto gone = fail(Code::kNotFound, "what it was to be put on is no longer there").withHint("choose another place");
  Mount mount;
  mount.object = world.object(ownerOf(world, node));
  if (!mount.object) return gone;
  if (const auto* id = std::get_if<FrameId>(&node)) {
    const auto frame = world.frame(*id);
    mount.entity = frame->parent_entity;
    if (frame->is_attachment) mount.attachment = *id;
  } else {
    const auto* entity = std::get_if<EntityId>(&node);
    mount.entity = entity ? *entity : mount.object->rootEntity();
    if (!mount.object->entity(mount.entity)) return gone;
  }
  mount.root_t_mount = world.rootT(node);
  return mount;
}

bool isDroppedOnArm(const world::World& world, const std::optional<ui::DropPoint>& dropped, ObjectId robot) {
  return dropped && dropped->entity && ownerOf(world, dropped->entity) == robot && moverOf(*world.object(robot), dropped->entity);
}

bool carriesSomething(const world::World& world, const world::Object& robot, const world::NodeRef& mount) {
  const auto at = resolved(world, mount);
  const auto children = world.childrenOf(robot);
  return at.ok() && std::any_of(children.begin(), children.end(), [&](ObjectId id) {
    return moverOf(robot, world.object(id)->parent_entity) == moverOf(robot, at->entity);
  });
}

// ---- the edits

// The origin of what has joints is its base; other things stand on their underside.
bool standsOnItsOrigin(const io::ImportResult& result) { return result.counts.joints > 0 && result.objects.size() == 1; }

Pose rootTFile(const world::World& world, const io::ImportResult& result, const ImportPlace& place) {
  const Bounds& box = result.shown_m;
  if (place.kind == ImportPlace::Kind::kAsInFile || box.empty()) return {};
  const Vec3 middle = box.center();
  const bool origin = standsOnItsOrigin(result);
  if (place.kind == ImportPlace::Kind::kPoint) {
    const Vec3 foot = origin ? result.objects.front().file_t_object.p : Vec3(middle.x(), middle.y(), box.min.z());
    return Pose::translation(place.p_in_root.x() - foot.x(), place.p_in_root.y() - foot.y(), place.p_in_root.z() - foot.z());
  }
  const Vec3 spot = freeSpot(world, Vec3(place.p_in_root.x(), place.p_in_root.y(), 0.0), box.size());
  const double lift = origin && box.min.z() > -kSunk ? 0.0 : -box.min.z();
  return Pose::translation(spot.x() - middle.x(), spot.y() - middle.y(), lift);
}

session::EditsPtr create(const NamedImport& import, const Pose& parent_t_file, ObjectId parent, EntityId entity) {
  std::vector<session::EditsPtr> edits;
  for (std::size_t i = 0; i < import.result.objects.size(); ++i) {
    const auto& imported = import.result.objects[i];
    edits.push_back(session::createFromSceneObject(parent, entity, import.names[i], imported.object, parent_t_file * imported.file_t_object));
  }
  return session::join(edits);
}

// Entities with collision geometry that keep still against the given one.
std::vector<session::RuleSide> rigidWith(const world::Object& object, EntityId entity) {
  std::vector<session::RuleSide> sides;
  const EntityId mover = moverOf(object, entity);
  for (const auto& e : object.entities)
    if (!e->collision.empty() && moverOf(object, e->id) == mover) sides.push_back({object.id, e->id});
  return sides;
}

Result<session::EditsPtr> putOn(const world::World& world, const ui::TryEdits& tried, const NamedImport& import, const Mount& mount) {
  const Pose parent_t_file = world.rootT(mount.object->id).inverse() * mount.root_t_mount;
  std::vector<session::EditsPtr> edits{create(import, parent_t_file, mount.object->id, mount.entity)};
  WW_ASSIGN(const world::World after, tried(edits.front()));
  session::CollisionRuleEdit bolted;
  bolted.right = rigidWith(*mount.object, mount.entity);
  for (const std::string& name : import.names) {
    const auto made = after.object(after.childNamed(mount.object->id, name));
    if (!made) return fail(Code::kInternal, fmt::format("'{}' was not made", name));
    if (mount.attachment) edits.push_back(session::reparentObjectToFrame(made->id, mount.attachment));
    const auto own = rigidWith(*made, made->rootEntity());
    bolted.left.insert(bolted.left.end(), own.begin(), own.end());
  }
  if (!bolted.left.empty() && !bolted.right.empty()) edits.push_back(session::addCollisionRule(after, bolted));
  return session::join(edits);
}

}  // namespace

std::vector<ImportPlace> importPlaces(const world::World& world, const std::optional<ui::DropPoint>& dropped, const Vec3& looked_at) {
  using Kind = ImportPlace::Kind;
  std::vector<ImportPlace> likely, others;
  world.forEachObject([&](const world::Object& object) {
    if (!object.isKinematic() || likely.size() + others.size() >= kMostMounts) return;
    const auto mount = mountOf(world, object);
    if (!mount) return;
    const bool meant = isDroppedOnArm(world, dropped, object.id) && !carriesSomething(world, object, *mount);
    (meant ? likely : others).push_back({Kind::kMount, Vec3::Zero(), *mount});
  });
  const bool empty = world.objectCount() <= 1;
  if (dropped) likely.push_back({Kind::kPoint, dropped->p_in_root, world::kRootObject});
  if (!empty) likely.push_back({Kind::kFree, looked_at, world::kRootObject});
  likely.push_back({Kind::kAsInFile, Vec3::Zero(), world::kRootObject});
  likely.insert(likely.end(), others.begin(), others.end());
  return likely;
}

QString placeText(const world::World& world, const ImportPlace& place) {
  switch (place.kind) {
    case ImportPlace::Kind::kFree: return Places::tr("In a free place");
    case ImportPlace::Kind::kPoint: return Places::tr("Where it was dropped");
    case ImportPlace::Kind::kAsInFile: return Places::tr("At the origin, as in the file");
    case ImportPlace::Kind::kMount: break;
  }
  return Places::tr("On %1").arg(QString::fromStdString(world.display(place.mount)));
}

Result<session::EditsPtr> placeImport(const world::World& world, const ui::TryEdits& tried, const NamedImport& import, const ImportPlace& place) {
  if (place.kind != ImportPlace::Kind::kMount)
    return create(import, rootTFile(world, import.result, place), world::kRootObject, world::kRootEntity);
  WW_ASSIGN(const Mount mount, resolved(world, place.mount));
  return putOn(world, tried, import, mount);
}

}  // namespace ww::editor
