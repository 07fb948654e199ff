// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/export_world.h"

#include <algorithm>

#include "core/exchange/failures.h"
#include "core/io/finding.h"
#include "core/world/views/views.h"
#include "worldwright/v1/file.pb.h"

namespace ww::usecase {
namespace {

exchange::ExportedObject exported(const world::World& world, const world::Object& object, const Pose& scene_t_object) {
  exchange::ExportedObject out{world::toSceneObject(world, object), scene_t_object};
  out.object.set_name(object.name);
  return out;
}

Diagnostics lost(const FailureRow& row, const char* code, std::vector<std::string> names) {
  if (names.empty()) return {};
  const std::size_t count = names.size();
  return {io::finding(Diagnostic::Severity::kWarning, code,
                      fail(row, {{"count", arg::Count{count}}, {"names", arg::Names{std::move(names)}}}))};
}

// Objects that hang on others of the export move with them in this world, and in no file.
Diagnostics lossesOf(const world::World& world, const std::vector<const world::Object*>& objects) {
  std::vector<std::string> names;
  for (const world::Object* object : objects) {
    const auto parent = std::ranges::find(objects, object->parent, &world::Object::id);
    if (parent != objects.end()) names.push_back(world.display(object->id));
  }
  return lost(exchange::failures::kAttachmentsLost, "attachments-lost", std::move(names));
}

ObjectId holderOf(const world::World& world, const world::NodeRef& node) {
  if (const auto* id = std::get_if<ObjectId>(&node)) return world.peek(*id) ? *id : ObjectId();
  if (const auto* id = std::get_if<FrameId>(&node)) {
    const world::Frame* frame = world.peek(*id);
    return frame ? frame->object : ObjectId();
  }
  const world::EntityOwner* owner = world.owner(std::get<EntityId>(node));
  return owner ? owner->object : ObjectId();
}

// The root is the world's frame and what hangs in it, and no thing of its own.
Status rootAlone(const world::World& world) {
  arg::Names names;
  world.forEachObject([&](const world::Object& object) {
    if (object.parent) names.texts.push_back(world.display(object.id));
  });
  if (names.texts.empty()) return fail(exchange::failures::kNothingToExport);
  return fail(
      exchange::failures::kRootIsNoModel,
      {{"root", arg::Node{world.display(world::kRootObject), world::kRootObject.value}}, {"names", std::move(names)}});
}

}  // namespace

Result<WorldExport> exportOfWorld(const world::World& world, const std::string& name) {
  WorldExport out;
  out.scene.name = name;
  out.scene.is_world = true;
  std::vector<const world::Object*> objects;
  world.forEachObject([&](const world::Object& object) {
    if (!object.parent) return;  // the root object has nothing to see
    objects.push_back(&object);
    out.scene.objects.push_back(exported(world, object, world.rootT(object.id)));
  });
  if (objects.empty()) return fail(exchange::failures::kNothingToExport);
  out.losses = lossesOf(world, objects);
  std::vector<std::string> frames;
  for (const FrameId id : world.framesOf(world.root())) frames.push_back(world.display(id));
  const Diagnostics of_world = lost(exchange::failures::kWorldFramesLost, "world-frames-lost", std::move(frames));
  out.losses.insert(out.losses.end(), of_world.begin(), of_world.end());
  std::vector<std::string> programs;
  for (const auto& program : world.data().record->programs()) programs.push_back(program.name());
  const Diagnostics of_programs = lost(exchange::failures::kProgramsLost, "programs-lost", std::move(programs));
  out.losses.insert(out.losses.end(), of_programs.begin(), of_programs.end());
  return out;
}

Result<WorldExport> exportOfNodes(const world::World& world, const std::vector<world::NodeRef>& nodes) {
  std::vector<const world::Object*> objects;
  for (const world::NodeRef& node : nodes) {
    const world::Object* object = world.peek(holderOf(world, node));
    if (object == nullptr || !object->parent) continue;
    if (std::ranges::find(objects, object) == objects.end()) objects.push_back(object);
  }
  if (objects.empty()) {
    const auto isRoot = [&](const world::NodeRef& node) { return holderOf(world, node) == world::kRootObject; };
    if (std::ranges::any_of(nodes, isRoot)) return rootAlone(world);
    return fail(exchange::failures::kNothingToExport);
  }
  WorldExport out;
  const bool alone = objects.size() == 1;
  out.scene.name = alone ? objects.front()->name : "selection";
  for (const world::Object* object : objects)
    out.scene.objects.push_back(exported(world, *object, alone ? Pose::identity() : world.rootT(object->id)));
  out.losses = lossesOf(world, objects);
  return out;
}

}  // namespace ww::usecase
