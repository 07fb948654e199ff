// SPDX-License-Identifier: Apache-2.0
#include "core/world/views/references.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "core/scene/names.h"
#include "intrinsic/world/proto/collision_settings.pb.h"
#include "intrinsic/world/proto/object_world_refs.pb.h"
#include "intrinsic/world/proto/object_world_service.pb.h"

namespace ww::world {
namespace {

std::uint64_t numberAfter(char prefix, std::string_view text) {
  if (text.size() < 2 || text[0] != prefix) return 0;
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), value);
  const bool whole = error == std::errc{} && end == text.data() + text.size();
  return whole && text[1] != '0' && value <= PersistentSet::kKeyMask ? value : 0;
}

Status notFound(std::string_view kind, std::string_view what) {
  return fail(Code::kNotFound, fmt::format("there is no {} '{}'", kind, what))
      .withHint("list the objects and frames of the world for the ids and names that it has now")
      .about(std::string(what));
}

Result<ObjectId> objectByName(const World& world, const std::string& name) {
  const ObjectId id = world.aliasNamed(name);
  if (id) return id;
  return notFound("object named", name)
      .withHint("only objects whose name is a global alias can be named; use the id or the full path for others");
}

void addOnce(std::vector<EntityId>& list, EntityId id) {
  if (std::find(list.begin(), list.end(), id) == list.end()) list.push_back(id);
}

}  // namespace

std::string toWire(ObjectId id) { return id == kRootObject ? "root" : fmt::format("o{}", id.value); }
std::string toWire(EntityId id) { return id == kRootEntity ? "eid_root" : fmt::format("e{}", id.value); }
std::string toWire(FrameId id) { return fmt::format("f{}", id.value); }

ObjectId objectIdFromWire(std::string_view text) {
  return text == "root" ? kRootObject : ObjectId{numberAfter('o', text)};
}
EntityId entityIdFromWire(std::string_view text) {
  return text == "eid_root" ? kRootEntity : EntityId{numberAfter('e', text)};
}
FrameId frameIdFromWire(std::string_view text) { return {numberAfter('f', text)}; }

Result<ObjectId> resolve(const World& world, const pb::ObjectReference& ref) {
  if (ref.has_by_name()) return objectByName(world, ref.by_name().object_name());
  if (ref.object_reference_case() != pb::ObjectReference::kId) {
    return fail(Code::kInvalidArgument, "object reference is not set").withHint("set id or by_name");
  }
  const ObjectId id = objectIdFromWire(ref.id());
  if (!id || !world.peek(id)) return notFound("object", ref.id());
  return id;
}

Result<ObjectId> resolve(const World& world, const pb::ObjectFullPath& path) {
  ObjectId at = kRootObject;
  for (const std::string& name : path.object_names()) {
    const ObjectId child = world.childNamed(at, name);
    if (!child && !(at == kRootObject && name == "root")) return notFound("object in the path named", name);
    if (child) at = child;
  }
  return at;
}

Result<FrameId> resolve(const World& world, const pb::FrameReference& ref) {
  if (ref.has_by_name()) {
    WW_ASSIGN(const ObjectId object, objectByName(world, ref.by_name().object_name()));
    const FrameId frame = world.frameNamed(object, ref.by_name().frame_name());
    if (frame) return frame;
    return notFound("frame", ref.by_name().object_name() + "/" + ref.by_name().frame_name());
  }
  if (ref.frame_reference_case() != pb::FrameReference::kId) {
    return fail(Code::kInvalidArgument, "frame reference is not set").withHint("set id or by_name");
  }
  const FrameId id = frameIdFromWire(ref.id());
  if (!id || !world.peek(id)) return notFound("frame", ref.id());
  return id;
}

Result<EntityId> resolve(const World& world, const pb::EntityReference& ref) {
  if (ref.id().empty()) return fail(Code::kInvalidArgument, "entity reference is not set").withHint("set its id");
  const EntityId id = entityIdFromWire(ref.id());
  if (!id || !world.owner(id)) return notFound("entity", ref.id());
  return id;
}

