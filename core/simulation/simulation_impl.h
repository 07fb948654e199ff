// SPDX-License-Identifier: Apache-2.0
#pragma once
// Private to this folder.
#include <limits>

#include "core/collision/rules/rules.h"
#include "core/simulation/load.h"
#include "core/simulation/simulation.h"

namespace ww::simulation {

constexpr std::uint64_t kForEver = std::numeric_limits<std::uint64_t>::max();
constexpr double kFarthest = 1e7;    // metres from the origin: what is beyond has blown up
constexpr double kFastest = 1e6;     // m/s and rad/s
constexpr double kMostForce = 1e12;  // N and Nm
constexpr double kHeaviest = 1e9;    // kg

// INVALID_ARGUMENT unless the value is a number of at most that size.
Status checkNumber(double value, const char* field, double most = kMostForce);
Status checkVector(const Vec3& value, const char* field, double most = kMostForce);
// The same (it fails) of a pose in any frame; norms a quaternion, of which four zeros are the identity.
Result<Pose> soundPose(const Pose& pose);
Status checkTwist(const Twist& twist);

// One after the other, of which either may be empty.
StatusMessage bothTold(StatusMessage first, StatusMessage second);

struct Motion {
  Pose root_t_this;
  Twist twist;
};

// The same body seen from another of its points.
Motion carried(Motion motion, const Pose& this_t_other);

struct WrenchJob {
  EntityId link;
  BodyWrench wrench;
  std::optional<world::NodeRef> frame;  // none: the root
  std::uint64_t first = 0, end = kForEver;
  std::optional<Vec3> in_link;  // once it has begun
};
struct EffortJob {
  EntityId joint;
  double effort = 0.0;  // Nm or N
  std::uint64_t first = 0, end = kForEver;
};
struct TrajectoryJob {
  ObjectId object;
  std::vector<EntityId> joints;
  std::vector<TrajectoryPoint> points;
  double started = 0.0;  // seconds on the clock of steps
  bool put = false;      // joints are put there
};

// A spring from a point of a link to one of the root frame; metres.
struct PullJob {
  EntityId link;
  Vec3 in_link = Vec3::Zero(), to = Vec3::Zero();  // metres
  Vec3 force = Vec3::Zero();                       // N, on the link in the last step
  bool is_most = false;                            // it is pulled no harder than that
};
// Of a joint that a trajectory drives or has driven, since it was last looked at: the largest either way.
struct JointPeak {
  double error = 0.0;   // target less position; radians or metres
  double effort = 0.0;  // Nm or N, of its drive
};
// An object that hangs on a link of another, as held by a gripper that nothing slips in.
struct GripJob {
  ObjectId object;
  EntityId holder;
};
// Something will be held, or let go.
struct GripPlan {
  ObjectId object;
  EntityId holder;          // none: let go
  std::uint64_t first = 0;  // before this step
};
// Where an object was, and what it was called there, that was held since the last reset.
struct GripHome {
  EntityId parent_entity;
  std::string name;
  Pose entity_t_object;
};

// A force, N, at a link in this step, and its torque about the root's origin, Nm; root frame.
struct LoadPush {
  EntityId link;
  Wrench wrench;
};
// A force-torque sensor, and what is known of the step that is made; root frame, about its origin.
struct LoadCell {
  LoadCut cut;
  Wrench told;                   // as the sensor tells it
  std::vector<Wrench> momentum;  // of each part, before the step
  Wrench outside;                // on what hangs there: gravity and pushes
  Vec3 origin = Vec3::Zero();    // of the sensor
  Quat root_q_axes = Quat::Identity();
};

// Who is called what. NOT_FOUND, with those that were perhaps meant; INVALID_ARGUMENT when several have it.
struct SimulatedWorld {
  Result<ObjectId> modelNamed(const std::string& name) const;
  Result<EntityId> linkNamed(const std::string& name) const;
  Result<EntityId> jointNamed(const std::string& name) const;
  Result<EntityId> entityNamed(const std::string& name, bool joint) const;
  Result<std::optional<world::NodeRef>> frameNamed(const std::string& name) const;
  std::vector<std::string> namesLike(const std::string& name) const;  // among which a misspelt one is looked for
  std::string scoped(EntityId entity) const;
  std::set<ObjectId> withChildren(ObjectId object) const;
  // Why nothing moves it.
  Status standsStill(EntityId entity, const WorldPlan& plan) const;
  // The frame that its file calls the model's.
  Pose objectTModel(ObjectId object) const;

