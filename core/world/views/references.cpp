// SPDX-License-Identifier: Apache-2.0
#include "core/world/views/references.h"

#include <fmt/format.h>

#include <optional>

#include <algorithm>
#include <charconv>
#include <span>

#include "core/scene/names.h"
#include "core/world/failures/failures.h"
#include "core/world/views/nearest.h"
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

arg::Name nameArg(std::string_view text) { return {std::string(text)}; }

Status noObjectNamed(const World& world, const std::string& name) {
  std::vector<NodeRef> nodes = nodesFromRoot(world, false);
  const auto same = std::find_if(nodes.begin(), nodes.end(), [&](const NodeRef& node) {
    return world.peek(std::get<ObjectId>(node))->name == name;
  });
  if (same != nodes.end()) {
    return fail(failures::kNameNotGlobal, {{"name", nameArg(name)},
                                           {"object", nodeArg(world, *same)},
                                           {"id", arg::Name{toWire(std::get<ObjectId>(*same))}}});
  }
  std::erase_if(nodes,
                [&](const NodeRef& node) { return !world.peek(std::get<ObjectId>(node))->name_is_global_alias; });
  Status status = fail(failures::kNoSuchAlias, {{"name", nameArg(name)}});
  if (!nodes.empty()) {
    std::vector<std::string> names;
    for (const NodeRef& node : nodes) names.push_back(world.peek(std::get<ObjectId>(node))->name);
    const std::size_t all = names.size();
    status = fail(failures::kNoAliasAmong, {{"name", nameArg(name)}, {"names", listArg(std::move(names), all)}});
  }
  // Robots are called so by custom, and nobody means the root by it, though it is but a letter away.
  if (world.aliasNamed("root") == kRootObject && name != "robot") nodes.emplace_back(kRootObject);
  return withNearNodes(std::move(status), world, name, nodes);
}

Result<ObjectId> objectByName(const World& world, const std::string& name) {
  const ObjectId id = world.aliasNamed(name);
  if (id) return id;
  return noObjectNamed(world, name);
}

const std::string* objectNameOf(const pb::TransformNodeReference& ref) {
  if (!ref.has_by_name()) return nullptr;
  if (ref.by_name().has_object()) return &ref.by_name().object().object_name();
  return ref.by_name().has_frame() ? &ref.by_name().frame().object_name() : nullptr;
}

// A name where an id belongs is told as what it is.
Status noObjectOfId(const World& world, const std::string& id, const FailureRow& row) {
  if (const ObjectId named = world.aliasNamed(id))
    return fail(failures::kNameForId, {{"name", nameArg(id)}, {"id", arg::Name{toWire(named)}}});
  const std::string root = toWire(kRootObject);
  const Status status = withNearNames(fail(row, {{"name", nameArg(id)}}), id, std::span(&root, 1), {});
  // Ids of others are no names that somebody mistyped.
  return status.failure->near.empty() && !objectIdFromWire(id) && !frameIdFromWire(id)
             ? withNearIds(status, world, id, nodesFromRoot(world, false))
             : status;
}

Status noFrameOn(const World& world, ObjectId object, const std::string& name) {
  std::vector<std::string> frames = frameNames(world, *world.peek(object));
  const std::string before = world.display(object) + "/";
  if (frames.empty())
    return fail(failures::kHasNoFrames, {{"name", nameArg(name)}, {"object", nodeArg(world, object)}});
  const Status status = fail(failures::kNoFrameOf, {{"name", nameArg(name)},
                                                    {"object", nodeArg(world, object)},
                                                    {"frames", listArg(frames, world.peek(object)->frames.size())}});
  return withNearNames(status, name, frames, before);
}

Status noEntityIn(const World& world, ObjectId object, std::string_view name, const std::string& before) {
  const Object& in = *world.peek(object);
  const std::vector<std::string> entities = entityNames(in);
  const Status status = fail(failures::kNoEntityOf, {{"name", nameArg(name)},
                                                     {"object", nodeArg(world, object)},
                                                     {"entities", listArg(entities, in.entities.size())}});
  return withNearNames(status, name, entities, before);
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
    return fail(failures::kObjectUnset);
  }
  const ObjectId id = objectIdFromWire(ref.id());
  if (!id || !world.peek(id)) return noObjectOfId(world, ref.id(), failures::kNoSuchObject);
  return id;
}

