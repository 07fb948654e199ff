// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <span>
#include <string>
#include <variant>

#include "core/model/mechanism.h"

namespace ww::constraints {

// The pose of `moving` in `target`.
struct PoseEquality {
  world::NodeRef moving = world::kRootObject;
  world::NodeRef target = world::kRootObject;
  Pose target_t_moving;
};

// A joint vector: positions of the mechanism's joints in their order, radians or metres.
using Constraint = std::variant<JointVector, PoseEquality>;

// How far a configuration is from what is asked for.
struct Miss {
  double metres = 0.0, radians = 0.0;  // not negative
};

// A constraint made ready for one mechanism, which must outlive it. `root_t_row` as Mechanism::forward gives it
// for `q`. May be read from any number of threads.
class Task {
 public:
  virtual ~Task() = default;
  virtual Eigen::Index rows() const = 0;
  // What is missing, 0 where the constraint holds: metres or radians.
  virtual Eigen::VectorXd residual(const JointVector& q, std::span<const Pose> root_t_row) const = 0;
  // How much of that each joint makes up for, per its own unit, to first order: rows() by mechanism.size().
  virtual Eigen::MatrixXd jacobian(const JointVector& q, std::span<const Pose> root_t_row) const = 0;
  virtual Miss distance(const JointVector& q, std::span<const Pose> root_t_row) const = 0;
  virtual std::string text() const = 0;  // what is asked for, for people
};

// A kind of constraint: a file, and a row here, in the order of the variant.
struct ConstraintKind {
  const char* name;
  // INVALID_ARGUMENT for what this mechanism cannot do: a wrong number of positions, or one that is no number; a
  // node that does not move with it, a target that does.
  Result<std::unique_ptr<const Task>> (*make)(const model::Mechanism& mechanism, const Constraint& constraint);
};
std::span<const ConstraintKind> constraintKinds();
Result<std::unique_ptr<const Task>> makeTask(const model::Mechanism& mechanism, const Constraint& constraint);

}  // namespace ww::constraints
