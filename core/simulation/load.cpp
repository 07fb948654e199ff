// SPDX-License-Identifier: Apache-2.0
#include "core/simulation/load.h"

#include <algorithm>

#include "core/simulation/failures.h"
#include "core/simulation/world_plan.h"
#include "worldwright/v1/file.pb.h"

namespace ww::simulation {
namespace {

using intrinsic_proto::world::SensorComponent;
using ForceTorque = SensorComponent::ForceTorque;
using world::EntityKind;

const ForceTorque* forceTorqueOf(const world::Entity& entity) {
  if (entity.kind != EntityKind::kSensor || !entity.message) return nullptr;
  const SensorComponent& component = entity.message->content().sensor().sensor_component();
  return component.has_force_torque() ? &component.force_torque() : nullptr;
}

// Of the object, or of what it hangs on: the first link from there on up.
EntityId linkAbove(const world::World& world, const world::Object& object, EntityId entity) {
  const world::Object* in = &object;
  EntityId at = in->entity(entity)->parent;
  while (in) {
    for (; at; at = in->entity(at)->parent)
      if (in->entity(at)->kind == EntityKind::kLink) return at;
    if (!in->parent || in->parent == world::kRootObject) return {};
    at = in->parent_entity;
    in = world.peek(in->parent);
  }
  return {};
}

class Collector {
 public:
  Collector(const world::World& world, double density, const PlanChanges& changes, LoadCut& cut)
      : world_(world), density_(density), changes_(changes), cut_(cut) {}

  // Parents come before children.
  void addFrom(const world::Object& object, EntityId top) {
    cut_.entities.insert(top);
    for (const auto& entity : object.entities) {
      if (entity->id != top && !cut_.entities.contains(entity->parent)) continue;
      cut_.entities.insert(entity->id);
      weigh(*entity);
    }
    addPayload(object);
    object.children.forEach([&](std::uint64_t id, world::Present) {
      const world::Object& child = *world_.peek(ObjectId{id});
      if (cut_.entities.contains(child.parent_entity)) addFrom(child, child.rootEntity());
    });
  }

 private:
  void weigh(const world::Entity& entity) {
    const auto changed = changes_.links.find(entity.id);
    LoadPart part{entity.id, {}, true};
    if (changed != changes_.links.end()) {
      part.inertial = changed->second.inertial;
      part.gravity = changed->second.gravity;
    } else {
      part.inertial = inertialOf(entity, density_);
    }
    if (part.inertial.mass > 0.0) cut_.parts.push_back(part);
    else if (entity.kind == EntityKind::kLink && !(entity.visual.empty() && entity.collision.empty()))
      cut_.weightless.push_back(entity.id);
  }

  void addPayload(const world::Object& object) {
    const auto payload = payloadOf(world_, object);
    if (payload && cut_.entities.contains(payload->first))
      cut_.parts.push_back({payload->first, payload->second, true});
  }

  const world::World& world_;
  const double density_;
  const PlanChanges& changes_;
  LoadCut& cut_;
};

arg::Node sensorNode(const world::World& world, EntityId id) { return {world.display(id), id.value}; }

}  // namespace

std::vector<EntityId> forceSensorsOf(const world::World& world) {
  std::vector<EntityId> out;
  world.forEachObject([&](const world::Object& object) {
    for (const auto& entity : object.entities)
      if (forceTorqueOf(*entity)) out.push_back(entity->id);
  });
  return out;
}

Result<LoadCut> loadCutOf(const world::World& world, EntityId sensor, double density, const PlanChanges& changes) {
  const world::EntityPtr entity = world.owner(sensor) && !world.owner(sensor)->frame ? world.entity(sensor) : nullptr;
  const ForceTorque* component = entity ? forceTorqueOf(*entity) : nullptr;
  if (!component) return fail(failures::kNoForceSensor, {{"id", arg::Words{std::to_string(sensor.value)}}});
  const world::Object& object = *world.peek(entity->object);
  LoadCut out;
  out.sensor = sensor;
  out.child = entity->parent ? entity->parent : sensor;
  while (object.entity(out.child)->kind == EntityKind::kSensor && object.entity(out.child)->parent)
    out.child = object.entity(out.child)->parent;
  out.parent = linkAbove(world, object, out.child);
  out.axes = component->frame() == ForceTorque::FRAME_CHILD                  ? out.child
             : component->frame() == ForceTorque::FRAME_PARENT && out.parent ? out.parent
                                                                             : sensor;
  out.on_child = component->measure_direction() == ForceTorque::MEASURE_DIRECTION_PARENT_TO_CHILD;
  Collector(world, density, changes, out).addFrom(object, out.child);
  return out;
}

Wrench restLoad(const LoadCut& cut, const RootTOf& root_t, const Vec3& gravity) {
  const Vec3 origin = root_t(cut.sensor).p;
  Wrench sum;
  for (const LoadPart& part : cut.parts) {
    if (!part.gravity) continue;
    const Vec3 weight = part.inertial.mass * gravity;
    sum.force += weight;
    sum.torque += (root_t(part.entity) * part.inertial.com - origin).cross(weight);
  }
  const Quat back = root_t(cut.axes).q.conjugate();
  const double side = cut.on_child ? -1.0 : 1.0;
  return {side * (back * sum.force), side * (back * sum.torque)};
}

Inertial hangingOn(const LoadCut& cut, const RootTOf& root_t) {
  const Pose sensor_t_root = root_t(cut.sensor).inverse();
  Inertial sum;
  for (const LoadPart& part : cut.parts) sum += part.inertial.placed(sensor_t_root * root_t(part.entity));
  return sum;
}

Status checkWeighs(const world::World& world, const LoadCut& cut) {
  if (!cut.parts.empty()) return okStatus();
  const EntityId link = cut.weightless.empty() ? cut.child : cut.weightless.front();
  return fail(failures::kLoadNoMass, {{"sensor", sensorNode(world, cut.sensor)}, {"link", sensorNode(world, link)}});
}

Status checkRests(const world::World& world, const LoadCut& cut) {
  WW_TRY(checkWeighs(world, cut));
  const ObjectId object = world.owner(cut.child)->object;
  if (cut.child != world.peek(object)->rootEntity() || !flies(world, object)) return okStatus();
  return fail(failures::kLoadLoose,
              {{"sensor", sensorNode(world, cut.sensor)}, {"object", arg::Node{world.display(object), object.value}}});
}

Status unweighed(const world::World& world, const LoadCut& cut) {
  if (cut.weightless.empty() || cut.parts.empty()) return okStatus();
  std::vector<std::string> names;
  for (const EntityId link : cut.weightless) names.push_back(world.display(link));
  return fail(failures::kLoadPart,
              {{"sensor", sensorNode(world, cut.sensor)}, {"links", arg::Names{std::move(names)}}});
}

}  // namespace ww::simulation