Result<ObjectId> resolve(const World& world, const pb::ObjectFullPath& path) {
  ObjectId at = kRootObject;
  for (const std::string& name : path.object_names()) {
    const ObjectId child = world.childNamed(at, name);
    if (!child && !(at == kRootObject && name == "root")) {
      const Status status = fail(failures::kNoChildNamed, {{"name", nameArg(name)}, {"parent", nodeArg(world, at)}});
      return withNearNodes(status, world, name, childrenOn(world, at));
    }
    if (child) at = child;
  }
  return at;
}

namespace {

Result<FrameId> frameByName(const World& world, const pb::FrameReferenceByName& ref) {
  WW_ASSIGN(const ObjectId object, objectByName(world, ref.object_name()));
  const FrameId frame = world.frameNamed(object, ref.frame_name());
  if (frame) return frame;
  return noFrameOn(world, object, ref.frame_name());
}

}  // namespace

Result<FrameId> resolve(const World& world, const pb::FrameReference& ref) {
  if (ref.has_by_name()) return frameByName(world, ref.by_name());
  if (ref.frame_reference_case() != pb::FrameReference::kId) {
    return fail(failures::kFrameUnset);
  }
  const FrameId id = frameIdFromWire(ref.id());
  if (!id || !world.peek(id)) return fail(failures::kNoSuchFrame, {{"name", nameArg(ref.id())}});
  return id;
}

Result<EntityId> resolve(const World& world, const pb::EntityReference& ref) {
  if (ref.id().empty()) return fail(failures::kEntityUnset);
  const EntityId id = entityIdFromWire(ref.id());
  if (!id || !world.owner(id)) return fail(failures::kNoSuchEntity, {{"name", nameArg(ref.id())}});
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
      WW_ASSIGN(const FrameId id, frameByName(world, by_name.frame()));
      return NodeRef(id);
    }
  }
  if (ref.transform_node_reference_case() != pb::TransformNodeReference::kId) {
    return fail(failures::kNodeUnset);
  }
  if (const ObjectId id = objectIdFromWire(ref.id()); id && world.peek(id)) return NodeRef(id);
  if (const FrameId id = frameIdFromWire(ref.id()); id && world.peek(id)) return NodeRef(id);
  return noObjectOfId(world, ref.id(), failures::kNoSuchNode);
}

std::pair<Result<NodeRef>, Result<NodeRef>> resolveBoth(const World& world, const pb::TransformNodeReference& a,
                                                        const pb::TransformNodeReference& b) {
  const std::string *name_a = objectNameOf(a), *name_b = objectNameOf(b);
  if (!name_a || !name_b) return {resolve(world, a), resolve(world, b)};
  const auto [object_a, object_b] = world.aliasesNamed(*name_a, *name_b);
  const bool frame_a = a.by_name().has_frame(), frame_b = b.by_name().has_frame();
  std::pair<FrameId, FrameId> frames;
  if (frame_a || frame_b) {
    frames = world.framesNamed(frame_a ? object_a : ObjectId(), a.by_name().frame().frame_name(),
                               frame_b ? object_b : ObjectId(), b.by_name().frame().frame_name());
  }
  // What is not there is told by who looks for one.
  const auto found = [&](const pb::TransformNodeReference& ref, ObjectId object, bool is_frame, FrameId frame) {
    if (is_frame ? !frame : !object) return resolve(world, ref);
    return Result<NodeRef>(is_frame ? NodeRef(frame) : NodeRef(object));
  };
  return {found(a, object_a, frame_a, frames.first), found(b, object_b, frame_b, frames.second)};
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
    if (!final_entity) return fail(failures::kNoFinalEntity, {{"object", nodeArg(world, object_id)}});
    addOnce(picked, final_entity);
  }
  for (const pb::EntityReference& ref : filter.entity_references()) {
    WW_ASSIGN(const EntityId id, resolve(world, ref));
    if (world.owner(id)->object != object_id) {
      return fail(failures::kEntityOfOther, {{"entity", nodeArg(world, id)}, {"object", nodeArg(world, object_id)}});
    }
    addOnce(picked, id);
  }
  for (const std::string& name : filter.entity_names()) {
    const Entity* entity = object->entityNamed(name);
    const FrameId frame = entity ? FrameId{} : world.frameNamed(object_id, name);
    if (!entity && !frame) return noEntityIn(world, object_id, name, {});
    addOnce(picked, entity ? entity->id : world.peek(frame)->entity);
  }
  return picked;
}