Result<NodeRef> resolve(const World& world, const pb::TransformNodeReference& ref) {
  if (ref.has_by_name()) {
    const pb::TransformNodeReferenceByName& by_name = ref.by_name();
    if (by_name.has_object()) {
      WW_ASSIGN(const ObjectId id, objectByName(world, by_name.object().object_name()));
      return NodeRef(id);
    }
    if (by_name.has_frame()) {
      pb::FrameReference frame;
      *frame.mutable_by_name() = by_name.frame();
      WW_ASSIGN(const FrameId id, resolve(world, frame));
      return NodeRef(id);
    }
  }
  if (ref.transform_node_reference_case() != pb::TransformNodeReference::kId) {
    return fail(Code::kInvalidArgument, "transform node reference is not set").withHint("set id or by_name");
  }
  if (const ObjectId id = objectIdFromWire(ref.id()); id && world.peek(id)) return NodeRef(id);
  if (const FrameId id = frameIdFromWire(ref.id()); id && world.peek(id)) return NodeRef(id);
  return notFound("object or frame", ref.id());
}

std::pair<Result<NodeRef>, Result<NodeRef>> resolveBoth(const World& world, const pb::TransformNodeReference& a,
                                                        const pb::TransformNodeReference& b) {
  if (a.by_name().has_object() && b.by_name().has_object()) {
    const auto [object_a, object_b] =
        world.aliasesNamed(a.by_name().object().object_name(), b.by_name().object().object_name());
    if (object_a && object_b) return {NodeRef(object_a), NodeRef(object_b)};
  }
  return {resolve(world, a), resolve(world, b)};
}

Result<std::vector<EntityId>> resolve(const World& world, ObjectId object_id, const pb::ObjectEntityFilter& filter) {
  const Object* object = world.peek(object_id);
  std::vector<EntityId> picked;
  if (filter.include_all_entities()) {
    for (const EntityPtr& e : object->entities) picked.push_back(e->id);
    return picked;
  }
  if (filter.include_base_entity()) addOnce(picked, object->rootEntity());
  if (filter.include_final_entity()) {
    const EntityId final_entity = object->finalEntity();
    if (!final_entity) {
      return fail(Code::kInvalidArgument, fmt::format("object '{}' has no unique final entity", object->name))
          .withHint("name the entity instead")
          .about(object->name);
    }
    addOnce(picked, final_entity);
  }
  for (const pb::EntityReference& ref : filter.entity_references()) {
    WW_ASSIGN(const EntityId id, resolve(world, ref));
    if (world.owner(id)->object != object_id) {
      return fail(Code::kInvalidArgument, fmt::format("entity '{}' is not part of object '{}'", ref.id(), object->name))
          .withHint("name an entity of the object that the filter is for")
          .about(ref.id());
    }
    addOnce(picked, id);
  }
  for (const std::string& name : filter.entity_names()) {
    const Entity* entity = object->entityNamed(name);
    const FrameId frame = entity ? FrameId{} : world.frameNamed(object_id, name);
    if (!entity && !frame) return notFound(fmt::format("entity in object '{}' named", object->name), name);
    addOnce(picked, entity ? entity->id : world.peek(frame)->entity);
  }
  return picked;
}

Result<EntityId> resolveOne(const World& world, const pb::ObjectReferenceWithEntityFilter& ref) {
  WW_ASSIGN(const ObjectId object, resolve(world, ref.reference()));
  if (!ref.has_entity_filter()) {
    return fail(Code::kInvalidArgument, fmt::format("the entity filter for '{}' is not set", world.display(object)))
        .withHint("set entity_filter: include_base_entity, include_final_entity or one entity")
        .about(world.display(object));
  }
  WW_ASSIGN(const std::vector<EntityId> picked, resolve(world, object, ref.entity_filter()));
  if (picked.size() != 1) {
    return fail(Code::kInvalidArgument, fmt::format("the entity filter selects {} entities of '{}' where one is needed",
                                                    picked.size(), world.display(object)))
        .withHint("select one, by include_base_entity, include_final_entity or its name")
        .about(world.display(object));
  }
  if (!world.owner(picked.front())->frame) return picked.front();
  return fail(Code::kInvalidArgument,
              fmt::format("the entity filter selects the frame '{}'", world.display(picked.front())))
      .withHint("name the frame as the frame that it is, or select a link")
      .about(world.display(picked.front()));
}

