// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <limits>
#include <optional>
#include <variant>
#include <vector>

#include "core/world/values/world.h"

namespace ww::model {

// What can be asked of the configuration of a mechanism, as data: core/constraints makes it ready for solvers,
// core/validate judges it by its own code. Metres and radians; points, axes and rotations in the frame that their
// name says.
//
// `target` is where it is at the end, too, when it moves with the robot; but one that is rigid with `moving` stays
// where it is at the start: so relative motions are written, with the moving frame as its own target.

// The pose of `moving` in `target`.
struct PoseEquality {
  world::NodeRef moving = world::kRootObject;
  world::NodeRef target = world::kRootObject;
  Pose target_t_moving;
};

// A point of `moving` is where one of `target` is.
struct PositionEquality {
  world::NodeRef moving = world::kRootObject;
  world::NodeRef target = world::kRootObject;
  Vec3 p_in_moving = Vec3::Zero();
  Vec3 p_in_target = Vec3::Zero();
};

// The rotation of `moving` in `target`.
struct RotationEquality {
  world::NodeRef moving = world::kRootObject;
  world::NodeRef target = world::kRootObject;
  Quat target_q_moving = Quat::Identity();
};

// The same within an angle.
struct RotationBall {
  world::NodeRef moving = world::kRootObject;
  world::NodeRef target = world::kRootObject;
  Quat target_q_moving = Quat::Identity();
  double radius = 0.0;  // radians, 0 to pi
};

// An axis of `moving` within an angle of one of `target`.
struct RotationCone {
  world::NodeRef moving = world::kRootObject;
  world::NodeRef target = world::kRootObject;
  Vec3 axis_in_moving = Vec3::UnitZ();  // an axis of any length but 0
  Vec3 axis_in_target = Vec3::UnitZ();
  double half_angle = 0.0;  // radians, 0 to pi
};

// A ray of `moving` passes a point of `target` within the tolerance, and starts so far from it.
struct PointAt {
  world::NodeRef moving = world::kRootObject;
  world::NodeRef target = world::kRootObject;
  Vec3 p_in_moving = Vec3::Zero();
  Vec3 axis_in_moving = Vec3::UnitZ();  // an axis of any length but 0
  Vec3 p_in_target = Vec3::Zero();
  double tolerance = 1e-6;                                         // metres, as the distances
  double least_distance = 0.0;                                     // metres
  double most_distance = std::numeric_limits<double>::infinity();  // metres
};

// A point of `moving` in a box; corners in the frame of the box, infinite where it has no side.
struct PositionBox {
  world::NodeRef moving = world::kRootObject;
  world::NodeRef target = world::kRootObject;
  Vec3 p_in_moving = Vec3::Zero();
  Pose target_t_box;
  Vec3 lower = Vec3::Constant(-std::numeric_limits<double>::infinity());  // metres
  Vec3 upper = Vec3::Constant(std::numeric_limits<double>::infinity());   // metres
};

// A point of `moving` in an ellipsoid; half axes in its own frame.
struct PositionEllipsoid {
  world::NodeRef moving = world::kRootObject;
  world::NodeRef target = world::kRootObject;
  Vec3 p_in_moving = Vec3::Zero();
  Pose target_t_centre;
  Vec3 radii = Vec3::Ones();  // metres
};

// A point of `moving` in a truncated pyramid along +z of `target`, its tip at the origin of `target`.
struct PositionFrustum {
  world::NodeRef moving = world::kRootObject;
  world::NodeRef target = world::kRootObject;
  Vec3 p_in_moving = Vec3::Zero();
  double x_angle = 0.0;  // radians between a side and the plane of x and z
  double y_angle = 0.0;  // radians between a side and the plane of y and z
  double near_z = 0.0;
  double far_z = std::numeric_limits<double>::infinity();
};

// `moving` displaced and turned from where it is at the start: along and about its own axes there, or those of
// `reference`.
struct RelativePose {
  world::NodeRef moving = world::kRootObject;
  Pose by;  // in the frame of `moving` at the start, or of `reference`
  std::optional<world::NodeRef> reference;
};
struct RelativePosition {
  world::NodeRef moving = world::kRootObject;
  Vec3 p_in_moving = Vec3::Zero();
  Vec3 by = Vec3::Zero();
  std::optional<world::NodeRef> reference;
};
struct RelativeRotation {
  world::NodeRef moving = world::kRootObject;
  Quat by = Quat::Identity();
  std::optional<world::NodeRef> reference;
};

// Positions of some joints, by their index in the mechanism.
struct SomeJointPositions {
  std::vector<std::size_t> joints;
  JointVector positions;  // radians or metres
};

// Positions of all joints within ranges; an empty vector stands for the limits of the application.
struct JointRanges {
  JointVector lower, upper;  // radians or metres
};

// The sum of positions by their factors, -1, 0 or 1 for each joint, within a limit on either side of 0.
struct JointSum {
  JointVector signs;
  double limit = 0.0;
};

struct Intersection;

// A joint vector: positions of the mechanism's joints in their order.
using Constraint =
    std::variant<JointVector, PoseEquality, PositionEquality, RotationEquality, RotationBall, RotationCone, PointAt,
                 PositionBox, PositionEllipsoid, PositionFrustum, RelativePose, RelativePosition, RelativeRotation,
                 SomeJointPositions, JointRanges, JointSum, Intersection>;

// All of them hold. At least one.
struct Intersection {
  std::vector<Constraint> all;
};

}  // namespace ww::model