Result<EntityId> resolveOne(const World& world, const pb::ObjectReferenceWithEntityFilter& ref) {
  WW_ASSIGN(const ObjectId object, resolve(world, ref.reference()));
  if (!ref.has_entity_filter()) {
    return fail(failures::kFilterUnset, {{"object", nodeArg(world, object)}});
  }
  WW_ASSIGN(const std::vector<EntityId> picked, resolve(world, object, ref.entity_filter()));
  if (picked.size() != 1) {
    return fail(failures::kFilterPicksMany, {{"object", nodeArg(world, object)}, {"count", arg::Count{picked.size()}}});
  }
  if (!world.owner(picked.front())->frame) return picked.front();
  return fail(failures::kFilterPicksFrame, {{"frame", nodeArg(world, picked.front())}});
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
  return fail(failures::kSideUnset);
}

namespace {

bool isToldOf(const Status& status) { return status.failure && !status.failure->near.empty(); }

// An entity where a frame was asked for, or a frame or child where an entity was: the other sign, and the name.
std::string withOtherSign(const World& world, ObjectId object, std::string_view name) {
  const std::string before = world.display(object);
  if (world.peek(object)->entityNamed(name)) return fmt::format("{}:{}", before, name);
  if (const FrameId frame = world.frameNamed(object, name)) return world.display(frame);
  const ObjectId child = world.childNamed(object, name);
  return child ? world.display(child) : std::string();
}

Status withSaid(Status status, const std::string& name) {
  return withNearNames(std::move(status), name, std::span(&name, 1), {});
}

// Of an entity that is not there: a frame or child of that name, an entity, or a frame or child like it.
Status noEntityAt(const World& world, ObjectId object, std::string_view name) {
  const Status status = noEntityIn(world, object, name, world.display(object) + ":");
  if (const std::string other = withOtherSign(world, object, name); !other.empty()) return withSaid(status, other);
  return isToldOf(status) ? status : withNearNodes(status, world, name, nodesOn(world, object));
}

// Of a frame or child that is not there: the same the other way around.
Status noPartAt(Status status, const World& world, ObjectId object, std::string_view name) {
  if (const std::string other = withOtherSign(world, object, name); !other.empty())
    return withSaid(std::move(status), other);
  status = withNearNodes(std::move(status), world, name, nodesOn(world, object));
  if (isToldOf(status)) return status;
  const std::vector<std::string> entities = entityNames(*world.peek(object));
  return withNearNames(std::move(status), name, entities, world.display(object) + ":");
}

// The first part of a path that leads nowhere is compared with what there is in its place.
Status noPath(const World& world, std::string_view text, const FailureRow& row) {
  const Status status = fail(row, {{"name", nameArg(text)}});
  for (std::size_t slash = text.rfind('/'); slash != std::string_view::npos && slash > 0;
       slash = text.rfind('/', slash - 1)) {
    const ObjectId object = world.find(text.substr(0, slash));
    if (!object) continue;
    const std::string_view rest = text.substr(slash + 1);
    Status told = noPartAt(status, world, object, rest.substr(0, rest.find('/')));
    const bool is_frame = &row == &failures::kNoSuchText && rest.find('/') == std::string_view::npos;
    return is_frame && !isToldOf(told) ? noFrameOn(world, object, std::string(rest)) : told;
  }
  const std::vector<NodeRef> nodes = nodesFromRoot(world, true);
  const Status near = withNearNodes(status, world, text.substr(0, text.find('/')), nodes);
  if (text.find('/') == std::string_view::npos) return withNearEntities(near, world, text);
  // A name of a file may hold the sign.
  return isToldOf(near) ? near : withNearNodes(status, world, text, nodes);
}

// "robot::link_3", as simulators write it: what was meant by it is told in our form.
Status noScoped(const World& world, std::string_view text) {
  const std::size_t sign = text.rfind("::");
  const std::string_view before = text.substr(0, sign), name = text.substr(sign + 2);
  const ObjectId object = world.find(before);
  if (!object) return noPath(world, before, failures::kNoSuchObject);
  if (!world.peek(object)->entityNamed(name)) return noEntityAt(world, object, name);
  return withSaid(fail(failures::kNoSuchText, {{"name", nameArg(text)}}),
                  fmt::format("{}:{}", world.display(object), name));
}

std::optional<NodeRef> nodeOfId(const World& world, std::string_view text) {
  if (const ObjectId id = objectIdFromWire(text); id && world.peek(id)) return id;
  if (const FrameId id = frameIdFromWire(text); id && world.peek(id)) return id;
  if (const EntityId id = entityIdFromWire(text); id && world.owner(id)) return id;
  return std::nullopt;
}

// What is called so, unless it is the id of something else as well: nobody guesses which of the two is meant.
Result<NodeRef> unlessAnId(const World& world, std::string_view text, NodeRef named, ObjectId above) {
  const auto other = nodeOfId(world, text);
  if (!other || *other == named) return named;
  const std::string path = fmt::format("{}/{}", world.display(above), text);
  return fail(failures::kNameAndId,
              {{"name", nameArg(text)}, {"other", nodeArg(world, *other)}, {"path", arg::Name{path}}});
}

}  // namespace

