// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/model/model.h"
#include "core/simulation/spec.h"

namespace ww::simulation {

struct PlanOptions {
  std::optional<double> floor = 0.0;  // its height in metres; none: nothing stops what falls
  bool hold_joints = true;            // joints of the world stay where they are until something drives them
  double density = 0.0;               // kg/m^3 of objects that say no mass; 0: these stand still
};

// What calls changed of what a link weighs.
struct LinkOverride {
  Inertial inertial;
  bool gravity = true;
};

// Things that the world says and that differ from it in the simulation.
struct PlanChanges {
  std::map<EntityId, LinkOverride> links;
  std::map<EntityId, Material> materials;
  std::set<ObjectId> floating;  // objects with joints whose base flies as well: spawned models
};

// Where an entity is in an assembly.
struct EntitySeat {
  EntityId assembly;  // its key
  int piece = 0;
  Pose piece_t_entity;
};
struct JointSeat {
  EntityId assembly;
  int joint = 0;
};

// What moves in a world, and how. An object flies when it has a mass, no joints of its own, and hangs on nothing but
// the world; what hangs on another is rigid with it; an object with joints stands on what it hangs on. Objects without
// a mass, static ones and those left out of simulation stand still, the last without being touched.
struct WorldPlan {
  static constexpr EntityId kFloor{0};

  std::map<EntityId, AssemblyPtr> assemblies;   // by the entity of the first piece, or of the first joint
  std::map<EntityId, EntitySeat> entities;      // links, joints and sensors of all that is simulated
  std::map<EntityId, JointSeat> joints;         // that move
  std::set<EntityId> over_floor;                // that the floor passes through: mechanisms it was built into
  std::vector<collision::BodyShapePtr> shapes;  // keeps them in the cache for the plan after this one
  std::vector<Status> notes;                    // what a person should know before it runs, a failure's row each
};

WorldPlan planOf(const world::World& world, const PlanOptions& options, const PlanChanges& changes,
                 collision::ShapeCache& shapes);

// Whether an object flies in that plan; and what a robot says that it carries (in its frame "flange", else in its last
// link): at which entity, about that one's frame.
bool flies(const world::World& world, ObjectId object, const PlanOptions& options = {});
std::optional<std::pair<EntityId, Inertial>> payloadOf(const world::World& world, const world::Object& object);

// As the entity's message, the user data of its object (scene/surface_more.h) and its collision geometry say.
Material materialOf(const world::Object& object, const world::Entity& entity);
// Of the floor that is in no world: what lies on it decides about friction and bounce.
Material floorMaterial();
// What of its surface has no effect, as gazebo_msgs names it.
std::vector<std::string> unsupportedOf(const world::Object& object, const world::Entity& entity);
// Whether it has a mass, and no inertia that a body can have: that of its shape is taken.
bool takesInertiaOfShape(const world::Entity& entity);
Inertial inertialOf(const world::Entity& entity, double density);

}  // namespace ww::simulation
