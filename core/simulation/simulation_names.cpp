// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <span>

#include "core/simulation/failures.h"
#include "core/simulation/simulation_impl.h"
#include "core/world/views/nearest.h"
#include "core/world/views/references.h"

namespace ww::simulation {
namespace {

constexpr std::size_t kMostNamed = 12;

// Nested models are written with "::" as well.
std::string asPath(std::string name) {
  for (std::size_t at = 0; (at = name.find("::", at)) != std::string::npos;) name.replace(at, 2, "/");
  return name;
}

}  // namespace

bool isReservedName(const std::string& name) { return name == "world" || name == "map" || name == "floor"; }

StatusMessage bothTold(StatusMessage first, StatusMessage second) {
  if (first.empty()) return second;
  if (second.empty()) return first;
  return phrase(WW_TEXT("Core", "{first}; {second}"), {{"first", std::move(first)}, {"second", std::move(second)}});
}

Status checkNumber(double value, const char* field, double most) {
  if (std::isfinite(value) && std::abs(value) <= most) return okStatus();
  return fail(failures::kNotANumber, {{"field", arg::Words{field}}});
}

Status checkVector(const Vec3& value, const char* field, double most) {
  if (value.allFinite() && value.cwiseAbs().maxCoeff() <= most) return okStatus();
  return fail(failures::kNotANumber, {{"field", arg::Words{field}}});
}

Result<Pose> soundPose(const Pose& pose) {
  WW_TRY(checkVector(pose.p, "pose.position", kFarthest));
  Pose out = pose;
  if (out.q.coeffs().isZero()) out.q = Quat::Identity();
  if (!out.q.coeffs().allFinite() || !(out.q.norm() > 1e-6) || !(out.q.norm() < 1e6))
    return fail(failures::kNotANumber, {{"field", arg::Words{"pose.orientation"}}});
  out.q = normalizedOnce(out.q);
  return out;
}

Status checkTwist(const Twist& twist) {
  WW_TRY(checkVector(twist.linear, "twist.linear", kFastest));
  return checkVector(twist.angular, "twist.angular", kFastest);
}

std::string SimulatedWorld::scoped(EntityId entity) const {
  const world::EntityOwner* owner = world.owner(entity);
  if (!owner) return "floor";
  return world.display(owner->object) + "::" + world.entity(entity)->name;
}

std::set<ObjectId> SimulatedWorld::withChildren(ObjectId object) const {
  std::set<ObjectId> out{object};
  world.peek(object)->children.forEach(
      [&](std::uint64_t id, world::Present) { out.merge(withChildren(ObjectId{id})); });
  return out;
}

Result<ObjectId> SimulatedWorld::modelNamed(const std::string& name) const {
  const ObjectId found = name.empty() ? ObjectId{} : world.find(asPath(name));
  if (found && found != world::kRootObject) return found;
  std::vector<std::string> known;
  world.forEachObject([&](const world::Object& o) {
    if (o.id != world::kRootObject) known.push_back(world.display(o.id));
  });
  return withNearest(fail(failures::kNoSuchModel, {{"name", arg::Name{name}}}), name, known);
}

// By "model::entity" or "model:entity", or by a name that only one has.
Result<EntityId> SimulatedWorld::entityNamed(const std::string& name, bool joint) const {
  constexpr std::size_t kMostKnown = 2000;  // among which near names are looked for
  const auto right = [joint](const world::Entity& e) { return (e.kind == world::EntityKind::kJoint) == joint; };
  const auto missing = [&] {
    return fail(joint ? failures::kNoSuchJoint : failures::kNoSuchLink, {{"name", arg::Name{name}}});
  };
  const std::size_t colon = name.rfind(':');
  if (colon != std::string::npos && colon > 0) {
    const std::size_t end = name[colon - 1] == ':' ? colon - 1 : colon;
    WW_ASSIGN(const ObjectId object, modelNamed(name.substr(0, end)));
    const world::Entity* entity = world.peek(object)->entityNamed(name.substr(colon + 1));
    if (entity && (right(*entity) || !joint)) return entity->id;
    std::vector<std::string> known;
    for (const auto& e : world.peek(object)->entities) {
      if (right(*e)) known.push_back(e->name);
    }
    return world::withNearNames(missing(), name.substr(colon + 1), known, world.display(object) + "::");
  }
  std::vector<EntityId> found;
  std::vector<std::string> candidates, known;
  world.forEachObject([&](const world::Object& o) {
    for (const auto& e : o.entities)
      if (o.id != world::kRootObject && known.size() < kMostKnown && right(*e)) known.push_back(e->name);
    const world::Entity* entity = o.id == world::kRootObject ? nullptr : o.entityNamed(name);
    if (!entity || !right(*entity)) return;
    found.push_back(entity->id);
    if (candidates.size() < kMostNamed) candidates.push_back(scoped(entity->id));
  });
  if (found.size() == 1) return found.front();
  if (found.size() > 1)
    return fail(failures::kSeveralNamed, {{"name", arg::Name{name}}, {"candidates", arg::Names{candidates}}});
  // A model's name stands for its root link.
  const ObjectId model = joint || name.empty() ? ObjectId{} : world.find(asPath(name));
  if (model && model != world::kRootObject) return world.peek(model)->rootEntity();
  return withNearest(missing(), name, known);
}

Result<EntityId> SimulatedWorld::linkNamed(const std::string& name) const { return entityNamed(name, false); }
Result<EntityId> SimulatedWorld::jointNamed(const std::string& name) const { return entityNamed(name, true); }

Result<std::optional<world::NodeRef>> SimulatedWorld::frameNamed(const std::string& name) const {
  using Found = std::optional<world::NodeRef>;
  if (name.empty() || name == "world" || name == "map" || name == "/map") return Found{};
  if (const ObjectId model = world.find(asPath(name)); model && model != world::kRootObject) return Found{model};
  if (name.find(':') != std::string::npos) {
    // model::link::collision: the link.
    if (const auto link = linkNamed(name); link.ok()) return Found{*link};
    const std::string above = name.substr(0, std::min(name.rfind("::"), name.size()));
    // Two names are a link: where it is not there, the model's root is not what was meant.
    if (above != name && above.find("::") != std::string::npos)
      if (const auto link = linkNamed(above); link.ok()) return Found{*link};
  } else if (const auto node = world::resolveText(world, name); node.ok()) {
    return Found{*node};
  } else if (const auto link = linkNamed(name); link.ok()) {
    return Found{*link};
  }
  Status missing = fail(failures::kNoSuchFrame, {{"name", arg::Name{name}}});
  const Status there = world::resolveText(world, name).status();
  if (name.find(':') != std::string::npos || !there.failure || there.failure->near.empty())
    return withNearest(std::move(missing), name, namesLike(name));
  const std::string meant = there.failure->near.front();
  return withNearest(std::move(missing), meant, std::span(&meant, 1));
}

// Models, and the links of the model that a scoped name begins with, else of all.
std::vector<std::string> SimulatedWorld::namesLike(const std::string& name) const {
  constexpr std::size_t kMostKnown = 5000;  // as many as are compared
  const std::size_t sign = name.find("::");
  const ObjectId of = sign == std::string::npos ? ObjectId{} : world.find(asPath(name.substr(0, name.rfind("::"))));
  std::vector<std::string> known;
  world.forEachObject([&](const world::Object& o) {
    if (o.id == world::kRootObject || known.size() >= kMostKnown) return;
    if (!of) known.push_back(world.display(o.id));
    for (const auto& e : o.entities)
      if (of == o.id || (!of && e->kind != world::EntityKind::kJoint))
        known.push_back(sign == std::string::npos ? e->name : scoped(e->id));
  });
  return known;
}

}  // namespace ww::simulation