// INVALID_ARGUMENT for a text that is a name and the id of something else.
Result<NodeRef> resolveText(const World& world, std::string_view text) {
  if (const std::size_t colon = text.rfind(':'); colon != std::string_view::npos) {
    const std::string_view name = text.substr(colon + 1), before = text.substr(0, colon);
    const ObjectId object = world.find(before);
    if (!object && before.ends_with(':')) return noScoped(world, text);
    if (!object) return noPath(world, before, failures::kNoSuchObject);
    const Entity* entity = world.object(object)->entityNamed(name);
    if (!entity) return noEntityAt(world, object, name);
    return NodeRef(entity->id);
  }
  if (!text.empty()) {
    if (const ObjectId object = world.find(text)) return unlessAnId(world, text, object, world.peek(object)->parent);
  }
  if (const std::size_t slash = text.rfind('/'); slash != std::string_view::npos) {
    const ObjectId object = world.find(text.substr(0, slash));
    if (object) {
      if (const FrameId frame = world.frameNamed(object, text.substr(slash + 1))) return NodeRef(frame);
    }
  }
  if (const FrameId frame = world.frameNamed(kRootObject, text)) return unlessAnId(world, text, frame, kRootObject);
  if (const auto node = nodeOfId(world, text)) return *node;
  return noPath(world, text, failures::kNoSuchText);
}

Status checkName(std::string_view name) { return scene::checkName(name); }

namespace {

// robot_2 goes on as robot_3, not as robot_2_2.
std::string stemOf(std::string_view name) {
  const std::size_t bar = name.rfind('_');
  if (bar == std::string_view::npos || bar == 0 || bar + 1 == name.size()) return std::string(name);
  const std::string_view end = name.substr(bar + 1);
  const bool counts = std::all_of(end.begin(), end.end(), [](char c) { return c >= '0' && c <= '9'; });
  return std::string(counts ? name.substr(0, bar) : name);
}

bool isTaken(const World& world, ObjectId parent, const std::string& name, bool alias) {
  return world.childNamed(parent, name) || world.frameNamed(parent, name) || (alias && world.aliasNamed(name));
}

}  // namespace

// Of a long series (part_0 to part_49999) not every number is tried, or copying all of it would take the square of
// its length: behind the first ones the end of the series is looked for.
std::string freeName(const World& world, ObjectId parent, std::string_view wished, bool alias) {
  constexpr std::uint64_t kMostTried = 20;
  std::string name(wished);
  if (!isTaken(world, parent, name, alias)) return name;
  const std::string stem = stemOf(wished);
  const auto numbered = [&](std::uint64_t i) { return fmt::format("{}_{}", stem, i); };
  const auto isFree = [&](std::uint64_t i) { return !isTaken(world, parent, numbered(i), alias); };
  for (std::uint64_t i = 2; i <= kMostTried; ++i) {
    if (isFree(i)) return numbered(i);
  }
  std::uint64_t taken = kMostTried, free = 2 * taken;
  for (; !isFree(free); free *= 2) taken = free;
  while (free - taken > 1) {
    const std::uint64_t middle = taken + (free - taken) / 2;
    (isFree(middle) ? free : taken) = middle;
  }
  return numbered(free);
}

std::string freePartName(const World& world, ObjectId parent, std::string_view wished, bool alias) {
  constexpr std::uint64_t kMostTried = 50;
  constexpr std::size_t kLongestStem = 200;
  const std::string stem = stemOf(wished.substr(0, kLongestStem));
  const auto numbered = [&](std::uint64_t i) { return fmt::format("{}_{}", stem, i); };
  const auto isFree = [&](const std::string& name) {
    return !isTaken(world, parent, name, alias) && !world.peek(parent)->entityNamed(name);
  };
  for (std::uint64_t i = 2; i <= kMostTried; ++i) {
    if (isFree(numbered(i))) return numbered(i);
  }
  std::uint64_t i = world.nextId();
  while (!isFree(numbered(i))) ++i;
  return numbered(i);
}

}  // namespace ww::world
