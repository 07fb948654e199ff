// SPDX-License-Identifier: Apache-2.0
#include "core/simulation/bullet/joint_row.h"

#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyLinkCollider.h>

#include <algorithm>
#include <cmath>

namespace ww::simulation {
namespace {

constexpr double kMostImpulse = 1e12;  // N s; what has no limit
constexpr double kNear = 1e-2;         // radians or metres: from here on a limit is looked at
constexpr double kBack = 0.2;          // of what is beyond a limit, made good in a step
constexpr double kMostBack = 1.0;      // rad/s or m/s, likewise: a limit that is set across a joint does not throw it
constexpr double kBrake = 0.6;         // of what a drive can: other joints make heavier what it stops
constexpr double kLeastBrake = 1e-3;   // of it where gravity takes all

}  // namespace

JointRow::JointRow(btMultiBody* body, int link, JointResponses& responses)
    : btMultiBodyConstraint(body, nullptr, link, -1, 1, false, MULTIBODY_CONSTRAINT_1DOF_JOINT_MOTOR),
      responses_(responses) {}
JointRow::~JointRow() = default;

void JointRow::damp(double damping) { set(0.0, kMostImpulse, damping); }

void JointRow::approach(double target, double most_speed, double force, double dt) {
  const double gap = target - m_bodyA->getJointPos(m_linkA);
  // One that jumps is no target that moves: that does so for a second step.
  const double move = approach_ ? target - last_target_ : 0.0;
  const bool goes_on = std::abs(move - last_move_) <= 0.5 * std::max(std::abs(move), std::abs(last_move_));
  last_target_ = target;
  last_move_ = move;
  set(std::clamp(gap / dt, -most_speed, most_speed), force, 0.0);
  const double moves = goes_on ? move : 0.0;
  approach_ = {gap - moves, moves, m_bodyA->getJointVel(m_linkA), most_speed};
}

// Bullet has the forces of the step in the joint's speed by now.
void JointRow::brake(btMultiBodySolverConstraint& row, double dt) const {
  const double inertia = row.m_jacDiagABInv, away = approach_->away;
  if (!(inertia > 0.0) || most_ >= kMostImpulse || away == 0.0) return;
  const double side = away < 0.0 ? -1.0 : 1.0, strong = most_ / inertia;
  const double by_itself = side * (m_bodyA->getJointVel(m_linkA) - approach_->speed_now) / dt;
  const double brakes = std::max(kBrake * (strong - by_itself), kLeastBrake * strong);
  const double wanted = std::clamp(approach_->move / dt + side * std::sqrt(2.0 * brakes * std::abs(away)),
                                   -approach_->most_speed, approach_->most_speed);
  if (side * (speed_ - wanted) > 0.0) row.m_rhs += (wanted - speed_) * inertia;
}

void JointRow::follow(int leader, double ratio) {
  leader_ = leader;
  ratio_ = ratio;
  m_numDofsFinalized = -1;
}

void JointRow::finalizeMultiDof() {
  allocateJacobiansMultiDof();
  m_numDofsFinalized = m_jacSizeBoth;
}

JointSpeeds JointRow::speeds() const {
  const auto place = [this](int link) { return 6 + m_bodyA->getLink(link).m_dofOffset; };
  return {place(m_linkA), leader_ < 0 ? -1 : place(leader_), ratio_};
}

// Where it begins in the solver's data.
int JointRow::response(btMultiBodyJacobianData& data) const {
  int* known = leader_ < 0 ? &responses_.of(m_linkA) : nullptr;
  if (known && *known >= 0) return *known;
  const int at = data.m_jacobians.size(), size = 6 + m_bodyA->getNumDofs();
  data.m_jacobians.resize(at + size);
  data.m_deltaVelocitiesUnitImpulse.resize(at + size);
  const JointSpeeds speeds = this->speeds();
  data.m_jacobians[at + speeds.own] = 1.0;
  if (speeds.leader >= 0) data.m_jacobians[at + speeds.leader] = -speeds.ratio;
  m_bodyA->calcAccelerationDeltasMultiDof(&data.m_jacobians[at], &data.m_deltaVelocitiesUnitImpulse[at], data.scratch_r,
                                          data.scratch_v);
  if (known) *known = at;
  return at;
}

int JointRow::island() const {
  for (int link = m_linkA; link >= 0; link = m_bodyA->getLink(link).m_parent) {
    if (const auto* collider = m_bodyA->getLink(link).m_collider) return collider->getIslandTag();
  }
  return -1;
}

void JointRow::keepWithin(double lower, double upper) {
  lower_ = lower;
  upper_ = upper;
  limits_ = true;
}

void JointRow::addRow(btMultiBodyConstraintArray& rows, btMultiBodyJacobianData& data, double speed, double least,
                      double most) {
  btMultiBodySolverConstraint& row = rows.expandNonInitializing();
  row.m_multiBodyA = m_bodyA;
  row.m_multiBodyB = nullptr;
  row.m_linkA = m_linkA;
  row.m_linkB = row.m_solverBodyIdA = row.m_solverBodyIdB = row.m_deltaVelBindex = row.m_jacBindex = -1;
  row.m_deltaVelAindex = m_bodyA->getCompanionId();
  if (row.m_deltaVelAindex < 0) {
    row.m_deltaVelAindex = data.m_deltaVelocities.size();
    m_bodyA->setCompanionId(row.m_deltaVelAindex);
    data.m_deltaVelocities.resize(row.m_deltaVelAindex + 6 + m_bodyA->getNumDofs());
  }
  row.m_jacAindex = response(data);
  const JointSpeeds speeds = this->speeds();
  const double ease = speeds.of(&data.m_deltaVelocitiesUnitImpulse[row.m_jacAindex]);
  row.m_jacDiagABInv = ease > SIMD_EPSILON ? 1.0 / ease : 0.0;
  row.m_rhs = (speed - speeds.of(m_bodyA->getVelocityVector())) * row.m_jacDiagABInv;
  row.m_cfm = row.m_rhsPenetration = row.m_friction = 0.0;
  row.m_appliedImpulse = row.m_appliedPushImpulse = 0.0;
  row.m_lowerLimit = least;
  row.m_upperLimit = most;
  row.m_orgConstraint = this;
  row.m_orgDofIndex = 0;
}

void JointRow::addLimits(btMultiBodyConstraintArray& rows, btMultiBodyJacobianData& data,
                         const btContactSolverInfo& info) {
  const double q = m_bodyA->getJointPos(m_linkA), dt = info.m_timeStep;
  const double reach = 4.0 * dt * std::abs(m_bodyA->getJointVel(m_linkA)) + kNear;
  const auto speed = [&](double limit) { return (limit - q) / dt; };
  // So fast that it ends there; from beyond back by a share.
  if (q - lower_ < reach)
    addRow(rows, data, q < lower_ ? std::min(kBack * speed(lower_), kMostBack) : speed(lower_), 0.0, kMostImpulse);
  if (upper_ - q < reach)
    addRow(rows, data, q > upper_ ? std::max(kBack * speed(upper_), -kMostBack) : speed(upper_), -kMostImpulse, 0.0);
}

void JointRow::createConstraintRows(btMultiBodyConstraintArray& rows, btMultiBodyJacobianData& data,
                                    const btContactSolverInfo& info) {
  if (m_numDofsFinalized != m_jacSizeBoth) finalizeMultiDof();
  if (limits_) return addLimits(rows, data, info);
  const double most = std::min(most_ * info.m_timeStep, kMostImpulse);
  if (most <= 0.0) return;
  addRow(rows, data, speed_, -most, most);
  btMultiBodySolverConstraint& row = rows[rows.size() - 1];
  if (approach_) brake(row, info.m_timeStep);
  if (damping_ <= 0.0 || row.m_jacDiagABInv <= 0.0) return;
  // The equation gives way by what the damper lets through.
  const double give = 1.0 / (damping_ * info.m_timeStep);
  const double stiff = row.m_jacDiagABInv, soft = 1.0 / (1.0 / stiff + give);
  row.m_rhs *= soft / stiff;
  row.m_jacDiagABInv = soft;
  row.m_cfm = give * soft;
}

}  // namespace ww::simulation
