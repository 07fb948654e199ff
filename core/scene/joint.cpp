// SPDX-License-Identifier: Apache-2.0
#include "core/scene/joint.h"

#include <cmath>

#include "core/geometry/wire_convert.h"
#include "core/scene/failures.h"

namespace ww::scene {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// On the wire 0 means "not given" for rates.
double rate(double value) { return value > 0.0 ? value : kInfinity; }

}  // namespace

Status checkMotionType(const KinematicsComponent& c) {
  switch (c.motion_type()) {
    case KinematicsComponent::MOTION_TYPE_REVOLUTE:
    case KinematicsComponent::MOTION_TYPE_PRISMATIC:
    case KinematicsComponent::MOTION_TYPE_FIXED: return okStatus();
    default: return fail(failures::kMotionType);
  }
}

bool moves(const KinematicsComponent& c) { return motionOf(c) != JointKind::kFixed; }

JointKind motionOf(const KinematicsComponent& c) {
  switch (c.motion_type()) {
    case KinematicsComponent::MOTION_TYPE_REVOLUTE: return JointKind::kRevolute;
    case KinematicsComponent::MOTION_TYPE_PRISMATIC: return JointKind::kPrismatic;
    default: return JointKind::kFixed;
  }
}

Result<Vec3> axisOf(const KinematicsComponent& c) {
  if (!c.has_axis()) return Vec3(Vec3::UnitZ());
  WW_ASSIGN(const Vec3 axis, geometry::fromWire(c.axis()));
  if (axis.norm() < 1e-9) {
    return fail(failures::kAxisLength);
  }
  return std::abs(axis.norm() - 1.0) <= 1e-15 ? axis : Vec3(axis.normalized());
}

Faults limitFaults(const KinematicsComponent::Limits& l) {
  Faults out;
  const Limits read = limitsOf(l);
  for (const double v : {read.lower, read.upper, l.velocity(), l.acceleration(), l.jerk(), l.effort()}) {
    if (!std::isnan(v)) continue;
    out.push_back(fail(failures::kLimitNotNumber));
    break;
  }
  if (read.lower > read.upper) {
    out.push_back(
        fail(failures::kLimitsExchanged, {{"lower", arg::Number{read.lower}}, {"upper", arg::Number{read.upper}}}));
  }
  if (l.velocity() < 0 || l.acceleration() < 0 || l.jerk() < 0 || l.effort() < 0) {
    out.push_back(fail(failures::kLimitNegative));
  }
  return out;
}

Limits limitsOf(const KinematicsComponent::Limits& l) {
  Limits out;
  if (l.has_fixed_limits()) {
    out.lower = l.fixed_limits().lower();
    out.upper = l.fixed_limits().upper();
  }
  out.velocity = rate(l.velocity());
  out.acceleration = rate(l.acceleration());
  out.jerk = rate(l.jerk());
  out.effort = rate(l.effort());
  return out;
}

const KinematicsComponent::Limits& limitsInForce(const KinematicsComponent& c) {
  return c.has_application_limits() ? c.application_limits() : c.system_limits();
}

double positionOf(const KinematicsComponent& c) {
  if (c.has_raw_value()) return c.raw_value();
  if (!moves(c)) return 0.0;
  return startPosition(limitsOf(limitsInForce(c)));
}

Result<Pose> parentTJoint(const KinematicsComponent& c, double position) {
  WW_ASSIGN(const Pose parent_t_inboard, geometry::fromWireOrIdentity(c.has_parent_t_inboard(), c.parent_t_inboard()));
  WW_ASSIGN(const Pose outboard_t_child, geometry::fromWireOrIdentity(c.has_outboard_t_child(), c.outboard_t_child()));
  WW_ASSIGN(const Vec3 axis, axisOf(c));
  return jointPose(parent_t_inboard, motionOf(c), axis, position, outboard_t_child);
}

}  // namespace ww::scene