Result<EntityId> resolveOneOrBase(const World& world, const pb::ObjectReferenceWithEntityFilter& ref) {
  if (ref.has_entity_filter()) return resolveOne(world, ref);
  WW_ASSIGN(const ObjectId object, resolve(world, ref.reference()));
  return world.peek(object)->rootEntity();
}

Result<std::vector<EntityId>> resolve(const World& world, const pb::ObjectOrEntityReference& ref) {
  if (ref.has_entity()) {
    WW_ASSIGN(const EntityId id, resolve(world, ref.entity()));
    return std::vector<EntityId>{id};
  }
  pb::ObjectEntityFilter all;
  all.set_include_all_entities(true);
  if (ref.has_object()) {
    WW_ASSIGN(const ObjectId object, resolve(world, ref.object()));
    return resolve(world, object, all);
  }
  if (ref.has_object_with_filter()) {
    WW_ASSIGN(const ObjectId object, resolve(world, ref.object_with_filter().reference()));
    return resolve(world, object,
                   ref.object_with_filter().has_entity_filter() ? ref.object_with_filter().entity_filter() : all);
  }
  return fail(Code::kInvalidArgument, "object or entity reference is not set")
      .withHint("set object, entity or object_with_filter");
}

Result<NodeRef> resolveText(const World& world, std::string_view text) {
  if (const std::size_t colon = text.rfind(':'); colon != std::string_view::npos) {
    const ObjectId object = world.find(text.substr(0, colon));
    if (!object) return notFound("object", text.substr(0, colon));
    const Entity* entity = world.object(object)->entityNamed(text.substr(colon + 1));
    if (!entity) return notFound(fmt::format("entity in '{}' named", text.substr(0, colon)), text.substr(colon + 1));
    return NodeRef(entity->id);
  }
  if (!text.empty()) {
    if (const ObjectId object = world.find(text)) return NodeRef(object);
  }
  if (const std::size_t slash = text.rfind('/'); slash != std::string_view::npos) {
    const ObjectId object = world.find(text.substr(0, slash));
    if (object) {
      if (const FrameId frame = world.frameNamed(object, text.substr(slash + 1))) return NodeRef(frame);
    }
  }
  if (const FrameId frame = world.frameNamed(kRootObject, text)) return NodeRef(frame);
  if (const ObjectId id = objectIdFromWire(text); id && world.peek(id)) return NodeRef(id);
  if (const FrameId id = frameIdFromWire(text); id && world.peek(id)) return NodeRef(id);
  if (const EntityId id = entityIdFromWire(text); id && world.owner(id)) return NodeRef(id);
  return notFound("object, entity or frame", text)
      .withHint("give object, object/frame, object:entity or an id; `tree` lists them");
}

Status checkName(std::string_view name) { return scene::checkName(name); }

std::string freeName(const World& world, ObjectId parent, std::string_view wished, bool alias) {
  const auto taken = [&](const std::string& name) {
    return world.childNamed(parent, name) || world.frameNamed(parent, name) || (alias && world.aliasNamed(name));
  };
  std::string name(wished);
  std::string stem = name;
  // robot_2 goes on as robot_3, not as robot_2_2.
  if (const std::size_t bar = stem.rfind('_'); bar != std::string::npos && bar > 0 && bar + 1 < stem.size() &&
                                               std::all_of(stem.begin() + static_cast<std::ptrdiff_t>(bar) + 1,
                                                           stem.end(), [](char c) { return c >= '0' && c <= '9'; })) {
    stem.resize(bar);
  }
  for (int i = 2; taken(name); ++i) name = fmt::format("{}_{}", stem, i);
  return name;
}

}  // namespace ww::world
