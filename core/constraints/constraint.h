// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <memory>
#include <span>

#include "core/base/phrase.h"
#include "core/model/constraint.h"
#include "core/model/mechanism.h"

namespace ww::constraints {

using model::Constraint;
using model::Intersection;
using model::JointRanges;
using model::JointSum;
using model::PointAt;
using model::PoseEquality;
using model::PositionBox;
using model::PositionEllipsoid;
using model::PositionEquality;
using model::PositionFrustum;
using model::RelativePose;
using model::RelativePosition;
using model::RelativeRotation;
using model::RotationBall;
using model::RotationCone;
using model::RotationEquality;
using model::SomeJointPositions;

// How far a configuration is from what is asked for.
struct Miss {
  double metres = 0.0, radians = 0.0;  // not negative
};
// The larger of each.
Miss worse(const Miss& a, const Miss& b);

// Random numbers in [0, 1).
using Unit = std::function<double()>;

// Drawn at random among what satisfies a constraint: the pose of its moving node in its target, or joint positions
// (radians or metres).
struct Sample {
  std::optional<Pose> target_t_moving;
  JointVector q;
};

// The nodes that a constraint on poses is about.
struct Nodes {
  world::NodeRef moving_node = world::kRootObject, target_node = world::kRootObject;
  model::Mechanism::Seat moving, target;  // a target that is rigid with `moving` stands where it was at the start
  arg::Node moving_name, target_name;
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
  // None where none is found: constraints that together leave little room.
  virtual std::optional<Sample> sample(const Unit& unit) const = 0;
  virtual Phrase text() const = 0;  // what is asked for, for people
  // Of a constraint on poses; else null.
  virtual const Nodes* nodes() const { return nullptr; }
  // Of an intersection; else none.
  virtual std::span<const std::unique_ptr<const Task>> parts() const { return {}; }
};
using TaskPtr = std::unique_ptr<const Task>;

// A kind of constraint: a file, and a row here, in the order of the variant.
struct ConstraintKind {
  const char* name;
  // `start` is the configuration that relative ones start from. INVALID_ARGUMENT for what this mechanism cannot do: a
  // wrong number of positions, or one that is no number; nodes of which none moves with it; ranges that are empty.
  Result<TaskPtr> (*make)(const model::Mechanism& mechanism, const Constraint& constraint, const JointVector& start);
};
std::span<const ConstraintKind> constraintKinds();
Result<TaskPtr> makeTask(const model::Mechanism& mechanism, const Constraint& constraint, const JointVector& start);
// With a start as in the world. Fails as that.
Result<TaskPtr> makeTask(const model::Mechanism& mechanism, const Constraint& constraint);

// A constraint that says all of the pose of one node in the root frame: what solvers for a pose can do.
struct RootPose {
  world::NodeRef node = world::kRootObject;
  model::Mechanism::Seat tip;  // of the node; rides on a row
  Pose root_t_tip;
};
std::optional<RootPose> rootPoseOf(const Task& task);

}  // namespace ww::constraints
