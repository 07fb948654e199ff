// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/base/failure.h"
#include "core/constraints/constraint.h"

namespace ww::constraints {

using Change = Eigen::Matrix<double, Eigen::Dynamic, 6>;

// A constraint on the pose of one node in another.
class NodeTask : public Task {
 public:
  NodeTask(const model::Mechanism& mechanism, Nodes nodes) : mechanism_(mechanism), nodes_(std::move(nodes)) {}

  // The parts of a kind, as functions of that pose alone.
  virtual Eigen::VectorXd missing(const Pose& target_t_moving) const = 0;
  // What a velocity of the moving node makes up for: linear, of its origin, then angular, in the target's axes.
  virtual Change change(const Pose& target_t_moving) const = 0;
  virtual Miss miss(const Pose& target_t_moving) const = 0;
  virtual Pose draw(const Unit& unit) const = 0;

  Pose between(std::span<const Pose> root_t_row) const;
  Eigen::VectorXd residual(const JointVector&, std::span<const Pose> root_t_row) const final {
    return missing(between(root_t_row));
  }
  Eigen::MatrixXd jacobian(const JointVector&, std::span<const Pose> root_t_row) const final;
  Miss distance(const JointVector&, std::span<const Pose> root_t_row) const final { return miss(between(root_t_row)); }
  std::optional<Sample> sample(const Unit& unit) const final { return Sample{draw(unit), {}}; }
  const Nodes* nodes() const final { return &nodes_; }

 protected:
  // A text with the fields {moving} and {target}.
  Phrase named(const char* text) const;

 private:
  const model::Mechanism& mechanism_;
  Nodes nodes_;
};

// INVALID_ARGUMENT when neither moves. `start`: radians or metres.
Result<Nodes> nodesOf(const model::Mechanism& mechanism, world::NodeRef moving, world::NodeRef target,
                      const JointVector& start);
// Where a node is at a configuration.
Pose rootT(const model::Mechanism& mechanism, world::NodeRef node, const JointVector& q);

// The failure kNotMoved (constraints/failures.h) of a node, or another with its fields.
Status refuseNode(const FailureRow& row, const model::Mechanism& mechanism, world::NodeRef node);

// INVALID_ARGUMENT, with the field, for a value outside (in the unit of the field) or an axis of no length.
Status checkRange(const char* field, double value, double least, double most);
Status checkAxis(const char* field, const Vec3& axis);

// ---- parts that kinds share
// What a velocity of the moving node (m/s, rad/s) does to a point that it carries; `cross` is unit vectors times v.
Eigen::Matrix<double, 3, 6> pointVelocity(const Pose& target_t_moving, const Vec3& p_in_moving);
Eigen::Matrix3d cross(const Vec3& v);
// The rotation as axis times angle, the shorter way round; radians.
Vec3 rotationVector(const Quat& q);
// Uniform directions and rotations, and places within `reach` of the origin (metres).
Vec3 drawDirection(const Unit& unit);
Quat drawRotation(const Unit& unit);
Vec3 drawPlace(const Unit& unit, double reach = 1.0);
// A rotation by at most `angle` (radians) about any axis.
Quat drawTurn(const Unit& unit, double angle);
// The pose that puts the point of the moving node there, turned so.
Pose poseAt(const Vec3& p_in_target, const Quat& target_q_moving, const Vec3& p_in_moving);

}  // namespace ww::constraints
