// SPDX-License-Identifier: Apache-2.0
#include "app/editor/copies.h"

#include "core/usecase/free_spot.h"
#include "ui/bridge/failures.h"

namespace ww::editor {
namespace {

constexpr std::size_t kMany = 1000;  // entities: some milliseconds

void addBounds(const world::World& world, const world::Object& object, Bounds& box) {
  if (const Bounds own = world.boundsOf(object); !own.empty()) box.add(own);
  for (const ObjectId child : world.childrenOf(object)) addBounds(world, *world.peek(child), box);
}

std::size_t entitiesOf(const world::World& world, const world::Object& object) {
  std::size_t count = object.entities.size();
  for (const ObjectId child : world.childrenOf(object)) count += entitiesOf(world, *world.peek(child));
  return count;
}

// How far the copies go, root frame, metres.
Vec3 shiftOf(const world::World& world, const std::vector<const world::Object*>& objects) {
  Bounds box;
  for (const auto* object : objects) addBounds(world, *object, box);
  if (box.empty()) return Vec3::Zero();
  const Vec3 foot(box.center().x(), box.center().y(), box.min.z());
  return usecase::freeSpot(world, foot, box.size()) - foot;
}

}  // namespace

session::EditsPtr copiesBeside(const world::World& world, const std::vector<ObjectId>& objects) {
  std::vector<const world::Object*> there;
  for (const ObjectId id : objects)
    if (const world::Object* object = world.peek(id)) there.push_back(object);
  if (there.empty()) return nullptr;
  const Vec3 shift = shiftOf(world, there);
  std::vector<session::EditsPtr> edits;
  for (const auto* object : there) {
    Pose root_t_copy = world.rootT(object->id);
    root_t_copy.p += shift;
    edits.push_back(session::copyObjectTo(object->id, true, world.rootT(object->parent).inverse() * root_t_copy));
  }
  return session::join(edits);
}

// The new objects whose parent is none of them.
Copies copiesOf(const world::World& before, const world::World& after) {
  const auto next = before.nextId();
  Copies out;
  for (auto id = next; id < after.nextId(); ++id) {
    const world::Object* object = after.peek(ObjectId{id});
    if (!object) continue;
    if (object->parent.value < next) out.nodes.emplace_back(object->id);
    if (const Bounds own = after.boundsOf(*object); !own.empty()) out.box.add(own);
  }
  return out;
}

Result<Copies> commitCopies(session::WorldSession& session, const std::vector<ObjectId>& objects,
                            const std::string& label, const std::function<bool()>& ended) {
  constexpr int kTries = 20;
  session::CommitRequest request;
  request.label = label;
  for (int i = 1;; ++i) {
    const session::Snapshot now = session.snapshot();
    request.edits = copiesBeside(*now.world, objects);
    if (!request.edits || ended()) return fail(ui::failures::kCancelled);
    // At last it takes what it finds: what is free then was looked for a moment before.
    request.base_revision = i < kTries ? std::optional(now.revision) : std::nullopt;
    const auto done = session.commitAndSee(request);
    if (done.ok()) return copiesOf(*done->before.world, *done->after.world);
    if (done.status().code != Code::kAborted || i >= kTries) return done.status();
  }
}

bool areMany(const world::World& world, const std::vector<ObjectId>& objects) {
  std::size_t count = 0;
  for (const ObjectId id : objects) {
    if (const world::Object* object = world.peek(id)) count += entitiesOf(world, *object);
    if (count > kMany) return true;
  }
  return false;
}

}  // namespace ww::editor
