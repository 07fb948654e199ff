// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <set>
#include <vector>

#include "core/simulation/simulation.h"

// What force-torque sensors measure: the wrench that passes between what hangs on a sensor and what carries it.
namespace ww::simulation {
class Pulls;

// N and Nm.
struct Wrench {
  Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
};

// Something that weighs; about the entity's frame.
struct LoadPart {
  EntityId entity;
  Inertial inertial;
  bool gravity = true;
};

// Where a sensor cuts a world in two: on one side the link or joint that it sits on, with all that rides on it and
// hangs on that, on the other what carries these. The link of the sensor counts in, as in Gazebo, where sensors sit at
// the joints that carry their links.
struct LoadCut {
  EntityId sensor, child;
  EntityId parent;                   // the link that carries the child; none: nothing but the world does
  EntityId axes;                     // whose axes the wrench is told in; always about the sensor's origin
  bool on_child = false;             // told is what the child is acted on with; else what it acts with on its parent
  std::set<EntityId> entities;       // of the child's side
  std::vector<LoadPart> parts;       // of these what weighs, and what robots say that they carry
  std::vector<EntityId> weightless;  // of these the links that have a shape and say no mass
};

// Of a sensor of the world, by its component: where nothing is said, in the axes of the sensor, and as the child acts
// on its parent. NOT_FOUND when the entity is no force-torque sensor.
Result<LoadCut> loadCutOf(const world::World& world, EntityId sensor, double density = 0.0,
                          const PlanChanges& changes = {});
std::vector<EntityId> forceSensorsOf(const world::World& world);

using RootTOf = std::function<Pose(EntityId)>;
// With everything at rest where `root_t` says that it is; gravity in m/s^2, root frame.
Wrench restLoad(const LoadCut& cut, const RootTOf& root_t, const Vec3& gravity);
// All that hangs on the sensor, about its frame.
Inertial hangingOn(const LoadCut& cut, const RootTOf& root_t);
// FAILED_PRECONDITION when nothing that hangs on it says its mass.
Status checkWeighs(const world::World& world, const LoadCut& cut);
// And when it is on what hangs on nothing: at rest nothing says what would hold it.
Status checkRests(const world::World& world, const LoadCut& cut);
// What counts as nothing, as its mass is not known. OK when there is nothing to tell.
Status unweighed(const world::World& world, const LoadCut& cut);

// As a sensor tells it.
struct LoadMoment {
  EntityId sensor;
  Wrench wrench;
};

// The sensors of a simulation: by the balance of momentum of what hangs on each, so that all that a step does to it
// (gravity, drives, contacts, pushes, what it holds) is in the reading, as the mean over the step.
class Loads {
 public:
  // In the last step; before the first at rest. Those on which nothing weighs are left out.
  static std::vector<LoadMoment> of(const Simulation& simulation);

 private:
  friend class Pulls;
  friend class Simulation;
  // A force, N, at a point of the root frame and a torque, Nm, for the step that is made; the link moves.
  static void push(Simulation::Impl& d, EntityId link, const Vec3& force, const Vec3& p_in_root, const Vec3& torque);
  static Wrench momentumOf(const Simulation::Impl& d, const LoadPart& part);
  static bool sleeps(const Simulation::Impl& d, EntityId entity);
  static void find(Simulation::Impl& d);
  static void beforeStep(Simulation::Impl& d);
  static void afterStep(Simulation::Impl& d);
};

}  // namespace ww::simulation
