// SPDX-License-Identifier: Apache-2.0
#include "core/collision/check.h"
#include "core/planning/branch_search.h"
#include "core/planning/wire.h"
#include "core/planning/wire_read.h"
#include "intrinsic/motion_planning/proto/v1/motion_planning_error.pb.h"

namespace ww::planning {
namespace {

mp::ErrorContext::Type contextOf(const Diagnosis& why) {
  using FailureKind = Diagnosis::Kind;
  switch (why.kind) {
    case FailureKind::kStartCollision: return mp::ErrorContext::INITIAL_STATE_COLLISION;
    case FailureKind::kGoalCollision:
      return why.ik.reason == kinematics::IkDiagnosis::Reason::kRefused ? mp::ErrorContext::IK_COLLISION
                                                                        : mp::ErrorContext::GOAL_STATE_COLLISION;
    case FailureKind::kPathCollision:
    case FailureKind::kNoPath: return mp::ErrorContext::STATE_IN_COLLISION;
    case FailureKind::kStartLimit: return mp::ErrorContext::INITIAL_CONF_VALIDATION;
    case FailureKind::kGoalLimit: return mp::ErrorContext::GOAL_CONF_VALIDATION;
    case FailureKind::kGoalUnreachable: return mp::ErrorContext::IK_NO_SOLUTIONS_FOUND;
    case FailureKind::kLineBroken: return mp::ErrorContext::LINEAR_CARTESIAN_PATH_PLANNER_ERROR;
    case FailureKind::kNotKept: return mp::ErrorContext::CONF_VALIDATION;
    default: return mp::ErrorContext::UNKNOWN;
  }
}

void fillCollision(const world::World& world, const Diagnosis& why, mp::CollisionError& out) {
  out.set_error_context(contextOf(why));
  for (const auto& contact : why.contacts) {
    auto& debug = *out.add_collision_debug();
    debug.set_error_message(collision::describe(world, contact));
    *debug.mutable_joint_positions() = jointsToWire(why.joints);
    debug.set_left_entity(world.display(contact.a));
    debug.set_right_entities(world.display(contact.b));
    debug.set_left_entity_id(static_cast<std::int64_t>(contact.a.value));
    debug.add_right_entity_ids(static_cast<std::int64_t>(contact.b.value));
  }
}

// Those of positions and speeds that held; none where they are not limits of joints.
void fillLimits(const Diagnosis& why, intrinsic_proto::JointLimits& out) {
  for (const world::JointLimits& limit : why.limits) {
    out.mutable_min_position()->add_values(limit.lower);
    out.mutable_max_position()->add_values(limit.upper);
    out.mutable_max_velocity()->add_values(limit.velocity);
    out.mutable_max_acceleration()->add_values(limit.acceleration);
    out.mutable_max_jerk()->add_values(limit.jerk);
  }
}

}  // namespace

mp::GeometricConstraint asTarget(const mp::UniformGeometricConstraint& along) {
  using T = mp::UniformGeometricConstraint;
  mp::GeometricConstraint out;
  switch (along.constraint_case()) {
    case T::kRotationCone: *out.mutable_rotation_cone() = along.rotation_cone(); break;
    case T::kPositionBoundingBox: *out.mutable_position_bounding_box() = along.position_bounding_box(); break;
    case T::kJointPositionSumLimit: *out.mutable_joint_position_sum_limit() = along.joint_position_sum_limit(); break;
    case T::kPointAt: *out.mutable_point_at() = along.point_at(); break;
    case T::kUniformGeometricConstraintIntersection:
      for (const T& part : along.uniform_geometric_constraint_intersection().constraints())
        *out.mutable_constraint_intersection()->add_constraints() = asTarget(part);
      break;
    case T::CONSTRAINT_NOT_SET: break;
  }
  return out;
}

mp::MotionPipelineError toWire(const world::World& world, const Diagnosis& why) {
  using FailureKind = Diagnosis::Kind;
  mp::MotionPipelineError out;
  auto& error = *out.add_motion_planning_error();
  error.add_segment_id(why.segment);
  error.add_segment_id(why.segment);
  // What was met on the way is not why it ended; what lies in the way of the motion is.
  if (isFinal(why.status) && why.kind != FailureKind::kNoPath) return out;
  switch (why.kind) {
    case FailureKind::kStartLimit:
    case FailureKind::kGoalLimit: {
      auto& limit = *error.mutable_joint_limit_error();
      limit.set_error_message(why.status.title);
      limit.set_error_context(contextOf(why));
      *limit.mutable_joint_positions() = jointsToWire(why.joints);
      if (!why.limits.empty()) fillLimits(why, *limit.mutable_joint_limits());
      break;
    }
    case FailureKind::kStartCollision:
    case FailureKind::kGoalCollision:
    case FailureKind::kPathCollision: fillCollision(world, why, *error.mutable_collision_error()); break;
    case FailureKind::kLineBroken: {
      auto& line = *error.mutable_linear_cartesian_path_planning_error();
      line.set_error_message(why.status.title);
      line.set_error_context(contextOf(why));
      *line.mutable_final_joint_positions() = jointsToWire(why.joints);
      break;
    }
    case FailureKind::kNoPath:
      if (!why.contacts.empty()) fillCollision(world, why, *error.mutable_collision_error());
      break;
    case FailureKind::kGoalUnreachable:
    case FailureKind::kNotKept: {
      auto& ik = *error.mutable_ik_error();
      ik.set_error_message(why.status.title);
      ik.set_error_context(contextOf(why));
      break;
    }
    case FailureKind::kNone:
    case FailureKind::kOther: break;  // the status alone tells
  }
  return out;
}

}  // namespace ww::planning
