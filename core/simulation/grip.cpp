// SPDX-License-Identifier: Apache-2.0
#include "core/simulation/grip.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/session/pose_builders.h"
#include "core/simulation/failures.h"
#include "core/simulation/simulation_impl.h"
#include "core/world/updates/edits.h"
#include "core/world/views/references.h"
#include "worldwright/v1/edits.pb.h"

namespace ww::simulation {
namespace {

constexpr double kMostWait = 1e9;   // seconds
constexpr double kFarApart = 0.05;  // metres: no gripper reaches across

// Its own, unless something below that parent is called so. It is renamed where it hangs: free there, too.
std::string nameBelow(const world::World& world, const world::Object& object, ObjectId parent) {
  if (object.parent == parent || world::freeName(world, parent, object.name, false) == object.name) return object.name;
  const auto is_free = [&](const std::string& name) {
    return world::freeName(world, parent, name, object.name_is_global_alias) == name &&
           world::freeName(world, object.parent, name, object.name_is_global_alias) == name;
  };
  std::string name;
  for (int i = 2; name.empty() || !is_free(name); ++i) name = fmt::format("{}_{}", object.name, i);
  return name;
}

GripHome homeOf(const world::Object& object) {
  return {object.parent_entity, object.name, object.parent_entity_t_this};
}

// As applying its edits fails.
Result<world::World> hung(const world::World& world, ObjectId object, EntityId on, const Pose& on_t_object,
                          geometry::GeometryStore& store) {
  const world::Object& now = *world.peek(object);
  const ObjectId parent = world.owner(on)->object;
  std::vector<session::EditsPtr> parts;
  if (std::string name = nameBelow(world, now, parent); name != now.name)
    parts.push_back(session::renameObject(object, std::move(name), now.name_is_global_alias));
  parts.push_back(session::reparentObject(object, parent, on));
  parts.push_back(session::setPoses(world, {{object, on, on_t_object}}));
  return world::apply(world, *session::join(parts), store);
}

// By its name, too, if that is free there.
Result<world::World> takenHome(const world::World& world, ObjectId object, const GripHome& home,
                               geometry::GeometryStore& store) {
  WW_ASSIGN(world::World out, hung(world, object, home.parent_entity, home.entity_t_object, store));
  const world::Object& now = *out.peek(object);
  if (now.name == home.name || world::freeName(out, now.parent, home.name, false) != home.name) return out;
  return world::apply(out, *session::renameObject(object, home.name, now.name_is_global_alias), store);
}

}  // namespace

bool Grips::isGripped(const Simulation::Impl& d, EntityId a, EntityId b) {
  if (d.grips.empty()) return false;
  const auto *first = d.world.owner(a), *second = d.world.owner(b);
  if (!first || !second) return false;
  return std::ranges::any_of(d.grips, [&](const GripJob& grip) {
    const ObjectId holder = d.world.owner(grip.holder)->object;
    return (first->object == grip.object && second->object == holder) ||
           (second->object == grip.object && first->object == holder);
  });
}

Status Grips::hang(Simulation::Impl& d, ObjectId object, EntityId on, const Pose& on_t_object) {
  WW_ASSIGN(d.world, hung(d.world, object, on, on_t_object, *d.store));
  for (const auto& entity : d.world.peek(object)->entities) d.engine->forgetTouching(entity->id);
  d.replan();
  return okStatus();
}

Status Grips::letGo(Simulation::Impl& d, ObjectId object) {
  const world::Object* now = d.world.peek(object);
  const bool hangs = now && now->parent != world::kRootObject;
  if (!now) return fail(failures::kNoSuchModel, {{"name", arg::Name{std::to_string(object.value)}}});
  const std::vector<GripJob> grips = d.grips;
  // Before it hangs elsewhere, as it is asked then what it touches.
  const bool is_held = std::erase_if(d.grips, [object](const GripJob& grip) { return grip.object == object; }) > 0;
  if (!is_held && !hangs) return fail(failures::kNotHeld, {{"name", arg::Name{d.world.display(object)}}});
  const EntityId root = now->rootEntity();
  const Motion motion = d.motionOf(root);
  const GripHome home = homeOf(*now);
  if (Status done = hang(d, object, world::kRootEntity, motion.root_t_this); !done.ok()) {
    d.grips = grips;
    return done;
  }
  d.homes.emplace(object, home);  // unless that is known from when it was first held
  const Assembly* assembly = d.assemblyOf(root);
  const bool flies =
      assembly && assembly->object == object && (assembly->kind == AssemblyKind::kFree || assembly->floating);
  return flies ? d.setMotion(root, motion) : okStatus();
}

// What it holds stays, and falls.
Status Grips::letGoOf(Simulation::Impl& d, ObjectId model) {
  const std::vector<GripJob> grips = d.grips;
  for (const GripJob& grip : grips) {
    const bool holds = d.withChildren(model).contains(d.world.owner(grip.holder)->object);
    if (grip.object == model || holds) WW_TRY(letGo(d, grip.object));
  }
  return okStatus();
}

Status Grips::hold(Simulation::Impl& d, ObjectId object, EntityId link) {
  if (!d.world.peek(object)) return fail(failures::kNoSuchModel, {{"name", arg::Name{std::to_string(object.value)}}});
  if (!d.world.owner(link)) return fail(failures::kNoSuchLink, {{"name", arg::Name{std::to_string(link.value)}}});
  // What cannot be held stays held as it is.
  WW_TRY(hung(d.world, object, link, {}, *d.store).status());
  if (std::ranges::find(d.grips, object, &GripJob::object) != d.grips.end()) WW_TRY(letGo(d, object));
  const world::Object& now = *d.world.peek(object);
  const GripHome home = homeOf(now);
  const Pose link_t_object = d.motionOf(link).root_t_this.inverse() * d.motionOf(now.rootEntity()).root_t_this;
  d.grips.push_back({object, link});
  const Status done = hang(d, object, link, link_t_object);
  if (done.ok()) d.homes.emplace(object, home);
  else d.grips.pop_back();
  return done;
}

Status Grips::apply(Simulation::Impl& d) {
  if (d.grip_plans.empty()) return okStatus();
  const auto is_due = [&d](const GripPlan& next) { return next.first <= d.clock; };
  std::vector<GripPlan> due;
  std::ranges::copy_if(d.grip_plans, std::back_inserter(due), is_due);
  std::erase_if(d.grip_plans, is_due);
  Status out = okStatus();  // the first that fails; the others are done all the same
  for (const GripPlan& next : due) {
    Status done = next.holder ? hold(d, next.object, next.holder) : letGo(d, next.object);
    if (out.ok()) out = std::move(done);
  }
  return out;
}

void Grips::takeHome(Simulation::Impl& d) {
  if (d.homes.empty()) return;
  for (const auto& [object, home] : d.homes) {
    if (!d.world.peek(object) || !d.world.owner(home.parent_entity)) continue;
    if (auto back = takenHome(d.world, object, home, *d.store); back.ok()) d.world = *std::move(back);
  }
  d.homes.clear();
  d.grips.clear();
  d.plan = planOf(d.world, d.options.plan, d.changes, d.shapes);
  d.rules = collision::RuleSet::ofWorld(d.world);
}

Status Grips::takeHome(Simulation::Impl& d, const std::set<ObjectId>& objects) {
  for (const ObjectId object : objects) WW_TRY(letGoOf(d, object));
  bool moved = false;
  for (const ObjectId object : objects) {
    const auto it = d.homes.find(object);
    if (it == d.homes.end() || !d.world.owner(it->second.parent_entity)) continue;
    const GripHome home = it->second;
    WW_ASSIGN(d.world, takenHome(d.world, object, home, *d.store));
    for (const auto& entity : d.world.peek(object)->entities) d.engine->forgetTouching(entity->id);
    d.homes.erase(object);
    moved = true;
  }
  if (moved) d.replan();
  return okStatus();
}

Status Grips::hold(Simulation& simulation, ObjectId object, EntityId link) {
  return hold(*simulation.impl_, object, link);
}

Status Grips::letGo(Simulation& simulation, ObjectId object) { return letGo(*simulation.impl_, object); }

// The box about all that is seen or checked of them, where they are now.
Bounds Grips::boxOf(const Simulation::Impl& d, const std::set<ObjectId>& objects) {
  Bounds box;
  for (const ObjectId id : objects) {
    for (const auto& entity : d.world.peek(id)->entities) {
      if (entity->kind != world::EntityKind::kLink) continue;
      const Pose root_t_link = d.motionOf(entity->id).root_t_this;
      for (const auto* shapes : {&entity->visual, &entity->collision})
        for (const auto& g : *shapes) box.add(g.geometry->bounds.transformed(root_t_link.isometry() * g.ref_t_shape));
    }
  }
  return box;
}

Result<StatusMessage> Grips::hold(Simulation& simulation, const std::string& model, const std::string& link) {
  Simulation::Impl& d = *simulation.impl_;
  WW_ASSIGN(const ObjectId object, d.modelNamed(model));
  WW_ASSIGN(const EntityId on, d.linkNamed(link));
  const EntityId root = d.world.peek(object)->rootEntity();
  // What hangs on another is let go of that; what stands by itself has nothing that a gripper could lift.
  const auto piece = d.pieceOf(root);
  if (!piece || (d.engine->isFixed(*piece) && d.world.peek(object)->parent == world::kRootObject))
    return d.standsStill(root, d.plan);
  const auto held = d.withChildren(object);
  auto holder = d.withChildren(d.world.owner(on)->object);
  std::erase_if(holder, [&](ObjectId id) { return held.contains(id); });
  const Bounds a = boxOf(d, held), b = boxOf(d, holder);
  WW_TRY(hold(d, object, on));
  // Boxes are nearer to each other than what is in them.
  const double apart = a.empty() || b.empty() ? 0.0 : (a.min - b.max).cwiseMax(b.min - a.max).cwiseMax(0.0).norm();
  if (apart <= kFarApart) return StatusMessage();
  return phrase(WW_TEXT("Core", "{model} is held from {distance} away: nothing of what holds it is nearer"),
                {{"model", arg::Name{model}}, {"distance", arg::Length{apart}}});
}

Status Grips::letGo(Simulation& simulation, const std::string& model) {
  Simulation::Impl& d = *simulation.impl_;
  WW_ASSIGN(const ObjectId object, d.modelNamed(model));
  return letGo(d, object);
}

Status Grips::plan(Simulation& simulation, ObjectId object, EntityId link, double wait_s) {
  Simulation::Impl& d = *simulation.impl_;
  WW_TRY(checkNumber(wait_s, "wait", kMostWait));
  if (!d.world.peek(object)) return fail(failures::kNoSuchModel, {{"name", arg::Name{std::to_string(object.value)}}});
  if (link && !d.world.owner(link))
    return fail(failures::kNoSuchLink, {{"name", arg::Name{std::to_string(link.value)}}});
  const double steps = std::round(std::max(0.0, wait_s) / d.physics.time_step);
  d.grip_plans.push_back({object, link, d.clock + static_cast<std::uint64_t>(steps)});
  return okStatus();
}

}  // namespace ww::simulation
