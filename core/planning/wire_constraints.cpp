// SPDX-License-Identifier: Apache-2.0
// Constraints of the wire in our own terms, a function for each kind.
#include <fmt/core.h>
#include <google/protobuf/descriptor.h>

#include <algorithm>
#include <cmath>

#include "core/geometry/failures.h"
#include "core/geometry/wire_convert.h"
#include "core/model/named.h"
#include "core/planning/failures.h"
#include "core/planning/wire_read.h"
#include "core/world/views/nearest.h"
#include "core/world/views/references.h"

namespace ww::planning {
namespace {

namespace mp = intrinsic_proto::motion_planning::v1;
using model::Constraint;

constexpr int kDeepest = 20;  // intersections in intersections

class ConstraintReader {
 public:
  ConstraintReader(const world::World& world, const world::Object& robot) : world_(world), robot_(robot) {}

  Result<Constraint> read(const mp::GeometricConstraint& target, const std::string& field, int depth) const;
  // What may hold along a whole motion.
  Result<Constraint> read(const mp::UniformGeometricConstraint& along, const std::string& field, int depth) const;

 private:
  Result<Constraint> of(const intrinsic_proto::icon::JointVec& m, const std::string& field) const;
  Result<Constraint> of(const mp::JointPositionLimits& m, const std::string& field) const;
  Result<Constraint> of(const mp::JointPositionSumLimit& m, const std::string& field) const;
  Result<Constraint> of(const mp::PoseEquality& m, const std::string& field) const;
  Result<Constraint> of(const mp::PositionEquality& m, const std::string& field) const;
  Result<Constraint> of(const mp::RotationEquality& m, const std::string& field) const;
  Result<Constraint> of(const mp::RotationCone& m, const std::string& field) const;
  Result<Constraint> of(const mp::PositionBoundingBox& m, const std::string& field) const;
  Result<Constraint> of(const mp::PointAt& m, const std::string& field) const;
  Result<Constraint> of(const mp::RelativePoseEquality& m, const std::string& field) const;
  Result<Constraint> of(const mp::RelativePositionEquality& m, const std::string& field) const;
  Result<Constraint> of(const mp::RelativeRotationEquality& m, const std::string& field) const;
  // An intersection of either sort.
  Result<Constraint> all(const auto& m, const std::string& field, int depth) const;

  // Every message of a constraint between two nodes has these two.
  template <typename Message, typename Out>
  Status nodes(const Message& m, const std::string& field, Out& out) const {
    WW_ASSIGN(out.moving, node(m.moving_frame(), field + ".moving_frame"));
    WW_ASSIGN(out.target, node(m.target_frame(), field + ".target_frame"));
    return okStatus();
  }
  // Those that start from where the node is.
  template <typename Message, typename Out>
  Status relative(const Message& m, const std::string& field, Out& out) const {
    WW_ASSIGN(out.moving, node(m.moving_frame(), field + ".moving_frame"));
    if (!m.has_reference_frame()) return okStatus();
    WW_ASSIGN(out.reference, node(m.reference_frame(), field + ".reference_frame"));
    return okStatus();
  }
  Result<world::NodeRef> node(const intrinsic_proto::world::TransformNodeReference& wire,
                              const std::string& field) const {
    auto found = world::resolve(world_, wire);
    return found.ok() ? found : Result<world::NodeRef>(found.status().in(field));
  }
  Status checkGroup(const intrinsic_proto::world::ObjectReference& wire, const std::string& field) const;

