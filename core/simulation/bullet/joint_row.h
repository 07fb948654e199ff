// SPDX-License-Identifier: Apache-2.0
#pragma once
// Private to this folder: includes Bullet.
#include <BulletDynamics/Featherstone/btMultiBodyConstraint.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace ww::simulation {

// What a unit impulse at each joint of a body does to all its joints, where in the solver's data it is: in a step it is
// worked out once, however many rows a joint has.
class JointResponses {
 public:
  explicit JointResponses(std::size_t joints) : at_(joints, -1) {}
  int& of(int joint) { return at_[static_cast<std::size_t>(joint)]; }  // below 0: not yet
  void forget() { std::ranges::fill(at_, -1); }                        // before each step

 private:
  std::vector<int> at_;
};

// The speeds that an equation is about, in the solver's data of a body: v[own] - ratio * v[leader].
struct JointSpeeds {
  int own = 0, leader = -1;  // below 0: none
  double ratio = 0.0;
  double of(const btScalar* v) const { return leader < 0 ? v[own] : v[own] - ratio * v[leader]; }
};

// One equation on the speed of a joint: what Bullet's links carry in fields that it does not read (damping, friction),
// a servo, or the joint that another follows. A force of at most `most` brings it about.
class JointRow final : public btMultiBodyConstraint {
 public:
  // The responses are those of the body, and outlive this.
  JointRow(btMultiBody* body, int link, JointResponses& responses);
  ~JointRow() override;

  // N or Nm, per rad/s or m/s. Dry friction: against all motion, with at most that force.
  void rub(double force) { set(0.0, force, 0.0); }
  // A force of -damping (N s/m or Nm s/rad) times the speed that the step ends with: stable for any damping.
  void damp(double damping);
  // To that speed (rad/s or m/s), with at most that force (N or Nm).
  void drive(double speed, double force) { set(speed, force, 0.0); }
  // The same so that the step ends at that position (radians or metres), and never so fast that the force could not
  // stop the joint there any more. To be said before each step.
  void approach(double target, double most_speed, double force, double dt);
  // Between two positions (radians or metres): what comes near is stopped there, what is beyond led back.
  void keepWithin(double lower, double upper);
  // As fast as `ratio` times another joint, plus `speed`.
  void follow(int leader, double ratio);
  double force(double dt) const { return m_data.size() ? m_data[0] / dt : 0.0; }  // of the last step

  void finalizeMultiDof() override;
  int getIslandIdA() const override { return island(); }
  int getIslandIdB() const override { return island(); }
  void createConstraintRows(btMultiBodyConstraintArray& rows, btMultiBodyJacobianData& data,
                            const btContactSolverInfo& info) override;
  void debugDraw(btIDebugDraw*) override {}
  JointSpeeds speeds() const;

 private:
  // Units as above.
  void set(double speed, double force, double softness) {
    speed_ = speed;
    most_ = force;
    damping_ = softness;
    approach_.reset();
  }
  int island() const;
  // Impulses in N s or Nm s.
  void addRow(btMultiBodyConstraintArray& rows, btMultiBodyJacobianData& data, double speed, double least, double most);
  int response(btMultiBodyJacobianData& data) const;
  void addLimits(btMultiBodyConstraintArray& rows, btMultiBodyJacobianData& data, const btContactSolverInfo& info);
  void brake(btMultiBodySolverConstraint& row, double dt) const;

  JointResponses& responses_;
  // Units as above.
  double speed_ = 0.0, most_ = 0.0, damping_ = 0.0, ratio_ = 0.0;
  double lower_ = 0.0, upper_ = 0.0;  // radians or metres
  bool limits_ = false;
  int leader_ = -1;
  struct Approach {
    double away = 0.0;       // of the target at the start of the step, radians or metres
    double move = 0.0;       // of the target in the step
    double speed_now = 0.0;  // of the joint, before the forces of the step
    double most_speed = 0.0;
  };
  std::optional<Approach> approach_;
  double last_target_ = 0.0, last_move_ = 0.0;  // radians or metres, in the step before
};

}  // namespace ww::simulation
