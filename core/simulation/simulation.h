// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <memory>
#include <stop_token>

#include "core/geometry/store.h"
#include "core/simulation/operations.h"
#include "core/simulation/world_plan.h"

namespace intrinsic_proto::scene_object::v1 {
class SceneObject;
}

namespace ww::simulation {
class Grips;
class Loads;
class Moments;
class Pulls;

struct SimulationOptions {
  PlanOptions plan;
  PhysicsProperties physics;
};

// Physics of a copy of a world; the world that it was made from never changes. One thread at a time (Player has more).
// The same calls at the same steps give the same bits, in any process.
//
// Calls fail and change nothing: NOT_FOUND for names, INVALID_ARGUMENT for numbers, FAILED_PRECONDITION for what cannot
// be now. Angles in radians, lengths in metres, seconds of simulation.
class Simulation {
 public:
  Simulation(world::World world, std::shared_ptr<geometry::GeometryStore> store, SimulationOptions options = {});
  ~Simulation();

  // The world with what was spawned and without what was deleted, things where they started.
  const world::World& world() const;
  double time() const;
  std::uint64_t steps() const;
  std::vector<Status> notes() const;  // of what does not move or touch, and why

  static constexpr std::uint64_t kMostSteps = 10'000'000;
  // CANCELLED when it is asked to stop, FAILED_PRECONDITION when something has left all bounds; both keep what was
  // reached. `each` is called after every step.
  Status step(std::uint64_t count, const std::stop_token& stop = {}, const std::function<void()>& each = {});

  // Models. A spawned model with joints flies unless its root link has no mass, is called "world" or held by the world;
  // `at` is where its object (its root link) goes, its state that of `object_t_model`, which its file calls the
  // model's. NOT_FOUND for models and frames that are not there, INVALID_ARGUMENT for what is no number or not sound.
  Result<StatusMessage> spawn(const std::string& name, const intrinsic_proto::scene_object::v1::SceneObject& object,
                              const StateIn& at, const SpawnWays& ways = {});
  Result<StatusMessage> spawnCopy(const std::string& name, const std::string& model, const StateIn& at,
                                  const SpawnWays& ways = {});
  Status remove(const std::string& model);
  std::vector<std::string> modelNames() const;
  Result<ModelProperties> modelProperties(const std::string& model) const;
  Result<StateIn> modelState(const std::string& model, const std::string& reference_frame) const;
  Status setModelState(const std::string& model, const StateIn& state);
  // Joints (radians or metres) are put there and stand; a hold takes them there. FAILED_PRECONDITION for followers.
  Status setModelConfiguration(const std::string& model, const std::vector<std::string>& joints,
                               const std::vector<double>& positions);
  // Drives joints on; what they do after it is to hold. NOT_FOUND, INVALID_ARGUMENT, FAILED_PRECONDITION.
  Result<StatusMessage> setJointTrajectory(const JointTrajectory& trajectory);

  // Links: NOT_FOUND; INVALID_ARGUMENT for what no body has.
  Result<LinkProperties> linkProperties(const std::string& link) const;
  Result<StatusMessage> setLinkProperties(const std::string& link, const LinkProperties& properties);
  Result<StateIn> linkState(const std::string& link, const std::string& reference_frame) const;
  // Of the root link of a model that flies, else FAILED_PRECONDITION: all that is rigid with it follows.
  Status setLinkState(const std::string& link, const StateIn& state);
  // NOT_FOUND, INVALID_ARGUMENT.
  Result<Material> material(const std::string& link) const;
  Result<StatusMessage> setMaterial(const std::string& link, const Material& material);

  // Joints and physics: NOT_FOUND, INVALID_ARGUMENT; FAILED_PRECONDITION for joints that stand still.
  Result<JointProperties> jointProperties(const std::string& joint) const;
  Result<StatusMessage> setJointProperties(const std::string& joint, const JointChanges& changes);
  PhysicsProperties physics() const;
  Result<StatusMessage> setPhysics(const PhysicsProperties& properties);

  // NOT_FOUND, INVALID_ARGUMENT; FAILED_PRECONDITION for what stands still. N and Nm.
  Result<StatusMessage> applyBodyWrench(const BodyWrench& wrench);
  Status clearBodyWrenches(const std::string& body);
  Result<StatusMessage> applyJointEffort(const std::string& joint, double effort, const Span& span);
  Status clearJointForces(const std::string& joint);

  void reset(const ResetScope& scope = ResetScope::all());
  Status resetModel(const std::string& model);  // NOT_FOUND

  std::vector<NamedState> modelStates() const;  // of all models that move, root frame, in the order of their ids
  std::vector<NamedState> linkStates() const;
  std::vector<NamedJoint> jointStates() const;
  std::vector<Contact> contacts() const;
  Energy energy() const;
  bool asleep(const std::string& model) const;
  Sha256 hash() const;

 private:
  friend class Grips;
  friend class Loads;
  friend class Moments;
  friend class Overlaps;
  friend class Pulls;
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ww::simulation
