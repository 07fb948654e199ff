// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/scene/components.h"
#include "core/session/edit_builders.h"

// What links and objects are in simulations, for planners and for programs: as it is kept, and edits that change one
// thing and leave the rest. Unset is what is not known. SI units.
namespace ww::session {

struct LinkPhysics {
  double mass = 0.0;                                  // kg
  Vec3 center = Vec3::Zero();                         // of mass, in the link, metres
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();  // kg m^2, about the centre of mass
  double mu = scene::kAssumedFriction, mu2 = mu;      // ratios: friction in the two directions of the pyramid
  bool is_friction_known = false;                     // else as it is assumed
  double slip1 = 0.0, slip2 = 0.0;                    // m/s/N
};
// None for a link that says nothing of it, and for other entities.
std::optional<LinkPhysics> linkPhysics(const world::Entity& entity);

struct PhysicsEdit {
  std::optional<double> mass, mu, mu2, slip1, slip2;
  std::optional<Vec3> center;
  std::optional<Eigen::Matrix3d> inertia;
};
// Also where there was nothing; `link` must be there.
EditsPtr setLinkPhysics(const world::World& world, EntityId link, const PhysicsEdit& edit);
// Of a body of that mass (kg), as solid everywhere as its geometry for collisions says, else the one that is shown.
// None where neither encloses anything.
std::optional<PhysicsEdit> physicsOfShape(const world::Entity& link, double mass);

struct Payload {
  double mass = 0.0;                                  // kg
  Vec3 center = Vec3::Zero();                         // of gravity, in the flange, metres
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();  // kg m^2, about it
};
std::optional<Payload> payloadOf(const world::Object& object);
// Of an object with joints that move; how the centre is turned stays.
EditsPtr setPayload(const world::Object& object, const Payload& payload);

struct Solver {
  std::string key, tip;  // the last link of its chain; empty: not said
};
std::optional<Solver> solverOf(const world::Object& object);
// None: takes it out.
EditsPtr setSolver(ObjectId object, const std::optional<Solver>& solver);

// Along and about any axis; none: no limit.
struct ToolLimits {
  std::optional<double> speed, acceleration;            // m/s, m/s^2
  std::optional<double> turning, turning_acceleration;  // rad/s, rad/s^2
};
ToolLimits toolLimitsOf(const world::Object& object);
// Of an object with joints that move; those that are not given go, limits of other kinds stay. The lower ones are the
// same with another sign.
EditsPtr setToolLimits(const world::Object& object, const ToolLimits& limits);

struct SimulationFlags {
  bool is_static = false, is_disabled = false;
};
SimulationFlags simulationOf(const world::Object& object);
EditsPtr setSimulation(ObjectId object, const SimulationFlags& flags);

}  // namespace ww::session