  world::World world;
  std::map<ObjectId, Pose> model_frames = {};  // object_t_model of spawned ones, where that is not the object's own
};

// What goes on over steps.
struct SimulatedJobs {
  std::vector<WrenchJob> wrenches;
  std::vector<EffortJob> efforts;
  std::vector<TrajectoryJob> trajectories;
  std::optional<PullJob> pull;
  std::map<EntityId, JointPeak> peaks;
  std::vector<GripJob> grips;
  std::map<ObjectId, GripHome> homes;
  std::vector<GripPlan> grip_plans;
  std::vector<LoadCell> cells;
  std::vector<LoadPush> pushes;
};

struct SimulatedOverlaps {
  std::set<std::pair<EntityId, EntityId>> apart;  // a < b: overlap where they came, and do not touch
  std::map<EntityId, Status> overlap_notes;       // by key of the mechanisms that were looked at; ok: none
};

struct SimulatedTime {
  std::uint64_t clock = 0;         // steps ever made
  std::uint64_t counted = 0;       // since the time was last set
  double time_before = 0.0;        // seconds, up to the last change of the time step
  std::uint64_t since_change = 0;  // steps after it
};

struct Simulation::Impl : SimulatedWorld, SimulatedJobs, SimulatedOverlaps, SimulatedTime {
  Impl(world::World world, std::shared_ptr<geometry::GeometryStore> store, SimulationOptions options);

  // Assemblies that are gone, new or of other parts; others go on as they are.
  void replan();
  void startEngine();
  int addAssembly(EntityId key, AssemblyPtr assembly);
  void removeAssembly(EntityId key);
  AssemblyPtr asItIs(const AssemblyPtr& planned, EntityId key) const;
  void startDrives(EntityId key, const Assembly& assembly);
  void forgetJobs();
  void forgetJobsOf(const std::set<ObjectId>& objects);
  bool mayTouch(EntityId a, EntityId b) const;

  // FAILED_PRECONDITION when something has left all bounds.
  Status oneStep();
  void applyJobs();
  void followTrajectories();
  Status checkBounds();
  // INVALID_ARGUMENT when they are no numbers.
  Result<std::pair<std::uint64_t, std::uint64_t>> spanOf(const Span& span) const;

  // States, root frame; failures of names and numbers as above.
  Motion motionOf(EntityId entity) const;
  Motion motionOf(const std::optional<world::NodeRef>& node) const;
  Result<StateIn> stateIn(const Motion& motion, const std::string& frame) const;
  Result<Motion> motionFrom(const StateIn& state) const;
  std::optional<PieceId> pieceOf(EntityId entity) const;
  const Assembly* assemblyOf(EntityId entity) const;
  // What says where an entity is; FAILED_PRECONDITION when a joint or what it hangs on does.
  Status setMotion(EntityId entity, const Motion& motion);
  void shift(ObjectId object, const Pose& by);                  // in the root frame
  Result<std::pair<int, int>> jointSeat(EntityId joint) const;  // engine's assembly and joint
  // Joints of the object, or of any by their scoped names, each once; FAILED_PRECONDITION for one that follows another.
  Result<std::vector<EntityId>> leadersNamed(ObjectId object, const std::vector<std::string>& names) const;
  void putJoint(EntityId joint, double position);  // rad or m; with those that follow it; a hold takes it there
  void setDrive(EntityId joint, const JointDrive& drive);

  const world::World start;
  const std::shared_ptr<geometry::GeometryStore> store;
  const SimulationOptions options;
  PhysicsProperties physics;
  collision::ShapeCache& shapes = *collision::ShapeCache::ofProcess();
  collision::RuleSet rules;
  PlanChanges changes;
  WorldPlan plan;
  std::unique_ptr<Engine> engine;
  std::map<EntityId, int> numbers;  // of the engine, by key
  std::map<EntityId, Axis> axes;    // of joints that move, as they are now
  std::map<EntityId, KeptJoint> kept;
  std::map<EntityId, JointDrive> drives;
};

}  // namespace ww::simulation