  const world::World& world_;
  const world::Object& robot_;
};

Result<Vec3> vectorOf(const auto& wire, const std::string& field) {
  auto found = geometry::fromWire(wire);
  return found.ok() ? found : Result<Vec3>(found.status().in(field));
}

// Zero where it is not given.
Result<Vec3> pointOf(bool given, const intrinsic_proto::Point& wire, const std::string& field) {
  if (!given) return Vec3(Vec3::Zero());
  return vectorOf(wire, field);
}

Result<Pose> poseOf(bool given, const intrinsic_proto::Pose& wire, const std::string& field) {
  auto found = geometry::fromWireOrIdentity(given, wire);
  return found.ok() ? found : Result<Pose>(found.status().in(field));
}

// The identity where it is not given; as in a pose, all zeros are no rotation.
Result<Quat> rotationOf(bool given, const intrinsic_proto::Quaternion& wire, const std::string& field) {
  if (!given) return Quat::Identity();
  if (wire.w() == 0.0 && wire.x() == 0.0 && wire.y() == 0.0 && wire.z() == 0.0)
    return fail(geometry::failures::kNoOrientation).in(field);
  const auto checked = checkedPose({Vec3::Zero(), Quat(wire.w(), wire.x(), wire.y(), wire.z())});
  if (!checked.ok()) return checked.status().in(field);
  return checked->q;
}

JointVector listOf(const google::protobuf::RepeatedField<double>& wire) {
  return Eigen::Map<const JointVector>(wire.data(), wire.size());
}

Result<Constraint> ConstraintReader::of(const intrinsic_proto::icon::JointVec& m, const std::string& field) const {
  WW_ASSIGN(const JointVector q, readJoints(m, robot_, field));
  return Constraint(q);
}

// A group of joints can only be of the robot that moves.
Status ConstraintReader::checkGroup(const intrinsic_proto::world::ObjectReference& wire,
                                    const std::string& field) const {
  const auto id = world::resolve(world_, wire);
  if (!id.ok()) return id.status().in(field);
  if (*id == robot_.id) return okStatus();
  return fail(failures::kOtherGroup, {{"field", arg::Words{field}},
                                      {"object", model::named(world_, *id)},
                                      {"robot", model::named(world_, robot_.id)}});
}

Result<Constraint> ConstraintReader::of(const mp::JointPositionLimits& m, const std::string& field) const {
  if (m.has_object_id()) WW_TRY(checkGroup(m.object_id(), field + ".object_id"));
  return Constraint(model::JointRanges{listOf(m.lower_limits()), listOf(m.upper_limits())});
}

Result<Constraint> ConstraintReader::of(const mp::JointPositionSumLimit& m, const std::string& field) const {
  if (m.has_object_id()) WW_TRY(checkGroup(m.object_id(), field + ".object_id"));
  const auto joints = static_cast<int>(robot_.moving_joints.size());
  const auto& ids = m.joint_ids().joint_ids();
  const int count = m.has_joint_ids() ? ids.size() : joints;
  if (m.joint_signs_size() != count) {
    const std::vector<std::string> all = world::movingJointNames(robot_);
    arg::Names summed;
    for (int i = 0; i < count; ++i) {
      const auto joint = static_cast<std::size_t>(m.has_joint_ids() ? ids[i] : static_cast<std::uint32_t>(i));
      if (joint < all.size()) summed.texts.push_back(all[joint]);
    }
    return fail(failures::kWrongCount, {{"field", arg::Words{field + ".joint_signs"}},
                                        {"count", arg::Count{static_cast<std::size_t>(count)}},
                                        {"given", arg::Count{static_cast<std::size_t>(m.joint_signs_size())}},
                                        {"joints", std::move(summed)}});
  }
  model::JointSum out{JointVector::Zero(joints), m.joint_sum_limit()};
  for (int i = 0; i < count; ++i) {
    const int joint = m.has_joint_ids() ? static_cast<int>(std::min<std::uint32_t>(ids[i], 1u << 30)) : i;
    if (joint >= joints)
      return fail(failures::kNoSuchJoint, {{"field", arg::Words{fmt::format("{}.joint_ids[{}]", field, i)}},
                                           {"index", arg::Count{ids[i]}},
                                           {"last", arg::Count{static_cast<std::size_t>(joints - 1)}}});
    const auto sign = m.joint_signs(i);
    // One that is named twice counts twice.
    out.signs[joint] += sign == mp::JointPositionSumLimit::POSITIVE   ? 1.0
                        : sign == mp::JointPositionSumLimit::NEGATIVE ? -1.0
                                                                      : 0.0;
  }
  if (count > 0 && out.signs.isZero()) return fail(failures::kNoSigns, {{"field", arg::Words{field + ".joint_signs"}}});
  return Constraint(out);
}

Result<Constraint> ConstraintReader::of(const mp::PoseEquality& m, const std::string& field) const {
  model::PoseEquality out;
  WW_TRY(nodes(m, field, out));
  WW_ASSIGN(out.target_t_moving,
            poseOf(m.has_target_frame_offset(), m.target_frame_offset(), field + ".target_frame_offset"));
  return Constraint(out);
}

Result<Constraint> ConstraintReader::of(const mp::PositionEquality& m, const std::string& field) const {
  model::PositionEquality out;
  WW_TRY(nodes(m, field, out));
  WW_ASSIGN(out.p_in_moving,
            pointOf(m.has_moving_frame_offset(), m.moving_frame_offset(), field + ".moving_frame_offset"));
  WW_ASSIGN(out.p_in_target,
            pointOf(m.has_target_frame_offset(), m.target_frame_offset(), field + ".target_frame_offset"));
  return Constraint(out);
}

Result<Constraint> ConstraintReader::of(const mp::RotationEquality& m, const std::string& field) const {
  model::RotationEquality out;
  WW_TRY(nodes(m, field, out));
  WW_ASSIGN(out.target_q_moving, rotationOf(m.has_rotation_offset(), m.rotation_offset(), field + ".rotation_offset"));
  return Constraint(out);
}

Result<Constraint> ConstraintReader::of(const mp::RotationCone& m, const std::string& field) const {
  model::RotationCone out;
  WW_TRY(nodes(m, field, out));
  WW_ASSIGN(out.axis_in_moving, vectorOf(m.moving_axis(), field + ".moving_axis"));
  out.axis_in_target = out.axis_in_moving;
  if (m.has_target_axis()) {
    WW_ASSIGN(out.axis_in_target, vectorOf(m.target_axis(), field + ".target_axis"));
  }
  out.half_angle = m.cone_opening_half_angle();
  return Constraint(out);
}

Result<Constraint> ConstraintReader::of(const mp::PositionBoundingBox& m, const std::string& field) const {
  model::PositionBox out;
  WW_TRY(nodes(m, field, out));
  WW_ASSIGN(out.p_in_moving,
            pointOf(m.has_moving_frame_offset(), m.moving_frame_offset(), field + ".moving_frame_offset"));
  WW_ASSIGN(out.target_t_box, poseOf(m.has_target_bounding_box_center(), m.target_bounding_box_center(),
                                     field + ".target_bounding_box_center"));
  // Infinite where it has no side.
  if (m.has_lower_bounds()) out.lower = {m.lower_bounds().x(), m.lower_bounds().y(), m.lower_bounds().z()};
  if (m.has_upper_bounds()) out.upper = {m.upper_bounds().x(), m.upper_bounds().y(), m.upper_bounds().z()};
  return Constraint(out);
}

Result<Constraint> ConstraintReader::of(const mp::PointAt& m, const std::string& field) const {
  model::PointAt out;
  WW_TRY(nodes(m, field, out));
  if (m.has_moving_axis()) {
    WW_ASSIGN(out.axis_in_moving, vectorOf(m.moving_axis(), field + ".moving_axis"));
  }
  WW_ASSIGN(out.p_in_moving,
            pointOf(m.has_moving_frame_offset(), m.moving_frame_offset(), field + ".moving_frame_offset"));
  WW_ASSIGN(out.p_in_target,
            pointOf(m.has_target_frame_offset(), m.target_frame_offset(), field + ".target_frame_offset"));
  if (m.has_tolerance()) out.tolerance = m.tolerance();
  if (m.has_min_distance()) out.least_distance = m.min_distance();
  if (m.has_max_distance()) out.most_distance = m.max_distance();
  return Constraint(out);
}

Result<Constraint> ConstraintReader::of(const mp::RelativePoseEquality& m, const std::string& field) const {
  model::RelativePose out;
  WW_TRY(relative(m, field, out));
  WW_ASSIGN(out.by, poseOf(m.has_relative_pose(), m.relative_pose(), field + ".relative_pose"));
  return Constraint(out);
}

Result<Constraint> ConstraintReader::of(const mp::RelativePositionEquality& m, const std::string& field) const {
  model::RelativePosition out;
  WW_TRY(relative(m, field, out));
  WW_ASSIGN(out.by, pointOf(m.has_relative_position(), m.relative_position(), field + ".relative_position"));
  WW_ASSIGN(out.p_in_moving,
            pointOf(m.has_moving_frame_offset(), m.moving_frame_offset(), field + ".moving_frame_offset"));
  return Constraint(out);
}

Result<Constraint> ConstraintReader::of(const mp::RelativeRotationEquality& m, const std::string& field) const {
  model::RelativeRotation out;
  WW_TRY(relative(m, field, out));
  WW_ASSIGN(out.by, rotationOf(m.has_relative_rotation(), m.relative_rotation(), field + ".relative_rotation"));
  return Constraint(out);
}

Result<Constraint> ConstraintReader::all(const auto& m, const std::string& field, int depth) const {
  model::Intersection out;
  for (int i = 0; i < m.constraints_size(); ++i) {
    WW_ASSIGN(Constraint one, read(m.constraints(i), fmt::format("{}.constraints[{}]", field, i), depth + 1));
    out.all.push_back(std::move(one));
  }
  return Constraint(std::move(out));
}

// Named by the outermost of them: the way to the one that is too deep says nothing more, at great length.
Status tooDeep(const std::string& field) {
  return fail(failures::kTooDeep, {{"field", arg::Words{field.substr(0, field.find(".constraints["))}}});
}

Result<Constraint> ConstraintReader::read(const mp::GeometricConstraint& target, const std::string& field,
                                          int depth) const {
  using T = mp::GeometricConstraint;
  if (depth > kDeepest) return tooDeep(field);
  switch (target.constraint_case()) {
    case T::kJointPosition: return of(target.joint_position(), field + ".joint_position");
    case T::kJointPositionLimits: return of(target.joint_position_limits(), field + ".joint_position_limits");
    case T::kJointPositionSumLimit: return of(target.joint_position_sum_limit(), field + ".joint_position_sum_limit");
    case T::kCartesianPose: return of(target.cartesian_pose(), field + ".cartesian_pose");
    case T::kPositionEquality: return of(target.position_equality(), field + ".position_equality");
    case T::kRotationEquality: return of(target.rotation_equality(), field + ".rotation_equality");
    case T::kRotationCone: return of(target.rotation_cone(), field + ".rotation_cone");
    case T::kPositionBoundingBox: return of(target.position_bounding_box(), field + ".position_bounding_box");
    case T::kPointAt: return of(target.point_at(), field + ".point_at");
    case T::kRelativeCartesianPose: return of(target.relative_cartesian_pose(), field + ".relative_cartesian_pose");
    case T::kRelativePositionEquality:
      return of(target.relative_position_equality(), field + ".relative_position_equality");
    case T::kRelativeRotationEquality:
      return of(target.relative_rotation_equality(), field + ".relative_rotation_equality");
    case T::kConstraintIntersection:
      return all(target.constraint_intersection(), field + ".constraint_intersection", depth);
    case T::CONSTRAINT_NOT_SET: break;
  }
  return fail(failures::kTargetNotSet, {{"field", arg::Words{field}}});
}

Result<Constraint> ConstraintReader::read(const mp::UniformGeometricConstraint& along, const std::string& field,
                                          int depth) const {
  using T = mp::UniformGeometricConstraint;
  if (depth > kDeepest) return tooDeep(field);
  switch (along.constraint_case()) {
    case T::kRotationCone: return of(along.rotation_cone(), field + ".rotation_cone");
    case T::kPositionBoundingBox: return of(along.position_bounding_box(), field + ".position_bounding_box");
    case T::kJointPositionSumLimit: return of(along.joint_position_sum_limit(), field + ".joint_position_sum_limit");
    case T::kPointAt: return of(along.point_at(), field + ".point_at");
    case T::kUniformGeometricConstraintIntersection:
      return all(along.uniform_geometric_constraint_intersection(),
                 field + ".uniform_geometric_constraint_intersection", depth);
    case T::CONSTRAINT_NOT_SET: break;
  }
  return fail(failures::kAlongNotSet, {{"field", arg::Words{field}}});
}

}  // namespace

Result<Goal> readAlong(const world::World& world, const world::Object& robot,
                       const mp::UniformGeometricConstraint& along, const std::string& field) {
  return ConstraintReader(world, robot).read(along, field, 0);
}

Result<Goal> readGoal(const world::World& world, const world::Object& robot, const mp::GeometricConstraint& target,
                      const std::string& field) {
  return ConstraintReader(world, robot).read(target, field, 0);
}

std::string goalField(const mp::GeometricConstraint& target, const std::string& field) {
  const auto* group = target.GetDescriptor()->FindOneofByName("constraint");
  const auto* set = target.GetReflection()->GetOneofFieldDescriptor(target, group);
  return set ? fmt::format("{}.{}", field, set->name()) : field;
}

}  // namespace ww::planning
