// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/import_place.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/usecase/failures.h"
#include "core/usecase/free_spot.h"
#include "core/usecase/mount.h"
#include "core/world/views/references.h"

namespace ww::usecase {
namespace {

constexpr std::size_t kMostMounts = 8;
constexpr double kSunk = 0.01;  // a base that lies deeper than this below the origin of its robot is lifted

// ---- what to put it on

ObjectId ownerOf(const world::World& world, const world::NodeRef& node) {
  if (const auto* id = std::get_if<ObjectId>(&node)) return *id;
  if (const auto* id = std::get_if<FrameId>(&node)) return world.frame(*id) ? world.frame(*id)->object : ObjectId{};
  const auto* owner = world.owner(std::get<EntityId>(node));
  return owner ? owner->object : ObjectId{};
}

bool isDroppedOnArm(const world::World& world, const std::optional<Dropped>& dropped, ObjectId robot) {
  return dropped && dropped->entity && ownerOf(world, dropped->entity) == robot &&
         moverOf(world, *world.object(robot), dropped->entity);
}

bool carriesSomething(const world::World& world, const world::Object& robot, const world::NodeRef& mount) {
  const auto at = mountAt(world, mount);
  const auto children = world.childrenOf(robot);
  return at.ok() && std::any_of(children.begin(), children.end(), [&](ObjectId id) {
           return moverOf(world, robot, world.object(id)->parent_entity) == moverOf(world, robot, at->entity);
         });
}

// ---- the edits

// The origin of what has joints is its base; other things stand on their underside.
bool standsOnItsOrigin(const io::ImportResult& result) {
  return result.counts.joints > 0 && result.objects.size() == 1;
}

Pose rootTFile(const world::World& world, const io::ImportResult& result, const ImportPlace& place) {
  if (place.kind == ImportPlace::Kind::kAsInFile || result.objects.empty()) return place.parent_t_file;
  Bounds box = result.shown_m;
  if (box.empty()) box.add(result.objects.front().file_t_object.p);  // without shapes: by its origin
  const Vec3 middle = box.center();
  const bool origin = standsOnItsOrigin(result);
  if (place.kind == ImportPlace::Kind::kPoint) {
    const Vec3 foot = origin ? result.objects.front().file_t_object.p : Vec3(middle.x(), middle.y(), box.min.z());
    return Pose::translation(place.p_in_root.x() - foot.x(), place.p_in_root.y() - foot.y(),
                             place.p_in_root.z() - foot.z());
  }
  const Vec3 spot = freeSpot(world, place.p_in_root, box.size());
  const double lift = origin && box.min.z() > -kSunk ? 0.0 : -box.min.z();
  return Pose::translation(spot.x() - middle.x(), spot.y() - middle.y(), spot.z() + lift);
}

session::EditsPtr create(const NamedImport& import, const Pose& parent_t_file, ObjectId parent, EntityId entity) {
  std::vector<session::EditsPtr> edits;
  for (std::size_t i = 0; i < import.result.objects.size(); ++i) {
    const auto& imported = import.result.objects[i];
    edits.push_back(session::createFromSceneObject(parent, entity, import.names[i], imported.object,
                                                   parent_t_file * imported.file_t_object));
  }
  return session::join(edits);
}

Result<session::EditsPtr> putOn(const TryEdits& tried, const NamedImport& import, const Mount& mount,
                                bool is_attachment) {
  std::vector<session::EditsPtr> edits{create(import, mount.object_t_this, mount.object->id, mount.entity)};
  if (!mount.object->isKinematic() && !is_attachment) return edits.front();
  WW_ASSIGN(const world::World after, tried(edits.front()));
  std::vector<ObjectId> made;
  for (const std::string& name : import.names) {
    const ObjectId one = after.childNamed(mount.object->id, name);
    if (!one) return fail(failures::kNotMade, {{"name", arg::Name{name}}});
    if (is_attachment) edits.push_back(session::reparentObjectToFrame(one, mount.frame));
    made.push_back(one);
  }
  if (const auto rule = bolted(after, mount, made)) edits.push_back(session::addCollisionRule(after, *rule));
  return session::join(edits);
}

}  // namespace

std::vector<ImportPlace> importPlaces(const world::World& world, const std::optional<Dropped>& dropped,
                                      const Vec3& looked_at) {
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

Result<ObjectId> parentOf(const world::World& world, const ImportPlace& place) {
  if (place.kind != ImportPlace::Kind::kMount) return world::kRootObject;
  WW_ASSIGN(const Mount mount, mountAt(world, place.mount));
  return mount.object->id;
}

NamedImport named(const world::World& world, ObjectId parent, const io::ImportResult& result,
                  const std::string& wished) {
  NamedImport import{result, {}};
  std::set<std::string> taken;
  std::map<std::string, int> next;
  const bool wish = !wished.empty() && world::checkName(wished).ok();
  for (const auto& imported : result.objects) {
    const std::string& base = wish ? wished : imported.object.name();
    std::string name = world::freeName(world, parent, base, true);
    // Of many with one name each goes on where the last one ended.
    for (int& i = next.try_emplace(base, 2).first->second; !taken.insert(name).second; ++i)
      name = world::freeName(world, parent, base + "_" + std::to_string(i), true);
    import.names.push_back(name);
  }
  return import;
}

Result<session::EditsPtr> placeImport(const world::World& world, const TryEdits& tried, const NamedImport& import,
                                      const ImportPlace& place) {
  if (place.kind != ImportPlace::Kind::kMount)
    return create(import, rootTFile(world, import.result, place), world::kRootObject, world::kRootEntity);
  WW_ASSIGN(const Mount mount, mountAt(world, place.mount, place.parent_t_file));
  const auto frame = world.frame(mount.frame);
  return putOn(tried, import, mount, frame && frame->is_attachment);
}

}  // namespace ww::usecase
