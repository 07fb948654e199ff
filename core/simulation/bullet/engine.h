// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <memory>
#include <vector>

#include "core/base/hash.h"
#include "core/simulation/spec.h"

// Bullet in double precision with the settings that tests of truth found right (README). Includes no Bullet.
namespace ww::simulation {

// In the root frame: of a piece's origin. m/s, rad/s.
struct Twist {
  Vec3 linear = Vec3::Zero(), angular = Vec3::Zero();
};
struct PieceState {
  Pose root_t_piece;
  Twist twist;
};

struct JointState {
  double position = 0.0, velocity = 0.0;  // radians or metres
  double drive_force = 0.0;               // Nm or N, of the servo in the last step
};

// A point of contact after the last step, root frame, metres and N. `force` acts on a; `normal` points from b to a.
struct ContactPoint {
  EntityId a, b;  // none: the floor
  Vec3 position = Vec3::Zero(), normal = Vec3::UnitZ(), force = Vec3::Zero();
  double depth = 0.0;  // metres
  double slip = 0.0;   // m/s along the surfaces
};

// Two parts that overlap where they are, by metres.
struct Overlap {
  EntityId a, b;       // a < b
  double depth = 0.0;  // metres
};

// Joules, kg m/s, kg m^2/s about the root's origin, of all that moves.
struct Energy {
  double kinetic = 0.0, potential = 0.0;
  Vec3 momentum = Vec3::Zero(), angular_momentum = Vec3::Zero();
};

// In radians or metres, per second; Nm or N. What drives a joint: nothing, or a servo that is at `target` at the end of
// the step if its limits let it; or one that is as fast as `speed`.
struct JointDrive {
  bool servo = false;
  double target = 0.0;  // radians or metres
  double force_limit = 0.0, speed_limit = 0.0;
  bool by_speed = false;
  double speed = 0.0;
};

// A piece of an assembly.
struct PieceId {
  int assembly = -1, piece = 0;
  bool operator==(const PieceId&) const = default;
};

// One thread at a time. The same calls in the same order give the same bits in each process.
class Engine {
 public:
  using MayTouch = std::function<bool(EntityId, EntityId)>;
  Engine(const PhysicsProperties& properties, MayTouch may_touch);
  ~Engine();

  // Gravity, time step and solver; wakes what sleeps.
  void set(const PhysicsProperties& properties);
  // A number that is not used again.
  int add(AssemblyPtr assembly);
  void remove(int assembly);
  const Assembly& assembly(int number) const;
  AssemblyPtr assemblyPtr(int number) const;
  // Of all that may touch an entity: asked anew.
  void forgetTouching(EntityId entity);

  // One time step. Forces and efforts (N, Nm) hold for it, and are gone afterwards.
  void step();
  void addForce(PieceId piece, const Vec3& force, const Vec3& p_in_root, const Vec3& torque);
  void addEffort(int assembly, int joint, double effort);
  void drive(int assembly, int joint, const JointDrive& drive);
  // Damping, friction, limits, spring; what else the axis says stays.
  void setJointProperties(int assembly, int joint, const Axis& axis);
  void setMaterial(PieceId piece, EntityId part, const Material& material);
  void setGravity(PieceId piece, EntityId part, bool on);

  bool isFixed(PieceId piece) const;  // stands still whatever happens
  PieceState state(PieceId piece) const;
  Vec3 centerOfMass(PieceId piece) const;  // root frame
  JointState joint(int assembly, int joint) const;
  // What a N at a point of a piece brings about there, in m/s^2 in the root frame: symmetric; zero for what is fixed.
  // Drives, limits and contacts are left out. Of a mechanism before its first step: as if it were loose.
  Eigen::Matrix3d mobility(PieceId piece, const Vec3& p_in_root) const;
  bool asleep(int assembly) const;
  // Of the base; joints (radians or metres) stay. The twist is that of its origin.
  void setBase(int assembly, const PieceState& state);
  void setJoint(int assembly, int joint, double position, double velocity);

  std::vector<ContactPoint> contacts() const;
  // Of parts of an assembly with each other, or of two assemblies, by more than that depth in metres; of those that may
  // touch.
  std::vector<Overlap> overlaps(int assembly, int other, double deeper_than_m) const;
  Energy energy() const;
  // Over every bit of the state of all assemblies.
  Sha256 hash() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ww::simulation
