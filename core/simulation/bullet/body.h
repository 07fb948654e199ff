// SPDX-License-Identifier: Apache-2.0
#pragma once
// Private to this folder: includes Bullet.
#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>

#include "core/simulation/bullet/body_link.h"
#include "core/simulation/bullet/engine.h"
#include "core/simulation/bullet/joint_row.h"

namespace ww::simulation {

// What a body asks of all contacts: friction of directions of its own or a surface that moves, a pyramid of friction,
// springs or torsion that are fitted in each step.
struct ContactModes {
  bool directed = false, pyramid = false, fitted = false;
};

// An assembly in Bullet's world, from its making to its end.
class Body {
 public:
  // Tags get ids from first_tag on.
  Body(btMultiBodyDynamicsWorld& world, Touching& touching, AssemblyPtr assembly, int number, std::uint32_t first_tag,
       bool sleeps);
  ~Body();
  Body(const Body&) = delete;
  Body& operator=(const Body&) = delete;

  const Assembly& spec() const { return *spec_; }
  AssemblyPtr specPtr() const { return spec_; }
  PartTag* tag(int piece, EntityId part);
  std::vector<PartTag*> tags() const;
  std::vector<btCollisionObject*> colliders() const;  // that have a shape
  ContactModes modes() const;

  // As Engine has it: N and Nm, radians or metres, seconds.
  void beforeStep(double dt, const Vec3& gravity);
  void wake(bool sleeps);
  void addForce(int piece, const Vec3& force, const Vec3& p_in_root, const Vec3& torque);
  void addEffort(int joint, double effort);
  void drive(int joint, const JointDrive& drive);
  void setJointProperties(int joint, const Axis& axis);
  void setGravity(int piece, EntityId part, bool on);
  void materialChanged(int piece);

  // Poses in the root frame; m/s and rad/s.
  bool isFixed(int piece) const;
  bool asleep() const;
  PieceState state(int piece) const;
  Pose rootTPrincipal(int piece) const;
  Twist velocityOfCenter(int piece) const;
  JointState joint(int joint, double dt) const;
  Eigen::Matrix3d mobility(int piece, const Vec3& p_in_root) const;  // as Engine has it
  void setBase(const PieceState& state);
  void setJoint(int joint, double position, double velocity);
  void addTo(Energy& sum, const Vec3& gravity) const;
  void addTo(Hasher& hasher) const;

 private:
  struct Rows {
    std::unique_ptr<JointRow> friction, damping, servo, follow, limit;
    JointDrive drive;
  };
  void makeRigid();
  void makeMulti();
  void setupLink(int i);
  void addLinkCollider(int link_of_body);
  void makeRows(int joint);
  void makeTies();
  void turnFree(double dt);  // seconds
  void wakeLinks();
  btRigidBody* rigid() const;
  std::vector<Twist> linkVelocities() const;

  btMultiBodyDynamicsWorld& world_;
  Touching& touching_;
  const AssemblyPtr spec_;
  std::vector<Axis> axes_;  // as they are now
  std::vector<BodyLink> links_;
  std::unique_ptr<btMultiBody> multi_;
  JointResponses responses_;
  std::vector<Rows> rows_;
  std::vector<std::unique_ptr<btMultiBodyConstraint>> ties_;
  // Nm on a free body in this step: at its start it is speed, as Bullet's friction looks past torques and would let
  // what is pushed off its centre creep.
  Vec3 torque_ = Vec3::Zero();
  bool busy_ = false;    // joints need something in each step
  bool sleeps_ = false;  // as wake() was told
};

}  // namespace ww::simulation
