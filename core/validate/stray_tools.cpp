// SPDX-License-Identifier: Apache-2.0
#include "core/validate/stray_tools.h"

#include <algorithm>

#include "core/base/finding.h"
#include "core/model/carriers.h"
#include "core/model/layout.h"
#include "core/model/named.h"
#include "core/validate/failures.h"
#include "core/validate/suspicions.h"

namespace ww::validate {
namespace {

using world::World;

constexpr std::size_t kMostTold = 4;

// In the root frame, with all that hangs on it; nothing where nothing of it has a shape.
Bounds wholeOf(const World& world, const world::Object& object) {
  Bounds out = world.boundsOf(object);
  for (const ObjectId child : world.childrenOf(object)) out.add(wholeOf(world, *world.object(child)));
  return out;
}

void addEntity(const World& world, const world::Entity& entity, Bounds& out) {
  const Eigen::Affine3d root_t_entity(world.rootT(entity.id).isometry());
  for (const auto& g : entity.collision.empty() ? entity.visual : entity.collision)
    out.add(g.geometry->bounds.transformed(root_t_entity * g.ref_t_shape));
}

// What moves as one with what an object hangs on: the link with those that are fixed to it, or all of an object without
// joints, and of one whose link has no shape (the belt of a conveyor) as well. The place itself is a part of it.
Bounds mountOf(const World& world, EntityId mount) {
  const auto owner = world.object(world.owner(mount)->object);
  Bounds out;
  if (const auto layout = model::Layout::of(*owner)) {
    const int joint = layout->seat(mount).joint;
    for (std::size_t i = 0; i < owner->entities.size(); ++i)
      if (layout->seats[i].joint == joint) addEntity(world, *owner->entities[i], out);
  }
  if (out.empty()) out = world.boundsOf(*owner);
  out.add(world.rootT(mount).p);
  for (const FrameId id : world.framesOf(*owner))
    if (world.frame(id)->parent_entity == mount) out.add(world.rootT(id).p);
  return out;
}

double between(const Bounds& a, const Bounds& b) {
  return (a.min - b.max).cwiseMax(b.min - a.max).cwiseMax(Vec3::Zero()).norm();
}

}  // namespace

std::optional<Diagnostic> strayTool(const World& world, ObjectId id) {
  constexpr double kLeast = 0.05;  // metres: an adapter that nobody has drawn
  const auto object = world.object(id);
  if (!object || id == world::kRootObject || object->parent == world::kRootObject) return std::nullopt;
  const EntityId mount = object->parent_entity;
  if (!world.owner(mount) || model::carriersOf(world, mount).empty()) return std::nullopt;
  const Bounds it = wholeOf(world, *object), there = mountOf(world, mount);
  if (it.empty()) return std::nullopt;  // a place, as frames are
  const double away = between(it, there);
  if (!(away > std::max(kLeast, it.size().norm() + there.size().norm()))) return std::nullopt;
  return findingOf(fail(
      failures::kToolOffMount,
      {{"object", model::named(world, id)}, {"mount", model::named(world, mount)}, {"distance", arg::Length{away}}}));
}

Diagnostics strayTools(const model::Mechanism& robot) {
  const model::Model& model = robot.model();
  const ObjectId own = model.body(robot.joints().front()).object;
  Diagnostics out;
  for (const model::BodyIndex body : robot.affected()) {
    for (const ObjectId id : model.objectsOn(body)) {
      if (id == own || out.size() == kMostTold) continue;
      if (auto found = strayTool(model.world(), id)) out.push_back(std::move(*found));
    }
  }
  return out;
}

Diagnostics toolNotes(const model::Mechanism& robot) {
  Diagnostics out = looseTools(robot);
  for (Diagnostic& one : strayTools(robot)) out.push_back(std::move(one));
  return out;
}

}  // namespace ww::validate
